/**
 * The risk prize: the rank by Sharpe ratio plus the rank by drawdown, among entrants with a profit
 * and enough activity. Equal figures share a rank. Of equal sums the better standing wins.
 */
import type { AccountId } from '../domain/ids.ts';
import { compareFalls, compareRatios, type Standing } from './standing.ts';

export interface RiskRank {
  readonly score: number;
  readonly rank: number;
}

/** The rows must be in the order of the leaderboard. */
export function rankRisk(rows: readonly Standing[]): ReadonlyMap<AccountId, RiskRank> {
  const runners = rows.filter(
    ({ state, pnl, isActive, sharpe }) =>
      state === 'trading' && isActive && pnl > 0n && sharpe !== null,
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
