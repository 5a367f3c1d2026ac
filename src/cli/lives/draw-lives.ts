/** The picture of many lives: how each figure is distributed, and return beside drawdown. */

import type { LifeFigures, LivedLife } from './life.ts';
import { valuesOf } from './lives-report.ts';
import { median } from './quantile.ts';
import { type Chart, formatSvg } from './svg-chart.ts';

const SIZE = { width: 480, height: 260 };
const BARS_MAX = 24;
const PER_ROW = 2;

interface Bars {
  readonly title: string;
  readonly label: string;
  /** Shown in this many parts of the unit. */
  readonly times?: number;
  /** Whole numbers: a bar stands above each. */
  readonly isCount?: boolean;
}

export function drawLives(lives: readonly LivedLife[]): string {
  const draw = (name: keyof LifeFigures, bars: Bars): Chart =>
    drawBars(
      valuesOf(lives, name).map((value) => value * (bars.times ?? 1)),
      bars,
    );
  return formatSvg(
    [
      draw('return', { title: 'Return', label: '% of the money at the start', times: 100 }),
      draw('drawdown', { title: 'Deepest fall', label: '% of the peak before', times: 100 }),
      draw('sharpe', { title: 'Sharpe ratio', label: 'hourly returns, annualised' }),
      draw('fees', { title: 'Fees', label: 'USDT' }),
      draw('liquidations', { title: 'Liquidations', label: 'in one life', isCount: true }),
      drawBoth(lives),
    ],
    PER_ROW,
  );
}

function drawBars(values: readonly number[], { title, label, isCount = false }: Bars): Chart {
  const { from, step, counts } = countBars(values, isCount);
  const centres = counts.map((count, at): [number, number] => [from + (at + 0.5) * step, count]);
  const most = Math.max(1, ...counts);
  const middle = median(values);
  return {
    title,
    x: { label, from, to: from + counts.length * step },
    y: { label: 'lives', from: 0, to: most },
    series: [
      { name: 'lives', points: centres, look: 'bars' },
      {
        name: 'median',
        points: values.length === 0 ? [] : [[middle, 0] as const, [middle, most] as const],
        look: 'dashed',
      },
    ],
    ...SIZE,
  };
}

/** Bars of a round width, enough of them to show a shape. */
function countBars(values: readonly number[], isCount: boolean) {
  const least = Math.min(...values);
  const spread = values.length === 0 ? 0 : Math.max(...values) - least;
  const wanted = Math.min(BARS_MAX, Math.max(6, Math.ceil(2 * Math.sqrt(values.length))));
  const rough = spread === 0 ? 1 : roundStep(spread / wanted);
  const step = isCount ? Math.max(1, rough) : rough;
  const shift = isCount ? 0.5 : 0;
  const places = values.map((value) => Math.floor(value / step + shift));
  const first = values.length === 0 ? 0 : Math.min(...places);
  const last = values.length === 0 ? 0 : Math.max(...places);
  // An empty bar on each side: the outermost are seen whole.
  const counts = Array.from({ length: last - first + 3 }, () => 0);
  for (const place of places) counts[place - first + 1] = (counts[place - first + 1] ?? 0) + 1;
  return { from: (first - 1 - shift) * step, step, counts };
}

function roundStep(rough: number): number {
  const unit = 10 ** Math.floor(Math.log10(rough));
  return unit * ([1, 2, 5, 10].find((times) => unit * times >= rough) ?? 10);
}

const drawBoth = (lives: readonly LivedLife[]): Chart => ({
  title: 'Each life: return and deepest fall',
  x: { label: 'deepest fall, %' },
  y: { label: 'return, %' },
  series: [
    {
      name: 'lives',
      points: lives.map(({ figures }) => [100 * figures.drawdown, 100 * figures.return]),
      look: 'dots',
    },
  ],
  ...SIZE,
});
