import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedRandom } from '../../random.ts';
import { seedOfWord } from '../../seed.ts';
import { pathThrough, priceOn } from './candle-path.ts';
import type { ReplayRow } from './parse-row.ts';

const drawsOf = (seed: number) => new KeyedRandom(seedOfWord(`${seed}`).key);

const candles = fc
  .tuple(
    fc.double({ min: 0.0001, max: 1e6, noNaN: true }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
  )
  .map(([base, parts]): ReplayRow => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.map((part) => base * (1 + part / 20));
    const [high, low] = [Math.max(a, b, c, d), Math.min(a, b, c, d)];
    return {
      kind: 'candle',
      at: 1_767_571_200_000,
      open: a,
      high,
      low,
      close: b,
      size: 1,
      basis: null,
    };
  });
const lengths = fc.constantFrom(1_000, 60_000, 300_000, 3_600_000);

test('[FEED-9] a candle begins at its open, touches both extremes and ends at its close', () => {
  fc.assert(
    fc.property(candles, lengths, fc.nat(), (row, length, seed) => {
      const path = pathThrough(row, length, drawsOf(seed));
      expect(path[0]).toBe(row.open);
      expect(path.at(-1)).toBe(row.close);
      expect(Math.max(...path)).toBe(row.high);
      expect(Math.min(...path)).toBe(row.low);
    }),
    { seed: 11 },
  );
});

test('[FEED-9] whoever looks at every point in time sees all four prices of a minute', () => {
  fc.assert(
    fc.property(candles, fc.nat({ max: 499 }), (row, phase) => {
      const path = pathThrough(row, 60_000, drawsOf(5));
      const seen: number[] = [];
      for (let at = phase; at < 60_000; at += 500) seen.push(priceOn(path, at / 60_000));
      expect(Math.max(...seen)).toBeCloseTo(
        Math.max(row.high),
        9 - Math.ceil(Math.log10(row.high)),
      );
      expect(Math.min(...seen)).toBeCloseTo(Math.min(row.low), 9 - Math.ceil(Math.log10(row.high)));
    }),
    { seed: 12 },
  );
});

test('[FEED-9] the nearer extreme comes first, and the same seed gives the same path', () => {
  const row = {
    kind: 'candle',
    at: 6e10,
    open: 100,
    high: 101,
    low: 90,
    close: 95,
    size: 1,
    basis: null,
  } as const;
  for (const seed of [1, 2, 3]) {
    const path = pathThrough(row, 60_000, drawsOf(seed));
    expect(path.indexOf(101)).toBeLessThan(path.indexOf(90));
    expect(pathThrough(row, 60_000, drawsOf(seed))).toEqual(path);
  }
  const turned = { ...row, high: 111, low: 99, close: 105 };
  const path = pathThrough(turned, 60_000, drawsOf(1));
  expect(path.indexOf(99)).toBeLessThan(path.indexOf(111));
  expect(pathThrough(row, 60_000, drawsOf(1))).not.toEqual(pathThrough(row, 60_000, drawsOf(2)));
});
