/** market/ticker and market/tickers: prices now, and the last 24 hours. */
import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Ticker } from '../../../views/ticker.ts';
import { everything, oneContract } from '../../contract-query.ts';
import { tickerFigures } from '../../market-text.ts';
import { decimal, list, momentText, record, text } from '../../record-field.ts';
import { openGet } from '../endpoint.ts';

const RECORD = record({
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

export function tickerRecord(contract: Contract, ticker: Ticker): Static<typeof RECORD> {
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

export const TICKERS = openGet(40, {
  id: 'marketTickers',
  path: '/market/tickers',
  ...everything(),
  response: list(RECORD),
  summary: 'Tickers of all contracts',
  text: 'One ticker for each contract.',
  format: (tickers: readonly Ticker[], _asked, { contractOf }) =>
    tickers.map((ticker) => tickerRecord(contractOf(ticker.contract), ticker)),
});

export const TICKER = openGet(1, {
  id: 'marketTicker',
  path: '/market/ticker',
  ...oneContract(),
  response: RECORD,
  summary: 'Ticker of a contract',
  text: 'Prices now, and the last 24 hours.',
  format: (ticker: Ticker, { contract }) => tickerRecord(contract, ticker),
});
