/**
 * Leaderboard, team and curve as JSON. The public sees them late and without accounts; the
 * organiser sees everything now.
 */
import type { Contest } from '../../competition/contest.ts';
import { listPoints } from '../../competition/curve.ts';
import {
  type Leaderboard,
  liveLeaderboard,
  publicLeaderboard,
} from '../../competition/leaderboard.ts';
import type { SeasonRecord } from '../../competition/season-record.ts';
import type { Standing } from '../../competition/standing.ts';
import { type Millis, millis } from '../../domain/units.ts';
import { formatDecimal } from '../quantity.ts';
import type { CurveRecord, LeaderboardRecord, StandingRecord } from './standing-records.ts';

export type Reader = 'public' | 'organiser';

/** A season by its number; the newest where none is named. */
export const selectSeason = (
  { seasons }: Contest,
  number: number | null,
): SeasonRecord | undefined =>
  number === null ? seasons.at(-1) : seasons.find(({ season }) => season === number);

export function formatLeaderboard(
  season: SeasonRecord,
  reader: Reader,
  now: Millis,
): LeaderboardRecord {
  const { at, isFrozen, isFinal, rows } = look(season, reader, now);
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

/** The public leaderboard is one list of rows until it moves on, however many look at it. */
const formatted = new WeakMap<readonly Standing[], StandingRecord[]>();

function formatRows(rows: readonly Standing[], reader: Reader): StandingRecord[] {
  const known = reader === 'public' ? formatted.get(rows) : undefined;
  if (known !== undefined) return known;
  const records = rows.map((row) => formatStanding(row, reader));
  if (reader === 'public') formatted.set(rows, records);
  return records;
}

export function formatTeam(
  season: SeasonRecord,
  team: string,
  reader: Reader,
  now: Millis,
): StandingRecord | undefined {
  const row = look(season, reader, now).rows.find((standing) => standing.team === team);
  return row === undefined ? undefined : formatStanding(row, reader);
}

/** Up to the moment that the reader's leaderboard shows. */
export function formatCurve(
  season: SeasonRecord,
  team: string,
  reader: Reader,
  now: Millis,
): CurveRecord | undefined {
  const { at, rows } = look(season, reader, now);
  const row = rows.find((standing) => standing.team === team);
  const entrant = season.entrants.find(({ account }) => account === row?.account);
  if (entrant === undefined) return undefined;
  const upTo = reader === 'organiser' ? millis(Number.MAX_SAFE_INTEGER) : (at ?? millis(0));
  const points = season.startedAt === null ? [] : listPoints(entrant.curve, season.startedAt, upTo);
  return {
    season: season.season,
    team,
    points: points.map(({ at: when, hundredths }) => [when, formatDecimal(BigInt(hundredths), 2)]),
  };
}

const look = (season: SeasonRecord, reader: Reader, now: Millis): Leaderboard =>
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
    state: row.state,
    sanction: row.sanction,
    equity: figure(score.equity),
    pnl: figure(row.pnl),
    roi: figure(row.roi),
    maxDrawdown: figure(row.drawdown),
    sharpe: maybe(row.sharpe),
    sortino: maybe(row.sortino),
    calmar: maybe(row.calmar),
    turnover: figure(score.turnover),
    turnoverRatio: figure(row.turnover),
    fills: score.fills,
    fees: figure(score.fees),
    liquidationFees: figure(score.liquidationFees),
    funding: figure(score.funding),
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
