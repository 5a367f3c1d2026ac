/** Market data in decimals. Every dialect writes the same values, under its own names. */
import type { Contract } from '../domain/contract.ts';
import { wholeDown } from '../domain/money.ts';
import {
  FINE_PER_TICK,
  type FineTicks,
  type Lots,
  type Millis,
  type Money,
  NO_MONEY,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import type { Candle } from '../views/candle-ring.ts';
import type { PriceKind } from '../views/candles.ts';
import type { Level } from '../views/depth.ts';
import type { Funding } from '../views/funding.ts';
import type { Ticker } from '../views/ticker.ts';
import type { Trade } from '../views/trades.ts';
import { fractionText, lotsText, priceText, valueText } from './amount-text.ts';
import {
  formatFineTicks,
  formatLots,
  formatPpm,
  formatShort,
  formatTicks,
  lotText,
} from './quantity.ts';

/** The book as acts hand it to dialects: levels of each side, best first. */
export interface DepthTold {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  readonly version: number;
  readonly at: Millis;
}

/** The best level of each side, if there is one. */
export interface TopTold extends Pick<DepthTold, 'version' | 'at'> {
  readonly contract: Contract;
  readonly bid: Level | undefined;
  readonly ask: Level | undefined;
}

export interface PricesTold {
  readonly index: FineTicks;
  readonly mark: Ticks;
  readonly at: Millis;
}

export interface OpenInterestTold extends PricesTold {
  readonly size: Lots;
}

/** The funding rate as it is forming. */
export interface FundingTold
  extends PricesTold,
    Pick<Funding, 'contract' | 'estimate' | 'lastRate' | 'interval'> {
  readonly nextAt: Millis;
}

/** All that is told of a contract in one figure each. */
export interface OverviewTold {
  readonly contract: Contract;
  readonly ticker: Ticker;
  readonly top: TopTold;
  readonly interest: OpenInterestTold;
  readonly funding: FundingTold;
  /** The last price an hour ago; none if that was before the first trade. */
  readonly hourAgo: Ticks;
}

/** A listed contract, and whether it can be traded. */
export interface ContractTold {
  readonly contract: Contract;
  readonly isHalted: boolean;
}

/** How far the mark was above the index, in parts per hundred million. */
export interface PremiumCandle extends Record<'open' | 'high' | 'low' | 'close', bigint> {
  readonly openAt: Millis;
}

/** The insurance fund, which is one for all contracts. */
export interface FundTold {
  readonly contracts: readonly Contract[];
  readonly balance: Money;
  readonly updatedAt: Millis;
}

/** The terms of a contract; sizes in the base coin. */
export const contractFigures = (contract: Contract) => ({
  unit: lotText(contract),
  buyLimitPriceRatio: formatPpm(contract.buyBand),
  sellLimitPriceRatio: formatPpm(contract.sellBand),
  makerFeeRate: formatPpm(contract.makerFee),
  takerFeeRate: formatPpm(contract.takerFee),
  minOrderSize: shortLots(contract, contract.orderLotsMin),
  maxOrderSize: shortLots(contract, contract.orderLotsMax),
  maxPositionSize: shortLots(contract, contract.positionLotsMax),
  marketOpenLimitSize: shortLots(contract, contract.marketOpenLotsMax),
});

const shortLots = (contract: Contract, size: Lots): string =>
  formatShort(BigInt(size) * BigInt(contract.lotStep), contract.sizeDecimals);

export const tickerFigures = (contract: Contract, ticker: Ticker) => ({
  last: priceText(contract, ticker.last),
  open: priceText(contract, ticker.open),
  high: priceText(contract, ticker.high),
  low: priceText(contract, ticker.low),
  change: differenceText(contract, ticker.open, ticker.last),
  changePercent: fractionText(ticker.change),
  base: formatLots(contract, ticker.base),
  quote: valueText(contract, ticker.quote),
  bestBid: priceText(contract, ticker.bestBid),
  bestAsk: priceText(contract, ticker.bestAsk),
  mark: priceText(contract, ticker.mark),
  index: formatFineTicks(contract, ticker.index),
});

/** A difference of prices may be negative; a price is not. */
const differenceText = (contract: Contract, from: Ticks, to: Ticks): string =>
  formatTicks(contract, ticks(to - from));

export const levelPair = (contract: Contract, { price, size }: Level): [string, string] => [
  formatTicks(contract, price),
  lotsText(contract, size),
];

export const tradeFigures = (contract: Contract, trade: Trade) => ({
  price: formatTicks(contract, trade.price),
  size: formatLots(contract, trade.size),
  value: valueText(contract, trade.value),
  isBuyerMaker: trade.takerSide === 'sell',
});

export const candleFigures = (contract: Contract, kind: PriceKind, candle: Candle) => ({
  open: candlePriceText(contract, kind, candle.open),
  high: candlePriceText(contract, kind, candle.high),
  low: candlePriceText(contract, kind, candle.low),
  close: candlePriceText(contract, kind, candle.close),
  base: lotsText(contract, candle.base),
  quote: tradedText(contract, candle.quote),
  takerBase: lotsText(contract, candle.takerBase),
  takerQuote: tradedText(contract, candle.takerQuote),
});

const tradedText = (contract: Contract, value: Money): string =>
  value === NO_MONEY ? '0' : valueText(contract, value);

/** Last and mark prices are whole ticks; an index price has two decimals more. */
export const candlePriceText = (contract: Contract, kind: PriceKind, price: FineTicks): string =>
  kind === 'index'
    ? formatFineTicks(contract, price)
    : formatTicks(contract, ticks(wholeDown(price, FINE_PER_TICK)));

const MINUTE = 60_000;

/** How often funding settles, in minutes. */
export const collectCycleOf = ({ interval }: Pick<Funding, 'interval'>): number =>
  wholeDown(interval, MINUTE);
