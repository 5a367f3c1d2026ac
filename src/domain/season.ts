/**
 * A season of the competition: its rules, its phase and its entrants. Names of people, contacts and
 * addresses are kept elsewhere, because the journal is published and holds only teams and accounts.
 *
 * enrolling -> ready -> active -> ended -> closed. Before the reset entrants try things out with
 * test money; the reset makes the season ready, its start opens trading, its end stops it, and
 * closing makes the result final. At most one season is not closed.
 */
import type { AccountId } from './ids.ts';
import { checkLatency, isSameLatency, LATENCY } from './latency.ts';
import {
  DEPOSIT_MAX,
  LEADERBOARD_WAIT_MAX,
  SEASON_LENGTH_MAX,
  SEASON_NAME_LENGTH_MAX,
} from './limits.ts';
import { type Reject, reject } from './reject.ts';
import {
  bounded,
  CONTRACT_ID,
  COUNT,
  FLAG,
  LEVERAGE_TIMES,
  MILLIS,
  MONEY,
  manyOf,
  optional,
  PPM,
  type RecordOf,
  recordOf,
  textUpTo,
  type ValueOf,
  wordOf,
} from './shape.ts';
import { type Millis, millis, money, NO_MONEY, ppm, toBigInt } from './units.ts';

/** Seasons are counted from one, in the order they are opened. */
export type SeasonNumber = number;

export const SEASON_PHASE = wordOf('enrolling', 'ready', 'active', 'ended', 'closed');
export type SeasonPhase = ValueOf<typeof SEASON_PHASE>;

/** Whether nobody competes in it any more. */
export const isSeasonOver = (phase: SeasonPhase): boolean =>
  phase === 'ended' || phase === 'closed';

export const SEASON_RULE_TABLE = {
  name: textUpTo(SEASON_NAME_LENGTH_MAX),
  /** Venue time. Opening orders are taken from the start on, and before the end only. */
  startAt: MILLIS,
  endAt: MILLIS,
  /** What every account holds after the reset. */
  wallet: MONEY,
  /** What an account is given to try things out with before it. */
  testWallet: MONEY,
  leverageMax: LEVERAGE_TIMES,
  contracts: manyOf(CONTRACT_ID),
  makerFee: PPM,
  takerFee: PPM,
  /** The most that positions and opening orders may be worth at one contract, both sides added. */
  positionValueMax: MONEY,
  /** Open: everyone meets everyone. House-only: entrants never trade with other traders. */
  matching: wordOf('open', 'house-only'),
  /** What an entrant must have done to be given a prize. */
  roundTripsMin: bounded(COUNT, { max: 1_000_000 }),
  activeDaysMin: bounded(COUNT, { unit: 'days', max: 366 }),
  /** How far behind the public leaderboard is, and how long before the end it stands still. */
  leaderboardDelay: bounded(MILLIS, { max: LEADERBOARD_WAIT_MAX }),
  leaderboardFreeze: bounded(MILLIS, { max: LEADERBOARD_WAIT_MAX }),
  /** Whether each order needs a log of the model that decided it. */
  requiresAiLog: FLAG,
  /**
   * Whether teams that never traded are ranked like the others and may be on the podium. Rules of
   * before there was a choice do not say, and rank everyone.
   */
  ranksIdle: optional(FLAG, 2),
  /** Of every entrant; missing, each has its own. */
  latency: optional(recordOf(LATENCY), 3),
  /** Whether everyone may read the reasons that teams log, as late as the leaderboard is. */
  showsReasons: optional(FLAG, 3),
};
export type SeasonRules = RecordOf<typeof SEASON_RULE_TABLE>;

