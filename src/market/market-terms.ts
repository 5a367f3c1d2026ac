/**
 * How each market behaves: its start price, how it moves, how tight and deep the house quotes it,
 * and how often it trades. A contract is identified by its base coin.
 */
import type { Contract } from '../domain/contract.ts';

export interface MarketTerms {
  /** In the quote currency. */
  readonly startPrice: number;
  /** Deviation of the logarithm of the price over a year. */
  readonly volatility: number;
  /** The share of its movement that it has in common with all others, from 0 to 1. */
  readonly share: number;
  /** From the middle to the best quote. */
  readonly halfSpreadPpm: number;
  /** What the makers offer at their best price, in the quote currency; more is behind it. */
  readonly touch: number;
  /** How much wider each gap of the ladder is than the one before it. */
  readonly gapGrowth: number;
  /** How many times as much the makers offer at their last price, one per cent away. */
  readonly sizeGrowth: number;
  /** How many noise trades a second, on average. */
  readonly tradesPerSecond: number;
  /** The average value of a noise trade, in the quote currency. */
  readonly tradeQuote: number;
  /** How long its makers let their quotes stand on average while nobody trades, in seconds. */
  readonly quoteSeconds: number;
  /** How often a second they change a size that nobody touched. */
  readonly breathsPerSecond: number;
}

/** The part of a simulated market's deviation that its index brings: orders move prices too. */
export const INDEX_PART = 0.87;

/** Trades trigger trades: one noise trade becomes this many of the house takers. */
export const TRADES_OF_ONE = 1.5;

/** What the house takers usually trade in so many seconds, in the quote currency. */
export const usualTurnover = (
  { tradesPerSecond, tradeQuote }: Pick<MarketTerms, 'tradesPerSecond' | 'tradeQuote'>,
  seconds: number,
): number => tradesPerSecond * TRADES_OF_ONE * tradeQuote * seconds;

/** The operator's settings, applied to the table below. */
export interface MarketTuning {
  readonly startPrices: Readonly<Record<string, number>>;
  /** Multiplies spreads, depths and trades per second of every market. */
  readonly spread: number;
  readonly depth: number;
  readonly activity: number;
  /** Multiplies spreads and depths of single markets, by base, in addition. */
  readonly spreads?: Readonly<Record<string, number>>;
  readonly depths?: Readonly<Record<string, number>>;
}

export const DEFAULT_TUNING: MarketTuning = { startPrices: {}, spread: 1, depth: 1, activity: 1 };

/** The first price of BTC is in this range, so that guides with fixed limit prices work. */
export const BTC_START_MIN = 60_000;
export const BTC_START_MAX = 98_000;

type Row = readonly [
  startPrice: number,
  volatility: number,
  share: number,
  halfSpreadPpm: number,
  touch: number,
  gapGrowth: number,
  sizeGrowth: number,
  tradesPerSecond: number,
  tradeQuote: number,
];

/**
 * Half spreads of BTC and ETH are below one tick in calm, so they are one or two ticks wide. The
 * gaps of their ladders grow faster, so that the first ones are of a tick or two as well, and
 * little is offered there: a trade opens the spread by ticks.
 */
const ROWS: Readonly<Record<string, Row>> = {
  BTC: [90_000, 0.5, 0.9, 0.8, 5_500, 1.95, 580, 1.6, 2_475],
  ETH: [3_100, 0.65, 0.88, 2.4, 5_600, 1.8, 500, 1.1, 1_650],
  SOL: [135, 0.85, 0.8, 60, 11_000, 1.4, 200, 0.7, 1_000],
  DOGE: [0.14, 0.95, 0.75, 130, 5_300, 1.35, 200, 0.45, 600],
  XRP: [2.05, 0.8, 0.72, 70, 7_200, 1.4, 200, 0.6, 800],
  ADA: [0.42, 0.85, 0.76, 250, 3_600, 1.35, 200, 0.25, 450],
  BNB: [880, 0.55, 0.78, 40, 6_200, 1.4, 200, 0.4, 700],
  LTC: [82, 0.7, 0.72, 150, 4_500, 1.35, 200, 0.3, 550],
};

type Haste = Pick<MarketTerms, 'quoteSeconds' | 'breathsPerSecond'>;

/** The makers of the markets that most look at look more often, and in BTC change sizes more. */
const HASTES: Readonly<Record<string, Haste>> = {
  BTC: { quoteSeconds: 0.65, breathsPerSecond: 1.3 },
  ETH: { quoteSeconds: 1.2, breathsPerSecond: 0.015 },
};
const USUAL_HASTE: Haste = { quoteSeconds: 2.5, breathsPerSecond: 0.015 };

/** For a contract that the table does not know: it moves like a small coin. */
const OTHER: Row = [0, 0.9, 0.7, 150, 4_000, 1.35, 200, 0.3, 450];

/**
 * The terms of each contract, in the order given; throws with the name of one that has no start
 * price.
 */
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
      gapGrowth: row[5],
      sizeGrowth: row[6],
      tradesPerSecond: row[7] * tuning.activity,
      tradeQuote: row[8],
      ...(HASTES[base] ?? USUAL_HASTE),
    };
  });
}
