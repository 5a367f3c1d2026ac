import { expect, test } from 'vitest';
import { contractId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { correlateLagged, correlateMinutes } from './correlate.ts';
import { createWatchRow, type WatchRow } from './watch.ts';

const MINUTE = 60_000;

type Change = readonly [at: number, value: number, contract?: number];

/** An entrant whose list has dropped as many changes as are said. */
const rowOf = (changes: readonly Change[], dropped = 0): WatchRow => ({
  ...createWatchRow(),
  times: changes.map(([at]) => millis(at)),
  values: changes.map(([, value]) => value),
  contracts: changes.map(([, , contract = 0]) => contractId(contract)),
  changes: changes.length + dropped,
});

const each = (values: readonly number[], step = MINUTE): Change[] =>
  values.map((value, at) => [at * step, value]);

test('[SUR-2] who moves alike, moves against each other or alone is told in ppm', () => {
  const one = rowOf(each([5, -3, 8, 2]));
  expect(correlateMinutes(one, rowOf(each([10, -6, 16, 4])))).toEqual({
    events: 4,
    correlation: 1_000_000n,
  });
  expect(correlateMinutes(one, rowOf(each([-5, 3, -8, -2]))).correlation).toBe(-1_000_000n);
  expect(correlateMinutes(one, rowOf(each([7, 7, 7, 7])))).toEqual({
    events: 4,
    correlation: null,
  });
  // By hand: 4 pairs, sums 4 and 6, squares 6 and 14, products 8.
  const [first, second] = [rowOf(each([1, 2, 1, 0])), rowOf(each([1, 2, 3, 0]))];
  expect(correlateMinutes(first, second)).toEqual({ events: 3, correlation: 632_455n });
});

test('[SUR-2] changes of one minute and contract are one', () => {
  const split = rowOf([
    [0, 2],
    [MINUTE - 1, 3],
    [MINUTE, -3],
    [2 * MINUTE, 1, 1],
  ]);
  const whole = rowOf([
    [10, 5],
    [MINUTE + 10, -3],
    [2 * MINUTE, 1, 1],
  ]);
  expect(correlateMinutes(split, whole)).toEqual({ events: 3, correlation: 1_000_000n });
  const elsewhere = rowOf([
    [10, 5, 1],
    [MINUTE + 10, -3, 1],
  ]);
  expect(correlateMinutes(split, elsewhere).events).toBe(0);
});

test('[SUR-2] what only one list still has is not compared', () => {
  const all = rowOf(each([9, -9, 5, -3, 8]));
  const late = rowOf(each([0, 0, 5, -3, 8]).slice(2), 2);
  expect(correlateMinutes(all, late)).toEqual({ events: 3, correlation: 1_000_000n });
  // A list that has dropped nothing had no changes before.
  const young = rowOf(each([0, 0, 5, -3, 8]).slice(2));
  expect(correlateMinutes(all, young).correlation).not.toBe(1_000_000n);
});

test('[SUR-2] a copier does the same within two seconds, whatever its sizes', () => {
  const leader = rowOf(each([5, -3, 8, -2], 10_000));
  const copier = (lag: number, contract = 0): WatchRow =>
    rowOf([1, -1, 1, -1].map((value, at) => [at * 10_000 + lag, value, contract]));
  expect(correlateLagged(leader, copier(2_000))).toEqual({ events: 4, correlation: 1_000_000n });
  expect(correlateLagged(leader, copier(0)).events).toBe(4);
  expect(correlateLagged(leader, copier(2_001))).toEqual({ events: 0, correlation: null });
  expect(correlateLagged(leader, copier(1_000, 1)).events).toBe(0);
  expect(correlateLagged(copier(1_000), leader).events).toBe(0);
});
