/**
 * The marks of one contract over the last minute: for the mean that values final equity, and for
 * the mark a second before a fill. There is at most one for each millisecond, so at most sixty
 * thousand; a few hundred in practice.
 */
import { type Millis, millis, NO_TICKS, type Ticks, ticks } from '../domain/units.ts';

export interface MarkWindow {
  /** When each mark began to apply, ascending, and the mark. */
  readonly times: Millis[];
  readonly marks: Ticks[];
  /** The position of the mark a second ago, as of the last query. */
  lag: number;
}

export const WINDOW = millis(60_000);
/** How far back a fill's price is compared. */
export const LAG = millis(1_000);
/** Old marks are removed in bulk. */
const LOOSE_MAX = 512;

export const createMarkWindow = (): MarkWindow => ({ times: [], marks: [], lag: 0 });

export function noteMark(window: MarkWindow, mark: Ticks, at: Millis): void {
  const { times, marks } = window;
  const last = times.length - 1;
  if (times[last] === at) {
    marks[last] = mark;
    return;
  }
  times.push(at);
  marks.push(mark);
  if (times.length % LOOSE_MAX === 0) forget(window, millis(at - WINDOW));
}

/** The last mark before the window still applies at its beginning, so it stays. */
function forget(window: MarkWindow, before: Millis): void {
  const { times, marks } = window;
  let old = 0;
  while (old + 1 < times.length && (times[old + 1] ?? before) <= before) old += 1;
  times.splice(0, old);
  marks.splice(0, old);
  window.lag = Math.max(0, window.lag - old);
}

/** The mark a second before, or the oldest known one. Times must not go back. */
export function laggedMark(window: MarkWindow, at: Millis): Ticks {
  const { times, marks } = window;
  while ((times[window.lag + 1] ?? at) <= at - LAG) window.lag += 1;
  return marks[window.lag] ?? NO_TICKS;
}

/** The exact sum of mark times milliseconds over a span, to be divided by the span once. */
export function integrateMarks(window: MarkWindow, from: Millis, to: Millis): bigint {
  const { times, marks } = window;
  let sum = 0n;
  for (const [place, mark] of marks.entries()) {
    const begin = place === 0 ? from : Math.max(from, times[place] ?? from);
    const end = Math.min(to, times[place + 1] ?? to);
    if (end > begin) sum += BigInt(mark) * BigInt(end - begin);
  }
  return sum;
}

export const newestMark = ({ marks }: MarkWindow): Ticks => marks.at(-1) ?? ticks(0);
