/** The pictures of the report, by file name. */

import { quantile } from '../../src/verdict/quantile.ts';
import { DEPTH_DISTANCES } from './book-depth.ts';
import { drawFunding, drawOpenInterest, drawWeek, linesOf, picked } from './draw-crowd.ts';
import type { Month } from './drive-month.ts';
import type { Impact } from './probe-impact.ts';
import type { MinuteColumns } from './record-market.ts';
import { autocorrelation, deviation, excessKurtosis, mean, returnsOver } from './statistics.ts';
import { type Chart, type ChartSeries, formatSvg } from './svg-chart.ts';

export function drawReport(month: Month, impacts: readonly Impact[]): Map<string, string> {
  const { columns } = month.recording;
  return new Map([
    ['prices.svg', formatSvg(columns.map(drawPrice), 2)],
    [
      'returns.svg',
      formatSvg([drawReturns(columns), drawKurtosis(picked(columns, 'BTC', 'ETH', 'DOGE'))], 2),
    ],
    ['clustering.svg', formatSvg([drawClustering(columns)], 1)],
    ['depth.svg', formatSvg([drawDepth(month)], 1)],
    [
      'spread.svg',
      formatSvg([drawSpreads(picked(columns, 'BTC', 'DOGE')), drawWidening(columns)], 2),
    ],
    ['impact.svg', formatSvg([drawImpact(impacts), drawRefill(impacts)], 2)],
    ['week.svg', formatSvg([drawWeek(month)], 1)],
    ['funding.svg', formatSvg([...drawFunding(columns), drawBasis(columns), drawMoods(month)], 2)],
    ['open-interest.svg', formatSvg(drawOpenInterest(month), 2)],
  ]);
}

const DAY = 1_440;

/** One point a quarter of an hour; hundreds of points say as much as thousands. */
function drawPrice({ base, last }: MinuteColumns): Chart {
  const first = last[0] ?? 1;
  const points = last.flatMap((price, at): [number, number][] =>
    at % 15 === 0 ? [[at / DAY, (price / first) * 100]] : [],
  );
  return {
    title: base,
    x: { label: 'days' },
    y: { label: 'price, its first = 100' },
    series: [{ name: base, points }],
    height: 220,
  };
}

const BINS_PER_DEVIATION = 4;
const DEVIATIONS_MAX = 12;

/** All markets together, each in its own deviations. */
function drawReturns(columns: readonly MinuteColumns[]): Chart {
  const counts = new Map<number, number>();
  let total = 0;
  for (const { mid } of columns) {
    const returns = returnsOver(mid, 1);
    const unit = deviation(returns);
    for (const value of returns) {
      const bin = Math.round((value / unit) * BINS_PER_DEVIATION);
      counts.set(bin, (counts.get(bin) ?? 0) + 1);
      total += 1;
    }
  }
  const points = [...counts]
    .map(([bin, count]): [number, number] => [
      bin / BINS_PER_DEVIATION,
      (count / total) * BINS_PER_DEVIATION,
    ])
    .filter(([away]) => Math.abs(away) <= DEVIATIONS_MAX);
  const normal = Array.from({ length: 91 }, (_, at): [number, number] => {
    const away = (at - 45) / 10;
    return [away, Math.exp(-(away * away) / 2) / Math.sqrt(2 * Math.PI)];
  });
  return {
    title: 'Returns of one minute beside a normal distribution',
    x: { label: 'deviations', from: -DEVIATIONS_MAX, to: DEVIATIONS_MAX },
    y: { label: 'density', scale: 'log', from: 1e-6, to: 1, format: (value) => `${value}` },
    series: [
      { name: 'simulated', points, look: 'dots' },
      { name: 'normal', points: normal },
    ],
  };
}

const HORIZONS = [1, 5, 15, 60, 240] as const;

const drawKurtosis = (columns: readonly MinuteColumns[]): Chart => ({
  title: 'Tails thin out over longer returns',
  x: { label: 'minutes', scale: 'log' },
  y: { label: 'excess kurtosis' },
  series: linesOf(columns, ({ mid }) =>
    HORIZONS.map((span) => [span, excessKurtosis(returnsOver(mid, span))] as const),
  ),
});

const LAGS = [1, 2, 3, 5, 8, 12, 20, 30, 45, 60, 90, 120, 180, 240, 360, 540, 720, 1_080, 1_440];

