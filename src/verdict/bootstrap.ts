/**
 * What a mean over lives can be relied on for, by a studentised bootstrap: each resample is divided
 * by its own error, which allows for skewed results of few lives.
 */
import { createDraws } from './draws.ts';
import { quantile } from './quantile.ts';

export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES_MIN = 4_000;
const RESAMPLES_MAX = 400_000;
/** So many of them lie beyond the quantile that is asked for, or it is a matter of luck itself. */
const RESAMPLES_BEYOND = 80;
const WORD = 'perpetua verdict';

/** The smaller the part beyond the quantile, the more of them it takes. */
export const resamplesFor = (part: number): number =>
  Math.min(RESAMPLES_MAX, Math.max(RESAMPLES_MIN, Math.ceil(RESAMPLES_BEYOND / part)));

export const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
};

/** Of the mean, by the spread of the values. */
export function errorOf(values: ArrayLike<number>): number {
  const [count, mean] = [values.length, meanOf(values)];
  let squares = 0;
  for (let at = 0; at < count; at += 1) squares += ((values[at] ?? 0) - mean) ** 2;
  return count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count);
}

/**
 * Undefined if too few of the values differ: what a resample without spread is away from the mean
 * cannot be told, so each is taken for the farthest of all, on either side.
 */
export function intervalOf(values: readonly number[], level = 0.95): MeanInterval | undefined {
  const [mean, error] = [meanOf(values), errorOf(values)];
  if (values.length < 2) return undefined;
  if (error === 0) return { mean, low: mean, high: mean };
  const tail = (1 - level) / 2;
  const resamples = resamplesFor(tail);
  const ratios: number[] = [];
  visitResamples([values], resamples, ([ratio = 0]) => {
    if (Number.isFinite(ratio)) ratios.push(ratio);
  });
  const part = ((1 - tail) * resamples) / ratios.length;
  if (!(part < 1)) return undefined;
  return {
    mean,
    low: mean - error * quantile(ratios, part),
    high: mean - error * quantile(ratios, 1 - part),
  };
}

/**
 * Shows each resample: by how many of its own errors each column is away from its mean. The numbers
 * are written over by the next one. The same columns have the same resamples each time.
 */
export function visitResamples(
  columns: readonly (readonly number[])[],
  resamples: number,
  visit: (ratios: Float64Array, turn: number) => void,
): void {
  const [count, width] = [columns[0]?.length ?? 0, columns.length];
  const means = columns.map(meanOf);
  const rows = Array.from({ length: count }, (_, at) =>
    Float64Array.from(columns, (column, place) => (column[at] ?? 0) - (means[place] ?? 0)),
  );
  const draws = createDraws(`${WORD} ${count} ${width}`);
  const [sums, squares] = [new Float64Array(width), new Float64Array(width)];
  const ratios = new Float64Array(width);
  for (let turn = 0; turn < resamples; turn += 1) {
    sums.fill(0);
    squares.fill(0);
    for (let drawn = 0; drawn < count; drawn += 1) {
      const row = rows[draws.below(count)]!;
      for (let place = 0; place < width; place += 1) {
        const value = row[place]!;
        sums[place]! += value;
        squares[place]! += value * value;
      }
    }
    for (let place = 0; place < width; place += 1) {
      const [sum, square] = [sums[place]!, squares[place]!];
      const spread = square - (sum * sum) / count;
      // A resample without spread says nothing against its column, and must say nothing for it.
      const isFlat = spread <= 1e-12 * square;
      ratios[place] = isFlat ? Infinity : sum / count / Math.sqrt(spread / (count - 1) / count);
    }
    visit(ratios, turn);
  }
}
