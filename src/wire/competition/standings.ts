/**
 * The leaderboard and a team on it. The public sees them late and without accounts; the organiser
 * sees everything now.
 */

import type { Static } from 'typebox';
import {
  type Leaderboard,
  liveLeaderboard,
  publicLeaderboard,
} from '../../competition/leaderboard.ts';
import type { SeasonRecord } from '../../competition/season-record.ts';
import type { Standing } from '../../competition/standing.ts';
import type { AccountId } from '../../domain/ids.ts';
import { type Millis, toBigInt } from '../../domain/units.ts';
import { formatDecimal } from '../quantity.ts';
import {
  decimal,
  flag,
  integer,
  list,
  moment,
  nullable,
  record,
  records,
  text,
  word,
} from '../record-field.ts';
import { BOARD_WEIGHT, LATE, publicGet } from './endpoint.ts';

export type Reader = 'public' | 'organiser';

export const STANDING_RECORD = record({
  rank: nullable(integer('Place, from 1; null for the disqualified', 1)),
  team: text('The team', 'careful-owls'),
  account: nullable(integer('Its account; null where the public asks', 1_001)),
  podium: nullable(integer('Place among the three best; null for everyone else', 1)),
  idle: flag('It has never traded'),
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

export const PUBLIC_BOARD_RECORD = record({
  ...LEADERBOARD_RECORD.properties,
  disqualified: records({
    team: text('A team that has no standing any more', 'fast-foxes'),
    reason: text('Why it was disqualified', 'a second account'),
  }),
});
export type PublicBoardRecord = Static<typeof PUBLIC_BOARD_RECORD>;

export const BOARD = publicGet('/competition/leaderboard', BOARD_WEIGHT, {
  id: 'competitionBoard',
  response: PUBLIC_BOARD_RECORD,
  summary: 'The leaderboard',
  text: `Best first. ${LATE}`,
});

const texts = new WeakMap<Leaderboard, string>();

/** As JSON. Everybody looks at the same leaderboard, so each is written once. */
export function writePublicBoard(season: SeasonRecord, now: Millis): string {
  const board = publicLeaderboard(season, now);
  const text = texts.get(board) ?? JSON.stringify(formatPublicBoard(season, now));
  texts.set(board, text);
  return text;
}

/** Sanctions are public at once, so the disqualified are named without a delay. */
function formatPublicBoard(season: SeasonRecord, now: Millis): PublicBoardRecord {
  const { entrants, sanctions } = season;
  const out = entrants.filter(({ sanction }) => sanction === 'disqualified');
  const reasonOf = (account: AccountId): string =>
    sanctions.findLast((row) => row.account === account && row.step === 'disqualify')?.reason ?? '';
  return {
    ...formatLeaderboard(season, 'public', now),
    disqualified: out.map(({ account, team }) => ({ team, reason: reasonOf(account) })),
  };
}

export function formatLeaderboard(
  season: SeasonRecord,
  reader: Reader,
  now: Millis,
): LeaderboardRecord {
  const { at, isFrozen, isFinal, rows } = leaderboardFor(season, reader, now);
  return {
    season: season.season,
    name: season.rules.name,
    phase: season.phase,
    shownAt: at,
    frozen: isFrozen,
    final: isFinal,
    standings: formatRows(rows, reader),
  };
}

/** The rows of a leaderboard, formatted once for all readers until it changes. */
const formatted = new WeakMap<readonly Standing[], StandingRecord[]>();

function formatRows(rows: readonly Standing[], reader: Reader): StandingRecord[] {
  const known = reader === 'public' ? formatted.get(rows) : undefined;
  if (known !== undefined) return known;
  const records = rows.map((row) => formatStanding(row, reader));
  if (reader === 'public') formatted.set(rows, records);
  return records;
}

export const TEAM = publicGet('/competition/teams/{team}', BOARD_WEIGHT, {
  id: 'competitionTeam',
  response: STANDING_RECORD,
  summary: 'One team',
  text: LATE,
});

export function formatTeam(
  season: SeasonRecord,
  team: string,
  reader: Reader,
  now: Millis,
): StandingRecord | undefined {
  const row = leaderboardFor(season, reader, now).rows.find((standing) => standing.team === team);
  return row === undefined ? undefined : formatStanding(row, reader);
}

export const leaderboardFor = (season: SeasonRecord, reader: Reader, now: Millis): Leaderboard =>
  reader === 'organiser' ? liveLeaderboard(season) : publicLeaderboard(season, now);

const DECIMALS = 8;
const figure = (value: bigint): string => formatDecimal(value, DECIMALS);
const maybe = (value: bigint | null): string | null => (value === null ? null : figure(value));

export function formatStanding(row: Standing, reader: Reader): StandingRecord {
  const { score } = row;
  return {
    rank: row.rank,
    team: row.team,
    account: reader === 'organiser' ? row.account : null,
    podium: row.podium,
    idle: row.isIdle,
    state: row.state,
    sanction: row.sanction,
    equity: figure(toBigInt(score.equity)),
    pnl: figure(toBigInt(row.pnl)),
    roi: figure(row.roi),
    maxDrawdown: figure(row.drawdown),
    sharpe: maybe(row.sharpe),
    sortino: maybe(row.sortino),
    calmar: maybe(row.calmar),
    turnover: figure(toBigInt(score.turnover)),
    turnoverRatio: figure(row.turnover),
    fills: score.fills,
    fees: figure(toBigInt(score.fees)),
    liquidationFees: figure(toBigInt(score.liquidationFees)),
    funding: figure(toBigInt(score.funding)),
    roundTrips: score.roundTrips,
    winRate: maybe(row.winRate),
    holdingMillis: row.holdingMillis,
    exposedMillis: score.exposedMillis,
    activeDays: score.activeDays,
    maxLeverage: figure(score.leverageMax),
    liquidations: score.liquidations,
    improvedAt: score.improvedAt,
    eliminatedAt: score.eliminatedAt,
    meetsActivity: row.isActive,
    riskScore: row.riskScore,
    riskRank: row.riskRank,
  };
}
