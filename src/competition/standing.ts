/**
 * The leaderboard: scores with their ratios, in order. Higher return first, then the smaller
 * drawdown, then the higher Sharpe ratio, then the earlier peak, then the older account. Below them
 * are entrants that never traded, unless the rules rank those too, and then the eliminated.
 * Disqualified entrants have no rank.
 *
 * The ratios are at RATIO_SCALE. Each is computed from exact sums and rounded once: half-even for a
 * division, towards zero for a root.
 */

import { assert } from '../domain/assert.ts';
import type { AccountId } from '../domain/ids.ts';
import { divideHalfEven } from '../domain/money.ts';
import type { Sanction, SeasonRules } from '../domain/season.ts';
import { type Millis, type Money, money, NO_MONEY, toBigInt } from '../domain/units.ts';
import { RATIO_SCALE, type Score } from './score.ts';
import type { SeasonRecord } from './season-record.ts';

export interface Standing {
  /** Null for disqualified entrants. */
  readonly rank: number | null;
  readonly team: string;
  readonly account: AccountId;
  readonly sanction: Sanction;
  readonly state: 'trading' | 'eliminated' | 'disqualified';
  readonly score: Score;
  /** It never traded. */
  readonly isIdle: boolean;
  /** Its place among the three best that may be there, if any. */
  readonly podium: number | null;
  readonly pnl: Money;
  /** Ratios at RATIO_SCALE. */
  readonly roi: bigint;
  readonly drawdown: bigint;
  readonly sharpe: bigint | null;
  readonly sortino: bigint | null;
  readonly calmar: bigint | null;
  readonly turnover: bigint;
  readonly winRate: bigint | null;
  readonly holdingMillis: number | null;
  /** Whether it was active enough for a prize. */
  readonly isActive: boolean;
  /** Rank by Sharpe plus rank by drawdown among the profitable and active; the lowest wins. */
  readonly riskScore: number | null;
  readonly riskRank: number | null;
}

const GROUPS = { trading: 0, eliminated: 2, disqualified: 3 } as const;
const IDLE_GROUP = 1;

const groupOf = ({ state, isIdle }: Standing, areIdleApart: boolean): number =>
  state === 'trading' && isIdle && areIdleApart ? IDLE_GROUP : GROUPS[state];

export function compareStandings(first: Standing, second: Standing, areIdleApart: boolean): number {
  const groups = groupOf(first, areIdleApart) - groupOf(second, areIdleApart);
  if (groups !== 0) return groups;
  if (first.state === 'disqualified') return first.account - second.account;
  return (
    compareReturns(first, second) ||
    compareFalls(first.score, second.score) ||
    compareRatios(second.sharpe, first.sharpe) ||
    first.score.improvedAt - second.score.improvedAt ||
    first.account - second.account
  );
}

/** Compared exactly, by the fractions and not by the rounded ratios. */
const compareReturns = (first: Standing, second: Standing): number =>
  compare(
    toBigInt(second.pnl) * toBigInt(first.score.initial),
    toBigInt(first.pnl) * toBigInt(second.score.initial),
  );

/** The smaller first; an entrant that never fell has a fall of zero. */
export const compareFalls = (first: Score, second: Score): number =>
  compare(
    toBigInt(first.fall) * (toBigInt(second.fallFrom) || 1n),
    toBigInt(second.fall) * (toBigInt(first.fallFrom) || 1n),
  );

/** No ratio ranks below any ratio. */
export function compareRatios(first: bigint | null, second: bigint | null): number {
  if (first === null || second === null) return first === second ? 0 : first === null ? -1 : 1;
  return compare(first, second);
}

const compare = (first: bigint, second: bigint): number =>
  first < second ? -1 : first > second ? 1 : 0;

const PODIUM = 3;

/** Disqualified entrants last, in the order of accounts. */
export function rankScores(season: SeasonRecord, scores: readonly Score[]): Standing[] {
  const { rules } = season;
  const entrants = new Map(season.entrants.map((entrant) => [entrant.account, entrant]));
  const rows = scores.flatMap((score) => {
    const entrant = entrants.get(score.account);
    return entrant === undefined ? [] : [standingOf(entrant, score, rules)];
  });
  const areIdleApart = rules.ranksIdle === false;
  rows.sort((first, second) => compareStandings(first, second, areIdleApart));
  const risks = rankRisk(rows);
  // They are the first of all, so their places are their ranks.
  const best = rows.filter(({ state, isIdle }) => state === 'trading' && !(isIdle && areIdleApart));
  const last = Math.min(PODIUM, best.length);
  return rows.map((row, place) => ({
    ...row,
    rank: row.state === 'disqualified' ? null : place + 1,
    podium: place < last ? place + 1 : null,
    riskScore: risks.get(row.account)?.score ?? null,
    riskRank: risks.get(row.account)?.rank ?? null,
  }));
}

