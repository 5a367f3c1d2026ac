/** Pictures of what the crowd does: the week, funding, open interest. */

import { quantile } from '../../src/verdict/quantile.ts';
import type { Month } from './drive-month.ts';
import { DEPTH_BP, type MinuteColumns } from './record-market.ts';
import { mean, meansBy } from './statistics.ts';
import type { Chart, ChartSeries } from './svg-chart.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const WEEK_HOURS = 7 * 24;

/** Every hour of the week beside the mean of all, over all markets. */
export function drawWeek({ recording }: Month): Chart {
  const { columns } = recording;
  const shapeOf = (name: string, of: (row: MinuteColumns) => readonly number[]): ChartSeries => {
    const rows = columns.map((row) => {
      const values = of(row);
      const usual = mean(values);
      const hours = meansBy(values, WEEK_HOURS, (at) => Math.floor(at / HOUR) % WEEK_HOURS);
      return hours.map((value) => value / usual);
    });
    const points = Array.from(
      { length: WEEK_HOURS },
      (_, hour) => [hour / 24, mean(rows.map((row) => row[hour] ?? 0)) * 100] as const,
    );
    return { name, points };
  };
  return {
    title: 'The week, from Monday to Sunday, UTC',
    x: { label: 'days' },
    y: { label: 'per cent of the mean, all markets' },
    series: [
      shapeOf('turnover', ({ volume }) => volume),
      shapeOf(`depth up to ${DEPTH_BP} bp`, ({ depth }) => depth),
    ],
    width: 1_120,
  };
}

export const picked = (columns: readonly MinuteColumns[], ...bases: string[]): MinuteColumns[] =>
  bases.flatMap((base) => columns.filter((row) => row.base === base));

/** A line for each market. */
export const linesOf = <Row extends { readonly base: string }>(
  rows: readonly Row[],
  pointsOf: (row: Row) => ChartSeries['points'],
): ChartSeries[] => rows.map((row) => ({ name: row.base, points: pointsOf(row) }));

/** Rates over the days, and how they are distributed. */
export function drawFunding(columns: readonly MinuteColumns[]): Chart[] {
  const rates = columns.flatMap(({ fundingRates }) => fundingRates.map((rate) => rate * 100));
  return [
    {
      title: 'Funding at each settlement',
      x: { label: 'days' },
      y: { label: 'per cent' },
      series: linesOf(picked(columns, 'BTC', 'ETH', 'DOGE'), ({ fundingRates }) =>
        fundingRates.map((rate, at) => [(at + 1) / 3, rate * 100] as const),
      ),
    },
    {
      title: 'Funding rates in order, all markets',
      x: { label: 'per cent of settlements' },
      y: { label: 'rate, per cent' },
      series: [
        {
          name: 'rate',
          points: Array.from(
            { length: 201 },
            (_, at) => [at / 2, quantile(rates, at / 200)] as const,
          ),
        },
      ],
    },
  ];
}

/** Hour by hour, BTC: what is open, and how many positions were liquidated in all markets. */
export function drawOpenInterest({ recording }: Month): Chart[] {
  const { columns } = recording;
  const hourly = (values: readonly number[]): (readonly [number, number])[] =>
    values.flatMap((value, at) => (at % HOUR === HOUR - 1 ? [[at / DAY, value] as const] : []));
  const liquidated = (columns[0]?.liquidations ?? []).map((_, at) =>
    columns.reduce((sum, row) => sum + (row.liquidations[at] ?? 0), 0),
  );
  const sums = liquidated.map(
    (_, at) => mean(liquidated.slice(Math.max(0, at - HOUR + 1), at + 1)) * HOUR,
  );
  return [
    {
      title: 'Open interest, its first hour = 100',
      x: { label: 'days' },
      y: { label: 'lots, per cent' },
      series: linesOf(picked(columns, 'BTC', 'ETH', 'DOGE'), ({ openInterest }) => {
        const first = openInterest[HOUR - 1] ?? 1;
        return hourly(openInterest.map((value) => (value / first) * 100));
      }),
    },
    {
      title: 'Liquidations of simulated traders, all markets',
      x: { label: 'days' },
      y: { label: 'an hour', from: 0 },
      series: [{ name: 'liquidations', points: hourly(sums), look: 'bars' }],
    },
  ];
}
