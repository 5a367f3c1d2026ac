/** Every expected figure is worked out here by hand, so that a reader can check it. */
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
  // (1 + 2 + 3) / 3 = 2, (2 + 3 + 4) / 3 = 3, (3 + 4 + 10) / 3 = 17 / 3
  expect(ofCloses(simpleAverage(3), [1, 2, 3, 4, 10])).toEqual([
    undefined,
    undefined,
    2,
    3,
    17 / 3,
  ]);
  expect(ofCloses(simpleAverage(3), [1, 2])).toEqual([undefined, undefined]);
});

test('[WEB-30] an exponential moving average weighs each new close by 2 / (length + 1)', () => {
  // Length 3: a new close weighs 2 / 4 = 0.5. The first figure is the plain mean.
  //   (2 + 4 + 6) / 3       = 4
  //   4    + 0.5 × (8 - 4)  = 6
  //   6    + 0.5 × (7 - 6)  = 6.5
  //   6.5  + 0.5 × (1 - 6.5) = 3.75
  const figures = ofCloses(exponentialAverage(3), [2, 4, 6, 8, 7, 1]);
  expect(figures).toEqual([undefined, undefined, 4, 6, 6.5, 3.75]);
  // Length 4: a new close weighs 2 / 5 = 0.4.
  //   (10 + 20 + 30 + 40) / 4 = 25
  //   25 + 0.4 × (50 - 25)    = 35
  //   35 + 0.4 × (10 - 35)    = 25
  const slower = ofCloses(exponentialAverage(4), [10, 20, 30, 40, 50, 10]).slice(3);
  expect(slower).toEqual([25, 35, 25]);
});

test('[WEB-30] the relative strength index is smoothed as Wilder does', () => {
  // Length 4. The closes 10, 12, 11, 14, 14 change by +2, -1, +3 and 0. The first means are plain:
  //   gain (2 + 0 + 3 + 0) / 4 = 1.25, loss (0 + 1 + 0 + 0) / 4 = 0.25
  //   100 × 1.25 / (1.25 + 0.25) = 83.333…
  // Each later mean is (3 × the mean before + the change) / 4.
  //   13: -1. gain 3.75 / 4 = 0.9375, loss (0.75 + 1) / 4 = 0.4375
  //   100 × 0.9375 / 1.375 = 68.1818…
  //   17: +4. gain (2.8125 + 4) / 4 = 1.703125, loss 1.3125 / 4 = 0.328125
  //   100 × 1.703125 / 2.03125 = 83.846…
  const figures = ofCloses(relativeStrength(4), [10, 12, 11, 14, 14, 13, 17]);
  expect(figures.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
  expect(figures[4]).toBeCloseTo(250 / 3, 10);
  expect(figures[5]).toBeCloseTo(750 / 11, 10);
  expect(figures[6]).toBeCloseTo(170.3125 / 2.03125, 10);
  // Without any change it is in the middle; with gains alone it is 100.
  expect(ofCloses(relativeStrength(2), [5, 5, 5]).at(-1)).toBe(50);
  expect(ofCloses(relativeStrength(2), [1, 2, 3]).at(-1)).toBe(100);
});

test('[WEB-30] the VWAP is the mean price of a day by volume, and begins at midnight', () => {
  const bars = [
    // (12 + 9 + 9) / 3 = 10: 10 × 10 = 100, and 100 / 10 = 10
    bar(86_280, [12, 9, 9], 10),
    // (22 + 19 + 19) / 3 = 20: 100 + 20 × 30 = 700, and 700 / 40 = 17.5
    bar(86_340, [22, 19, 19], 30),
    // Midnight: a new sum, and nothing traded yet.
    bar(86_400, [7, 4, 4], 0),
    // (7 + 4 + 4) / 3 = 5: 5 × 2 = 10, and 10 / 2 = 5
    bar(86_460, [7, 4, 4], 2),
  ];
  expect(studyFigures(dailyVwap(), bars).figures).toEqual([10, 17.5, undefined, 5]);
});

test('[WEB-30] a candle that still changes costs one step and gives the same figure', () => {
  const closes = [
    44.3, 44.1, 44.2, 43.6, 44.3, 44.8, 45.1, 45.4, 45.8, 46.1, 45.9, 46, 45.6, 46.3, 46.3,
  ];
  const bars = closes.map((close, place) =>
    bar(place * 60, [close + 1, close - 1, close], place + 1),
  );
  const [last, ...earlier] = bars.toReversed();
  if (last === undefined) throw new Error('no candles');
  const passing = { ...last, close: 60, high: 61 };
  for (const study of [simpleAverage(5), exponentialAverage(5), dailyVwap(), relativeStrength(5)]) {
    const { before } = studyFigures(study, [...earlier.toReversed(), passing]);
    expect(before.next(last).figure).toBe(studyFigures(study, bars).figures.at(-1));
  }
});
