import { expect, test } from 'vitest';
import { intervalOf } from './bootstrap.ts';
import { createDraws } from './draws.ts';

/** Nearly normal: the sum of twelve even draws. */
function createNormal(word: string): () => number {
  const draws = createDraws(word);
  return () => {
    let sum = -6;
    for (let at = 0; at < 12; at += 1) sum += draws.below(1e6) / 1e6;
    return sum;
  };
}

test('[LIFE-12] an interval holds the mean about as often as it says', () => {
  const draw = createNormal('intervals');
  const held = Array.from({ length: 200 }, () => {
    const interval = intervalOf(Array.from({ length: 15 }, () => 3 + draw()));
    return interval !== undefined && interval.low <= 3 && interval.high >= 3;
  }).filter(Boolean).length;
  expect(held).toBeGreaterThanOrEqual(182);
  expect(held).toBeLessThanOrEqual(200);
});

test('[LIFE-12] the same values give the same interval, and one value gives none', () => {
  expect(intervalOf([1, 2, 4, 7])).toEqual(intervalOf([1, 2, 4, 7]));
  // A ninth of the resamples is one of them three times, from which no interval follows.
  expect(intervalOf([1, 2, 4])).toBeUndefined();
  expect(intervalOf([1])).toBeUndefined();
  expect(intervalOf([2, 2, 2])).toEqual({ mean: 2, low: 2, high: 2 });
});
