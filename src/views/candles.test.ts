import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import type { PricesMarked } from '../domain/event.ts';
import { contractId } from '../domain/ids.ts';
import { fineTicks, lots, type Millis, millis, money, ticks } from '../domain/units.ts';
import { type Candle, candleCount, flatCandle, mergeCandles } from './candle-ring.ts';
import {
  CANDLES_KEPT,
  createCandlesView,
  foldCandles,
  MINUTES_KEPT,
  type PriceKind,
  seedCandles,
  seriesOf,
} from './candles.ts';
import { INTERVALS, openOf } from './interval.ts';
import { type CandleQuery, readCandles } from './read-candles.ts';

const BTC = contractId(0);
/** A Monday, 00:00 UTC. */
const MONDAY = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const at = (minutes: number, more = 0): Millis => millis(MONDAY + minutes * MINUTE + more);

function createChart() {
  const view = createCandlesView();
  const tell = (event: object, when: Millis) => foldCandles(view, event as PricesMarked, when);
  tell({ kind: 'contract-listed', contract: exampleContract() }, at(0));
  const traded = { kind: 'fill-settled', contract: BTC, venue: 'book' };
  return {
    view,
    trade: (when: Millis, price: number, size = 1) =>
      tell({ ...traded, price: ticks(price), size: lots(size), value: money(BigInt(size)) }, when),
    mark: (when: Millis, price: number) =>
      tell({ kind: 'prices-marked', contract: BTC, mark: ticks(price), index: fineTicks(1) }, when),
    read: (query: Partial<CandleQuery> & { now: Millis }, price: PriceKind = 'last') =>
      readCandles(seriesOf(view, BTC, price), {
        interval: '1m',
        limit: 1_000,
        start: null,
        end: null,
        ...query,
      }),
  };
}

const short = ({ openAt, open, high, low, close, base }: Candle) =>
  [(openAt - MONDAY) / MINUTE, open / 100, high / 100, low / 100, close / 100, base].join(' ');

test('[VIEW-5] minutes hold their trades, empty ones the close before; the last is forming', () => {
  const { trade, read } = createChart();
  trade(at(0, 10), 100, 3);
  trade(at(0, 20), 104);
  trade(at(0, 59_999), 99, 2);
  trade(at(3), 101);
  expect(read({ now: at(4, 5) }).map(short)).toEqual([
    '0 100 104 99 99 6',
    '1 99 99 99 99 0',
    '2 99 99 99 99 0',
    '3 101 101 101 101 1',
    '4 101 101 101 101 0',
  ]);
  expect(read({ now: at(4, 5), interval: '5m' }).map(short)).toEqual(['0 100 104 99 101 7']);
});

test('[VIEW-5] an interval whose first minutes are empty opens at the close before', () => {
  const { trade, read } = createChart();
  trade(at(2), 100);
  trade(at(7), 105);
  trade(at(16), 110);
  expect(read({ now: at(16), interval: '5m' }).map(short)).toEqual([
    '0 100 100 100 100 1',
    '5 100 105 100 105 1',
    '10 105 105 105 105 0',
    '15 105 110 105 110 1',
  ]);
});

test('[VIEW-5] a mark holds until the next, so a minute opens at what stood when it began', () => {
  const { mark, read } = createChart();
  mark(at(0, 500), 100);
  mark(at(1, 500), 104);
  mark(at(2), 90);
  expect(read({ now: at(2) }, 'mark').map(short)).toEqual([
    '0 100 100 100 100 0',
    '1 100 104 100 104 0',
    '2 90 90 90 90 0',
  ]);
});

test('[VIEW-15] the newest so many, those before an end, the first so many from a start', () => {
  const { trade, read } = createChart();
  for (const minute of [0, 1, 5, 6, 9]) trade(at(minute), 100 + minute);
  const opens = (query: Partial<CandleQuery>) =>
    read({ now: at(9), ...query }).map(({ openAt }) => (openAt - MONDAY) / MINUTE);
  expect(opens({ limit: 3 })).toEqual([7, 8, 9]);
  expect(opens({ limit: 3, end: at(5) })).toEqual([2, 3, 4]);
  expect(opens({ limit: 3, end: at(5, 1) })).toEqual([3, 4, 5]);
  expect(opens({ start: at(7) })).toEqual([7, 8, 9]);
  expect(opens({ limit: 2, start: at(3, 1) })).toEqual([4, 5]);
  expect(opens({ limit: 2, start: at(-900) })).toEqual([0, 1]);
  expect(opens({ start: at(2), end: at(5) })).toEqual([2, 3, 4]);
  expect(opens({ start: at(10) })).toEqual([]);
  expect(opens({ end: at(0) })).toEqual([]);
  expect(opens({ end: millis(0) })).toEqual([]);
  expect(opens({ limit: 0 })).toEqual([]);
});

