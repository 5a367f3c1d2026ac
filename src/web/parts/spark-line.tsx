/** A curve the size of a word, above or below where it began. */
import type { toneOf } from './numbers.ts';

interface SparkProps {
  readonly values: readonly number[];
  readonly base: number;
  /** That of the figure beside it, where there is one: it may be newer than the curve. */
  readonly tone?: ReturnType<typeof toneOf> | undefined;
}

const WIDTH = 96;
const HEIGHT = 26;
const EDGE = 2;

export function SparkLine({ values, base, tone }: SparkProps) {
  const low = Math.min(base, ...values);
  const high = Math.max(base, ...values);
  const span = Math.max(high - low, Math.abs(base) / 500) || 1;
  const foot = low - (span - (high - low)) / 2;
  const y = (value: number): number =>
    HEIGHT - EDGE - ((value - foot) / span) * (HEIGHT - 2 * EDGE);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, at) => `${(at * step).toFixed(1)} ${y(value).toFixed(1)}`);
  const isUp = (values.at(-1) ?? base) >= base;
  return (
    <svg
      class={`spark ${tone ?? (isUp ? 'up' : 'down')}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line class="spark-base" x1={0} x2={WIDTH} y1={y(base)} y2={y(base)} />
      {points.length < 2 ? null : <path class="spark-line" d={`M${points.join('L')}`} />}
    </svg>
  );
}
