import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateOf } from './calendar.ts';
import { millis } from './units.ts';

test('dates are those of the Gregorian calendar, leap years and centuries included', () => {
  const far = { min: 0, max: 4_102_444_800_000 };
  fc.assert(
    fc.property(fc.integer(far), (at) => {
      const date = new Date(at);
      expect(dateOf(millis(at))).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      });
    }),
  );
  expect(dateOf(millis(Date.UTC(2000, 1, 29)))).toEqual({ year: 2000, month: 2, day: 29 });
  expect(dateOf(millis(Date.UTC(2100, 1, 28, 23, 59)))).toMatchObject({ month: 2, day: 28 });
  expect(dateOf(millis(Date.UTC(2100, 2, 1)))).toMatchObject({ month: 3, day: 1 });
});
