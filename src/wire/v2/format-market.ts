/** The records of the market: contracts, tickers, depth, trades, candles, prices, funding. */
import { type Contract, notionalOf } from '../../domain/contract.ts';
import type { FundingRow } from '../../domain/history.ts';
import { wholeDown } from '../../domain/rounding.ts';
import {
  FINE_PER_TICK,
  type FineTicks,
  type Lots,
  type Millis,
  type Ticks,
  ticks,
} from '../../domain/units.ts';
import type { Candle } from '../../views/candle-ring.ts';
import type { PriceKind } from '../../views/candles.ts';
import type { Level } from '../../views/depth.ts';
import type { Funding } from '../../views/funding.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import { formatShort } from '../decimal.ts';
import {
  formatFineTicks,
  formatFundingRate,
  formatLots,
  formatPpm,
  formatTicks,
  lotText,
} from '../quantity.ts';
import { fractionText, lotsText, priceText, valueText } from './amount-text.ts';
import { ticketId } from './assigned-id.ts';
import { formatTimeOfDay } from './format-time.ts';
import type {
  CandleRow,
  ContractRecord,
  CurrentFundingRecord,
  DepthRecord,
  FundingHistoryRecord,
  FundingTimeRecord,
  IndexRecord,
  OpenInterestRecord,
  TickerRecord,
  TradeRecord,
} from './market-records.ts';

export const contractRecord = (contract: Contract): ContractRecord => ({
  symbol: contract.symbol,
  underlying_index: contract.base,
  quote_currency: contract.quote,
  coin: contract.quote,
  contract_val: lotText(contract),
  delivery: contract.fundingTimes.map(formatTimeOfDay),
  size_increment: String(contract.sizeDecimals),
  tick_size: String(contract.priceDecimals),
  forwardContractFlag: true,
  priceEndStep: contract.priceEndStep,
  minLeverage: contract.leverageMin,
  maxLeverage: contract.leverageMax,
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

export const tickerRecord = (contract: Contract, ticker: Ticker): TickerRecord => ({
  symbol: contract.symbol,
  last: priceText(contract, ticker.last),
  best_ask: priceText(contract, ticker.bestAsk),
  best_bid: priceText(contract, ticker.bestBid),
  high_24h: priceText(contract, ticker.high),
  low_24h: priceText(contract, ticker.low),
  volume_24h: valueText(contract, ticker.quote),
  timestamp: String(ticker.at),
  priceChangePercent: fractionText(ticker.change),
  base_volume: formatLots(contract, ticker.base),
  markPrice: priceText(contract, ticker.mark),
  indexPrice: formatFineTicks(contract, ticker.index),
});

/** Levels from the best outward. */
export const depthRecord = (
  contract: Contract,
  depth: { readonly asks: readonly Level[]; readonly bids: readonly Level[]; readonly at: Millis },
): DepthRecord => ({
  asks: depth.asks.map((level) => levelPair(contract, level)),
  bids: depth.bids.map((level) => levelPair(contract, level)),
  timestamp: String(depth.at),
});

const levelPair = (contract: Contract, { price, size }: Level): [string, string] => [
  formatTicks(contract, price),
  formatLots(contract, size),
];

export const tradeRecord = (contract: Contract, trade: Trade): TradeRecord => ({
  ticketId: ticketId(trade.trade),
  time: trade.at,
  price: formatTicks(contract, trade.price),
  size: formatLots(contract, trade.size),
  value: valueText(contract, trade.value),
  symbol: contract.symbol,
  isBestMatch: true,
  isBuyerMaker: trade.takerSide === 'sell',
  contractVal: lotText(contract),
});

/** Last and mark prices are whole ticks; an index price has two decimals more. */
export const candlePriceText = (contract: Contract, kind: PriceKind, price: FineTicks): string =>
  kind === 'index'
    ? formatFineTicks(contract, price)
    : formatTicks(contract, ticks(wholeDown(price, FINE_PER_TICK)));

export function candleRow(contract: Contract, kind: PriceKind, candle: Candle): CandleRow {
  const price = (fine: FineTicks): string => candlePriceText(contract, kind, fine);
  return [
    String(candle.openAt),
    price(candle.open),
    price(candle.high),
    price(candle.low),
    price(candle.close),
    lotsText(contract, candle.base),
    candle.quote === 0n ? '0' : valueText(contract, candle.quote),
  ];
}

/** Newest first, as the interface lists them; candles come oldest first. */
export const candleRows = (
  contract: Contract,
  kind: PriceKind,
  candles: readonly Candle[],
): CandleRow[] => candles.map((candle) => candleRow(contract, kind, candle)).reverse();

export const indexRecord = (
  contract: Contract,
  price:
    | { readonly kind: 'index'; readonly index: FineTicks }
    | { readonly kind: 'mark'; readonly mark: Ticks },
  at: Millis,
): IndexRecord => ({
  symbol: contract.symbol,
  index:
    price.kind === 'index'
      ? formatFineTicks(contract, price.index)
      : priceText(contract, price.mark),
  timestamp: String(at),
});

export const openInterestRecord = (
  contract: Contract,
  open: { readonly size: Lots; readonly mark: Ticks; readonly at: Millis },
): OpenInterestRecord => ({
  symbol: contract.symbol,
  base_volume: formatLots(contract, open.size),
  target_volume: valueText(contract, notionalOf(contract, open.mark, open.size)),
  timestamp: String(open.at),
});

export const fundingTimeRecord = (contract: Contract, nextAt: Millis): FundingTimeRecord => ({
  symbol: contract.symbol,
  fundingTime: nextAt,
});

export const fundingHistoryRecord = (
  contract: Contract,
  row: FundingRow,
): FundingHistoryRecord => ({
  symbol: contract.symbol,
  fundingRate: formatFundingRate(row.rate),
  fundingTime: row.settledAt,
});

const MINUTE = 60_000;

export const currentFundingRecord = (
  contract: Contract,
  funding: Pick<Funding, 'estimate' | 'interval'>,
  at: Millis,
): CurrentFundingRecord => ({
  symbol: contract.symbol,
  fundingRate: formatFundingRate(funding.estimate),
  collectCycle: wholeDown(funding.interval, MINUTE),
  timestamp: at,
});
