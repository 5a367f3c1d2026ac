import { expect, test } from 'vitest';
import type { Bar } from './candle-feed.ts';
import {
  dailyVwap,
  exponentialAverage,
  relativeStrength,
  type Study,
  simpleAverage,
  studyFigures,
} from './indicators.ts';

const bar = (time: number, [high, low, close]: readonly number[], volume: number): Bar => ({
  time,
  open: close ?? 0,
  high: high ?? 0,
  low: low ?? 0,
  close: close ?? 0,
  volume,
});

const ofCloses = (study: Study, closes: readonly number[]) =>
  studyFigures(
    study,
    closes.map((close, place) => bar(place * 60, [close, close, close], 1)),
  ).figures;

test('[WEB-30] a simple moving average is the mean of the last closes', () => {
  expect(ofCloses(simpleAverage(3), [1, 2, 3, 4, 10])).toEqual([
    undefined,
    undefined,
    2,
    3,
    17 / 3,
  ]);
  expect(ofCloses(simpleAverage(3), [1, 2])).toEqual([undefined, undefined]);
});

/** The ten-day example that ChartSchool publishes for moving averages. */
const INTEL = [
  22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61,
  23.36, 24.05, 23.75, 23.83, 23.95, 23.63,
];

test('[WEB-30] an exponential moving average gives the published figures', () => {
  const figures = ofCloses(exponentialAverage(10), INTEL);
  expect(figures.slice(0, 9).every((figure) => figure === undefined)).toBe(true);
  const shown = figures.slice(9).map((figure) => figure?.toFixed(2));
  expect(shown).toEqual([
    ...['22.22', '22.21', '22.24', '22.27', '22.33', '22.52', '22.80', '22.97', '23.13', '23.28'],
    '23.34',
  ]);
});

/** The example of fourteen periods that ChartSchool publishes for the RSI. */
const QQQ = [
  44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
  46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
];

test('[WEB-30] the relative strength index gives the published figures', () => {
  const figures = ofCloses(relativeStrength(14), QQQ);
  expect(figures.slice(0, 14).every((figure) => figure === undefined)).toBe(true);
  const published = [70.53, 66.32, 66.55, 69.41, 66.36, 57.97];
  for (const [place, known] of published.entries())
    expect(figures[14 + place]).toBeCloseTo(known, 1);
  expect(ofCloses(relativeStrength(2), [5, 5, 5]).at(-1)).toBe(50);
  expect(ofCloses(relativeStrength(2), [1, 2, 3]).at(-1)).toBe(100);
});

test('[WEB-30] the VWAP is the mean price of a day by volume, and begins at midnight', () => {
  const bars = [
    bar(86_280, [12, 9, 9], 10),
    bar(86_340, [22, 19, 19], 30),
    bar(86_400, [7, 4, 4], 0),
    bar(86_460, [7, 4, 4], 2),
  ];
  expect(studyFigures(dailyVwap(), bars).figures).toEqual([10, 17.5, undefined, 5]);
});

test('[WEB-30] a candle that still changes costs one step and gives the same figure', () => {
  const bars = QQQ.map((close, place) => bar(place * 60, [close + 1, close - 1, close], place + 1));
  const [last, ...earlier] = bars.toReversed();
  if (last === undefined) throw new Error('no candles');
  const passing = { ...last, close: 60, high: 61 };
  for (const study of [
    simpleAverage(5),
    exponentialAverage(5),
    dailyVwap(),
    relativeStrength(14),
  ]) {
    const { before } = studyFigures(study, [...earlier.toReversed(), passing]);
    expect(before.next(last).figure).toBe(studyFigures(study, bars).figures.at(-1));
  }
});
