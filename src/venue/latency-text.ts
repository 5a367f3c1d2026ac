/**
 * A latency as people write it: `20ms` for every leg, or by leg, `feed=5ms,entry=20ms~0.6,hold=2s`.
 * `20ms~0.6` is log-normal, with a median of 20 ms; `@delays.txt` has a delay a line, to draw from;
 * `trips=@trips.csv` has measured round trips, which come in their order.
 */
import { DURATION_WORDS, findDuration, formatDuration } from '../domain/duration.ts';
import { checkLatency, type Latency, LEGS, type Leg, NO_LATENCY } from '../domain/latency.ts';
import { LATENCY_DELAYS_MAX, LATENCY_HOLD_MAX, LATENCY_MAX } from '../domain/limits.ts';
import { type Millis, millis } from '../domain/units.ts';

export const LATENCY_WORDS =
  'such as 20ms, or by leg feed=5ms,entry=20ms~0.6,hold=2s, or trips=@trips.csv';

/** The text of a file, by its path; undefined where files are not read. */
export type ReadText = ((path: string) => string) | undefined;

/** Of a log-normal delay: enough to tell it from another. */
const QUANTILES = 64;

/** The latency, or what is wrong with the text. */
export function parseLatency(text: string, read: ReadText): Latency | string {
  let found = NO_LATENCY;
  if (text.trim() === 'none') return found;
  for (const part of text.split(',').map((each) => each.trim())) {
    const [name = '', value] = part.includes('=') ? split(part) : ['', part];
    const next = takePart(found, name, value ?? '', read);
    if (typeof next === 'string') return next;
    found = next;
  }
  if (checkLatency(found) === undefined) return found;
  const [delay, hold] = [formatDuration(LATENCY_MAX), formatDuration(LATENCY_HOLD_MAX)];
  return `a delay is at most ${delay}, and holds for at most ${hold}`;
}

const split = (part: string): [string, string] => {
  const at = part.indexOf('=');
  return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
};

const isLeg = (name: string): name is Leg => LEGS.some((leg) => leg === name);

function takePart(found: Latency, name: string, value: string, read: ReadText): Latency | string {
  if (name === 'hold') {
    const hold = findDuration(value);
    return hold === undefined ? `hold is ${DURATION_WORDS}` : { ...found, hold };
  }
  if (name === 'trips') {
    const text = fileIn(value, read);
    return text === undefined ? NO_FILES : takeTrips(found, text);
  }
  const delays = parseDelays(value, read);
  if (typeof delays === 'string') return delays;
  if (name === '') return { ...found, feed: delays, entry: delays, answer: delays };
  return isLeg(name) ? { ...found, [name]: delays } : `${name} is no leg; ${WORDS}`;
}

const NO_FILES = 'a file is named as @path, and not over a network';
const fileIn = (value: string, read: ReadText): string | undefined =>
  value.startsWith('@') ? read?.(value.slice(1)) : undefined;

const WORDS = `a latency is ${LATENCY_WORDS}`;
const LOG_NORMAL = /^(.+)~(\d(?:\.\d{1,4})?)$/;

function parseDelays(value: string, read: ReadText): readonly Millis[] | string {
  if (value.startsWith('@')) {
    const text = fileIn(value, read);
    return text === undefined ? NO_FILES : numbersIn(text, quantilesOf);
  }
  const [, median = value, sigma] = LOG_NORMAL.exec(value) ?? [];
  const middle = /^0(?:ms|s)?$/.test(median) ? millis(0) : findDuration(median);
  if (middle === undefined) return `${JSON.stringify(value)} is no delay; ${WORDS}`;
  return sigma === undefined ? [middle] : logNormal(middle, Number(sigma));
}

const clip = (delay: number): Millis =>
  millis(Math.min(LATENCY_MAX, Math.max(0, Math.round(delay))));

const logNormal = (median: number, sigma: number): Millis[] =>
  Array.from({ length: QUANTILES }, (_, place) =>
    clip(median * Math.exp(sigma * normalQuantile((place + 0.5) / QUANTILES))),
  );

/** Delays in milliseconds, one a line; a word in the first line is a heading. */
function numbersIn(
  text: string,
  reduce: (numbers: number[]) => readonly Millis[],
): readonly Millis[] | string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const values = lines.map(Number);
  const numbers = Number.isNaN(values[0]) ? values.slice(1) : values;
  const wrong = numbers.findIndex((value) => !(value >= 0));
  if (numbers.length === 0) return 'the file of delays is empty';
  if (wrong >= 0) return `the file of delays has a line that is no number of milliseconds`;
  return reduce(numbers);
}

/** As many as there may be, evenly out of all of them. */
const thin = <Item>(items: readonly Item[]): Item[] => {
  const count = Math.min(items.length, LATENCY_DELAYS_MAX);
  return Array.from(
    { length: count },
    (_, at) => items[Math.floor(((at + 0.5) * items.length) / count)]!,
  );
};

const quantilesOf = (numbers: number[]): Millis[] =>
  thin(numbers.toSorted((first, second) => first - second)).map(clip);

const NANOS_PER_MILLI = 1e6;

/**
 * A round trip a line: when it was sent, when the exchange had it and when the answer came, in
 * nanoseconds; or one number, the whole of it in milliseconds, half of which is each way.
 */
function takeTrips(found: Latency, text: string): Latency | string {
  const rows = text.split(/\r?\n/).flatMap((line) => {
    const row = line.split(/[\s,;]+/).map(Number);
    return line.trim() === '' || row.some(Number.isNaN) ? [] : [row];
  });
  const trips = thin(rows).map(([sent = 0, there, back]) =>
    there === undefined || back === undefined
      ? [sent / 2, sent / 2]
      : [(there - sent) / NANOS_PER_MILLI, (back - there) / NANOS_PER_MILLI],
  );
  if (trips.length === 0) return 'the file of round trips has none';
  const first = rows[0]!;
  const last = rows.at(-1)!;
  const spanMillis = first.length < 3 ? 0 : (last[0]! - first[0]!) / NANOS_PER_MILLI;
  const hold = Math.min(LATENCY_HOLD_MAX, Math.max(1, Math.round(spanMillis / trips.length)));
  return {
    ...found,
    entry: trips.map(([there]) => clip(there!)),
    answer: trips.map(([, back]) => clip(back!)),
    hold: spanMillis === 0 ? found.hold : millis(hold),
    order: 'in-turn',
  };
}

/** The inverse of the normal distribution, by Acklam; good to nine digits. */
function normalQuantile(part: number): number {
  if (part > 0.5) return -normalQuantile(1 - part);
  if (part < 0.02425) {
    const tail = Math.sqrt(-2 * Math.log(part));
    return ratio(tail, TAIL_ABOVE, TAIL_BELOW);
  }
  const centred = part - 0.5;
  return centred * ratio(centred * centred, MIDDLE_ABOVE, MIDDLE_BELOW);
}

const polynomial = (at: number, factors: readonly number[]): number =>
  factors.reduce((sum, each) => sum * at + each, 0);
const ratio = (at: number, above: readonly number[], below: readonly number[]): number =>
  polynomial(at, above) / polynomial(at, below);

const MIDDLE_ABOVE = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2,
  -3.066479806614716e1, 2.506628277459239,
];
const MIDDLE_BELOW = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1,
  -1.328068155288572e1, 1,
];
const TAIL_ABOVE = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734,
  4.374664141464968, 2.938163982698783,
];
const TAIL_BELOW = [
  7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1,
];
