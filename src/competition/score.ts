/**
 * What an entrant has done in a season so far, as exact sums. Nothing here is rounded but where a
 * comment says so; ratios are worked out when somebody looks, in `standing.ts`. All plain data: a
 * copy of it is a moment of the leaderboard.
 */
import type { AccountId } from '../domain/ids.ts';
import { type Millis, type Money, millis, NO_MONEY } from '../domain/units.ts';

export interface Score {
  readonly account: AccountId;
  /** Equity at the start, at the last sample, and what was paid in or out between. */
  initial: Money;
  equity: Money;
  transfers: Money;
  /** The highest sample, and when it was first reached. */
  peak: Money;
  improvedAt: Millis;
  /** The deepest fall below a peak, as a fraction of two amounts. */
  fall: Money;
  fallFrom: Money;
  /** Equity at the last whole hour, and the returns of the hours so far, at RETURN_SCALE. */
  hourEquity: Money;
  hours: number;
  returnSum: bigint;
  returnSquares: bigint;
  fallingSquares: bigint;
  /** Value of all fills, and how many. */
  turnover: Money;
  fills: number;
  /** Paid, so that a rebate is negative. */
  fees: Money;
  liquidationFees: Money;
  /** Received, so that what was paid is negative. */
  funding: Money;
  /** Positions that were opened and closed again, and those of them that earned. */
  roundTrips: number;
  wins: number;
  /** Entry value that was closed, and that value times how long it was held. */
  closedValue: bigint;
  heldValueMillis: bigint;
  /** Time with any position, up to the last sample. */
  exposedMillis: number;
  /** Days since the start with at least one fill. */
  activeDays: number;
  lastActiveDay: number;
  /** The largest value of positions against equity seen, at RATIO_SCALE, rounded down. */
  leverageMax: bigint;
  liquidations: number;
  eliminatedAt: Millis | null;
}

/** Ratios have eight decimals. */
export const RATIO_SCALE = 100_000_000n;
/** One hour's return has twelve decimals, rounded half-even. */
export const RETURN_SCALE = 1_000_000_000_000n;

/** Whoever has less than this part of the start left, in ppm, at a sample, is out. */
export const ELIMINATION_PPM = 10_000n;

export const createScore = (account: AccountId): Score => ({
  account,
  initial: NO_MONEY,
  equity: NO_MONEY,
  transfers: NO_MONEY,
  peak: NO_MONEY,
  improvedAt: millis(0),
  fall: NO_MONEY,
  fallFrom: NO_MONEY,
  hourEquity: NO_MONEY,
  hours: 0,
  returnSum: 0n,
  returnSquares: 0n,
  fallingSquares: 0n,
  turnover: NO_MONEY,
  fills: 0,
  fees: NO_MONEY,
  liquidationFees: NO_MONEY,
  funding: NO_MONEY,
  roundTrips: 0,
  wins: 0,
  closedValue: 0n,
  heldValueMillis: 0n,
  exposedMillis: 0,
  activeDays: 0,
  lastActiveDay: -1,
  leverageMax: 0n,
  liquidations: 0,
  eliminatedAt: null,
});

/** The season begins: everything is counted from here. */
export function startScore(score: Score, equity: Money, at: Millis): void {
  Object.assign(score, createScore(score.account), {
    initial: equity,
    equity,
    peak: equity,
    improvedAt: at,
    hourEquity: equity,
  });
}
