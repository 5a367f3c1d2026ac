/** The scale at the side of a chart: round steps that cover everything shown. */

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
