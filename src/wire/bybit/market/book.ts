/** The book, recent trades, candles and settlements of funding. */

import { Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { FundingRow } from '../../../domain/history.ts';
import { type Millis, millis } from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import type { PriceKind } from '../../../views/candles.ts';
import type { Interval } from '../../../views/interval.ts';
import type { Trade } from '../../../views/trades.ts';
import { longRate } from '../../amount-text.ts';
import { ifSent, meaningField, momentField } from '../../field.ts';
import {
  candleFigures,
  type DepthTold,
  levelPair,
  type PremiumCandle,
  tradeFigures,
} from '../../market-text.ts';
import { flag, integer, levelPairField, list, record, records } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import {
  anyCategory,
  coinFields,
  rowsAsked,
  rowsField,
  symbolIn,
  texts,
  v5,
  windowFields,
} from '../endpoint.ts';
import { wrong } from '../errors.ts';

const DEPTH_MAX = 1_000;
const DEPTH_USUAL = 25;

export const ORDERBOOK = v5.openGet('/market/orderbook', 1, {
  id: 'bybitOrderbook',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolIn(),
    limit: rowsField(DEPTH_MAX, DEPTH_USUAL),
  }),
  response: record({
    ...texts('s'),
    b: list(levelPairField()),
    a: list(levelPairField()),
    ts: integer('When it was sent', 1_767_225_600_000),
    u: integer('The version of the book', 1_200),
    seq: integer('The same', 1_200),
    cts: integer('When it was taken', 1_767_225_600_000),
  }),
  summary: 'The book',
  text: 'From the best price outward.',
  read: ({ symbol, limit }) => ({
    contract: symbol,
    limit: rowsAsked(limit, DEPTH_MAX, DEPTH_USUAL),
  }),
  format: ({ bids, asks, version, at }: DepthTold, { contract }) => ({
    s: symbolOf(contract),
    b: bids.map((level) => levelPair(contract, level)),
    a: asks.map((level) => levelPair(contract, level)),
    ts: at,
    u: version,
    seq: version,
    cts: at,
  }),
});

const TRADES_MAX = 1_000;
const TRADES_USUAL = 500;

export const RECENT_TRADES = v5.openGet('/market/recent-trade', 1, {
  id: 'bybitRecentTrades',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolIn(),
    ...coinFields(),
    limit: rowsField(TRADES_MAX, TRADES_USUAL),
  }),
  response: record({
    ...texts('category'),
    list: records({
      ...texts('execId', 'symbol', 'price', 'size', 'side', 'time', 'seq'),
      isBlockTrade: flag('Always false'),
      isRPITrade: flag('Always false'),
    }),
  }),
  summary: 'Recent trades',
  text: 'Newest first.',
  read: ({ symbol, limit }) => ({
    contract: symbol,
    limit: rowsAsked(limit, TRADES_MAX, TRADES_USUAL),
  }),
  format: (trades: readonly Trade[], { contract }) => ({
    category: 'linear',
    list: trades.map((trade) => tradeRow(contract, trade)),
  }),
});

function tradeRow(contract: Contract, trade: Trade) {
  const { price, size, isBuyerMaker } = tradeFigures(contract, trade);
  return {
    execId: String(trade.number),
    symbol: symbolOf(contract),
    price,
    size,
    side: isBuyerMaker ? 'Sell' : 'Buy',
    time: String(trade.at),
    seq: String(trade.number),
    isBlockTrade: false,
    isRPITrade: false,
  };
}

/** The names of the lengths of candles. */
export const CANDLE_LENGTHS: Readonly<Record<string, Interval>> = {
  '1': '1m',
  '3': '3m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '120': '2h',
  '240': '4h',
  '360': '6h',
  '720': '12h',
  D: '1d',
  W: '1w',
  M: '1M',
};

const CANDLES_MAX = 1_000;
const CANDLES_USUAL = 200;

const CANDLES_QUERY = Type.Object({
  category: ifSent(anyCategory()),
  symbol: symbolIn(),
  interval: meaningField<Interval>(CANDLE_LENGTHS, 'Length of a candle.', '1'),
  start: ifSent(momentField('The first candle.')),
  end: ifSent(momentField('The last candle.')),
  limit: rowsField(CANDLES_MAX, CANDLES_USUAL),
});

