/** The records of the market. */
import type { Contract } from '../../domain/contract.ts';
import { INTEREST_RATE } from '../../domain/funding.ts';
import type { FundingRow } from '../../domain/history.ts';
import { type FineTicks, type Lots, type Millis, NO_LOTS, type Ticks } from '../../domain/units.ts';
import type { Candle } from '../../views/candle-ring.ts';
import type { PriceKind } from '../../views/candles.ts';
import type { Level } from '../../views/depth.ts';
import type { Funding } from '../../views/funding.ts';
import { type Interval, openAfter } from '../../views/interval.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import { lotsText, priceText } from '../amount-text.ts';
import { formatTimeOfDay } from '../format-time.ts';
import {
  candleFigures,
  collectCycleOf,
  contractFigures,
  levelPair,
  tickerFigures,
  tradeFigures,
} from '../market-text.ts';
import { formatFineTicks, formatFundingRate, formatLots } from '../quantity.ts';
import { COIN_NAME } from '../words.ts';
import type {
  BookTicker,
  Depth,
  ExchangeInfo,
  FundingRateRow,
  KlineRow,
  OpenInterest,
  PremiumIndex,
  SymbolInfo,
  SymbolPrice,
  Ticker24h,
  TradeRow,
} from './market-records.ts';
import { symbolOf } from './symbol.ts';

export const exchangeInfo = (contracts: readonly Contract[]): ExchangeInfo => ({
  assets: [{ asset: COIN_NAME, marginAvailable: true }],
  symbols: contracts.map(symbolInfo),
});

/** Here ratios and sizes are JSON numbers, and are shown as exactly as a number can. */
function symbolInfo(contract: Contract): SymbolInfo {
  const figures = contractFigures(contract);
  return {
    symbol: symbolOf(contract),
    baseAsset: contract.base,
    quoteAsset: contract.quote,
    marginAsset: contract.quote,
    pricePrecision: contract.priceDecimals,
    quantityPrecision: contract.sizeDecimals,
    baseAssetPrecision: contract.sizeDecimals,
    quotePrecision: 8,
    contractVal: Number(figures.unit),
    delivery: contract.fundingTimes.map(formatTimeOfDay),
    forwardContractFlag: true,
    minLeverage: contract.leverageMin,
    maxLeverage: contract.leverageMax,
    buyLimitPriceRatio: Number(figures.buyLimitPriceRatio),
    sellLimitPriceRatio: Number(figures.sellLimitPriceRatio),
    makerFeeRate: Number(figures.makerFeeRate),
    takerFeeRate: Number(figures.takerFeeRate),
    minOrderSize: Number(figures.minOrderSize),
    maxOrderSize: Number(figures.maxOrderSize),
    maxPositionSize: Number(figures.maxPositionSize),
    marketOpenLimitSize: Number(figures.marketOpenLimitSize),
  };
}

export function ticker24h(contract: Contract, ticker: Ticker): Ticker24h {
  const figures = tickerFigures(contract, ticker);
  return {
    symbol: symbolOf(contract),
    priceChange: figures.change,
    priceChangePercent: figures.changePercent,
    lastPrice: figures.last,
    openPrice: figures.open,
    highPrice: figures.high,
    lowPrice: figures.low,
    volume: figures.base,
    quoteVolume: figures.quote,
    bidPrice: figures.bestBid,
    askPrice: figures.bestAsk,
    markPrice: figures.mark,
    indexPrice: figures.index,
    openTime: ticker.from,
    closeTime: ticker.at,
  };
}

export interface BookTop {
  readonly bid: Level | undefined;
  readonly ask: Level | undefined;
  readonly at: Millis;
}

export const bookTicker = (contract: Contract, { bid, ask, at }: BookTop): BookTicker => ({
  symbol: symbolOf(contract),
  bidPrice: bid === undefined ? '0' : priceText(contract, bid.price),
  bidQty: lotsText(contract, bid?.size ?? NO_LOTS),
  askPrice: ask === undefined ? '0' : priceText(contract, ask.price),
  askQty: lotsText(contract, ask?.size ?? NO_LOTS),
  time: at,
});

export const symbolPrice = (
  contract: Contract,
  price: { readonly index: FineTicks } | { readonly mark: Ticks },
  at: Millis,
): SymbolPrice => ({
  symbol: symbolOf(contract),
  price:
    'index' in price ? formatFineTicks(contract, price.index) : priceText(contract, price.mark),
  time: at,
});

export interface PremiumReading {
  readonly mark: Ticks;
  readonly index: FineTicks;
  readonly funding: Pick<Funding, 'estimate' | 'lastRate' | 'interval'>;
  readonly nextAt: Millis;
  readonly at: Millis;
}

export const premiumIndex = (contract: Contract, reading: PremiumReading): PremiumIndex => ({
  symbol: symbolOf(contract),
  markPrice: priceText(contract, reading.mark),
  indexPrice: formatFineTicks(contract, reading.index),
  lastFundingRate: formatFundingRate(reading.funding.lastRate),
  forecastFundingRate: formatFundingRate(reading.funding.estimate),
  interestRate: formatFundingRate(INTEREST_RATE),
  nextFundingTime: reading.nextAt,
  time: reading.at,
  collectCycle: collectCycleOf(reading.funding),
});

/** Levels from the best outward. */
export const depth = (
  contract: Contract,
  book: {
    readonly asks: readonly Level[];
    readonly bids: readonly Level[];
    readonly version: number;
  },
): Depth => ({
  bids: book.bids.map((each) => levelPair(contract, each)),
  asks: book.asks.map((each) => levelPair(contract, each)),
  lastUpdateId: book.version,
});

export interface Series {
  readonly contract: Contract;
  readonly price: PriceKind;
  readonly interval: Interval;
}

/** Oldest first. A candle ends where the next begins. */
export function klineRow({ contract, price, interval }: Series, candle: Candle): KlineRow {
  const { open, high, low, close, base, quote } = candleFigures(contract, price, candle);
  const closeTime = openAfter(interval, candle.openAt);
  return [
    ...([candle.openAt, open, high, low, close, base] as const),
    ...([closeTime, quote, candle.trades, '0', '0'] as const),
  ];
}

export function tradeRow(contract: Contract, trade: Trade): TradeRow {
  const figures = tradeFigures(contract, trade);
  return {
    id: String(trade.trade),
    time: trade.at,
    price: figures.price,
    qty: figures.size,
    quoteQty: figures.value,
    isBestMatch: true,
    isBuyerMaker: figures.isBuyerMaker,
  };
}

export const openInterest = (contract: Contract, size: Lots, at: Millis): OpenInterest => ({
  symbol: symbolOf(contract),
  openInterest: formatLots(contract, size),
  time: at,
});

export const fundingRateRow = (contract: Contract, row: FundingRow): FundingRateRow => ({
  symbol: symbolOf(contract),
  fundingRate: formatFundingRate(row.rate),
  fundingTime: row.settledAt,
  markPrice: priceText(contract, row.mark),
});
