import { expect, test } from 'vitest';
import { chartScale } from './chart-scale.ts';

test('[ARENA-1] the scale of a chart is whole steps around everything shown', () => {
  const { low, high, steps } = chartScale([987.4, 1_012.9], 4);
  expect(low).toBeLessThanOrEqual(987.4);
  expect(high).toBeGreaterThanOrEqual(1_012.9);
  expect(steps).toEqual([980, 990, 1_000, 1_010, 1_020]);
});

test('[ARENA-1] a line that never moved still has room above and below', () => {
  const { low, high } = chartScale([1_000, 1_000], 4);
  expect(low).toBeLessThan(1_000);
  expect(high).toBeGreaterThan(1_000);
});
