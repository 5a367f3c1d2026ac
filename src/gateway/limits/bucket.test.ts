import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monotonic } from '../../domain/units.ts';
import { createBuckets, take, used, waitMillis } from './limiter.ts';

const TERMS = { capacity: 1_000, refillPerSecond: 100 };
const NOW = monotonic(1_767_571_200_000);

test('[GATE-12] a hundred calls of ten empty a thousand; the next waits 100 ms', () => {
  const buckets = createBuckets<string>(TERMS, 10);
  for (let n = 0; n < 100; n += 1) {
    expect(waitMillis(buckets, 'a', 10, NOW)).toBe(0);
    take(buckets, 'a', 10, NOW);
  }
  expect(waitMillis(buckets, 'a', 10, NOW)).toBe(100);
  expect(used(buckets, 'a', NOW)).toBe(1_000);
  expect(waitMillis(buckets, 'a', 10, monotonic(NOW + 100))).toBe(0);
  expect(waitMillis(buckets, 'b', 1_000, NOW)).toBe(0);
});

test('[GATE-12] never more than capacity and refill together, whatever the rhythm', () => {
  const step = fc.record({ pause: fc.nat(3_000), amount: fc.integer({ min: 1, max: 60 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const buckets = createBuckets<string>({ capacity: 50, refillPerSecond: 10 }, 10);
      let now = Number(NOW);
      let taken = 0;
      for (const { pause, amount } of steps) {
        now += pause;
        if (waitMillis(buckets, 'a', amount, monotonic(now)) > 0) continue;
        take(buckets, 'a', amount, monotonic(now));
        taken += amount;
        // A single call may take more than the bucket holds, so up to ten beyond it.
        expect(taken).toBeLessThanOrEqual(60 + ((now - NOW) * 10) / 1_000 + 1e-6);
      }
    }),
  );
});

test('[GATE-12] what is given back can be taken again', () => {
  const buckets = createBuckets<string>(TERMS, 10);
  take(buckets, 'a', 1_000, NOW);
  take(buckets, 'a', -400, NOW);
  take(buckets, 'nobody', -400, NOW);
  expect(used(buckets, 'a', NOW)).toBe(600);
});

test('[GATE-12] nobody owes more than the whole bucket, a minute and the last call', () => {
  const buckets = createBuckets<string>(TERMS, 10);
  for (let n = 0; n < 30; n += 1) take(buckets, 'a', 1_000, NOW);
  expect(used(buckets, 'a', NOW)).toBe(7_000);
  expect(waitMillis(buckets, 'a', 1_000, NOW)).toBe(70_000);
  expect(waitMillis(buckets, 'a', 1_000, monotonic(NOW + 20_000))).toBe(60_000);
  expect(used(buckets, 'a', monotonic(NOW + 80_000))).toBe(0);
});

test('[GATE-16] only so many are remembered, and full ones not for long', () => {
  const buckets = createBuckets<number>({ capacity: 10, refillPerSecond: 10 }, 100);
  for (let owner = 0; owner < 1_000; owner += 1) take(buckets, owner, 5, NOW);
  expect(buckets.fullAt.size).toBeLessThanOrEqual(100);
  expect(used(buckets, 999, NOW)).toBe(5);
  expect(used(buckets, 0, NOW)).toBe(0);
  take(buckets, 5_000, 5, monotonic(NOW + 200_000));
  expect(buckets.fullAt.size).toBe(1);
});
