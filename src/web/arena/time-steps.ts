/** Round times of the local clock between two moments, for the time axis of a chart. */

export interface TimeSteps {
  readonly moments: readonly number[];
  /** Whether they are whole days. */
  readonly isDaily: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 84].map((count) => count * DAY),
] as const;

/** Fewer than this many, but at least three. */
export function timeSteps(from: number, to: number, most: number): TimeSteps {
  const count = Math.max(3, most);
  const step = STEPS.find((known) => (to - from) / known < count) ?? 365 * DAY;
  // In local time, not UTC.
  const offset = new Date(from).getTimezoneOffset() * MINUTE;
  const first = Math.ceil((from - offset) / step) * step + offset;
  const moments: number[] = [];
  for (let moment = first; moment <= to; moment += step) moments.push(moment);
  return { moments, isDaily: step >= DAY };
}
