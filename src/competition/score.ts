/**
 * What an entrant has done in a season so far, as exact sums. Nothing is rounded unless a comment
 * says so; `standing.ts` computes ratios on request. It is plain data: a copy is a moment of the
 * leaderboard.
 */
import type { AccountId } from '../domain/ids.ts';
import { type Millis, type Money, millis, NO_MONEY } from '../domain/units.ts';

export interface Score {
  readonly account: AccountId;
  /** Equity at the start and at the last sample, and net transfers in between. */
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
  /** Fees paid; a rebate is negative. */
  fees: Money;
  liquidationFees: Money;
  /** Funding received; paid funding is negative. */
  funding: Money;
  /** Positions that were opened and closed again, and how many of them made a profit. */
  roundTrips: number;
  wins: number;
  /** Closed entry value, and that value times how long it was held. */
  closedValue: bigint;
  heldValueMillis: bigint;
  /** Time with any position, up to the last sample. */
  exposedMillis: number;
  /** Days since the start with at least one fill. */
  activeDays: number;
  lastActiveDay: number;
  /** The largest ratio of position value to equity, at RATIO_SCALE, rounded down. */
  leverageMax: bigint;
  liquidations: number;
  eliminatedAt: Millis | null;
}

/** Ratios have eight decimals. */
export const RATIO_SCALE = 100_000_000n;
/** One hour's return has twelve decimals, rounded half-even. */
export const RETURN_SCALE = 1_000_000_000_000n;

/** An entrant with less than this part of the start, in ppm, at a sample is eliminated. */
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
