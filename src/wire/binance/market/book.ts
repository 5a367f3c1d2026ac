/** The book, trades and candles. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { type Millis, millis } from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import type { PriceKind } from '../../../views/candles.ts';
import { INTERVALS, type Interval, openAfter } from '../../../views/interval.ts';
import type { Trade } from '../../../views/trades.ts';
import { longRate } from '../../amount-text.ts';
import { type ContractQuery, plainContractField, rowsQuery } from '../../contract-query.ts';
import { extraByRows } from '../../endpoint.ts';
import type { WireError } from '../../errors.ts';
import { codeField, idField, ifSent, meaningField } from '../../field.ts';
import {
  candleFigures,
  type DepthTold,
  levelPair,
  type PremiumCandle,
  tradeFigures,
} from '../../market-text.ts';
import {
  decimal,
  flag,
  integer,
  levelPairField,
  list,
  moment,
  record,
} from '../../record-field.ts';
import { readWindow, rowsField, v1, windowFields } from '../endpoint.ts';
import { refusal } from '../errors.ts';

/**
 * The ids of the book. A change that covers the versions a to b has the ids 2a to 2b + 1, and a
 * picture of the book has an even id between two changes. So every picture lies within exactly one
 * change, also in a quiet market, and a strict client that wants `U ≤ lastUpdateId ≤ u` finds it.
 */
export const pictureId = (version: number): number => 2 * version + 2;

/** The id of the best prices: the last id of the change that led to them. */
export const topId = (version: number): number => 2 * version + 1;

export interface Versions {
  readonly startVersion: number;
  readonly endVersion: number;
}

/** `pu` is the `u` of the change before. */
export const changeIds = ({ startVersion, endVersion }: Versions) => ({
  U: 2 * startVersion,
  u: topId(endVersion),
  pu: topId(startVersion - 1),
});

const LIMITS = [5, 10, 20, 50, 100, 500, 1_000];
const LEVELS_USUAL = 500;

const depthRequest = (fallback: number) => {
  const meanings = Object.fromEntries(LIMITS.map((limit) => [String(limit), limit]));
  const limit = meaningField<number>(meanings, 'Levels of each side.', {
    default: fallback,
    examples: [fallback],
  });
  return {
    ...rowsQuery(limit, fallback, plainContractField()),
    misread: (error: WireError) =>
      error.field === 'limit'
        ? refusal('-4021', `Invalid depth limit: it is one of ${LIMITS.join(', ')}.`)
        : error,
  };
};

const RECORD = record({
  lastUpdateId: integer('Fits the ids of the changes on the sockets', 2_402),
  E: moment('When it was sent'),
  T: moment('When it was taken'),
  bids: list(levelPairField()),
  asks: list(levelPairField()),
});

const formatDepth = ({ bids, asks, version, at }: DepthTold, { contract }: ContractQuery) => ({
  lastUpdateId: pictureId(version),
  E: at,
  T: at,
  bids: bids.map((level) => levelPair(contract, level)),
  asks: asks.map((level) => levelPair(contract, level)),
});

export const DEPTH = v1.openGet('/depth', 2, {
  extraWeight: extraByRows(
    [
      [51, 3],
      [101, 8],
      [501, 18],
    ],
    LEVELS_USUAL,
  ),
  id: 'binanceDepth',
  ...depthRequest(LEVELS_USUAL),
  response: RECORD,
  summary: 'The book',
  text: 'From the best price outward.',
  format: formatDepth,
});

export const RPI_DEPTH = v1.openGet('/rpiDepth', 20, {
  id: 'binanceRpiDepth',
  ...depthRequest(1_000),
  response: RECORD,
  summary: 'The book, as it is',
  text: 'There are no hidden orders of retail programs here: the same as `depth`.',
  format: formatDepth,
});

const TRADES_RECORD = record({
  id: integer('The trade', 9_001),
  price: decimal('Price', '90000.1'),
  qty: decimal('Size in the base coin', '0.0160'),
  quoteQty: decimal('Value in the quote coin', '1440.00160'),
  time: moment('When it happened'),
  isBuyerMaker: flag('Whether the buyer had been resting: the taker sold'),
  isRPITrade: flag('Always false'),
});