interface CandlesSent {
  readonly symbol: Contract;
  readonly interval: Interval;
  readonly start?: Millis;
  readonly end?: Millis;
  readonly limit?: number;
}

/** With a start the candles from there on; otherwise the newest, up to the end. */
const candlesOf =
  (price: PriceKind) =>
  ({ symbol, interval, start, end, limit }: CandlesSent) => ({
    contract: symbol,
    price,
    interval,
    limit: rowsAsked(limit, CANDLES_MAX, CANDLES_USUAL),
    from: start ?? null,
    before: start === undefined && end !== undefined ? millis(end + 1) : null,
    to: end ?? null,
  });

const candlesTold = (rows: readonly string[][], contract: Contract) => ({
  symbol: symbolOf(contract),
  category: 'linear',
  list: rows.toReversed(),
});

const candleTerms = {
  request: CANDLES_QUERY,
  response: record({ ...texts('symbol', 'category'), list: list(list(Type.String())) }),
  text: 'Newest first, though with a start they begin there; the newest is still forming.',
};

export const KLINES = v5.openGet('/market/kline', 1, {
  ...candleTerms,
  id: 'bybitKlines',
  summary: 'Candles of the last price',
  read: candlesOf('last'),
  format: (candles: readonly Candle[], { contract, price }) => {
    const rows = candles.map((candle) => {
      const { open, high, low, close, base, quote } = candleFigures(contract, price, candle);
      return [String(candle.openAt), open, high, low, close, base, quote];
    });
    return candlesTold(rows, contract);
  },
});

const formatPrices = (
  candles: readonly Candle[],
  { contract, price }: ReturnType<ReturnType<typeof candlesOf>>,
) => {
  const rows = candles.map((candle) => {
    const { open, high, low, close } = candleFigures(contract, price, candle);
    return [String(candle.openAt), open, high, low, close];
  });
  return candlesTold(rows, contract);
};

export const MARK_KLINES = v5.openGet('/market/mark-price-kline', 1, {
  ...candleTerms,
  id: 'bybitMarkKlines',
  summary: 'Candles of the mark',
  read: candlesOf('mark'),
  format: formatPrices,
});

export const INDEX_KLINES = v5.openGet('/market/index-price-kline', 1, {
  ...candleTerms,
  id: 'bybitIndexKlines',
  summary: 'Candles of the index',
  read: candlesOf('index'),
  format: formatPrices,
});

export const PREMIUM_KLINES = v5.openGet('/market/premium-index-price-kline', 1, {
  ...candleTerms,
  id: 'bybitPremiumKlines',
  summary: 'Candles of the premium',
  read: candlesOf('mark'),
  format: (candles: readonly PremiumCandle[], { contract }) => {
    const rows = candles.map(({ openAt, open, high, low, close }) => [
      String(openAt),
      ...[open, high, low, close].map(longRate),
    ]);
    return candlesTold(rows, contract);
  },
});

const SETTLEMENTS_MAX = 200;

export const FUNDING_HISTORY = v5.openGet('/market/funding/history', 1, {
  id: 'bybitFundingHistory',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolIn(),
    ...windowFields(),
    limit: rowsField(SETTLEMENTS_MAX, SETTLEMENTS_MAX),
  }),
  response: record({
    ...texts('category'),
    list: records(texts('symbol', 'fundingRate', 'fundingRateTimestamp')),
  }),
  summary: 'Settlements of funding',
  text: 'Newest first. A start alone is refused.',
  read: ({ symbol: contract, startTime, endTime, limit }) =>
    startTime !== undefined && endTime === undefined
      ? wrong('endTime', 'is needed with startTime')
      : {
          contract,
          limit: rowsAsked(limit, SETTLEMENTS_MAX, SETTLEMENTS_MAX),
          from: startTime ?? null,
          to: endTime ?? null,
        },
  format: (rows: readonly FundingRow[], { contract }) => ({
    category: 'linear',
    list: rows.map(({ rate, settledAt }) => ({
      symbol: symbolOf(contract),
      fundingRate: longRate(rate),
      fundingRateTimestamp: String(settledAt),
    })),
  }),
});
