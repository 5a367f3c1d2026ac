/** Where a part of some numbers ends, for reports of many runs. */

/** Between 0 and 1: a half is the median. Between two of them it is the middle of both. */
export function quantile(values: ArrayLike<number>, part: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = part * sorted.length;
  const at = Math.min(sorted.length - 1, Math.floor(place));
  const value = sorted[at] ?? 0;
  return at === place && at > 0 ? (value + (sorted[at - 1] ?? 0)) / 2 : value;
}

export const median = (values: ArrayLike<number>): number => quantile(values, 0.5);
