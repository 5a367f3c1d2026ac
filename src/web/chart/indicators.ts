/**
 * The indicators of the chart. Each goes from candle to candle and remembers only what the next one
 * needs, so that a candle that changes costs one step and not the whole history.
 */
import type { Bar } from './candle-feed.ts';

/** An indicator after some candles: its figure there, if it has one yet, and how it goes on. */
export interface Study {
  readonly figure: number | undefined;
  readonly next: (bar: Bar) => Study;
}

export type StudyFigures = (number | undefined)[];

/** The figure of each candle, and the indicator before the last one, which may still change. */
export function studyFigures(begin: Study, bars: readonly Bar[]) {
  let before = begin;
  let now = begin;
  const figures: StudyFigures = bars.map((bar) => {
    before = now;
    now = now.next(bar);
    return now.figure;
  });
  return { figures, before };
}

const DAY_SECONDS = 86_400;

/** The mean of the last closes. */
export const simpleAverage = (length: number, closes: readonly number[] = []): Study => ({
  figure:
    closes.length < length ? undefined : closes.reduce((sum, close) => sum + close, 0) / length,
  next: ({ close }) => simpleAverage(length, [...closes, close].slice(-length)),
});

/** Begins with the mean of the first closes; each new close then weighs 2 / (length + 1). */
export const exponentialAverage = (
  length: number,
  mean = simpleAverage(length),
  figure?: number,
): Study => ({
  figure,
  next: (bar) => {
    if (figure !== undefined)
      return exponentialAverage(length, mean, figure + (2 / (length + 1)) * (bar.close - figure));
    const begun = mean.next(bar);
    return exponentialAverage(length, begun, begun.figure);
  },
});

/** The mean price of a day by volume, where a candle trades at (high + low + close) / 3. */
export const dailyVwap = (day = Number.NaN, value = 0, volume = 0): Study => ({
  figure: volume === 0 ? undefined : value / volume,
  next: (bar) => {
    const today = Math.floor(bar.time / DAY_SECONDS);
    const [worth, size] = today === day ? [value, volume] : [0, 0];
    const traded = ((bar.high + bar.low + bar.close) / 3) * bar.volume;
    return dailyVwap(today, worth + traded, size + bar.volume);
  },
});

interface Changes {
  readonly count: number;
  readonly close: number;
  readonly gain: number;
  readonly loss: number;
}

const NO_CHANGES: Changes = { count: -1, close: Number.NaN, gain: 0, loss: 0 };

/** The share of gains in all changes, from 0 to 100, smoothed as Wilder does. */
export const relativeStrength = (length: number, before = NO_CHANGES): Study => ({
  figure: before.count < length ? undefined : shareOfGains(before),
  next: ({ close }) => {
    const count = before.count + 1;
    if (count === 0) return relativeStrength(length, { ...NO_CHANGES, count, close });
    const change = close - before.close;
    // The first mean is a plain one; each later change weighs 1 / length.
    const kept = count <= length ? 1 : (length - 1) / length;
    const gain = before.gain * kept + Math.max(change, 0) / length;
    const loss = before.loss * kept + Math.max(-change, 0) / length;
    return relativeStrength(length, { count, close, gain, loss });
  },
});

const shareOfGains = ({ gain, loss }: Changes): number =>
  gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
