/** The book, tickers, trades and candles. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { type FineTicks, type Millis, millis } from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import type { PriceKind } from '../../../views/candles.ts';
import type { Ticker } from '../../../views/ticker.ts';
import type { Trade } from '../../../views/trades.ts';
import {
  CANDLES_FALLBACK,
  candleLimitField,
  candlePriceField,
  depthQuery,
  oneContract,
  tradesQuery,
} from '../../contract-query.ts';
import { extraPerHundred, PER_HUNDRED_TEXT } from '../../endpoint.ts';
import { codeField, contractField, ifSent, textField } from '../../field.ts';
import {
  candleFigures,
  candlePriceText,
  type DepthTold,
  levelPair,
  tickerFigures,
  tradeFigures,
} from '../../market-text.ts';
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
  records,
  text,
} from '../../record-field.ts';
import { GRANULARITIES } from '../codes.ts';
import { openGet } from '../endpoint.ts';
import { symbolText } from '../extensions/why.ts';

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

export function tradeRecord(contract: Contract, trade: Trade): Static<typeof TRADE_RECORD> {
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

const granularity = () => codeField(GRANULARITIES, 'Length of a candle.', '1m');

const QUERY = Type.Object({
  symbol: contractField(),
  granularity: granularity(),
  limit: candleLimitField(1_000),
  priceType: candlePriceField(),
});

const candleTime = (description: string) =>
  textField(`${description} Unix time in milliseconds; anything else is ignored.`, {
    examples: ['1767225600000'],
    lengthMax: 64,
  });

/** Open time, open, high, low, close, base volume, quote volume. */
const CANDLE_ROW = Type.Unsafe<[string, string, string, string, string, string, string]>({
  type: 'array',
  description: 'Open time, open, high, low, close, volume in the base coin, in the quote coin',
  items: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
  minItems: 7,
  maxItems: 7,
  examples: [['1767225600000', '90000.0', '90010.0', '89990.0', '90001.5', '12.3456', '1111104.0']],
});
type CandleRow = Static<typeof CANDLE_ROW>;

function candleRow(contract: Contract, kind: PriceKind, candle: Candle): CandleRow {
  const { open, high, low, close, base, quote } = candleFigures(contract, kind, candle);
  return [String(candle.openAt), open, high, low, close, base, quote];
}

/** Returns candles newest first, as version 2 lists them. They come oldest first. */
export const candleRows = (
  contract: Contract,
  kind: PriceKind,
  candles: readonly Candle[],
): CandleRow[] => candles.map((candle) => candleRow(contract, kind, candle)).reverse();

const queryOf = (asked: Static<typeof QUERY>) => ({
  contract: asked.symbol,
  interval: asked.granularity,
  price: asked.priceType ?? 'last',
  limit: asked.limit ?? CANDLES_FALLBACK,
});

interface Series {
  readonly contract: Contract;
  readonly price: PriceKind;
}

const formatCandles = (candles: readonly Candle[], { contract, price }: Series) =>
  candleRows(contract, price, candles);

export const CANDLES = openGet('/market/candles', 1, {
  id: 'marketCandles',
  request: QUERY,
  response: list(CANDLE_ROW),
  summary: 'Candles',
  extraWeight: extraPerHundred,
  text: `Newest first; the first one is still forming. ${PER_HUNDRED_TEXT}`,
  read: (asked) => ({ ...queryOf(asked), from: null, before: null }),
  format: formatCandles,
});

/** If both times are given, the end wins. If either is not a time, the newest are returned. */
export const HISTORY_CANDLES = openGet('/market/historyCandles', 5, {
  id: 'marketHistoryCandles',
  request: Type.Object({
    symbol: contractField(),
    granularity: granularity(),
    startTime: ifSent(candleTime('Candles from here on; ignored where endTime is given.')),
    endTime: ifSent(candleTime('Candles before this moment.')),
    limit: candleLimitField(100),
    priceType: candlePriceField(),
  }),
  response: list(CANDLE_ROW),
  summary: 'Candles of the past',
  text: 'Newest first. Where both times are given, `startTime` is ignored.',
  read: (asked) => {
    const from = findMoment(asked.startTime);
    const before = findMoment(asked.endTime);
    const isOdd = from === undefined || before === undefined;
    return {
      ...queryOf(asked),
      from: isOdd || before !== null ? null : from,
      before: isOdd ? null : before,
    };
  },
  format: formatCandles,
});

/** Returns null if the time was not sent, undefined if it is not a time. */
function findMoment(text: string | undefined): Millis | null | undefined {
  if (text === undefined) return null;
  const at = Number(text);
  return /^\d{1,16}$/.test(text) && at > 0 && Number.isSafeInteger(at) ? millis(at) : undefined;
}

interface DayOfPrices {
  readonly contract: Contract;
  readonly candles: readonly { readonly openAt: Millis; readonly close: FineTicks }[];
}

export const SPARKLINES = openGet('/perpetua/sparklines', 5, {
  id: 'perpetuaSparklines',
  request: Type.Object({}),
  response: records({
    symbol: symbolText(),
    time: moment('When the first half hour began'),
    closes: list(decimal('The last price of each half hour, oldest first', '90000.0')),
  }),
  summary: 'The last day of every contract in a few prices',
  text:
    'The last price of each half hour of the last 24 hours. Contracts that never traded are ' +
    'left out.',
  read: () => ({ interval: '30m', limit: 48 }) as const,
  format: (days: readonly DayOfPrices[]) =>
    days.flatMap(({ contract, candles }) => {
      const [first] = candles;
      if (first === undefined) return [];
      const closes = candles.map(({ close }) => candlePriceText(contract, 'last', close));
      return { symbol: contract.symbol, time: first.openAt, closes };
    }),
});