export const DEFAULT_SEASON_RULES: Omit<SeasonRules, 'name' | 'startAt' | 'endAt' | 'contracts'> = {
  wallet: money(1_000_00000000),
  testWallet: money(1_000_00000000),
  leverageMax: 20,
  makerFee: ppm(100),
  takerFee: ppm(400),
  positionValueMax: money(30_000_00000000),
  matching: 'open',
  roundTripsMin: 10,
  activeDaysMin: 5,
  leaderboardDelay: millis(60_000),
  leaderboardFreeze: millis(0),
  requiresAiLog: false,
  ranksIdle: false,
};

/** What an organiser can do to an entrant. Each rung includes those below it. */
export const SANCTION_STEP = wordOf('warn', 'throttle', 'freeze', 'disqualify', 'reinstate');
export type SanctionStep = ValueOf<typeof SANCTION_STEP>;

/** Where an entrant stands on that ladder, from its lowest rung on. */
export const SANCTION = wordOf('none', 'warned', 'throttled', 'frozen', 'disqualified');
export type Sanction = ValueOf<typeof SANCTION>;

/** Where a step leads to. */
export const SANCTION_OF: Readonly<Record<SanctionStep, Sanction>> = {
  warn: 'warned',
  throttle: 'throttled',
  freeze: 'frozen',
  disqualify: 'disqualified',
  reinstate: 'none',
};

/** An account enrolled in a season, under the name of its team. */
export interface Entrant {
  readonly account: AccountId;
  readonly team: string;
  sanction: Sanction;
}

/** The first rule that makes no sense, if any. The engine checks contracts and fees. */
export function checkSeasonRules(rules: SeasonRules, now: Millis): Reject | undefined {
  const { name, startAt, endAt, contracts } = rules;
  if (name.trim() === '' || name.length > SEASON_NAME_LENGTH_MAX)
    return reject('season-rules-invalid', { given: 'name', limit: SEASON_NAME_LENGTH_MAX });
  if (!Number.isSafeInteger(startAt) || !Number.isSafeInteger(endAt) || startAt >= endAt)
    return reject('season-times-invalid', { given: endAt, limit: startAt });
  if (endAt <= now) return reject('season-times-invalid', { given: endAt, limit: now });
  if (endAt - startAt > SEASON_LENGTH_MAX)
    return reject('season-times-invalid', { given: endAt - startAt, limit: SEASON_LENGTH_MAX });
  if (contracts.length === 0 || new Set(contracts).size !== contracts.length)
    return reject('season-rules-invalid', { given: 'contracts', limit: contracts.length });
  return (
    checkAmounts(rules) ?? checkNumbers(rules) ?? (rules.latency && checkLatency(rules.latency))
  );
}

function checkAmounts(rules: SeasonRules): Reject | undefined {
  for (const amount of [rules.wallet, rules.testWallet, rules.positionValueMax]) {
    if (amount <= NO_MONEY || amount > DEPOSIT_MAX)
      return reject('amount-invalid', { given: toBigInt(amount), limit: toBigInt(DEPOSIT_MAX) });
  }
  return undefined;
}

const CHECKED_NUMBERS = [
  'leverageMax',
  'roundTripsMin',
  'activeDaysMin',
  'leaderboardDelay',
  'leaderboardFreeze',
] as const;

function checkNumbers(rules: SeasonRules): Reject | undefined {
  for (const field of CHECKED_NUMBERS) {
    const value = rules[field];
    const { min, max } = SEASON_RULE_TABLE[field];
    if (!Number.isSafeInteger(value) || value < min || value > max)
      return reject('season-rules-invalid', { given: field, limit: `${min} to ${max}` });
  }
  return undefined;
}

/** Whether accounts that were reset under one set of rules need no reset under the other. */
export const isSameStart = (first: SeasonRules, second: SeasonRules): boolean =>
  first.wallet === second.wallet &&
  first.leverageMax === second.leverageMax &&
  first.makerFee === second.makerFee &&
  first.takerFee === second.takerFee &&
  isSameLatency(first.latency, second.latency) &&
  first.contracts.length === second.contracts.length &&
  first.contracts.every((contract, place) => contract === second.contracts[place]);
