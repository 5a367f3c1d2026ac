/** What may be asked about how a contract trades: books, trades, candles, prices and funding. */
import type { FundingRow } from '../domain/history.ts';
import type { ContractId } from '../domain/ids.ts';
import type { Lots, Millis } from '../domain/units.ts';
import type { Candle } from '../views/candle-ring.ts';
import { generatedUntilOf, hasCandles, type PriceKind, seriesOf } from '../views/candles.ts';
import { openInterestOf, type Prices, pricesOf } from '../views/contracts.ts';
import {
  type DepthChange,
  depthOf,
  enterDepth,
  type Level,
  leaveDepth,
  openWindow,
  takeDepthChange,
  takeWindowChange,
  topLevels,
  windowSnapshot,
} from '../views/depth.ts';
import { type Funding, fundingOf, nextSettlement, settledFunding } from '../views/funding.ts';
import { openOf } from '../views/interval.ts';
import {
  MARKET_TOPIC,
  type MarketMemory,
  type MarketNote,
  parseMarketNote,
  TAPE_TOPIC,
} from '../views/market-memory.ts';
import { type CandleQuery, readCandles } from '../views/read-candles.ts';
import { readTicker, type Ticker } from '../views/ticker.ts';
import { newestTrades, type Trade } from '../views/trades.ts';
import type { Views } from '../views/views.ts';

export interface MarketRead {
  readonly ticker: (contract: ContractId) => Ticker;
  /** From the best outward, at most so many of each side. */
  readonly levels: (contract: ContractId, limit: number) => TopLevels;
  /** The same, followed from now on. */
  readonly watchDepth: (contract: ContractId, limit: number) => WatchedDepth;
  /** All levels, however many. */
  readonly followDepth: (contract: ContractId) => FollowedDepth;
  /** Newest first. */
  readonly trades: (contract: ContractId, limit: number) => Trade[];
  /** Oldest first, up to the candle that covers this moment. */
  readonly candles: (series: CandleSeries, query: CandleRange) => Candle[];
  /** Candles that begin before this are over: no later entry changes them. */
  readonly candlesOverBefore: (interval: CandleRange['interval']) => Millis;
  /** Whether any candle is known, traded or generated. */
  readonly hasCandles: () => boolean;
  /** Candles that begin before this were generated, not traded; null where none was. */
  readonly generatedUntil: () => Millis | null;
  readonly prices: (contract: ContractId) => Prices;
  readonly openInterest: (contract: ContractId) => Lots;
  readonly funding: (contract: ContractId) => Funding;
  readonly nextSettlement: (contract: ContractId) => Millis;
  /** What the market keeps in the journal. It is shown, not copied: it changes with each beat. */
  readonly memory: () => MarketMemory;
  /** What everyone may know about where the market comes from; null without one. */
  readonly note: () => MarketNote | null;
  /** How a recorded queue shrinks; `exact` where every order of the book is a real one. */
  readonly queueModel: () => string;
  /** Newest first. */
  readonly settlements: (contract: ContractId, limit: number) => readonly FundingRow[];
}

export interface TopLevels {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  /** Grows with every change of the book. */
  readonly version: number;
}

/** The best levels as their subscribers hold them. */
export interface WatchedDepth {
  /** As the last change left them: what a new subscriber starts from. */
  readonly snapshot: () => DepthChange;
  /** What changed since; undefined where nothing did. The next change follows this one. */
  readonly takeChange: () => DepthChange | undefined;
}

/** The changes of a whole book. */
export interface FollowedDepth {
  /** What changed since; undefined where nothing did. The next change follows this one. */
  readonly takeChange: () => DepthChange | undefined;
  readonly stop: () => void;
}

export interface CandleSeries {
  readonly contract: ContractId;
  readonly price: PriceKind;
}

export type CandleRange = Omit<CandleQuery, 'now'>;

/** `at` is the time of the last entry, `now` may be later. */
export function createMarketRead(views: Views, now: () => Millis, at: () => Millis): MarketRead {
  return {
    ticker: (contract) => readTicker(views, contract, now()),
    levels: (contract, limit) => {
      const { asks, bids, version } = depthOf(views.depth, contract);
      return { asks: topLevels(asks, limit), bids: topLevels(bids, limit), version };
    },
    watchDepth: (contract, limit) => {
      const depth = depthOf(views.depth, contract);
      const window = openWindow(depth, limit);
      return {
        snapshot: () => windowSnapshot(depth, window),
        takeChange: () => takeWindowChange(depth, window),
      };
    },
    followDepth: (contract) => {
      const depth = depthOf(views.depth, contract);
      const follower = enterDepth(depth);
      return {
        takeChange: () => takeDepthChange(depth, follower),
        stop: () => leaveDepth(depth, follower),
      };
    },
    trades: (contract, limit) => newestTrades(views.trades, contract, limit),
    candles: ({ contract, price }, query) =>
      readCandles(seriesOf(views.candles, contract, price), { ...query, now: now() }),
    candlesOverBefore: (interval) => openOf(interval, at()),
    hasCandles: () => hasCandles(views.candles),
    generatedUntil: () => {
      const until = generatedUntilOf(views.candles);
      return until === 0 ? null : until;
    },
    prices: (contract) => ({ ...pricesOf(views.prices, contract) }),
    openInterest: (contract) => openInterestOf(views.openInterest, contract),
    funding: (contract) => ({ ...fundingOf(views.funding, contract) }),
    nextSettlement: (contract) => nextSettlement(fundingOf(views.funding, contract), now()),
    memory: () => views.market,
    note: () => parseMarketNote(views.market.notes.get(MARKET_TOPIC)),
    queueModel: () =>
      /; queue (\S+);/.exec(views.market.notes.get(TAPE_TOPIC) ?? '')?.[1] ?? 'exact',
    settlements: (contract, limit) => settledFunding(views.funding, contract, limit),
  };
}
