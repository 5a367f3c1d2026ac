/** The scales of a chart: round steps that cover everything shown, of values and of time. */

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly steps: readonly number[];
}

const ROUND = [1, 2, 2.5, 5, 10] as const;

/** The approximate number of steps. */
export function chartScale(values: readonly number[], count: number): Scale {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!Number.isFinite(least)) return { low: 0, high: 1, steps: [0, 1] };
  if (most - least < 1e-9) {
    const room = Math.max(1, Math.abs(most) / 100);
    least -= room;
    most += room;
  }
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (ROUND.find((round) => round * power >= rough) ?? 10) * power;
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  const steps = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, place) =>
    Number((low + place * step).toPrecision(12)),
  );
  return { low, high, steps };
}

interface TimeSteps {
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
