import { expect, test } from 'vitest';
import { isEnough, summarise } from './summarise.ts';

const TRIED = 38;
/** Each run has so many occasions, of equal worth but for luck. */
const runsOf = (earned: readonly number[], times = 20, luck = 0) =>
  earned.map((value) => [
    {
      ...{ name: 'a rule', earned: value, fees: 10 },
      occasions: Array.from({ length: times }, (_, at) => value / times + (at % 2 ? luck : -luck)),
    },
  ]);
const verdictOn = (earned: readonly number[], hours = 12) =>
  summarise(runsOf(earned), hours, TRIED)[0]!.verdict;

test('[HSE-12] a rule earns if its mean is further above zero than luck explains', () => {
  expect(verdictOn([90, 110, 100, 95, 105, 102, 98, 100])).toBe('earns');
  // Two standard errors are luck if many rules are tried.
  const lucky = [300, -100, 200, 150, -50, 250, 100, -20];
  expect(summarise(runsOf(lucky, 14, 200), 12, TRIED)[0]!.verdict).toBe('does not earn');
  // A rule that acts rarely is judged by its occasions.
  expect(summarise(runsOf(lucky, 14), 12, TRIED)[0]!.verdict).toBe('earns');
  expect(summarise(runsOf(lucky, 12), 12, TRIED)[0]!.verdict).toBe('undecided');
  expect(verdictOn([-5, -5, -5, -5, -5, -5, -5, -5])).toBe('does not earn');
  expect(summarise(runsOf(new Array(8).fill(0), 0), 12, TRIED)[0]!.verdict).toBe('never acts');
});

test('[HSE-12] with few seeds or hours nothing is said, however much it earned', () => {
  expect(verdictOn([100, 101, 102, 100])).toBe('too few to say');
  expect(verdictOn([90, 110, 100, 95, 105, 102, 98, 100], 1)).toBe('too few to say');
});

test('[HSE-12] more seeds are tried while they may bring occasions enough', () => {
  const isDone = (seeds: number, times: number) =>
    isEnough(runsOf(new Array(seeds).fill(0), times), 100);
  expect(isDone(7, 100)).toBe(false);
  expect(isDone(8, 13)).toBe(true);
  expect(isDone(8, 0)).toBe(false);
  expect(isDone(25, 0)).toBe(true);
  // One in every seed would be a hundred; one in three is hopeless.
  expect(isDone(25, 1)).toBe(false);
  const rare = [...runsOf(new Array(8).fill(0), 1), ...runsOf(new Array(17).fill(0), 0)];
  expect(isEnough(rare.slice(0, 24), 100)).toBe(false);
  expect(isEnough(rare, 100)).toBe(true);
});

test('a summary has the mean, the extremes, and what was left before fees', () => {
  expect(summarise(runsOf([-30, 10, 50], 1), 12, TRIED)).toEqual([
    {
      ...{ name: 'a rule', mean: 10, worst: -30, best: 50, beforeFees: 20 },
      ...{ occasions: 3, perOccasion: 10, seeds: 3 },
      verdict: 'too few to say',
    },
  ]);
  expect(summarise([], 12, TRIED)).toEqual([]);
});
