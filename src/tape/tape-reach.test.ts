import { expect, test } from 'vitest';
import { PRICE_TICKS_MAX } from '../domain/limits.ts';
import { TapeReach } from './tape-reach.ts';

test('[TAPE-6] levels within 1 % of the middle are in reach, none beyond 2.5 %', () => {
  const reach = new TapeReach();
  for (let middle = 10_000; middle < 20_000; middle += 7) {
    reach.follow(middle);
    const [near, far] = [0.01 * middle, 0.025 * middle];
    expect([middle - near, middle + near].map((price) => reach.has(price))).toEqual([true, true]);
    expect([middle - far, middle + far].map((price) => reach.has(price))).toEqual([false, false]);
  }
});

test('[TAPE-6] the reach moves once the middle has moved enough, at prices that there are', () => {
  const reach = new TapeReach();
  expect(reach.follow(10_000)).toBe(true);
  const hasAll = (...prices: number[]): boolean[] => prices.map((price) => reach.has(price));
  expect(hasAll(9_799, 9_800, 10_200, 10_201)).toEqual([false, true, true, false]);
  expect(reach.follow(10_050)).toBe(false);
  expect(reach.follow(10_051)).toBe(true);
  expect(hasAll(9_800, 10_201)).toEqual([false, true]);
  reach.follow(PRICE_TICKS_MAX);
  expect(hasAll(PRICE_TICKS_MAX, PRICE_TICKS_MAX + 1)).toEqual([true, false]);
});
