/** market/candles and market/historyCandles. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { type FineTicks, type Millis, millis } from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import type { PriceKind } from '../../../views/candles.ts';
import { CANDLES_FALLBACK, candleLimitField, candlePriceField } from '../../contract-query.ts';
import { extraPerHundred, PER_HUNDRED_TEXT } from '../../endpoint.ts';
import { codeField, contractField, ifSent, textField } from '../../field.ts';
import { candleFigures, candlePriceText } from '../../market-text.ts';
import { decimal, list, moment, records } from '../../record-field.ts';
import { GRANULARITIES } from '../codes.ts';
import { openGet } from '../endpoint.ts';
import { symbolText } from '../extensions/why.ts';

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
