/** The answers about a season: leaderboard, team, equity curve, rules. */
import { type Static, Type } from 'typebox';
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

export const STANDING_RECORD = record({
  rank: nullable(integer('Place, from 1; null for the disqualified', 1)),
  team: text('The team', 'careful-owls'),
  account: nullable(integer('Its account; null where the public asks', 1_001)),
  state: word(['trading', 'eliminated', 'disqualified'], 'Whether it is still in the race'),
  sanction: word(['none', 'warned', 'throttled', 'frozen', 'disqualified'], 'What was imposed'),
  equity: decimal('Equity at the sample', '1012.34567890'),
  pnl: decimal('Equity less what it started with', '12.34567890'),
  roi: decimal('The same as a part of the start', '0.01234568'),
  maxDrawdown: decimal('Deepest fall below a peak, as a part of it', '0.03000000'),
  sharpe: nullable(decimal('Yearly, of hourly returns; null with fewer than 48', '1.20000000')),
  sortino: nullable(decimal('Like Sharpe, with falling hours as the risk', '1.80000000')),
  calmar: nullable(decimal('Return over drawdown', '0.41152263')),
  turnover: decimal('Value of all fills', '25000.00000000'),
  turnoverRatio: decimal('The same in units of the start', '25.00000000'),
  fills: integer('Number of fills', 120),
  fees: decimal('Fees paid', '10.00000000'),
  liquidationFees: decimal('Liquidation fees paid', '0.00000000'),
  funding: decimal('Funding received; negative was paid', '-0.10000000'),
  roundTrips: integer('Positions opened and closed again', 30),
  winRate: nullable(decimal('The part of them that earned', '0.53333333')),
  holdingMillis: nullable(integer('Mean time an entry was held, by value', 1_800_000)),
  exposedMillis: integer('Time with any position', 86_400_000),
  activeDays: integer('Days with at least one fill', 6),
  maxLeverage: decimal('Largest value of positions against equity', '12.50000000'),
  liquidations: integer('Liquidations', 0),
  improvedAt: moment('When the highest equity was first reached'),
  eliminatedAt: nullable(moment('When nearly everything was lost')),
  meetsActivity: flag('Whether it did enough to be given a prize'),
  riskScore: nullable(integer('Rank by Sharpe plus rank by drawdown, of the profitable', 3)),
  riskRank: nullable(integer('Place for the risk prize', 1)),
});
export type StandingRecord = Static<typeof STANDING_RECORD>;

export const LEADERBOARD_RECORD = record({
  season: integer('Number of the season', 1),
  name: text('Its name', 'Spring'),
  phase: word(['enrolling', 'ready', 'active', 'ended', 'closed'], 'Where it stands'),
  shownAt: nullable(moment('The moment that is shown; null before there is any')),
  frozen: flag('Stands still until the season is closed'),
  final: flag('Every figure is final'),
  standings: list(STANDING_RECORD),
});
export type LeaderboardRecord = Static<typeof LEADERBOARD_RECORD>;

export const CURVE_RECORD = record({
  season: integer('Number of the season', 1),
  team: text('The team', 'careful-owls'),
  /** Pairs, because there are many. */
  points: list(
    Type.Unsafe<[number, string]>({
      type: 'array',
      description: 'Moment and equity: hours, then the minutes of the last day',
      examples: [[1_767_225_600_000, '1000.00']],
    }),
  ),
});
export type CurveRecord = Static<typeof CURVE_RECORD>;

export const CURVES_RECORD = record({
  season: integer('Number of the season', 1),
  shownAt: nullable(moment('The moment that is shown; null before there is any')),
  at: list(moment('Moments, oldest first, the same for every team')),
  curves: list(
    record({
      team: text('The team; the leader first', 'careful-owls'),
      equity: list(decimal('Equity at each of the moments', '1000.00')),
    }),
  ),
});
export type CurvesRecord = Static<typeof CURVES_RECORD>;

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
  entrants: integer('Teams enrolled', 50),
});
export type RulesRecord = Static<typeof RULES_RECORD>;
