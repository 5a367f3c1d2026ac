/** The indicators of the chart. Each has one figure per candle, or none where there is none yet. */
import type { Bar } from './candle-feed.ts';

export type StudyFigures = readonly (number | undefined)[];

const DAY_SECONDS = 86_400;

/** The mean of the last closes. */
export function simpleAverage(closes: readonly number[], length: number): StudyFigures {
  let sum = 0;
  return closes.map((close, place) => {
    sum += close - (closes[place - length] ?? 0);
    return place < length - 1 ? undefined : sum / length;
  });
}

/** Begins with the mean of the first closes; each new close then weighs 2 / (length + 1). */
export function exponentialAverage(closes: readonly number[], length: number): StudyFigures {
  const weight = 2 / (length + 1);
  let average: number | undefined;
  return simpleAverage(closes, length).map((mean, place) => {
    const close = closes[place] ?? 0;
    average = average === undefined ? mean : average + weight * (close - average);
    return average;
  });
}

/** The mean price of a day by volume, where a candle trades at (high + low + close) / 3. */
export function dailyVwap(bars: readonly Bar[]): StudyFigures {
  let day = Number.NaN;
  let value = 0;
  let volume = 0;
  return bars.map((bar) => {
    const today = Math.floor(bar.time / DAY_SECONDS);
    if (today !== day) [day, value, volume] = [today, 0, 0];
    value += ((bar.high + bar.low + bar.close) / 3) * bar.volume;
    volume += bar.volume;
    return volume === 0 ? undefined : value / volume;
  });
}

/** The share of gains in all changes, from 0 to 100, smoothed as Wilder does. */
export function relativeStrength(closes: readonly number[], length: number): StudyFigures {
  let gain = 0;
  let loss = 0;
  return closes.map((close, place) => {
    if (place === 0) return undefined;
    const change = close - (closes[place - 1] ?? close);
    // The first mean is a plain one; each later change weighs 1 / length.
    const kept = place <= length ? 1 : (length - 1) / length;
    gain = gain * kept + Math.max(change, 0) / length;
    loss = loss * kept + Math.max(-change, 0) / length;
    if (place < length) return undefined;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}