/** The mean over all markets. */
function drawClustering(columns: readonly MinuteColumns[]): Chart {
  const returns = columns.map(({ mid }) => returnsOver(mid, 1));
  const usable = LAGS.filter((lag) => lag < (returns[0]?.length ?? 0) / 3);
  const over = (rows: readonly number[][]): (readonly [number, number])[] =>
    usable.map((lag) => [lag, mean(rows.map((row) => autocorrelation(row, lag)))]);
  return {
    title: 'Returns forget at once, their sizes do not',
    x: { label: 'lag, minutes', scale: 'log' },
    y: { label: 'autocorrelation, mean of the markets' },
    series: [
      {
        name: 'absolute returns',
        points: over(returns.map((row) => row.map(Math.abs))),
      },
      { name: 'returns', points: over(returns) },
    ],
    width: 760,
  };
}

const drawDepth = ({ books, recording }: Month): Chart => ({
  title: 'What stands on one side up to a distance from the index',
  x: { label: 'basis points', scale: 'log' },
  y: { label: 'USDT', scale: 'log' },
  series: ['BTC', 'ETH', 'ADA', 'DOGE'].flatMap((base): ChartSeries[] => {
    const samples = books[recording.columns.findIndex((row) => row.base === base)];
    if (samples === undefined) return [];
    const points = DEPTH_DISTANCES.map(
      (distance, at) => [distance, (samples.depths[at] ?? 0) / Math.max(1, samples.count)] as const,
    ).filter(([, depth]) => depth > 0);
    return [{ name: base, points }];
  }),
  width: 760,
});

const drawSpreads = (columns: readonly MinuteColumns[]): Chart => ({
  title: 'Spread over time, means of half an hour',
  x: { label: 'days' },
  y: { label: 'basis points', scale: 'log', from: 0.5 },
  series: linesOf(columns, ({ spread }) => meansOver(spread, 30)),
});

/** By the day. */
const meansOver = (values: readonly number[], minutes: number): ChartSeries['points'] =>
  values.flatMap((_, at) => {
    const isEnd = at % minutes === minutes - 1;
    return isEnd ? [[at / DAY, mean(values.slice(at - minutes + 1, at + 1))] as const] : [];
  });

/** Minutes sorted by how wild they were, in twenty groups of equal size. */
const drawWidening = (columns: readonly MinuteColumns[]): Chart => ({
  title: 'Spread by how wild the market is',
  x: { label: 'volatility beside the usual', scale: 'log' },
  y: { label: 'basis points', from: 0 },
  series: linesOf(picked(columns, 'BTC', 'ETH', 'XRP', 'DOGE'), ({ wildness, spread }) => {
    const order = wildness.map((wild, at) => [wild, spread[at] ?? 0] as const);
    order.sort(([first], [second]) => first - second);
    const group = Math.max(1, Math.floor(order.length / 20));
    return Array.from({ length: 20 }, (_, at) => {
      const part = order.slice(at * group, (at + 1) * group);
      return [mean(part.map(([wild]) => wild)), mean(part.map(([, wide]) => wide))] as const;
    });
  }),
});

const drawImpact = (impacts: readonly Impact[]): Chart => ({
  title: 'The middle after 10,000 USDT were bought',
  x: { label: 'seconds' },
  y: { label: 'basis points above the same market without it' },
  series: linesOf(impacts, ({ path }) => path.map((moved, tick) => [tick / 2, moved] as const)),
});

const drawRefill = (impacts: readonly Impact[]): Chart => ({
  title: 'Asks up to 5 bp from where the best would be',
  x: { label: 'seconds' },
  y: { label: 'per cent of the same market without it', from: 0 },
  series: linesOf(impacts, ({ depth }) =>
    depth.map((part, tick) => [tick / 2, part * 100] as const),
  ),
});

function drawBasis(columns: readonly MinuteColumns[]): Chart {
  const basis = columns.flatMap((row) => row.basis);
  const [low, high] = [quantile(basis, 0.001), quantile(basis, 0.999)];
  const counts = new Array<number>(41).fill(0);
  for (const value of basis) {
    const bin = Math.round(((value - low) / (high - low)) * 40);
    if (bin >= 0 && bin <= 40) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return {
    title: 'Price above the index, all markets',
    x: { label: 'basis points' },
    y: { label: 'per cent of minutes', from: 0 },
    series: [
      {
        name: 'basis',
        points: counts.map(
          (count, bin) => [low + (bin / 40) * (high - low), (100 * count) / basis.length] as const,
        ),
        look: 'bars',
      },
    ],
  };
}

/** How far the price of each market is from its index, hour by hour: what funding follows. */
const drawMoods = ({ recording }: Month): Chart => ({
  title: 'Price above the index, means of eight hours',
  x: { label: 'days' },
  y: { label: 'basis points' },
  series: linesOf(picked(recording.columns, 'BTC', 'ETH', 'DOGE'), ({ basis }) =>
    meansOver(basis, 480),
  ),
});
