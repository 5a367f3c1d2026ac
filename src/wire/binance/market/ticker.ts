/** ticker/24hr, ticker/price and ticker/bookTicker. */

import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { divideHalfEven } from '../../../domain/money.ts';
import { NO_LOTS, NO_TICKS, type Ticks } from '../../../domain/units.ts';
import type { Ticker } from '../../../views/ticker.ts';
import { averageText, priceText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { ANY_CONTRACT, plainSymbolText } from '../../contract-query.ts';
import type { ContractsQuery } from '../../endpoint.ts';
import { type TopTold, tickerFigures } from '../../market-text.ts';
import { formatDecimal, formatLots } from '../../quantity.ts';
import { decimal, integer, moment, record } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { topId } from '../depth-ids.ts';
import { extraForAll, v1, v2 } from '../endpoint.ts';
import { formatOneOrAll, oneOrAll } from '../query.ts';

const DAY_RECORD = record({
  symbol: plainSymbolText(),
  priceChange: decimal('Change over 24 hours', '43.0'),
  priceChangePercent: decimal('The same in per cent', '0.047'),
  weightedAvgPrice: decimal('Turnover by volume', '90617.5'),
  lastPrice: decimal('Price of the last trade', '90755.3'),
  lastQty: decimal('Size of the last trade', '0.0160'),
  openPrice: decimal('Price 24 hours ago', '90712.3'),
  highPrice: decimal('Highest price of 24 hours', '91234.0'),
  lowPrice: decimal('Lowest price of 24 hours', '89900.5'),
  volume: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  quoteVolume: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  openTime: moment('When the 24 hours began'),
  closeTime: moment('When they ended'),
  firstId: integer('First trade of the 24 hours; 0 where there was none', 17),
  lastId: integer('Last trade', 104_526),
  count: integer('Number of trades', 104_510),
});

/** A change in per cent with three decimals; ties go to the even neighbour. */
export function dayChangeText(from: Ticks, to: Ticks): string {
  if (from === NO_TICKS) return formatDecimal(0n, 3);
  return formatDecimal(divideHalfEven(BigInt(to - from) * 100_000n, BigInt(from)), 3);
}

function dayRecord(contract: Contract, ticker: Ticker): Static<typeof DAY_RECORD> {
  const figures = tickerFigures(contract, ticker);
  return {
    symbol: symbolOf(contract),
    priceChange: figures.change,
    priceChangePercent: dayChangeText(ticker.open, ticker.last),
    weightedAvgPrice: averageText(contract, ticker.quote, ticker.base),
    lastPrice: figures.last,
    lastQty: formatLots(contract, ticker.lastSize),
    openPrice: figures.open,
    highPrice: figures.high,
    lowPrice: figures.low,
    volume: figures.base,
    quoteVolume: figures.quote,
    openTime: ticker.from,
    closeTime: ticker.at,
    firstId: ticker.firstTrade,
    lastId: ticker.lastTrade,
    count: ticker.trades,
  };
}

/** Tickers name their contract by id. */
const withContract =
  <Formed extends object>(format: (contract: Contract, ticker: Ticker) => Formed) =>
  (tickers: readonly Ticker[], asked: ContractsQuery, { contractOf }: Visitor) =>
    formatOneOrAll((ticker: Ticker) => format(contractOf(ticker.contract), ticker))(tickers, asked);

export const TICKER_24H = v1.openGet('/ticker/24hr', 1, {
  extraWeight: extraForAll(39),
  id: 'binanceTicker24h',
  ...ANY_CONTRACT,
  response: oneOrAll(DAY_RECORD),
  summary: 'The last 24 hours',
  text: 'An object with `symbol`, a list of all without.',
  format: withContract(dayRecord),
});

const PRICE_RECORD = record({
  symbol: plainSymbolText(),
  price: decimal('Price of the last trade', '90755.3'),
  time: moment('When it was taken'),
});

const priceTerms = {
  ...ANY_CONTRACT,
  response: oneOrAll(PRICE_RECORD),
  summary: 'Last prices',
  text: 'An object with `symbol`, a list of all without. Before the first trade it is the mark.',
  format: withContract(
    (contract: Contract, { last, at }: Ticker): Static<typeof PRICE_RECORD> => ({
      symbol: symbolOf(contract),
      price: priceText(contract, last),
      time: at,
    }),
  ),
};

export const TICKER_PRICE = v1.openGet('/ticker/price', 1, {
  extraWeight: extraForAll(1),
  ...priceTerms,
  id: 'binanceTickerPrice',
});

export const TICKER_PRICE_V2 = v2.openGet('/ticker/price', 1, {
  extraWeight: extraForAll(1),
  ...priceTerms,
  id: 'binanceTickerPriceV2',
});

const BOOK_RECORD = record({
  symbol: plainSymbolText(),
  bidPrice: decimal('Highest bid; 0 where there is none', '90755.3'),
  bidQty: decimal('Size at the highest bid', '0.0160'),
  askPrice: decimal('Lowest ask; 0 where there is none', '90755.4'),
  askQty: decimal('Size at the lowest ask', '0.0200'),
  time: moment('When it was taken'),
  lastUpdateId: integer('Fits the ids of the changes on the sockets', 2_401),
});

const bookRecord = (top: TopTold): Static<typeof BOOK_RECORD> => ({
  symbol: symbolOf(top.contract),
  bidPrice: priceText(top.contract, top.bid?.price ?? NO_TICKS),
  bidQty: formatLots(top.contract, top.bid?.size ?? NO_LOTS),
  askPrice: priceText(top.contract, top.ask?.price ?? NO_TICKS),
  askQty: formatLots(top.contract, top.ask?.size ?? NO_LOTS),
  time: top.at,
  lastUpdateId: topId(top.version),
});

export const BOOK_TICKER = v1.openGet('/ticker/bookTicker', 2, {
  extraWeight: extraForAll(3),
  id: 'binanceBookTicker',
  ...ANY_CONTRACT,
  response: oneOrAll(BOOK_RECORD),
  summary: 'Best bids and asks',
  text: 'An object with `symbol`, a list of all without.',
  format: formatOneOrAll(bookRecord),
});
