/** market/klines and its kin: candles of the last price, of the mark and of the index. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import type { PriceKind } from '../../../views/candles.ts';
import { INTERVALS, type Interval, openAfter } from '../../../views/interval.ts';
import {
  CANDLES_FALLBACK,
  candleLimitField,
  candlePriceField,
  plainContractField,
} from '../../contract-query.ts';
import { extraPerHundred, PER_HUNDRED_TEXT } from '../../endpoint.ts';
import { isWireError } from '../../errors.ts';
import { codeField, ifSent, momentField } from '../../field.ts';
import { candleFigures } from '../../market-text.ts';
import { parseWindow } from '../../parse-window.ts';
import { list } from '../../record-field.ts';
import { openGet } from '../endpoint.ts';

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

/** Returns candles, oldest first. */
const formatKlines = (candles: readonly Candle[], series: Series): Kline[] =>
  candles.map((candle) => klineRow(series, candle));

/** Returns a reader for one price. Each price has its own endpoint. */
const readKlines = (price: PriceKind) => (sent: Static<typeof QUERY>) => {
  const { symbol: contract, interval, limit = CANDLES_FALLBACK } = sent;
  return { contract, interval, price, limit, from: null, before: null };
};

const FORMING = 'Oldest first; the last one is still forming.';
const UNTRADED_TEXT = `${FORMING} Nothing is traded in them. ${PER_HUNDRED_TEXT}`;

export const KLINES = openGet('/market/klines', 1, {
  id: 'v3MarketKlines',
  request: QUERY,
  response: list(KLINE),
  summary: 'Candles of the last price',
  extraWeight: extraPerHundred,
  text: `${FORMING} ${PER_HUNDRED_TEXT}`,
  read: readKlines('last'),
  format: formatKlines,
});

export const MARK_KLINES = openGet('/market/markPriceKlines', 1, {
  id: 'v3MarketMarkKlines',
  request: QUERY,
  response: list(KLINE),
  summary: 'Candles of the mark',
  extraWeight: extraPerHundred,
  text: UNTRADED_TEXT,
  read: readKlines('mark'),
  format: formatKlines,
});

export const INDEX_KLINES = openGet('/market/indexPriceKlines', 1, {
  id: 'v3MarketIndexKlines',
  request: QUERY,
  response: list(KLINE),
  summary: 'Candles of the index',
  extraWeight: extraPerHundred,
  text: UNTRADED_TEXT,
  read: readKlines('index'),
  format: formatKlines,
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
