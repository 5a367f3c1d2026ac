import { expect, test } from 'vitest';
import { type Dropped, type Source, weighSources } from './weigh-sources.ts';

const NOW = 1_000_000_000;

const source = (name: string, price: number, changes: Partial<Source> = {}): Source => ({
  name,
  price,
  spread: 0.0001,
  at: NOW,
  changedAt: NOW,
  ...changes,
});

function weigh(
  sources: readonly Source[],
  more: { before?: number; dropped?: Dropped; now?: number } = {},
) {
  const { before = 100, dropped = new Map(), now = NOW } = more;
  return weighSources({ sources, dropped, before, elapsedSeconds: 1, now });
}

test('[FEED-11] three or more sources give their mean', () => {
  expect(weigh([source('a', 100), source('b', 101), source('c', 102)]).index).toBe(101);
  const { index } = weigh([source('a', 100), source('b', 100), source('c', 101), source('d', 103)]);
  expect(index).toBe(101);
});

test('[FEED-11] what is old or wide does not count', () => {
  const old = source('c', 90, { at: NOW - 10_001 });
  const wide = source('d', 90, { spread: 0.011 });
  expect(weigh([source('a', 100), source('b', 100.5), old, wide])).toEqual({
    index: 100.25,
    told: [],
  });
  expect(weigh([old, wide])).toEqual({ index: undefined, told: [] });
});

test('[FEED-11] of two that differ the one nearer to the index before counts', () => {
  expect(weigh([source('a', 100), source('b', 100.9)]).index).toBeCloseTo(100.45, 9);
  expect(weigh([source('a', 100.2), source('b', 103)]).index).toBe(100.2);
  expect(weigh([source('a', 90), source('b', 99)]).index).toBe(99);
  expect(weigh([source('a', 90), source('b', 99)], { before: 0 }).index).toBe(94.5);
});

test('[FEED-11] one alone moves the index by at most one percent a second', () => {
  expect(weigh([source('a', 100.4)]).index).toBe(100.4);
  expect(weigh([source('a', 150)]).index).toBeCloseTo(101, 9);
  expect(weigh([source('a', 50)]).index).toBeCloseTo(99, 9);
  expect(weigh([source('a', 50)], { before: 0 }).index).toBe(50);
});

test('[FEED-12] a source that lies is dropped, and taken back after it has behaved', () => {
  const dropped: Dropped = new Map();
  const at = (now: number, price: number) => {
    const rows = [source('a', 100), source('b', 100), source('c', price)];
    const fresh = rows.map((row) => ({ ...row, at: now, changedAt: now }));
    return weigh(fresh, { dropped, now });
  };
  expect(at(NOW, 106)).toEqual({
    index: 100,
    told: ['c is 6.0 % away from the others: dropped until it recovers'],
  });
  expect(at(NOW + 1_000, 106)).toEqual({ index: 100, told: [] });
  expect(at(NOW + 2_000, 100.3)).toEqual({ index: 100, told: [] });
  expect(at(NOW + 20_000, 110)).toEqual({ index: 100, told: [] });
  expect(at(NOW + 31_000, 100.3)).toEqual({ index: 100, told: [] });
  expect(at(NOW + 60_999, 100.3)).toEqual({ index: 100, told: [] });
  const back = at(NOW + 61_000, 100.3);
  expect(back.told).toEqual(['c has recovered: used again']);
  expect(back.index).toBeCloseTo(100.1, 9);
});

test('[FEED-12] three percent away is the bound, for leaving and for coming back', () => {
  const dropped: Dropped = new Map();
  const at = (now: number, price: number) => {
    const rows = [source('a', 100), source('b', 100), source('c', price)];
    const told = weigh(
      rows.map((row) => ({ ...row, at: now, changedAt: now })),
      { dropped, now },
    ).told;
    return told.join();
  };
  expect(at(NOW, 102.9)).toBe('');
  expect(at(NOW, 97.1)).toBe('');
  expect(at(NOW, 103.1)).toBe('c is 3.1 % away from the others: dropped until it recovers');
  // So near to the bound it never behaves, however long it stays.
  for (const second of [1, 31, 61, 91]) expect(at(NOW + second * 1_000, 103.1)).toBe('');
  expect(at(NOW + 100_000, 102.9)).toBe('');
  expect(at(NOW + 130_000, 102.9)).toBe('c has recovered: used again');
});

test('[FEED-12] a source that stands still while others move is dropped', () => {
  const still = source('c', 100, { changedAt: NOW - 60_001 });
  expect(weigh([source('a', 100.1), source('b', 100.1), still]).told).toEqual([]);
  const { index, told } = weigh([source('a', 101), source('b', 101), still]);
  expect(told).toEqual(['c has not moved while the others have: dropped until it recovers']);
  expect(index).toBe(101);
});
