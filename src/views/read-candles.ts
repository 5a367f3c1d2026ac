/**
 * Reads candles: the forming one included, intervals without events filled with the close before
 * them.
 */
import { type Millis, millis } from '../domain/units.ts';
import {
  type Candle,
  type CandleRing,
  candleAt,
  candleCount,
  flatCandle,
  longerCandle,
  mergeCandles,
  newestCandle,
  openAtOf,
} from './candle-ring.ts';
import type { PriceCandles } from './candles.ts';
import {
  type Interval,
  isKept,
  type KeptInterval,
  openAfter,
  openBefore,
  openOf,
  THREES,
} from './interval.ts';

export interface CandleQuery {
  readonly interval: Interval;
  readonly limit: number;
  /** The candle that covers this moment is the newest there is. */
  readonly now: Millis;
  /** Candles that begin at or after this; null for no bound. */
  readonly start: Millis | null;
  /** Candles that begin before this; null for no bound. */
  readonly end: Millis | null;
}

/**
 * Oldest first. If only the start is given, the first ones from there up to the limit; otherwise
 * the newest ones within the bounds.
 */
export function readCandles(series: PriceCandles, query: CandleQuery): Candle[] {
  const { interval } = query;
  if (!isKept(interval)) return readThrees(series, query, THREES[interval]);
  const rows = findRows(series, interval);
  if (rows === undefined) return [];
  return query.start !== null && query.end === null
    ? readForward(rows, query, query.start)
    : readBackward(rows, query);
}

/** Every three parts are one candle, the first and the newest perhaps of fewer. */
function readThrees(series: PriceCandles, query: CandleQuery, part: KeptInterval): Candle[] {
  const { interval, limit, start, end } = query;
  const parts = readCandles(series, {
    ...query,
    interval: part,
    limit: 3 * (limit + 1),
    start: start === null ? null : firstFrom(interval, start),
    end: end === null || end <= 0 ? end : firstFrom(interval, end),
  });
  const found: Candle[] = [];
  for (const one of parts) {
    const newest = found.at(-1);
    const openAt = openOf(interval, one.openAt);
    if (newest?.openAt === openAt) found[found.length - 1] = mergeCandles(newest, one);
    else found.push({ ...one, openAt });
  }
  // What stood before the oldest part that is kept is forgotten: a candle that lacks it is wrong.
  const { capacity } = series.rings[part];
  const isCut = parts[0]?.openAt !== found[0]?.openAt;
  if (isCut && candleCount(series.rings[part]) === capacity) found.shift();
  return start !== null && end === null
    ? found.slice(0, limit)
    : found.slice(Math.max(0, found.length - limit));
}

/** The beginning of the first candle that does not begin before a moment. */
function firstFrom(interval: Interval, at: Millis): Millis {
  const covering = openOf(interval, at);
  return covering < at ? openAfter(interval, covering) : covering;
}

/** The rows of an interval with the forming minute taken in. */
interface Rows {
  readonly ring: CandleRing;
  /** How many rows of the ring are older than the newest. */
  readonly older: number;
  readonly newest: Candle;
}

function findRows({ rings }: PriceCandles, interval: KeptInterval): Rows | undefined {
  const ring = rings[interval];
  const forming = newestCandle(rings['1m']);
  if (forming === undefined) return undefined;
  if (interval === '1m') return { ring, older: candleCount(ring) - 1, newest: forming };
  const openAt = openOf(interval, forming.openAt);
  const count = candleCount(ring);
  const isThere = count > 0 && openAtOf(ring, count - 1) === openAt;
  return {
    ring,
    older: isThere ? count - 1 : count,
    newest: longerCandle(newestCandle(ring), openAt, forming),
  };
}

const rowAt = (rows: Rows, older: number): Candle =>
  older === rows.older ? rows.newest : candleAt(rows.ring, older);

const beginningOf = (rows: Rows, older: number): Millis =>
  older === rows.older ? rows.newest.openAt : openAtOf(rows.ring, older);

/** The newest row that does not begin after a moment; -1 where all do. */
function findNotAfter(rows: Rows, at: Millis): number {
  let low = -1;
  let high = rows.older;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (beginningOf(rows, middle) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function readBackward(rows: Rows, { interval, limit, now, start, end }: CandleQuery): Candle[] {
  const found: Candle[] = [];
  let openAt = openOf(interval, millis(end === null ? now : Math.min(now, Math.max(0, end - 1))));
  let place = end !== null && end <= 0 ? -1 : findNotAfter(rows, openAt);
  while (place >= 0 && found.length < limit && (start === null || openAt >= start)) {
    const row = rowAt(rows, place);
    const isThere = row.openAt === openAt;
    found.push(isThere ? row : flatCandle(openAt, row.close));
    if (isThere) place -= 1;
    openAt = openBefore(interval, openAt);
  }
  return found.reverse();
}

function readForward(rows: Rows, query: CandleQuery, start: Millis): Candle[] {
  const { interval, limit } = query;
  const found: Candle[] = [];
  const newest = openOf(interval, query.now);
  let openAt = beginningOf(rows, 0);
  if (openAt < start) openAt = firstFrom(interval, start);
  let place = findNotAfter(rows, openAt);
  while (found.length < limit && openAt <= newest) {
    const next = place < rows.older ? beginningOf(rows, place + 1) : undefined;
    if (next === openAt) place += 1;
    const row = rowAt(rows, place);
    found.push(row.openAt === openAt ? row : flatCandle(openAt, row.close));
    openAt = openAfter(interval, openAt);
  }
  return found;
}
