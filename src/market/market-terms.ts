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
  /** What the makers offer at their best price, in the quote currency; more stands behind it. */
  readonly touch: number;
  /** How many noise trades a second, on average. */
  readonly tradesPerSecond: number;
}

/** What one trade is worth on average, in the quote currency. */
export const TRADE_QUOTE = 820;
/** Trades call forth trades: the house's takers make so many of one. */
export const TRADES_OF_ONE = 1.5;

/** What the operator turned, over the table below. */
export interface MarketTuning {
  readonly startPrices: Readonly<Record<string, number>>;
  /** Multiplies spreads, depths and trades per second of every market. */
  readonly spread: number;
  readonly depth: number;
  readonly activity: number;
  /** Multiplies spreads and depths of single markets, by base, on top of that. */
  readonly spreads?: Readonly<Record<string, number>>;
  readonly depths?: Readonly<Record<string, number>>;
}

export const DEFAULT_TUNING: MarketTuning = { startPrices: {}, spread: 1, depth: 1, activity: 1 };

/** The first price of BTC lies here, so that well-known walk-throughs with fixed limits work. */
export const BTC_START_MIN = 60_000;
export const BTC_START_MAX = 98_000;

type Row = readonly [
  startPrice: number,
  volatility: number,
  share: number,
  halfSpreadPpm: number,
  touch: number,
  tradesPerSecond: number,
];

const ROWS: Readonly<Record<string, Row>> = {
  BTC: [90_000, 0.5, 0.9, 45, 5_000, 1.5],
  ETH: [3_100, 0.65, 0.88, 60, 5_000, 1.2],
  SOL: [135, 0.85, 0.8, 80, 5_000, 0.8],
  DOGE: [0.14, 0.95, 0.75, 150, 5_000, 0.6],
  XRP: [2.05, 0.8, 0.72, 100, 5_000, 0.6],
  ADA: [0.42, 0.85, 0.76, 120, 5_000, 0.5],
  BNB: [880, 0.55, 0.78, 70, 5_000, 0.5],
  LTC: [82, 0.7, 0.72, 120, 5_000, 0.5],
};

/** For a contract that the table does not know: as lively as a small coin. */
const OTHER: Row = [0, 0.9, 0.7, 150, 5_000, 0.5];

/** The terms of each contract, in the order given; throws naming one that has no start price. */
export function marketTermsOf(
  contracts: readonly Contract[],
  tuning: MarketTuning = DEFAULT_TUNING,
): MarketTerms[] {
  return contracts.map(({ base, symbol }) => {
    const row = ROWS[base] ?? OTHER;
    const startPrice = tuning.startPrices[base] ?? row[0];
    if (!(startPrice > 0))
      throw new Error(`${symbol} has no start price: add ${base} to the setting start-prices`);
    return {
      startPrice,
      volatility: row[1],
      share: row[2],
      halfSpreadPpm: row[3] * tuning.spread * (tuning.spreads?.[base] ?? 1),
      touch: row[4] * tuning.depth * (tuning.depths?.[base] ?? 1),
      tradesPerSecond: row[5] * tuning.activity,
    };
  });
}
