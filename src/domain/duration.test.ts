import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDuration, formatDuration } from './duration.ts';

test('[TIME-5] a duration is read as people write it', () => {
  expect(findDuration('90s')).toBe(90_000);
  expect(findDuration('5m')).toBe(300_000);
  expect(findDuration('1h30m')).toBe(5_400_000);
  expect(findDuration('2d')).toBe(172_800_000);
  expect(findDuration('250ms')).toBe(250);
});

test('[TIME-5] what is no duration, or none above zero, is nothing', () => {
  for (const text of ['', '5', 'm', '1.5h', '-5m', '30m1h', '5 m', 'NaN', '1e3s', '0s', '1w'])
    expect(findDuration(text), text).toBeUndefined();
});

test('[TIME-5] what is written reads back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * 86_400_000 }), (duration) => {
      expect(findDuration(formatDuration(duration))).toBe(duration);
    }),
  );
  expect(formatDuration(0)).toBe('0s');
  expect(formatDuration(-61_000)).toBe('-1m1s');
});
