/** Moments as text. */
import { dateOf } from '../domain/calendar.ts';
import { DAY } from '../domain/limits.ts';
import { wholeDown } from '../domain/rounding.ts';
import type { Millis } from '../domain/units.ts';

/** `2026-01-01T00:00:00.123Z`. */
export function formatIso(at: Millis): string {
  const { year, month, day } = dateOf(at);
  const date = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  return `${date}T${formatTimeOfDay(at)}.${padded(at % 1_000, 3)}Z`;
}

/** `08:00:00`. */
export function formatTimeOfDay(at: Millis): string {
  const second = wholeDown(at % DAY, 1_000);
  const minute = wholeDown(second, 60);
  return `${padded(wholeDown(minute, 60), 2)}:${padded(minute % 60, 2)}:${padded(second % 60, 2)}`;
}

export const padded = (value: number, digits: number): string =>
  String(value).padStart(digits, '0');
