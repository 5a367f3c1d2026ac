import { expect, test } from 'vitest';
import { summarise } from './summarise.ts';

const TRIED = 38;
const runsOf = (...earned: readonly number[]) =>
  earned.map((value) => [{ name: 'a rule', earned: value, fees: 10 }]);
const verdictOn = (earned: readonly number[], hours = 12) =>
  summarise(runsOf(...earned), hours, TRIED)[0]!.verdict;

test('[HSE-12] a rule earns if its mean is further above zero than luck explains', () => {
  expect(verdictOn([90, 110, 100, 95, 105, 102, 98, 100])).toBe('earns');
  // Two standard errors are luck if many rules are tried.
  expect(verdictOn([300, -100, 200, 150, -50, 250, 100, -20])).toBe('does not earn');
  expect(verdictOn([-5, -5, -5, -5, -5, -5, -5, -5])).toBe('does not earn');
  expect(verdictOn([0, 0, 0, 0, 0, 0, 0, 0])).toBe('does not earn');
});

test('[HSE-12] with few seeds or hours nothing is said, however much it earned', () => {
  expect(verdictOn([100, 101, 102, 100])).toBe('too few to say');
  expect(verdictOn([90, 110, 100, 95, 105, 102, 98, 100], 1)).toBe('too few to say');
});

test('a summary has the mean, the extremes, and what was left before fees', () => {
  expect(summarise(runsOf(-30, 10, 50), 12, TRIED)).toEqual([
    {
      ...{ name: 'a rule', mean: 10, worst: -30, best: 50, beforeFees: 20 },
      verdict: 'too few to say',
    },
  ]);
  expect(summarise([], 12, TRIED)).toEqual([]);
});