function tradeRecord(contract: Contract, trade: Trade): Static<typeof TRADES_RECORD> {
  const { price, size, value, isBuyerMaker } = tradeFigures(contract, trade);
  return {
    id: trade.number,
    price,
    qty: size,
    quoteQty: value,
    time: trade.at,
    isBuyerMaker,
    isRPITrade: false,
  };
}

const formatTrades = (trades: readonly Trade[], { contract }: ContractQuery) =>
  trades.map((trade) => tradeRecord(contract, trade));

const TRADES_USUAL = 500;
const NEWEST_ROWS = { fromId: null, fromPlace: null, from: null, to: null };

export const TRADES = v1.openGet('/trades', 5, {
  id: 'binanceTrades',
  request: Type.Object({
    symbol: plainContractField(),
    limit: rowsField(1_000, TRADES_USUAL),
  }),
  response: list(TRADES_RECORD),
  summary: 'Recent trades',
  text: 'Oldest first. The newest thousand are kept.',
  read: ({ symbol: contract, limit = TRADES_USUAL }) => ({ contract, limit, ...NEWEST_ROWS }),
  format: formatTrades,
});

export const HISTORICAL_TRADES = v1.keyGet('/historicalTrades', [200, 0], {
  id: 'binanceHistoricalTrades',
  request: Type.Object({
    symbol: plainContractField(),
    limit: rowsField(500, TRADES_USUAL),
    fromId: ifSent(idField('The first trade; the newest where left out.')),
  }),
  response: list(TRADES_RECORD),
  summary: 'Trades from an id on',
  text: 'Oldest first. The newest thousand are kept. The key is enough.',
  read: ({ symbol: contract, limit = TRADES_USUAL, fromId = null }) => ({
    contract,
    limit,
    ...NEWEST_ROWS,
    fromId,
  }),
  format: formatTrades,
});

const AGGREGATE = record({
  a: integer('The aggregate: they are counted without gaps', 8_997),
  p: decimal('Price', '90000.1'),
  q: decimal('Size in the base coin', '0.0160'),
  nq: decimal('The same: no order here is hidden', '0.0160'),
  f: integer('First trade', 9_001),
  l: integer('Last trade: the same', 9_001),
  T: moment('When it happened'),
  m: flag('Whether the buyer had been resting'),
});

/** Every trade is an aggregate of its own. */
export function aggregateRecord(contract: Contract, trade: Trade): Static<typeof AGGREGATE> {
  const { price, size, isBuyerMaker } = tradeFigures(contract, trade);
  const { place, number: id, at } = trade;
  return { a: place, p: price, q: size, nq: size, f: id, l: id, T: at, m: isBuyerMaker };
}

const HOUR = 3_600_000;

export const AGG_TRADES = v1.openGet('/aggTrades', 20, {
  id: 'binanceAggTrades',
  request: Type.Object({
    symbol: plainContractField(),
    fromId: ifSent(idField('The first aggregate.')),
    ...windowFields(),
    limit: rowsField(1_000, TRADES_USUAL),
  }),
  response: list(AGGREGATE),
  summary: 'Aggregate trades',
  text:
    'Oldest first. Every trade is an aggregate of its own. A window is at most an hour long; the ' +
    'newest thousand are kept.',
  read: (sent) => {
    const { symbol: contract, limit = TRADES_USUAL, fromId: fromPlace = null } = sent;
    return readWindow(sent, { contract, limit, fromId: null, fromPlace }, HOUR);
  },
  format: (trades: readonly Trade[], { contract }) =>
    trades.map((trade) => aggregateRecord(contract, trade)),
});

const CANDLES_USUAL = 500;

const rangeFields = () => ({
  interval: codeField(INTERVALS, 'Length of a candle.', '1m'),
  ...windowFields(),
  limit: rowsField(1_500, CANDLES_USUAL),
});

const SYMBOL_QUERY = Type.Object({ symbol: plainContractField(), ...rangeFields() });
const PAIR_QUERY = Type.Object({ pair: plainContractField(), ...rangeFields() });
const CONTINUOUS_QUERY = Type.Object({
  pair: plainContractField(),
  contractType: codeField(['PERPETUAL'], 'The only type there is.'),
  ...rangeFields(),
});

interface Range {
  readonly interval: Interval;
  readonly startTime?: Millis;
  readonly endTime?: Millis;
  readonly limit?: number;
}

