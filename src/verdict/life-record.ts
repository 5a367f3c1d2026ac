/** What one life leaves behind: the rows of every table, their sums, and prices for charts. */
import type { LifeTables } from './tables.ts';

export const SPLIT_NAMES = [
  'price',
  'slippage',
  'fees',
  'funding',
  'liquidation',
  /** Losses that the insurance fund bore. */
  'covered',
] as const;

/** In money, and signed: together they are the result. */
export type Split = { [Name in (typeof SPLIT_NAMES)[number]]: bigint };

export const noSplit = (): Split => ({
  price: 0n,
  slippage: 0n,
  fees: 0n,
  funding: 0n,
  liquidation: 0n,
  covered: 0n,
});

export const sumOfSplit = (split: Split): bigint =>
  SPLIT_NAMES.reduce((sum, name) => sum + split[name], 0n);

/** The middle of one book at even steps of time, in plain decimals. */
export interface PriceStrip {
  readonly contract: string;
  readonly from: number;
  readonly stepMillis: number;
  readonly prices: Float64Array;
}

/** One thing that the bot was told when it was refused, and how often. */
export interface RefusalCount {
  readonly call: string;
  readonly status: number;
  readonly code: string;
  /** As it was told first. */
  readonly words: string;
  count: number;
}

export interface LifeRecord {
  readonly startAt: number;
  readonly endAt: number;
  readonly wallet: bigint;
  readonly result: bigint;
  readonly split: Split;
  /** Value of all fills; and of it, what the account took from the book. */
  readonly turnover: bigint;
  readonly taken: bigint;
  readonly orders: number;
  /** Time with any position, in milliseconds. */
  readonly exposedMillis: number;
  /** What a buyer of the traded contracts, in equal parts, would have made of the wallet. */
  readonly holding: bigint;
  readonly refusals: readonly RefusalCount[];
  readonly tables: LifeTables;
  /** Rows that were too many to be kept. */
  readonly rowsLeftOut: number;
  readonly strips: readonly PriceStrip[];
}
