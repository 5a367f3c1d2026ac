/** Reads windows of time in queries. */
import type { Window } from '../domain/history.ts';
import { DAY } from '../domain/limits.ts';
import { type Millis, millis } from '../domain/units.ts';
import { invalid } from './caller.ts';
import type { WireError } from './errors.ts';

/** Returns the rest of what is asked together with its window. */
export function parseWindow<Rest extends object>(
  { startTime, endTime }: { readonly startTime?: number; readonly endTime?: number },
  rest: Rest,
): (Rest & Window) | WireError {
  if (startTime !== undefined && endTime !== undefined && endTime < startTime)
    return invalid('endTime', 'must not be before startTime');
  return {
    ...rest,
    from: startTime === undefined ? null : millis(startTime),
    to: endTime === undefined ? null : millis(endTime),
  };
}

export interface ClosedWindow {
  readonly from: Millis;
  readonly to: Millis;
}

export const HISTORY_DAYS_MAX = 90;

const LENGTH_MAX = HISTORY_DAYS_MAX * DAY;

/** The ends of a window as they were sent, with their names in the dialect. */
export interface SentWindow {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly names: readonly [from: string, to: string];
}

/** The clock of a caller may be wrong by this much. */
const CLOCK_SLACK = 30_000;

/**
 * Returns the window of order history, which has at most 90 days and is not negative. By default it
 * is the last 90 days. A window without an end ends now, by the clock of the venue. A small
 * difference between clocks, or a slow request, is not refused.
 */
export function parseHistoryWindow(sent: SentWindow, now: Millis): ClosedWindow | WireError {
  const [fromName, toName] = sent.names;
  const to = sent.to ?? now;
  const first = Math.max(0, to - LENGTH_MAX);
  const nearest = Math.min(now, Math.max(sent.from ?? first, first));
  const isNear = sent.to === undefined && Math.abs(nearest - (sent.from ?? first)) <= CLOCK_SLACK;
  const from = isNear ? nearest : (sent.from ?? first);
  const field = sent.to === undefined ? fromName : toName;
  if (to < from) return invalid(field, 'the window must not be negative');
  if (to - from > LENGTH_MAX)
    return invalid(fromName, `the window must be at most ${HISTORY_DAYS_MAX} days`);
  return { from: millis(from), to: millis(to) };
}
