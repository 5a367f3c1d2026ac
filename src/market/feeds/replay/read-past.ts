/**
 * The minutes of a replay file before a moment, as candles. They are read in one pass and kept as
 * numbers: a file may be larger than memory. A minute in which nothing was recorded stays where the
 * one before it closed.
 */
import { MINUTES_KEPT } from '../../../views/candles.ts';
import { MINUTE } from '../../../views/interval.ts';
import type { PastMinute } from '../history/generate-history.ts';
import type { ReplayFile } from './check-files.ts';
import type { ReplayRow } from './parse-row.ts';
import { isRowFault, readRows } from './read-rows.ts';
import { rememberPath } from './track.ts';

export interface PastWish {
  readonly file: ReplayFile;
  readonly key: Uint8Array;
  /** The moment of the file at which the minutes end, and how fast it is played. */
  readonly until: number;
  readonly speed: number;
  /** Multiply prices and sizes. */
  readonly priceTimes: number;
  readonly sizeTimes: number;
}

/** Oldest first, up to a week; from the first recorded one on without a gap. */
export async function readPast(wish: PastWish): Promise<PastMinute[]> {
  const { file, until, speed } = wish;
  const span = MINUTE * speed;
  const from = until - MINUTES_KEPT * span;
  const minutes: (PastMinute | undefined)[] = [];
  const touch = (at: number, price: number, size: number | null): void => {
    if (at < from || at >= until) return;
    const minute = Math.floor((at - from) / span);
    minutes[minute] = widen(
      minutes[minute],
      price * wish.priceTimes,
      size && size * wish.sizeTimes,
    );
  };
  const pathOf = rememberPath(file, wish.key);
  const take = (row: ReplayRow): void => {
    if (row.kind === 'trade') touch(row.at, row.close, row.size);
    if (row.kind === 'trade' || row.at + file.length <= from) return;
    const path = pathOf(row);
    const last = path.length - 1;
    const size = row.size === null ? null : row.size / path.length;
    // The close is of the candle's own last moment, not of the next one's first.
    path.forEach((price, point) => {
      touch(row.at + Math.min(point / last, 1 - 1e-6) * file.length, price, size);
    });
  };
  for await (const piece of readRows(file.path)) {
    for (const { row } of piece) if (!isRowFault(row)) take(row);
    const newest = piece.at(-1)?.row;
    if (newest !== undefined && !isRowFault(newest) && newest.at >= until) break;
  }
  return withoutGaps(minutes);
}

function widen(before: PastMinute | undefined, price: number, size: number | null): PastMinute {
  if (before === undefined) return [price, price, price, price, size];
  const [open, high, low, , traded] = before;
  const sum = size === null || traded === null ? null : traded + size;
  return [open, Math.max(high, price), Math.min(low, price), price, sum];
}

function withoutGaps(minutes: readonly (PastMinute | undefined)[]): PastMinute[] {
  const whole: PastMinute[] = [];
  for (let at = 0; at < MINUTES_KEPT; at += 1) {
    const before = whole.at(-1);
    const found = minutes[at];
    if (found !== undefined) whole.push(found);
    else if (before !== undefined) {
      const [, , , close, size] = before;
      whole.push([close, close, close, close, size === null ? null : 0]);
    }
  }
  return whole;
}
