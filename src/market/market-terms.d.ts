/**
 * How each market behaves: where its price starts, how it moves, how tight and how deep the house
 * quotes it, and how often somebody trades. A contract is known by what it is on: its base.
 */
import type { Contract } from '../domain/contract.ts';
export interface MarketTerms {
  /** In the quote currency. */
  readonly startPrice: number;
  /** Deviation of the logarithm of the price over a year. */
  readonly volatility: number;
  /** How much of its movement it shares with all others, from 0 to 1. */
  readonly share: number;
  /** From the middle to the best quote. */
  readonly halfSpreadPpm: number;
  /** What one maker offers at its best price, in the quote currency; more stands behind it. */
  readonly touch: number;
  /** How many noise trades a second, on average. */
  readonly tradesPerSecond: number;
}
/** What the operator turned, over the table below. */
export interface MarketTuning {
  readonly startPrices: Readonly<Record<string, number>>;
  /** Multiplies spreads, depths and trades per second of every market. */
  readonly spread: number;
  readonly depth: number;
  readonly activity: number;
}
export declare const DEFAULT_TUNING: MarketTuning;
/** The first price of BTC lies here, so that well-known walk-throughs with fixed limits work. */
export declare const BTC_START_MIN = 60000;
export declare const BTC_START_MAX = 98000;
export declare const KNOWN_BASES: readonly string[];
/** The terms of each contract, in the order given; throws naming one that has no start price. */
export declare function marketTermsOf(
  contracts: readonly Contract[],
  tuning?: MarketTuning,
): MarketTerms[];
