import { expect, test } from 'vitest';
import { accountId } from '../domain/ids.ts';
import { delayAt, describeLatency, type Latency, NO_LATENCY } from '../domain/latency.ts';
import { millis } from '../domain/units.ts';
import { parseLatency } from './latency-text.ts';

const parse = (text: string, file = ''): Latency => {
  const parsed = parseLatency(text, () => file);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
};
const fault = (text: string, file = '') => String(parseLatency(text, () => file));

test('[LAT-1] a latency is one delay for all, or one by leg', () => {
  expect(parse('none')).toEqual(NO_LATENCY);
  expect(parse('20ms')).toEqual({ ...NO_LATENCY, feed: [20], entry: [20], answer: [20] });
  expect(parse('feed=5ms, entry=1s,hold=2s')).toEqual({
    ...NO_LATENCY,
    feed: [5],
    entry: [1_000],
    hold: 2_000,
  });
  expect(describeLatency(parse('feed=5ms,entry=20ms'))).toBe('feed 5ms, entry 20ms');
  expect(describeLatency(parse('0ms'))).toBe('none');
  for (const wrong of ['', 'soon', 'exit=5ms', 'entry=-5ms', 'hold=2', 'entry=5ms~', 'trips=5ms'])
    expect(
      parseLatency(wrong, () => ''),
      wrong,
    ).toBeTypeOf('string');
  expect(fault('6s')).toContain('at most 5s');
  expect(parseLatency('entry=@any', undefined)).toContain('not over a network');
});

test('[LAT-1] a log-normal delay has its median and its spread', () => {
  const { entry } = parse('entry=100ms~0.5');
  const sorted = entry.toSorted((first, second) => first - second);
  expect(entry).toHaveLength(64);
  expect((sorted[31]! + sorted[32]!) / 2).toBeCloseTo(100, 0);
  // A standard deviation above the median is 100 · e^0.5.
  expect(sorted[Math.round(64 * 0.8413) - 1]!).toBeGreaterThan(155);
  expect(sorted[Math.round(64 * 0.8413) - 1]!).toBeLessThan(170);
});

test('[LAT-1] a file of delays is drawn from, and one of round trips comes in its order', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => String(at)).join('\n');
  const drawn = parse('answer=@delays.txt', `delay\n${many}`);
  expect(drawn.answer).toHaveLength(256);
  expect(drawn.answer.reduce((sum, each) => sum + each, 0) / 256).toBeCloseTo(499.5, 0);
  expect(fault('answer=@delays.txt', '5\nlate')).toContain('no number');
  const trips = parse(
    'trips=@trips.csv',
    'sent,there,back\n0,5000000,25000000\n4000000000,4009000000,4010000000\n',
  );
  expect(trips).toMatchObject({ entry: [5, 9], answer: [20, 1], hold: 2_000, order: 'in-turn' });
  expect(parse('trips=@trips.csv,hold=1s', '30\n50')).toMatchObject({
    entry: [15, 25],
    hold: 1_000,
  });
});

test('[LAT-2] the delay of a moment is the same whoever asks, and holds for a while', () => {
  const latency = { ...parse('entry=40ms~1'), hold: millis(500) };
  const at = (moment: number, account = 1_010) =>
    delayAt(latency, 'entry', accountId(account), millis(moment));
  expect(at(10_250)).toBe(at(10_499));
  const drawn = Array.from({ length: 2_000 }, (_, turn) => at(turn * 500));
  expect(new Set(drawn).size).toBeGreaterThan(40);
  const median = drawn.toSorted((first, second) => first - second)[1_000]!;
  expect(median).toBeGreaterThan(34);
  expect(median).toBeLessThan(47);
  expect(drawn).not.toEqual(Array.from({ length: 2_000 }, (_, turn) => at(turn * 500, 1_011)));
  const inTurn = {
    ...NO_LATENCY,
    entry: [millis(1), millis(2), millis(3)],
    order: 'in-turn',
  } as const;
  expect([0, 1, 2, 3].map((turn) => delayAt(inTurn, 'entry', accountId(7), millis(turn)))).toEqual([
    1, 2, 3, 1,
  ]);
});
