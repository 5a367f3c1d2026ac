/** market/depth, market/ticker, market/tickers and market/trades. */

import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Ticker } from '../../../views/ticker.ts';
import type { Trade } from '../../../views/trades.ts';
import { depthQuery, oneContract, tradesQuery } from '../../contract-query.ts';
import { extraPerHundred, PER_HUNDRED_TEXT } from '../../endpoint.ts';
import { type DepthTold, levelPair, tickerFigures, tradeFigures } from '../../market-text.ts';
import { ticketId } from '../../order-figures.ts';
import { lotText } from '../../quantity.ts';
import {
  decimal,
  flag,
  levelPairField,
  list,
  moment,
  momentText,
  record,
  text,
} from '../../record-field.ts';
import { openGet } from '../endpoint.ts';

const RECORD = record({
  asks: list(levelPairField()),
  bids: list(levelPairField()),
  timestamp: momentText('When it was taken'),
});

export const depthRecord = (
  contract: Contract,
  { asks, bids, at }: Omit<DepthTold, 'version'>,
): Static<typeof RECORD> => ({
  asks: asks.map((level) => levelPair(contract, level)),
  bids: bids.map((level) => levelPair(contract, level)),
  timestamp: String(at),
});

export const DEPTH = openGet('/market/depth', 1, {
  id: 'marketDepth',
  ...depthQuery(),
  response: RECORD,
  summary: 'Order book by price',
  extraWeight: extraPerHundred,
  text: `Asks ascend, bids descend: the best comes first on both sides. ${PER_HUNDRED_TEXT}`,
  format: (depth: Omit<DepthTold, 'version'>, { contract }) => depthRecord(contract, depth),
});

const TICKER_RECORD = record({
  symbol: text('The contract', 'cmt_btcusdt'),
  last: decimal('Price of the last trade', '90755.3'),
  best_ask: decimal('Lowest ask; 0 where there is none', '90755.4'),
  best_bid: decimal('Highest bid; 0 where there is none', '90755.3'),
  high_24h: decimal('Highest price of 24 hours', '91234.0'),
  low_24h: decimal('Lowest price of 24 hours', '89900.5'),
  volume_24h: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  timestamp: momentText('When it was taken'),
  priceChangePercent: decimal('Change over 24 hours as a fraction', '0.000474'),
  base_volume: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  markPrice: decimal('Mark price', '90755.2'),
  indexPrice: decimal('Index price', '90797.161'),
});

export function tickerRecord(contract: Contract, ticker: Ticker): Static<typeof TICKER_RECORD> {
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

export const TICKERS = openGet('/market/tickers', 40, {
  id: 'marketTickers',
  response: list(TICKER_RECORD),
  summary: 'Tickers of all contracts',
  text: 'One ticker for each contract.',
  format: (tickers: readonly Ticker[], _asked, { contractOf }) =>
    tickers.map((ticker) => tickerRecord(contractOf(ticker.contract), ticker)),
});

export const TICKER = openGet('/market/ticker', 1, {
  id: 'marketTicker',
  ...oneContract(),
  response: TICKER_RECORD,
  summary: 'Ticker of a contract',
  text: 'Prices now, and the last 24 hours.',
  format: (ticker: Ticker, { contract }) => tickerRecord(contract, ticker),
});

const TRADE_RECORD = record({
  ticketId: text('The trade, as a UUID', '00000000-0000-4000-9000-0000000f4240'),
  time: moment('When it happened'),
  price: decimal('Price', '90000.1'),
  size: decimal('Size in the base coin', '0.0160'),
  value: decimal('Value in the quote coin', '1440.00160'),
  symbol: text('The contract', 'cmt_btcusdt'),
  isBestMatch: flag('Always true'),
  isBuyerMaker: flag('Whether the buyer had been resting: the taker sold'),
  contractVal: decimal('Size of one contract unit', '0.0001'),
});
type TradeRecord = Static<typeof TRADE_RECORD>;

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

export const TRADES = openGet('/market/trades', 5, {
  id: 'marketTrades',
  ...tradesQuery(),
  response: list(TRADE_RECORD),
  summary: 'Recent trades',
  extraWeight: extraPerHundred,
  text: `Newest first. ${PER_HUNDRED_TEXT}`,
  format: (trades: readonly Trade[], { contract }) =>
    trades.map((trade) => tradeRecord(contract, trade)),
});
