/** The calendar as integer arithmetic, independent of the machine's clock and time zone. */
import { DAY } from './limits.ts';
import { wholeDown } from './money.ts';
import type { Millis } from './units.ts';

interface CalendarDate {
  readonly year: number;
  /** From one. */
  readonly month: number;
  readonly day: number;
}

/** Days from the first of March of year zero to 1970. */
const DAYS_TO_1970 = 719_468;
/** Days in 4, 100 and 400 years. */
const DAYS_IN_4 = 1_461;
const DAYS_IN_100 = 36_524;
const DAYS_IN_400 = 146_097;

/**
 * The date of a moment, in UTC. Years are counted from March, so that the leap day is the last of
 * its year and the months before it have 31, 30, 31, 30 and 31 days in turn: 153 in every five.
 */
export function dateOf(at: Millis): CalendarDate {
  const fromMarch = wholeDown(at, DAY) + DAYS_TO_1970;
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
