/**
 * A path through a candle: from its open to the nearer of high and low, to the other, to its close,
 * with noise between them that never leaves the candle. Each extreme lasts for a whole point, so a
 * reader that looks at least that often sees all four prices.
 */
import { nextNormal, nextUnit, type Random } from '../../random.ts';
import type { ReplayRow } from './parse-row.ts';

/** Prices at evenly spaced moments, the open first and the close last. */
export type CandlePath = Float64Array;

const POINTS_MIN = 8;
const POINTS_MAX = 600;
const POINT_MILLIS = 1_000;

export function pathThrough(row: ReplayRow, lengthMillis: number, random: Random): CandlePath {
  const wished = Math.round(lengthMillis / POINT_MILLIS);
  const points = Math.max(POINTS_MIN, Math.min(POINTS_MAX, wished));
  const path = new Float64Array(points + 1);
  const highFirst = row.high - row.open <= row.open - row.low;
  const [first, second] = highFirst ? [row.high, row.low] : [row.low, row.high];
  const firstAt = 1 + Math.floor(nextUnit(random) * (points / 2 - 3));
  const secondAt = firstAt + 2 + Math.floor(nextUnit(random) * (points - firstAt - 4));
  const stops: readonly (readonly [number, number])[] = [
    [0, row.open],
    [firstAt, first],
    [firstAt + 1, first],
    [secondAt, second],
    [secondAt + 1, second],
    [points, row.close],
  ];
  stops.forEach(([at, price]) => {
    path[at] = price;
  });
  const noise = (row.high - row.low) / Math.sqrt(points);
  for (let stop = 1; stop < stops.length; stop += 1)
    bridge(path, { from: stops[stop - 1]![0], to: stops[stop]![0], noise, row, random });
  return path;
}

interface Bridge {
  readonly from: number;
  readonly to: number;
  readonly noise: number;
  readonly row: ReplayRow;
  readonly random: Random;
}

/** Fills the points between two others: the middle first, then each half. */
function bridge(path: CandlePath, { from, to, noise, row, random }: Bridge): void {
  if (to - from < 2) return;
  const middle = (from + to) >> 1;
  const part = (middle - from) / (to - from);
  const straight = path[from]! + (path[to]! - path[from]!) * part;
  const width = noise * Math.sqrt(((middle - from) * (to - middle)) / (to - from));
  path[middle] = turnBack(straight + 0.7 * width * nextNormal(random), row);
  bridge(path, { from, to: middle, noise, row, random });
  bridge(path, { from: middle, to, noise, row, random });
}

function turnBack(price: number, { high, low }: ReplayRow): number {
  const inside = price > high ? 2 * high - price : price < low ? 2 * low - price : price;
  return Math.max(low, Math.min(high, inside));
}

/** The price at a fraction of the candle, from 0 to 1. */
export function priceOn(path: CandlePath, part: number): number {
  const place = Math.max(0, Math.min(1, part)) * (path.length - 1);
  const at = Math.min(path.length - 2, Math.floor(place));
  const [before, after] = [path[at]!, path[at + 1]!];
  return before + (after - before) * (place - at);
}
