/** The book, tickers, trades and candles. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { NO_LOTS } from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import type { PriceKind } from '../../../views/candles.ts';
import { INTERVALS, type Interval, openAfter } from '../../../views/interval.ts';
import type { Ticker } from '../../../views/ticker.ts';
import type { Trade } from '../../../views/trades.ts';
import { lotsText, priceText } from '../../amount-text.ts';
import {
  ANY_CONTRACT,
  CANDLES_FALLBACK,
  candleLimitField,
  candlePriceField,
  depthQuery,
  plainContractField,
  plainSymbolText,
  tradesQuery,
} from '../../contract-query.ts';
import { extraPerHundred, PER_HUNDRED_TEXT } from '../../endpoint.ts';
import { isWireError } from '../../errors.ts';
import { codeField, ifSent, momentField } from '../../field.ts';
import {
  candleFigures,
  type DepthTold,
  levelPair,
  type TopTold,
  tickerFigures,
  tradeFigures,
} from '../../market-text.ts';
import { parseWindow } from '../../parse-window.ts';
import {
  decimal,
  flag,
  idText,
  integer,
  levelPairField,
  list,
  moment,
  record,
} from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { openGet } from '../endpoint.ts';

export const DEPTH = openGet('/market/depth', 1, {
  id: 'v3MarketDepth',
  ...depthQuery(plainContractField()),
  response: record({
    bids: list(levelPairField()),
    asks: list(levelPairField()),
    lastUpdateId: integer('The number of the last change of the book', 4_711),
  }),
  summary: 'Order book by price',
  extraWeight: extraPerHundred,
  text: `Asks ascend, bids descend: the best comes first on both sides. ${PER_HUNDRED_TEXT}`,
  format: ({ bids, asks, version }: DepthTold, { contract }) => ({
    bids: bids.map((level) => levelPair(contract, level)),
    asks: asks.map((level) => levelPair(contract, level)),
    lastUpdateId: version,
  }),
});

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

export const TICKER_24H = openGet('/market/ticker/24hr', 40, {
  id: 'v3MarketTicker24h',
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

const bookRecord = ({ contract, bid, ask, at }: TopTold): Static<typeof BOOK_RECORD> => ({
  symbol: symbolOf(contract),
  bidPrice: bid === undefined ? '0' : priceText(contract, bid.price),
  bidQty: lotsText(contract, bid?.size ?? NO_LOTS),
  askPrice: ask === undefined ? '0' : priceText(contract, ask.price),
  askQty: lotsText(contract, ask?.size ?? NO_LOTS),
  time: at,
});

export const BOOK_TICKER = openGet('/market/ticker/bookTicker', 1, {
  id: 'v3MarketBookTicker',
  ...ANY_CONTRACT,
  response: list(BOOK_RECORD),
  summary: 'Best bids and asks',
  text: 'Always a list, even of one.',
  format: (tops: readonly TopTold[]) => tops.map(bookRecord),
});

const TRADES_RECORD = record({
  id: idText('The trade'),
  time: moment('When it happened'),
  price: decimal('Price', '90000.1'),
  qty: decimal('Size in the base coin', '0.0160'),
  quoteQty: decimal('Value in the quote coin', '1440.00160'),
  isBestMatch: flag('Always true'),
  isBuyerMaker: flag('Whether the buyer had been resting: the taker sold'),
});

function tradeRecord(contract: Contract, trade: Trade): Static<typeof TRADES_RECORD> {
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

export const TRADES = openGet('/market/trades', 5, {
  id: 'v3MarketTrades',
  ...tradesQuery(plainContractField()),
  response: list(TRADES_RECORD),
  summary: 'Recent trades',
  extraWeight: extraPerHundred,
  text: `Newest first. ${PER_HUNDRED_TEXT}`,
  format: (trades: readonly Trade[], { contract }) =>
    trades.map((trade) => tradeRecord(contract, trade)),
});

const intervalField = () => codeField(INTERVALS, 'Length of a candle.', '1m');

const QUERY = Type.Object({
  symbol: plainContractField(),
  interval: intervalField(),
  limit: candleLimitField(1_000),
});

type Kline = [
  openTime: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  closeTime: number,
  quoteVolume: string,
  trades: number,
  takerBuyBase: string,
  takerBuyQuote: string,
];

const KLINE = Type.Unsafe<Kline>({
  type: 'array',
  description:
    'Open time, open, high, low, close, volume in the base coin, close time, turnover in the ' +
    'quote coin, number of trades, and what takers bought of it in either coin',
  items: { type: ['string', 'integer'] },
  minItems: 11,
  maxItems: 11,
  examples: [
    [
      ...[1_767_225_600_000, '90000.0', '90010.0', '89990.0', '90001.5', '12.3456'],
      ...[1_767_225_660_000, '1111104.0', 31, '6.1700', '555300.0'],
    ],
  ],
});

interface Series {
  readonly contract: Contract;
  readonly price: PriceKind;
  readonly interval: Interval;
}

/** Returns a candle. It ends where the next begins. */
function klineRow({ contract, price, interval }: Series, candle: Candle): Kline {
  const figures = candleFigures(contract, price, candle);
  const { open, high, low, close, base, quote, takerBase, takerQuote } = figures;
  const closeTime = openAfter(interval, candle.openAt);
  return [
    ...([candle.openAt, open, high, low, close, base] as const),
    ...([closeTime, quote, candle.trades, takerBase, takerQuote] as const),
  ];
}

