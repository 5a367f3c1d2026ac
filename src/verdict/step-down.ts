/**
 * Which of many columns have a mean above zero, so that the chance of naming any that has none
 * stays below a level: the step-down bootstrap of Romano and Wolf. Rows are lives on the same
 * markets and are drawn whole, which keeps what the columns have in common. A column that hardly
 * ever differs from a constant says nothing itself, and must not silence the others. One that fell
 * far but once does: the others may only not have met that yet.
 */
import { errorOf, meanOf, resamplesFor, visitResamples } from './bootstrap.ts';
import { quantile } from './quantile.ts';

export interface Found {
  /** The places of the columns with an edge, the clearest first. */
  readonly found: readonly number[];
  /** Mean over its error, by column; zero for a column without spread. */
  readonly ratios: readonly number[];
  /** What the first ratio had to exceed. */
  readonly bar: number;
}

export function stepDown(rows: readonly (readonly number[])[], level: number): Found {
  const count = rows[0]?.length ?? 0;
  const columns = Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? 0));
  const ratios = columns.map((column) => {
    const error = errorOf(column);
    return error > 0 ? meanOf(column) / error : 0;
  });
  const own = ownBars(columns);
  const found: number[] = [];
  let left = columns.map((_, at) => at).filter((at) => (own[at] ?? Infinity) < Infinity);
  const bar = barOf(columns, left, level);
  for (let next = bar; ; next = barOf(columns, left, level)) {
    const clear = left.filter((at) => (ratios[at] ?? 0) > Math.max(next, own[at] ?? Infinity));
    if (clear.length === 0) return { found, ratios, bar };
    found.push(...clear.toSorted((one, other) => (ratios[other] ?? 0) - (ratios[one] ?? 0)));
    left = left.filter((at) => !clear.includes(at));
  }
}

/** The chance of luck that each column alone is held against, whatever the level of all. */
const OWN_LEVEL = 0.05;

/**
 * What the ratio of each column stays below by luck. Infinite where too many resamples are without
 * spread: of such a column nothing can be told.
 */
function ownBars(columns: readonly (readonly number[])[]): number[] {
  const resamples = resamplesFor(OWN_LEVEL);
  const kept = columns.map(() => new Float64Array(resamples));
  visitResamples(columns, resamples, (ratios, turn) => {
    for (const [at, own] of kept.entries()) own[turn] = ratios[at]!;
  });
  return kept.map((own) => quantile(own, 1 - OWN_LEVEL));
}

/**
 * What the largest ratio of the columns stays below, but for this part of the resamples. They are
 * drawn anew for each step, which takes less than keeping all of them. One without spread counts in
 * the column's own bar, and not here.
 */
function barOf(
  columns: readonly (readonly number[])[],
  left: readonly number[],
  level: number,
): number {
  const resamples = resamplesFor(level);
  // A level that not even one resample stands for cannot be told.
  if (left.length === 0 || level * resamples < 1) return Infinity;
  const largest = new Float64Array(resamples);
  visitResamples(columns, resamples, (ratios, turn) => {
    let most = 0;
    for (const at of left) if (ratios[at]! < Infinity) most = Math.max(most, ratios[at]!);
    largest[turn] = most;
  });
  return quantile(largest, 1 - level);
}
