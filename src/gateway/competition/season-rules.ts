/** The rules of a season as an organiser writes them: decimals, names of contracts, times. */
import type { Static, TObject } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import { hasLatency } from '../../domain/latency.ts';
import { SEASON_NAME_LENGTH_MAX } from '../../domain/limits.ts';
import { DEFAULT_SEASON_RULES, type SeasonRules } from '../../domain/season.ts';
import { type Money, millis, type Ppm, ppm } from '../../domain/units.ts';
import { parseLatency } from '../../venue/latency-text.ts';
import { invalid } from '../../wire/caller.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import {
  codeField,
  decimalField,
  flagField,
  ifSent,
  integerField,
  momentField,
  textField,
  textsField,
} from '../../wire/field.ts';
import { findMoney } from '../../wire/quantity.ts';

const MILLIS_MAX = 7 * 86_400_000;
const waitField = (description: string) => integerField(description, { min: 0, max: MILLIS_MAX });

const OPTIONAL = {
  wallet: ifSent(decimalField('What every account has after the reset.')),
  testWallet: ifSent(decimalField('What it is given to try things out.')),
  leverageMax: ifSent(integerField('Highest leverage.', { min: 1, max: 400 })),
  symbols: ifSent(
    textsField('Contracts; all of them by default.', { countMax: 64, lengthMax: 32 }),
  ),
  makerFee: ifSent(decimalField('As a part of the value: 0.0001.')),
  takerFee: ifSent(decimalField('As a part of the value: 0.0004.')),
  positionValueMax: ifSent(decimalField('Most value at one contract.')),
  matching: ifSent(codeField(['open', 'house-only'], 'Whether teams meet each other.')),
  roundTripsMin: ifSent(
    integerField('Round trips needed for a prize.', { min: 0, max: 1_000_000 }),
  ),
  activeDaysMin: ifSent(integerField('Active days needed for a prize.', { min: 0, max: 366 })),
  leaderboardDelayMillis: ifSent(waitField('How late the public leaderboard is.')),
  leaderboardFreezeMillis: ifSent(waitField('How long before the end it stands still.')),
  requiresAiLog: ifSent(flagField('Each order needs a log in a minute.')),
  latency: ifSent(
    textField('How late every team is: 20ms, or by leg; none lets each have its own.', {
      lengthMax: 500,
    }),
  ),
  showsReasons: ifSent(
    flagField('Everyone may read logged reasons and their orders, as late as the leaderboard.'),
  ),
  ranksIdle: ifSent(flagField('Teams that never traded are ranked like the others.')),
};

const name = () => textField('Name of the season.', { lengthMax: SEASON_NAME_LENGTH_MAX });

export const NEW_SEASON = {
  name: name(),
  startAt: momentField('Venue time of the start.'),
  endAt: momentField('Venue time of the end.'),
  ...OPTIONAL,
  publicSeed: ifSent(flagField('The season is meant to have a market whose seed is known.')),
};

export const CHANGED_RULES = {
  name: ifSent(name()),
  startAt: ifSent(momentField('Venue time of the start.')),
  endAt: ifSent(momentField('Venue time of the end.')),
  ...OPTIONAL,
};

export interface NewSeason {
  readonly rules: SeasonRules;
  readonly publicSeed: boolean;
}

/** New rules, with the defaults for what was left out. */
export function parseNewSeason(
  { publicSeed = false, ...sent }: Static<TObject<typeof NEW_SEASON>>,
  contracts: readonly Contract[],
): NewSeason | WireError {
  const base: SeasonRules = {
    ...DEFAULT_SEASON_RULES,
    name: sent.name,
    startAt: millis(sent.startAt),
    endAt: millis(sent.endAt),
    contracts: contracts.map(({ id }) => id),
  };
  const rules = parseChangedRules({ ...base, activeDaysMin: usualDays(base) }, sent, contracts);
  return isWireError(rules) ? rules : { rules, publicSeed };
}

/** The rules as they stand, with what was sent in place of what it names. */
export function parseChangedRules(
  rules: SeasonRules,
  sent: Static<TObject<typeof CHANGED_RULES>>,
  contracts: readonly Contract[],
): SeasonRules | WireError {
  const next: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(sent)) {
    const read = CONVERSIONS[field]?.(value, contracts) ?? { [field]: value };
    if ('problem' in read)
      return wireError('40020', { field, detail: both(String(read['problem'])) });
    Object.assign(next, read);
  }
  const { latency, ...others } = { ...rules, ...next };
  const changed = latency === undefined ? others : { ...others, latency };
  return findPrizeFault(changed) ?? changed;
}

const DAY = 86_400_000;
/** A round trip is two orders at least, and a team has ten orders a second. */
const ROUND_TRIPS_PER_SECOND = 5;

const daysOf = ({ startAt, endAt }: SeasonRules): number => Math.ceil((endAt - startAt) / DAY);

/** A short season asks for no more active days than it has. */
const usualDays = (rules: SeasonRules): number =>
  Math.min(rules.activeDaysMin, Math.max(0, daysOf(rules)));

/** A prize that nobody can win is a mistake in the rules. */
function findPrizeFault(rules: SeasonRules): WireError | undefined {
  const { startAt, endAt, activeDaysMin, roundTripsMin } = rules;
  const days = daysOf(rules);
  if (days <= 0) return undefined;
  if (activeDaysMin > days)
    return invalid('activeDaysMin', `nobody could win a prize: at most ${days} is possible`);
  const trips = Math.floor((endAt - startAt) / 1_000) * ROUND_TRIPS_PER_SECOND;
  return roundTripsMin > trips
    ? invalid('roundTripsMin', `nobody could win a prize: at most ${trips} is possible`)
    : undefined;
}

type Conversion = (
  value: unknown,
  contracts: readonly Contract[],
) => Readonly<Record<string, unknown>>;

const amount =
  (field: string): Conversion =>
  (value) => {
    const found: Money | undefined = findMoney(String(value));
    return found === undefined ? { problem: 'an amount' } : { [field]: found };
  };

const rate =
  (field: string): Conversion =>
  (value) => {
    const found = findRate(String(value));
    return found === undefined ? { problem: 'a rate such as 0.0004' } : { [field]: found };
  };

/** `0.0004` is 400 parts per million; more digits than six are none of these. */
function findRate(text: string): Ppm | undefined {
  const digits = /^0\.(\d{1,6})0*$/.exec(text)?.[1];
  if (text === '0') return ppm(0);
  return digits === undefined ? undefined : ppm(Number(digits.padEnd(6, '0')));
}

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  wallet: amount('wallet'),
  testWallet: amount('testWallet'),
  positionValueMax: amount('positionValueMax'),
  makerFee: rate('makerFee'),
  takerFee: rate('takerFee'),
  leaderboardDelayMillis: (value) => ({ leaderboardDelay: millis(Number(value)) }),
  leaderboardFreezeMillis: (value) => ({ leaderboardFreeze: millis(Number(value)) }),
  latency: (value) => {
    const found = parseLatency(String(value), undefined);
    if (typeof found === 'string') return { problem: found };
    return { latency: hasLatency(found) ? found : undefined };
  },
  symbols: (value, contracts) => {
    const ids = [];
    for (const symbol of Array.isArray(value) ? value : []) {
      const found = contracts.find((contract) => contract.symbol === symbol);
      if (found === undefined) return { problem: `there is no ${symbol}` };
      ids.push(found.id);
    }
    return { contracts: ids };
  },
};
