import { expect, test } from 'vitest';
import { paceOf } from './venue-time.ts';

test('[ARENA-3] venue time goes on at the pace that it shows, also none at all', () => {
  expect(paceOf(5_020, 5_000)).toBe(1);
  expect(paceOf(300_000, 5_000)).toBe(60);
  expect(paceOf(0, 5_000)).toBe(0);
  expect(paceOf(-10, 5_000)).toBe(0);
});