test('[VIEW-15] reading from a start gives the rows that reading backwards gives', () => {
  const { trade, read } = createChart();
  for (const minute of [0, 1, 5, 6, 61, 62, 4_000]) trade(at(minute), 100 + (minute % 7));
  for (const interval of INTERVALS) {
    const now = at(4_100);
    const all = read({ now, interval, limit: 1e6 });
    expect(read({ now, interval, limit: 2 })).toEqual(all.slice(-2));
    const [start, end] = [all.at(-2)?.openAt ?? null, all.at(-1)?.openAt ?? null];
    expect(read({ now, interval, limit: 1, start })).toEqual(all.slice(-2).slice(0, 1));
    expect(read({ now, interval, limit: 1, end })).toEqual(all.slice(0, -1).slice(-1));
    expect(read({ now, interval, limit: 1e6, start: millis(0) })).toEqual(all);
  }
  expect(createChart().read({ now: at(1) })).toEqual([]);
});

const minute = (place: number, price: number): Candle => ({
  ...flatCandle(at(place), fineTicks(price * 100)),
  base: lots(2),
  quote: money(5n),
});

test('[VIEW-14] generated minutes stand before real ones, at any interval, marked', () => {
  const { view, trade, read } = createChart();
  const series = seriesOf(view, BTC, 'last');
  seedCandles(series, [minute(-7, 90), minute(-6, 91), minute(-3, 92)]);
  trade(at(1), 100);
  const rows = read({ now: at(1) });
  expect(rows.map((row) => row.openAt < series.generatedUntil)).toEqual([
    ...[true, true, true, true, true],
    ...[false, false, false, false],
  ]);
  expect(read({ now: at(1), interval: '5m' }).map(short)).toEqual([
    '-10 90 91 90 91 4',
    '-5 91 92 91 92 2',
    '0 92 100 92 100 1',
  ]);
});

test('[VIEW-14] generated minutes out of order, unsound or after real ones are refused', () => {
  const { view, trade } = createChart();
  const series = seriesOf(view, BTC, 'last');
  seedCandles(series, []);
  seedCandles(series, [minute(-9, 90)]);
  seedCandles(series, [minute(-8, 90)]);
  expect(() => seedCandles(series, [minute(-8, 90)])).toThrow('not in order');
  const odd = { ...minute(-7, 90), openAt: at(-7, 1) };
  expect(() => seedCandles(series, [odd])).toThrow('does not begin with a minute');
  const unsound = { ...minute(-7, 90), high: fineTicks(1) };
  expect(() => seedCandles(series, [unsound])).toThrow('impossible prices');
  trade(at(0), 100);
  expect(() => seedCandles(series, [minute(1, 90)])).toThrow('after real ones');
});

test('[VIEW-16] a week of minutes and a thousand of each longer interval are kept', () => {
  const { view, trade, read } = createChart();
  for (let place = 0; place < MINUTES_KEPT + 500; place += 1) trade(at(place), 100 + (place % 9));
  const { rings } = seriesOf(view, BTC, 'last');
  expect(candleCount(rings['1m'])).toBe(MINUTES_KEPT);
  expect(candleCount(rings['5m'])).toBe(CANDLES_KEPT);
  const now = at(MINUTES_KEPT + 499);
  const rows = read({ now, limit: 1e6 });
  expect(rows).toHaveLength(MINUTES_KEPT);
  expect(rows[0]?.openAt).toBe(at(500));
  expect(rows.at(-1)?.openAt).toBe(now);
  expect(read({ now, interval: '5m', limit: 1_000 })).toHaveLength(1_000);
  // The oldest minute that is kept is the third of its three minutes: they make no candle.
  const threes = read({ now, interval: '3m', limit: 1e6 });
  expect(threes[0]?.openAt).toBe(at(501));
  expect(threes).toHaveLength(Math.ceil((MINUTES_KEPT - 1) / 3));
  expect(read({ now, interval: '3m', limit: 7, start: at(0) })).toEqual(threes.slice(0, 7));
});

test('[VIEW-5] [VIEW-14] a longer candle is the aggregate of minutes, generated or not', () => {
  const steps = fc.array(
    fc.record({ after: fc.nat({ max: 40 }), price: fc.integer({ min: 1, max: 9_999 }) }),
    { minLength: 1, maxLength: 120 },
  );
  fc.assert(
    fc.property(steps, steps, fc.constantFrom('last', 'mark'), (before, then, price) => {
      const { view, trade, mark, read } = createChart();
      let place = -before.reduce((sum, { after }) => sum + after + 1, 0);
      const made = before.map((step): Candle => {
        place += step.after;
        const row = minute(place, step.price);
        place += 1;
        return row;
      });
      seedCandles(seriesOf(view, BTC, price), made);
      let now = 0;
      for (const { after, price: told } of then) {
        now += after;
        if (price === 'last') trade(at(now, after), told, after + 1);
        else mark(at(now, after), told);
      }
      const minutes = read({ now: at(now, 59_999), limit: 1e6 }, price);
      for (const interval of INTERVALS) {
        const rows = read({ now: at(now, 59_999), limit: 1e6, interval }, price);
        const groups = Map.groupBy(minutes, ({ openAt }) => openOf(interval, openAt));
        const merged = [...groups].map(([openAt, [first, ...rest]]) => ({
          ...rest.reduce(mergeCandles, first!),
          openAt,
        }));
        expect(rows).toEqual(merged);
      }
    }),
    { seed: 514, numRuns: 60 },
  );
});
