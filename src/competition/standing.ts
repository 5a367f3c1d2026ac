/**
 * The leaderboard: scores with their ratios, in order. Higher return first, then the smaller
 * drawdown, then the higher Sharpe ratio, then the earlier peak, then the older account. Below them
 * are entrants that never traded, unless the rules rank those too, and then the eliminated.
 * Disqualified entrants have no rank.
 */

import type { AccountId } from '../domain/ids.ts';
import type { Sanction } from '../domain/season.ts';
import { type Money, toBigInt } from '../domain/units.ts';
import type { Score } from './score.ts';

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
