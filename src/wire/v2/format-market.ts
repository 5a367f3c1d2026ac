/** The records of the market: contracts, tickers, depth, trades, candles, prices, funding. */
import { type Contract, notionalOf } from '../../domain/contract.ts';
import type { FundingRow } from '../../domain/history.ts';
import { wholeDown } from '../../domain/rounding.ts';
import type { FineTicks, Lots, Millis, Ticks } from '../../domain/units.ts';
import type { Candle } from '../../views/candle-ring.ts';
import type { PriceKind } from '../../views/candles.ts';
import type { Level } from '../../views/depth.ts';
import type { Funding } from '../../views/funding.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import { priceText, valueText } from '../amount-text.ts';
import { ticketId } from '../assigned-id.ts';
import { formatIso, formatTimeOfDay, padded } from '../format-time.ts';
import {
  candleFigures,
  collectCycleOf,
  contractFigures,
  levelPair,
  tickerFigures,
  tradeFigures,
} from '../market-text.ts';
import { formatFineTicks, formatFundingRate, formatLots, lotText } from '../quantity.ts';
import type {
  CandleRow,
  ContractRecord,
  CurrentFundingRecord,
  DepthRecord,
  FundingHistoryRecord,
  FundingTimeRecord,
  IndexRecord,
  OpenInterestRecord,
  ServerTime,
  TickerRecord,
  TradeRecord,
} from './market-records.ts';

export const serverTime = (now: Millis): ServerTime => ({
  epoch: `${wholeDown(now, 1_000)}.${padded(now % 1_000, 3)}`,
  iso: formatIso(now),
  timestamp: now,
});

export function contractRecord(contract: Contract): ContractRecord {
  const { unit, ...figures } = contractFigures(contract);
  return {
    symbol: contract.symbol,
    underlying_index: contract.base,
    quote_currency: contract.quote,
    coin: contract.quote,
    contract_val: unit,
    delivery: contract.fundingTimes.map(formatTimeOfDay),
    size_increment: String(contract.sizeDecimals),
    tick_size: String(contract.priceDecimals),
    forwardContractFlag: true,
    priceEndStep: contract.priceEndStep,
    minLeverage: contract.leverageMin,
    maxLeverage: contract.leverageMax,
    ...figures,
  };
}

export function tickerRecord(contract: Contract, ticker: Ticker): TickerRecord {
  const figures = tickerFigures(contract, ticker);
  return {
    symbol: contract.symbol,
    last: figures.last,
    best_ask: figures.bestAsk,
    best_bid: figures.bestBid,
    high_24h: figures.high,
    low_24h: figures.low,
    volume_24h: figures.quote,
    timestamp: String(ticker.at),
    priceChangePercent: figures.changePercent,
    base_volume: figures.base,
    markPrice: figures.mark,
    indexPrice: figures.index,
  };
}

/** Levels from the best outward. */
export const depthRecord = (
  contract: Contract,
  depth: { readonly asks: readonly Level[]; readonly bids: readonly Level[]; readonly at: Millis },
): DepthRecord => ({
  asks: depth.asks.map((level) => levelPair(contract, level)),
  bids: depth.bids.map((level) => levelPair(contract, level)),
  timestamp: String(depth.at),
});

export function tradeRecord(contract: Contract, trade: Trade): TradeRecord {
  const { isBuyerMaker, ...figures } = tradeFigures(contract, trade);
  return {
    ticketId: ticketId(trade.trade),
    time: trade.at,
    ...figures,
    symbol: contract.symbol,
    isBestMatch: true,
    isBuyerMaker,
    contractVal: lotText(contract),
  };
}

export function candleRow(contract: Contract, kind: PriceKind, candle: Candle): CandleRow {
  const { open, high, low, close, base, quote } = candleFigures(contract, kind, candle);
  return [String(candle.openAt), open, high, low, close, base, quote];
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

export const currentFundingRecord = (
  contract: Contract,
  funding: Pick<Funding, 'estimate' | 'interval'>,
  at: Millis,
): CurrentFundingRecord => ({
  symbol: contract.symbol,
  fundingRate: formatFundingRate(funding.estimate),
  collectCycle: collectCycleOf(funding),
  timestamp: at,
});
