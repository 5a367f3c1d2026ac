/** market/ticker/24hr and market/ticker/bookTicker. */
import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { type Millis, NO_LOTS } from '../../../domain/units.ts';
import type { Level } from '../../../views/depth.ts';
import type { Ticker } from '../../../views/ticker.ts';
import { lotsText, priceText } from '../../amount-text.ts';
import { tickerFigures } from '../../market-text.ts';
import { ANY_CONTRACT, plainSymbolText } from '../../plain-fields.ts';
import { decimal, list, moment, record } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { openGet } from '../endpoint.ts';

const TICKER_RECORD = record({
  symbol: plainSymbolText(),
  priceChange: decimal('Change over 24 hours', '43.0'),
  priceChangePercent: decimal('The same as a fraction', '0.000474'),
  lastPrice: decimal('Price of the last trade', '90755.3'),
  openPrice: decimal('Price 24 hours ago', '90712.3'),
  highPrice: decimal('Highest price of 24 hours', '91234.0'),
  lowPrice: decimal('Lowest price of 24 hours', '89900.5'),
  volume: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  quoteVolume: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  bidPrice: decimal('Highest bid; 0 where there is none', '90755.3'),
  askPrice: decimal('Lowest ask; 0 where there is none', '90755.4'),
  markPrice: decimal('Mark price', '90755.2'),
  indexPrice: decimal('Index price', '90797.161'),
  openTime: moment('When the 24 hours began'),
  closeTime: moment('When they ended'),
});

function tickerRecord(contract: Contract, ticker: Ticker): Static<typeof TICKER_RECORD> {
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

export const TICKER_24H = openGet(40, {
  id: 'v3MarketTicker24h',
  path: '/market/ticker/24hr',
  ...ANY_CONTRACT,
  response: list(TICKER_RECORD),
  summary: 'Tickers',
  text: 'Always a list, even of one.',
  format: (tickers: readonly Ticker[], _asked, { contractOf }) =>
    tickers.map((ticker) => tickerRecord(contractOf(ticker.contract), ticker)),
});

const BOOK_RECORD = record({
  symbol: plainSymbolText(),
  bidPrice: decimal('Highest bid; 0 where there is none', '90755.3'),
  bidQty: decimal('Size at the highest bid', '0.0160'),
  askPrice: decimal('Lowest ask; 0 where there is none', '90755.4'),
  askQty: decimal('Size at the lowest ask', '0.0200'),
  time: moment('When it was taken'),
});

interface BookTop {
  readonly contract: Contract;
  readonly bid: Level | undefined;
  readonly ask: Level | undefined;
  readonly at: Millis;
}

const bookRecord = ({ contract, bid, ask, at }: BookTop): Static<typeof BOOK_RECORD> => ({
  symbol: symbolOf(contract),
  bidPrice: bid === undefined ? '0' : priceText(contract, bid.price),
  bidQty: lotsText(contract, bid?.size ?? NO_LOTS),
  askPrice: ask === undefined ? '0' : priceText(contract, ask.price),
  askQty: lotsText(contract, ask?.size ?? NO_LOTS),
  time: at,
});

export const BOOK_TICKER = openGet(1, {
  id: 'v3MarketBookTicker',
  path: '/market/ticker/bookTicker',
  ...ANY_CONTRACT,
  response: list(BOOK_RECORD),
  summary: 'Best bids and asks',
  text: 'Always a list, even of one.',
  format: (tops: readonly BookTop[]) => tops.map(bookRecord),
});
