import { expect, test } from 'vitest';
import { median, quantile } from './quantile.ts';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[-1, 1], 0],
  [[], 0],
])('the median of %j is %d, from whichever side one counts', (values, middle) => {
  expect(median(values)).toBe(middle);
  expect(median(values.map((value) => -value))).toBe(0 - middle);
});

test('a quantile of few is the outermost of them', () => {
  expect([0, 0.05, 0.95, 1].map((part) => quantile([1, 2, 3], part))).toEqual([1, 1, 3, 3]);
});
