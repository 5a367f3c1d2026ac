import fc from 'fast-check';
import { expect, test } from 'vitest';
import { millis } from '../domain/units.ts';
import { covers, INTERVALS, type Interval, openAfter, openBefore, openOf } from './interval.ts';

const utc = (text: string) => millis(Date.parse(`${text}Z`));
const opens = (interval: Interval, text: string) =>
  new Date(openOf(interval, utc(text))).toISOString().slice(0, 16);

test('[VIEW-4] candles begin at multiples in UTC, weeks on Monday, months on the first', () => {
  const moment = '2026-02-11T13:47:59.999';
  const expected: Record<Interval, string> = {
    '1m': '2026-02-11T13:47',
    '3m': '2026-02-11T13:45',
    '5m': '2026-02-11T13:45',
    '15m': '2026-02-11T13:45',
    '30m': '2026-02-11T13:30',
    '1h': '2026-02-11T13:00',
    '2h': '2026-02-11T12:00',
    '4h': '2026-02-11T12:00',
    '6h': '2026-02-11T12:00',
    '8h': '2026-02-11T08:00',
    '12h': '2026-02-11T12:00',
    '1d': '2026-02-11T00:00',
    '3d': '2026-02-09T00:00',
    '1w': '2026-02-09T00:00',
    '1M': '2026-02-01T00:00',
  };
  for (const interval of INTERVALS) expect(opens(interval, moment)).toBe(expected[interval]);
});

test('[VIEW-4] the ends of months, leap days and centuries', () => {
  expect(opens('1M', '2024-02-29T23:59:59.999')).toBe('2024-02-01T00:00');
  expect(opens('1M', '2024-03-01T00:00')).toBe('2024-03-01T00:00');
  expect(opens('1M', '2100-02-28T23:59')).toBe('2100-02-01T00:00');
  expect(opens('1M', '2000-12-31T23:59')).toBe('2000-12-01T00:00');
  expect(opens('1w', '2026-01-04T23:59:59.999')).toBe('2025-12-29T00:00');
  expect(opens('1w', '2026-01-05T00:00')).toBe('2026-01-05T00:00');
});

test('[VIEW-4] every moment lies in the candle that begins at or before it', () => {
  const moment = fc.integer({ min: utc('1975-01-01T00:00'), max: utc('2200-01-01T00:00') });
  fc.assert(
    fc.property(moment, fc.constantFrom(...INTERVALS), (at, interval) => {
      const openAt = openOf(interval, millis(at));
      const next = openAfter(interval, openAt);
      expect(openAt <= at && at < next).toBe(true);
      expect(openOf(interval, openAt)).toBe(openAt);
      expect(openOf(interval, next)).toBe(next);
      expect(openBefore(interval, next)).toBe(openAt);
      expect(covers(interval, openAt, millis(at))).toBe(true);
      expect(covers(interval, openAt, millis(next - 1))).toBe(true);
      expect(covers(interval, openAt, next)).toBe(false);
      const date = new Date(openAt);
      if (interval === '1M')
        expect(openAt).toBe(Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth()));
      if (interval === '1w') expect(date.getUTCDay()).toBe(1);
    }),
    { numRuns: 2_000, seed: 4 },
  );
});
