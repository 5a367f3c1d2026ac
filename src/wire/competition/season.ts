/** A season: its rules, its state and venue time. */

import { type Static, Type } from 'typebox';
import type { Contest } from '../../competition/contest.ts';
import type { SeasonRecord } from '../../competition/season-record.ts';
import { describeLatency } from '../../domain/latency.ts';
import { toBigInt } from '../../domain/units.ts';
import type { MarketNote } from '../../views/market-memory.ts';
import { formatDecimal, formatPpm } from '../quantity.ts';
import {
  decimal,
  flag,
  integer,
  list,
  moment,
  nullable,
  record,
  text,
  word,
} from '../record-field.ts';
import { NO_FIELDS_SENT, publicGet, READ_WEIGHT } from './endpoint.ts';

export const RULES_RECORD = record({
  season: integer('Number of the season', 1),
  name: text('Its name', 'Spring'),
  phase: word(['enrolling', 'ready', 'active', 'ended', 'closed'], 'Where it stands'),
  startAt: moment('When it starts'),
  endAt: moment('When it ends'),
  startedAt: nullable(moment('When it started')),
  endedAt: nullable(moment('When it ended')),
  wallet: decimal('What every account starts with', '1000.00000000'),
  testWallet: decimal('Test money before the reset', '1000.00000000'),
  leverageMax: integer('Highest leverage', 20),
  symbols: list(text('A contract that may be traded', 'cmt_btcusdt')),
  makerFee: decimal('Fee rate of makers', '0.0001'),
  takerFee: decimal('Fee rate of takers', '0.0004'),
  positionValueMax: decimal('Most that may be held at one contract', '30000.00000000'),
  matching: word(['open', 'house-only'], 'Whether entrants may trade with each other'),
  roundTripsMin: integer('Round trips needed for a prize', 10),
  activeDaysMin: integer('Active days needed for a prize', 5),
  leaderboardDelayMillis: integer('How late the public leaderboard is', 60_000),
  leaderboardFreezeMillis: integer('How long before the end it stands still', 0),
  requiresAiLog: flag('Whether each order needs a log of the model that decided it'),
  ranksIdle: flag('Whether teams that never traded are ranked like the others'),
  latency: Type.Optional(text('How late every team is, where all are alike', 'entry 20ms')),
  showsReasons: Type.Optional(
    flag('Whether everyone may read the reasons that teams log, with their orders'),
  ),
  market: nullable(
    record({
      commitment: text('The hash that fixes the seed of the market', '6c1f…'),
      seed: word(['secret', 'public'], 'Whether anybody may know the seed before the end'),
      feed: text('Where prices come from; simulated ones follow from the seed', 'simulated'),
    }),
  ),
  sandbox: Type.Optional(text('Where the venue is a sandbox: what it says of itself', 'on')),
  timeChanges: Type.Optional(integer('How often the operator changed venue time', 3)),
  entrants: integer('Teams enrolled', 50),
});
export type RulesRecord = Static<typeof RULES_RECORD>;

export const SEASON_RULES = publicGet('/competition/rules', READ_WEIGHT, {
  id: 'competitionRules',
  response: RULES_RECORD,
  summary: 'The rules',
  text: 'What the venue holds every team to.',
});

export function formatSeasonRules(
  contest: Pick<Contest, 'contracts' | 'seasons'>,
  season: SeasonRecord,
): RulesRecord {
  const { rules } = season;
  return {
    season: season.season,
    name: rules.name,
    phase: season.phase,
    startAt: rules.startAt,
    endAt: rules.endAt,
    startedAt: season.startedAt,
    endedAt: season.endedAt,
    wallet: formatDecimal(toBigInt(rules.wallet), 8),
    testWallet: formatDecimal(toBigInt(rules.testWallet), 8),
    leverageMax: rules.leverageMax,
    symbols: rules.contracts.map((id) => contest.contracts[id]?.symbol ?? String(id)),
    makerFee: formatPpm(rules.makerFee),
    takerFee: formatPpm(rules.takerFee),
    positionValueMax: formatDecimal(toBigInt(rules.positionValueMax), 8),
    matching: rules.matching,
    roundTripsMin: rules.roundTripsMin,
    activeDaysMin: rules.activeDaysMin,
    leaderboardDelayMillis: rules.leaderboardDelay,
    leaderboardFreezeMillis: rules.leaderboardFreeze,
    requiresAiLog: rules.requiresAiLog,
    ranksIdle: rules.ranksIdle !== false,
    market: season.market && {
      ...season.market,
      seed: isSeedPublic(contest, season.market, season.season) ? 'public' : 'secret',
    },
    ...(rules.latency === undefined ? {} : { latency: describeLatency(rules.latency) }),
    ...(rules.showsReasons === true ? { showsReasons: true } : {}),
    // Results of seasons without them must stay the same to the byte.
    ...(season.sandbox === undefined ? {} : { sandbox: season.sandbox }),
    ...(season.timeChanges === undefined ? {} : { timeChanges: season.timeChanges }),
    entrants: season.entrants.length,
  };
}

/** A chosen word can be guessed, and the seed of an ended season is told with its result. */
export const isSeedPublic = (
  { seasons }: Pick<Contest, 'seasons'>,
  { seed, commitment }: MarketNote,
  before: number,
): boolean =>
  seed === 'chosen' ||
  seasons.some(
    ({ season, endedAt, market }) =>
      season < before && endedAt !== null && market?.commitment === commitment,
  );

const count = (what: string) => integer(`How many are ${what}`, 3);

export const SEASON_RECORD = record({
  ...RULES_RECORD.properties,
  now: moment('Venue time'),
  shownAt: nullable(moment('The moment that the leaderboard shows; null before there is any')),
  registrationOpen: flag('Whether teams may register now'),
  seasons: list(integer('Number of a season', 1)),
  journal: record({
    id: text('Which journal the season is written in', '8f14e45fceea167a'),
    entry: integer('The last entry that is on disk', 86),
    chain: text('One hash over all entries up to that one; note it and compare later', '6c1f…'),
  }),
  registrations: record({
    registered: count('waiting'),
    approved: count('approved'),
    rejected: count('rejected'),
    withdrawn: count('withdrawn'),
  }),
  places: integer('How many teams may wait or be approved', 1_000),
});
export type SeasonAnswer = Static<typeof SEASON_RECORD>;

export const SEASON = publicGet('/competition', READ_WEIGHT, {
  id: 'competitionSeason',
  response: SEASON_RECORD,
  summary: 'A season',
  text: 'Its rules, where it stands, and how many teams have registered.',
});

export const NOW_RECORD = record({
  now: moment('Venue time'),
  season: nullable(integer('The newest season; null before there is any', 1)),
});
export type NowRecord = Static<typeof NOW_RECORD>;

export const NOW = publicGet('/competition/now', READ_WEIGHT, {
  id: 'competitionNow',
  request: NO_FIELDS_SENT,
  errors: [],
  response: NOW_RECORD,
  summary: 'Venue time and the newest season',
  text: 'Cheap to ask often.',
});

/** Returns the season with the number, or the newest if no number is given. */
export const selectSeason = (
  { seasons }: Contest,
  number: number | null,
): SeasonRecord | undefined =>
  number === null ? seasons.at(-1) : seasons.find(({ season }) => season === number);