/** From a start the first candles, otherwise the newest up to the end; both ends are included. */
function rangeOf(contract: Contract, price: PriceKind, asked: Range) {
  const { interval, limit = CANDLES_USUAL, startTime, endTime } = asked;
  const before = startTime === undefined && endTime !== undefined ? millis(endTime + 1) : null;
  return readWindow(asked, { contract, price, interval, limit, before });
}

type Asked = Exclude<ReturnType<typeof rangeOf>, WireError>;

const bySymbol = (price: PriceKind) => (asked: Static<typeof SYMBOL_QUERY>) =>
  rangeOf(asked.symbol, price, asked);

type Kline = [
  openTime: number,
  open: string,
  high: string,
  low: string,
  close: string,
  base: string,
  closeTime: number,
  quote: string,
  trades: number,
  takerBase: string,
  takerQuote: string,
  ignored: string,
];

const KLINE = Type.Unsafe<Kline>({
  type: 'array',
  description:
    'Open time, open, high, low, close, volume in the base coin, close time (the last ' +
    'millisecond), turnover in the quote coin, number of trades, what takers bought of it in ' +
    'either coin, and 0',
  items: { type: ['string', 'integer'] },
  minItems: 12,
  maxItems: 12,
  examples: [
    [
      ...[1_767_225_600_000, '90000.0', '90010.0', '89990.0', '90001.5', '12.3456'],
      ...[1_767_225_659_999, '1111104.0', 31, '6.1700', '555300.0', '0'],
    ],
  ],
});

function klineRow({ contract, price, interval }: Asked, candle: Candle): Kline {
  const { open, high, low, close, ...traded } = candleFigures(contract, price, candle);
  const closeTime = openAfter(interval, candle.openAt) - 1;
  return [
    ...([candle.openAt, open, high, low, close, traded.base, closeTime, traded.quote] as const),
    ...([candle.trades, traded.takerBase, traded.takerQuote, '0'] as const),
  ];
}

const formatKlines = (candles: readonly Candle[], asked: Asked): Kline[] =>
  candles.map((candle) => klineRow(asked, candle));

const TEXT = 'Oldest first; the last one is still forming. With `startTime` the first from there.';

const extraWeight = extraByRows(
  [
    [100, 1],
    [500, 4],
    [1_001, 9],
  ],
  CANDLES_USUAL,
);

const candleTerms = { response: list(KLINE), text: TEXT, extraWeight, format: formatKlines };

export const KLINES = v1.openGet('/klines', 1, {
  ...candleTerms,
  id: 'binanceKlines',
  request: SYMBOL_QUERY,
  summary: 'Candles of the last price',
  read: bySymbol('last'),
});

export const CONTINUOUS_KLINES = v1.openGet('/continuousKlines', 1, {
  ...candleTerms,
  id: 'binanceContinuousKlines',
  request: CONTINUOUS_QUERY,
  summary: 'Candles of the last price, by pair',
  read: (asked) => rangeOf(asked.pair, 'last', asked),
});

export const MARK_KLINES = v1.openGet('/markPriceKlines', 1, {
  ...candleTerms,
  id: 'binanceMarkPriceKlines',
  request: SYMBOL_QUERY,
  summary: 'Candles of the mark',
  read: bySymbol('mark'),
});

export const INDEX_KLINES = v1.openGet('/indexPriceKlines', 1, {
  ...candleTerms,
  id: 'binanceIndexPriceKlines',
  request: PAIR_QUERY,
  summary: 'Candles of the index',
  read: (asked) => rangeOf(asked.pair, 'index', asked),
});

export const PREMIUM_KLINES = v1.openGet('/premiumIndexKlines', 1, {
  extraWeight,
  id: 'binancePremiumIndexKlines',
  request: SYMBOL_QUERY,
  response: list(KLINE),
  summary: 'Candles of the premium',
  text:
    'How far the mark was above the index, as a fraction, at the open, the highs, the lows and ' +
    `the close of both. ${TEXT}`,
  read: bySymbol('mark'),
  format: (candles: readonly PremiumCandle[], { interval }): Static<typeof KLINE>[] =>
    candles.map(({ openAt, open, high, low, close }) => [
      openAt,
      ...([longRate(open), longRate(high), longRate(low), longRate(close), '0'] as const),
      openAfter(interval, openAt) - 1,
      ...(['0', 0, '0', '0', '0'] as const),
    ]),
});
