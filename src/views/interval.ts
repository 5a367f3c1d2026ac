/**
 * The lengths of candles and where each begins, in whole numbers. Most begin at multiples of their
 * length since 1970; a week begins on Monday and a month with its first day, both at 00:00 UTC.
 */
import { dateOf } from '../domain/calendar.ts';
import { DAY } from '../domain/limits.ts';
import { wholeDown } from '../domain/money.ts';
import { type Millis, millis } from '../domain/units.ts';

export const INTERVALS = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;

export type Interval = (typeof INTERVALS)[number];

/** Not kept, but put together of three shorter ones when they are asked for. */
export const THREES = { '3m': '1m', '3d': '1d' } as const;

export type KeptInterval = Exclude<Interval, keyof typeof THREES>;

export const isKept = (interval: Interval): interval is KeptInterval => !(interval in THREES);

export const KEPT_INTERVALS: readonly KeptInterval[] = INTERVALS.filter(isKept);

export const MINUTE = millis(60_000);
const HOUR = 60 * MINUTE;
const WEEK = 7 * DAY;
/** 1970 began on a Thursday: the first Monday is the fifth of January. */
const FIRST_MONDAY = 4 * DAY;

const LENGTHS: Readonly<Record<Exclude<Interval, '1M'>, number>> = {
  '1m': MINUTE,
  '3m': 3 * MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': HOUR,
  '2h': 2 * HOUR,
  '4h': 4 * HOUR,
  '6h': 6 * HOUR,
  '8h': 8 * HOUR,
  '12h': 12 * HOUR,
  '1d': DAY,
  '3d': 3 * DAY,
  '1w': WEEK,
};

/** The beginning of the candle that covers a moment. */
export function openOf(interval: Interval, at: Millis): Millis {
  if (interval === '1M') return monthOf(at);
  const length = LENGTHS[interval];
  const offset = interval === '1w' ? WEEK - FIRST_MONDAY : 0;
  return millis(at - ((at + offset) % length));
}

const SHORTEST_MONTH = 28 * DAY;

/** Whether the candle that begins here covers a moment that is not before it. */
export function covers(interval: Interval, openAt: Millis, at: Millis): boolean {
  const passed = at - openAt;
  if (interval !== '1M') return passed < LENGTHS[interval];
  return passed < SHORTEST_MONTH || monthOf(at) === openAt;
}

/** The beginning of the candle after the one that begins here. */
export function openAfter(interval: Interval, openAt: Millis): Millis {
  // From the first of a month, 31 days lead into the next and never beyond it.
  if (interval === '1M') return monthOf(millis(openAt + 31 * DAY));
  return millis(openAt + LENGTHS[interval]);
}

/** The beginning of the candle before the one that begins here. */
export function openBefore(interval: Interval, openAt: Millis): Millis {
  if (interval === '1M') return monthOf(millis(openAt - 1));
  return millis(openAt - LENGTHS[interval]);
}

const monthOf = (at: Millis): Millis => millis((wholeDown(at, DAY) - dateOf(at).day + 1) * DAY);
