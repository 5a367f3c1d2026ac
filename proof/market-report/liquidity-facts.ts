/**
 * How easily the markets are traded: spreads, depth, turnover and what large orders cost, and how
 * all of it breathes with the day, the week and the moves.
 */

import { median, quantile } from '../../src/verdict/quantile.ts';
import type { Finding, MonthEvidence } from './judge-fact.ts';
import type { MinuteColumns } from './record-market.ts';
import * as statistics from './statistics.ts';
import { mean, meansBy } from './statistics.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const WEEKEND = [5, 6];

/** The run begins on a Monday at midnight. */
const hourOf = (minute: number): number => Math.floor(minute / HOUR) % 24;
const isWeekend = (minute: number): boolean => WEEKEND.includes(Math.floor(minute / DAY) % 7);

export const findLiquidityFacts = (evidence: MonthEvidence): Finding[] => [
  ...findFlowFacts(evidence.recording.columns),
  ...findLevelFacts(evidence),
  ...findBreathFacts(evidence.recording.columns),
];

function findFlowFacts(columns: readonly MinuteColumns[]): Finding[] {
  const sizes = columns.map(({ mid }) => statistics.returnsOver(mid, 1).map(Math.abs));
  const withSizes = (of: (row: MinuteColumns) => readonly number[]): number[] =>
    columns.map((row, at) => statistics.correlation(of(row).slice(1), sizes[at] ?? []));
  return [
    {
      name: 'volume follows moves',
      what: 'volume and absolute return of a minute',
      bounds: { from: 0.3, to: 0.8, days: 2 },
      values: withSizes(({ volume }) => volume),
    },
    {
      name: 'spreads widen',
      what: 'spread and absolute return of a minute',
      bounds: { from: 0.2, to: 0.8, days: 2 },
      values: withSizes(({ spread }) => spread),
    },
  ];
}

function findLevelFacts({ recording, books }: MonthEvidence): Finding[] {
  const { columns, regimes } = recording;
  const placeOf = (base: string): number => columns.findIndex((row) => row.base === base);
  const btc = columns[placeOf('BTC')];
  const turnover = (base: string): number => mean(columns[placeOf(base)]?.volume ?? []);
  const cost = (base: string): number[] => [median(books[placeOf(base)]?.costs ?? [])];
  const calmTicks = btc?.spreadTicks.filter((_, at) => regimes[at] === 'calm') ?? [];
  const costs = 'cost of 1 M USDT at market, from the middle, median, bp';
  return [
    {
      name: 'spreads are tight',
      what: 'median BTC spread in calm, ticks',
      bounds: { from: 1, to: 2, days: 0.1 },
      elsewhere: 'one tick in 94 of 100 quotes [15]',
      values: calmTicks.length === 0 ? [] : [median(calmTicks)],
    },
    {
      name: 'deep and thin',
      what: `BTC: ${costs}`,
      bounds: { from: 2, to: 6, days: 0.1 },
      elsewhere: '3.5 M USD rest up to 10 bp from the middle [6]',
      values: cost('BTC'),
    },
    {
      name: 'deep and thin',
      what: `ADA: ${costs}`,
      bounds: { from: 20, to: 60, days: 0.1 },
      values: cost('ADA'),
    },
    {
      name: 'deep and thin',
      what: 'turnover of BTC over that of ADA',
      bounds: { from: 15, to: 80, days: 1 },
      values: [turnover('BTC') / turnover('ADA')],
    },
    ...findReachFacts({ recording, books }),
  ];
}

/** Small orders move a calm market a little, but not nothing at all. */
function findReachFacts({
  recording,
  books,
}: Pick<MonthEvidence, 'recording' | 'books'>): Finding[] {
  const reach = (base: string): number[] => {
    const at = recording.columns.findIndex((row) => row.base === base);
    const reaches = books[at]?.reaches ?? [];
    return reaches.length === 0 ? [] : [quantile(reaches, 0.95)];
  };
  const what = (base: string): string =>
    `95 % of 10,000 USDT orders in calm reach into ${base}, bp`;
  return [
    {
      name: 'impact',
      what: what('BTC'),
      bounds: { from: 0.005, to: 2, days: 0.5 },
      values: reach('BTC'),
    },
    {
      name: 'impact',
      what: what('DOGE'),
      bounds: { from: 0.1, to: 6, days: 0.5 },
      values: reach('DOGE'),
    },
  ];
}

function findBreathFacts(columns: readonly MinuteColumns[]): Finding[] {
  const ofDay = (of: (row: MinuteColumns) => readonly number[]): number[] =>
    columns.map((row) => {
      const hours = meansBy(of(row), 24, hourOf);
      return Math.max(...hours) / Math.min(...hours);
    });
  const ofWeek = (of: (row: MinuteColumns) => readonly number[]): number[] =>
    columns.map((row) => {
      const [weekdays = 0, weekend = 0] = meansBy(of(row), 2, (at) => (isWeekend(at) ? 1 : 0));
      return weekdays / weekend;
    });
  const volume = (row: MinuteColumns): readonly number[] => row.volume;
  const depth = (row: MinuteColumns): readonly number[] => row.depth;
  return [
    {
      name: 'turnover breathes',
      what: 'busiest hour of the day over the quietest',
      bounds: { from: 1.3, to: 6, days: 14, judge: 'middle' },
      elsewhere: '6.5 M over 2.0 M USD: 3.2 [7]',
      values: ofDay(volume),
    },
    {
      name: 'turnover breathes',
      what: 'weekdays over weekends',
      bounds: { from: 1.1, to: 3, days: 14, judge: 'middle' },
      elsewhere: 'weekends have 13 to 24 % of the volume of a week, so 1.3 to 2.7 [5]',
      values: ofWeek(volume),
    },
    {
      name: 'depth breathes',
      what: 'deepest hour of the day over the thinnest',
      bounds: { from: 1.1, to: 3, days: 14, judge: 'middle' },
      elsewhere: '3.86 M over 2.36 M USD up to 10 bp: 1.6 [6]',
      values: ofDay(depth),
    },
    {
      name: 'depth breathes',
      what: 'weekdays over weekends',
      bounds: { from: 1.05, to: 2.5, days: 14, judge: 'middle' },
      values: ofWeek(depth),
    },
    {
      name: 'depth breathes',
      what: 'correlation of depth with volatility',
      bounds: { from: -0.9, to: -0.1, days: 2, judge: 'middle' },
      values: columns.map((row) => statistics.correlation(row.depth, row.wildness)),
    },
  ];
}
