/** klines and their kin: candles of the last price, the mark, the index and the premium. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { type Millis, millis } from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import type { PriceKind } from '../../../views/candles.ts';
import { INTERVALS, type Interval, openAfter } from '../../../views/interval.ts';
import { plainContractField } from '../../contract-query.ts';
import { extraByRows } from '../../endpoint.ts';
import type { WireError } from '../../errors.ts';
import { codeField } from '../../field.ts';
import { candleFigures } from '../../market-text.ts';
import { longRate } from '../../price-text.ts';
import { list } from '../../record-field.ts';
import { v1 } from '../endpoint.ts';
import { readWindow, rowsField, windowFields } from '../query.ts';

const FALLBACK = 500;

const rangeFields = () => ({
  interval: codeField(INTERVALS, 'Length of a candle.', '1m'),
  ...windowFields(),
  limit: rowsField(1_500, FALLBACK),
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
  const { interval, limit = FALLBACK, startTime, endTime } = asked;
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
  FALLBACK,
);

const terms = { response: list(KLINE), text: TEXT, extraWeight, format: formatKlines };

export const KLINES = v1.openGet('/klines', 1, {
  ...terms,
  id: 'binanceKlines',
  request: SYMBOL_QUERY,
  summary: 'Candles of the last price',
  read: bySymbol('last'),
});

export const CONTINUOUS_KLINES = v1.openGet('/continuousKlines', 1, {
  ...terms,
  id: 'binanceContinuousKlines',
  request: CONTINUOUS_QUERY,
  summary: 'Candles of the last price, by pair',
  read: (asked) => rangeOf(asked.pair, 'last', asked),
});

export const MARK_KLINES = v1.openGet('/markPriceKlines', 1, {
  ...terms,
  id: 'binanceMarkPriceKlines',
  request: SYMBOL_QUERY,
  summary: 'Candles of the mark',
  read: bySymbol('mark'),
});

export const INDEX_KLINES = v1.openGet('/indexPriceKlines', 1, {
  ...terms,
  id: 'binanceIndexPriceKlines',
  request: PAIR_QUERY,
  summary: 'Candles of the index',
  read: (asked) => rangeOf(asked.pair, 'index', asked),
});

/** How far the mark was above the index, in parts per hundred million. */
interface PremiumCandle {
  readonly openAt: Millis;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
}

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
