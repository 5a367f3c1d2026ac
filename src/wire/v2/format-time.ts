/** Moments as text. Calendars are whole-number arithmetic, so no machine's clock is asked. */
import { DAY } from '../../domain/limits.ts';
import { wholeDown } from '../../domain/rounding.ts';
import type { Millis } from '../../domain/units.ts';
import type { ServerTime } from './market-records.ts';

export const serverTime = (now: Millis): ServerTime => ({
  epoch: `${wholeDown(now, 1_000)}.${padded(now % 1_000, 3)}`,
  iso: formatIso(now),
  timestamp: now,
});

/** `2026-01-01T00:00:00.123Z`. */
export function formatIso(at: Millis): string {
  const { year, month, day } = dateOf(wholeDown(at, DAY));
  const date = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  return `${date}T${formatTimeOfDay(at)}.${padded(at % 1_000, 3)}Z`;
}

/** `08:00:00`. */
export function formatTimeOfDay(at: Millis): string {
  const second = wholeDown(at % DAY, 1_000);
  const minute = wholeDown(second, 60);
  return `${padded(wholeDown(minute, 60), 2)}:${padded(minute % 60, 2)}:${padded(second % 60, 2)}`;
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Days from the first of March of year zero to 1970, and in 4, 100 and 400 years. */
const DAYS_TO_1970 = 719_468;
const DAYS_IN_4 = 1_461;
const DAYS_IN_100 = 36_524;
const DAYS_IN_400 = 146_097;

/** Years are counted from March, so that the leap day is the last of its year. */
function dateOf(dayNumber: number): { year: number; month: number; day: number } {
  const fromMarch = dayNumber + DAYS_TO_1970;
  const era = wholeDown(fromMarch, DAYS_IN_400);
  const inEra = fromMarch % DAYS_IN_400;
  const leaps =
    wholeDown(inEra, DAYS_IN_4 - 1) -
    wholeDown(inEra, DAYS_IN_100) +
    wholeDown(inEra, DAYS_IN_400 - 1);
  const yearOfEra = wholeDown(inEra - leaps, 365);
  const inYear = inEra - (365 * yearOfEra + wholeDown(yearOfEra, 4) - wholeDown(yearOfEra, 100));
  const monthFromMarch = wholeDown(5 * inYear + 2, 153);
  const day = inYear - wholeDown(153 * monthFromMarch + 2, 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