function standingOf(
  { team, sanction }: { readonly team: string; readonly sanction: Sanction },
  score: Score,
  rules: SeasonRules,
): Standing {
  return {
    rank: null,
    team,
    account: score.account,
    sanction,
    state: stateOf(sanction, score.eliminatedAt),
    score,
    isIdle: score.fills === 0,
    podium: null,
    pnl: money(pnlOf(score)),
    roi: roiOf(score),
    drawdown: drawdownOf(score),
    sharpe: sharpeOf(score),
    sortino: sortinoOf(score),
    calmar: calmarOf(score),
    turnover: turnoverOf(score),
    winRate: winRateOf(score),
    holdingMillis: holdingMillisOf(score),
    isActive: score.roundTrips >= rules.roundTripsMin && score.activeDays >= rules.activeDaysMin,
    riskScore: null,
    riskRank: null,
  };
}

function stateOf(sanction: Sanction, eliminatedAt: Millis | null): Standing['state'] {
  if (sanction === 'disqualified') return 'disqualified';
  return eliminatedAt === null ? 'trading' : 'eliminated';
}

/**
 * The risk prize: the rank by Sharpe ratio plus the rank by drawdown, among entrants with a profit
 * and enough activity. Equal figures share a rank. Of equal sums the better standing wins.
 * The rows must be in the order of the leaderboard.
 */
export function rankRisk(rows: readonly Standing[]) {
  const runners = rows.filter(
    ({ state, pnl, isActive, sharpe }) =>
      state === 'trading' && isActive && pnl > NO_MONEY && sharpe !== null,
  );
  const bySharpe = placesOf(runners, (one, other) => compareRatios(other.sharpe, one.sharpe));
  const byFall = placesOf(runners, (one, other) => compareFalls(one.score, other.score));
  const scored = runners.map(({ account }) => ({
    account,
    score: (bySharpe.get(account) ?? 0) + (byFall.get(account) ?? 0),
  }));
  // Sorting is stable: equal sums keep the order of the leaderboard.
  scored.sort((one, other) => one.score - other.score);
  return new Map(scored.map(({ account, score }, place) => [account, { score, rank: place + 1 }]));
}

function placesOf(
  rows: readonly Standing[],
  order: (one: Standing, other: Standing) => number,
): ReadonlyMap<AccountId, number> {
  const places = new Map<AccountId, number>();
  const sorted = [...rows].sort(order);
  let place = 0;
  for (const [at, row] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before === undefined || order(before, row) !== 0) place = at + 1;
    places.set(row.account, place);
  }
  return places;
}

/** With fewer hours than this a Sharpe ratio is meaningless. */
export const HOURS_MIN = 48;
/** Hours in a year: ratios of hourly returns are annualised. */
const HOURS_PER_YEAR = 8_760n;

export const pnlOf = ({ equity, initial, transfers }: Score): bigint =>
  toBigInt(equity) - toBigInt(initial) - toBigInt(transfers);

export const roiOf = (score: Score): bigint => ratio(pnlOf(score), toBigInt(score.initial)) ?? 0n;

export const drawdownOf = ({ fall, fallFrom }: Score): bigint =>
  ratio(toBigInt(fall), toBigInt(fallFrom)) ?? 0n;

/** Mean / sd × √8760 with the sample sd (n - 1), as one root of an exact fraction. */
export function sharpeOf({ hours, returnSum, returnSquares }: Score): bigint | null {
  if (hours < HOURS_MIN) return null;
  const count = BigInt(hours);
  const spread = count * returnSquares - returnSum * returnSum;
  return rootRatio(returnSum, count - 1n, count * spread);
}

/** Like Sharpe, but only falls count as risk: √(Σ min(r, 0)² / n). */
export function sortinoOf({ hours, returnSum, fallingSquares }: Score): bigint | null {
  if (hours < HOURS_MIN) return null;
  return rootRatio(returnSum, 1n, BigInt(hours) * fallingSquares);
}

export function calmarOf(score: Score): bigint | null {
  const { fall, fallFrom, initial } = score;
  return ratio(pnlOf(score) * toBigInt(fallFrom), toBigInt(initial) * toBigInt(fall));
}

export const turnoverOf = ({ turnover, initial }: Score): bigint =>
  ratio(toBigInt(turnover), toBigInt(initial)) ?? 0n;

export const winRateOf = ({ wins, roundTrips }: Score): bigint | null =>
  ratio(BigInt(wins), BigInt(roundTrips));

/** Mean time an entry was held, weighted by its value; whole milliseconds, rounded down. */
export const holdingMillisOf = ({ heldValueMillis, closedValue }: Score): number | null =>
  closedValue <= 0n ? null : Number(heldValueMillis / closedValue);

/** Null if the divisor is zero. */
const ratio = (dividend: bigint, divisor: bigint): bigint | null =>
  divisor <= 0n ? null : divideHalfEven(dividend * RATIO_SCALE, divisor);

/** Sum × √(8760 × factor / divisor), rounded towards zero. */
function rootRatio(sum: bigint, factor: bigint, divisor: bigint): bigint | null {
  if (divisor <= 0n) return null;
  const scaled = HOURS_PER_YEAR * sum * sum * factor * RATIO_SCALE * RATIO_SCALE;
  const root = squareRoot(scaled / divisor);
  return sum < 0n ? -root : root;
}

/** The whole part of a square root, exact at any size: Newton's method, from above. */
export function squareRoot(value: bigint): bigint {
  assert(value >= 0n, 'no root of a negative number', value);
  if (value < 2n) return value;
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}
