/** Where a part of some numbers ends, for reports of many runs. */

/** Between 0 and 1: a half is the median. */
export function quantile(values: ArrayLike<number>, part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

export const median = (values: ArrayLike<number>): number => quantile(values, 0.5);