const formatKlines = (candles: readonly Candle[], series: Series): Kline[] =>
  candles.map((candle) => klineRow(series, candle));

/** Returns a reader for one price. Each price has its own endpoint. */
const readKlines = (price: PriceKind) => (sent: Static<typeof QUERY>) => {
  const { symbol: contract, interval, limit = CANDLES_FALLBACK } = sent;
  return { contract, interval, price, limit, from: null, before: null };
};

const FORMING = 'Oldest first; the last one is still forming.';

const klineTerms = {
  request: QUERY,
  response: list(KLINE),
  extraWeight: extraPerHundred,
  text: `${FORMING} Nothing is traded in them. ${PER_HUNDRED_TEXT}`,
  format: formatKlines,
};

export const KLINES = openGet('/market/klines', 1, {
  ...klineTerms,
  id: 'v3MarketKlines',
  summary: 'Candles of the last price',
  text: `${FORMING} ${PER_HUNDRED_TEXT}`,
  read: readKlines('last'),
});

export const MARK_KLINES = openGet('/market/markPriceKlines', 1, {
  ...klineTerms,
  id: 'v3MarketMarkKlines',
  summary: 'Candles of the mark',
  read: readKlines('mark'),
});

export const INDEX_KLINES = openGet('/market/indexPriceKlines', 1, {
  ...klineTerms,
  id: 'v3MarketIndexKlines',
  summary: 'Candles of the index',
  read: readKlines('index'),
});

export const HISTORY_KLINES = openGet('/market/historyKlines', 5, {
  id: 'v3MarketHistoryKlines',
  request: Type.Object({
    symbol: plainContractField(),
    interval: intervalField(),
    startTime: ifSent(momentField('Candles from here on.')),
    endTime: ifSent(momentField('Candles that begin before this moment.')),
    limit: candleLimitField(100),
    priceType: candlePriceField(),
  }),
  response: list(KLINE),
  summary: 'Candles of the past',
  text: 'Oldest first: the newest 100 of the window, or the first 100 if it has no end.',
  read: (asked) => {
    const window = parseWindow(asked, {});
    if (isWireError(window)) return window;
    const { from, to: before } = window;
    const { symbol, interval, limit = CANDLES_FALLBACK, priceType: price = 'last' } = asked;
    return { contract: symbol, interval, price, limit, from, before };
  },
  format: formatKlines,
});
