import { expect, test } from 'vitest';
import { fineTicks, lots, millis, money } from '../domain/units.ts';
import {
  type Candle,
  candleAt,
  candleCount,
  createCandleRing,
  flatCandle,
  pushCandle,
} from './candle-ring.ts';
import { formatCandles, parseCandles } from './snapshot-views.ts';

const row = (minute: number, prices: readonly number[], traded: number): Candle => {
  const [open = 1, high = 1, low = 1, close = 1] = prices;
  if (traded === 0) return flatCandle(millis(minute * 60_000), fineTicks(open));
  return {
    openAt: millis(minute * 60_000),
    open: fineTicks(open),
    high: fineTicks(high),
    low: fineTicks(low),
    close: fineTicks(close),
    base: lots(traded),
    quote: money(BigInt(traded) * 10n ** 17n),
    trades: traded === 7 ? 0 : traded,
    takerBase: lots(traded - 1),
    takerQuote: money(BigInt(traded - 1) * 10n ** 17n),
    firstTrade: traded,
    lastTrade: traded === 7 ? 0 : 2 * traded,
  };
};

test('[VIEW-13] candles read back from text as they were, also once the ring is full', () => {
  const ring = createCandleRing(3);
  expect(formatCandles(parseCandles('', 3))).toBe('');
  pushCandle(ring, row(10, [500, 510, 490, 505], 3));
  pushCandle(ring, row(11, [505, 505, 505, 505], 0));
  expect(formatCandles(ring)).toBe(
    '10,500,10,10,5,3,300000000000000000,3,2,200000000000000000,3,6;1,0,0,0,0',
  );
  pushCandle(ring, row(90, [400, 420, 400, 410], 7));
  pushCandle(ring, row(91, [410, 411, 1, 2], 2));
  const again = parseCandles(formatCandles(ring), 3);
  for (let older = 0; older < candleCount(ring); older += 1)
    expect(candleAt(again, older)).toEqual(candleAt(ring, older));
  const newer = parseCandles(formatCandles(ring, 1), 3);
  expect(candleCount(newer)).toBe(2);
  expect(candleAt(newer, 0)).toEqual(candleAt(ring, 1));
});

test('[VIEW-13] rows of before takers were told apart read back with what they have', () => {
  const old = candleAt(parseCandles('10,500,10,10,5,3,300,2', 3), 0);
  expect(old).toMatchObject({ base: 3, quote: 300, trades: 2 });
  expect(old).toMatchObject({ takerBase: 0, takerQuote: 0, firstTrade: 0, lastTrade: 0 });
});

test.each(['1,2,3', '1,2,3,4,x', '1,2,3,4,5,6', 'null'])(
  '[VIEW-13] damaged candles are refused: %s',
  (text) => {
    expect(() => parseCandles(text, 3)).toThrow('damaged');
  },
);
