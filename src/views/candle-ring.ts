/**
 * Candles of one interval, oldest to newest, as columns: hundreds of thousands of them stand in a
 * venue's memory. Intervals in which nothing happened have no row; readers fill them in.
 */
import { plus } from '../domain/money.ts';
import type { Side } from '../domain/side.ts';
import {
  type FineTicks,
  fineTicks,
  type Lots,
  lots,
  type Millis,
  type Money,
  millis,
  NO_LOTS,
  NO_MONEY,
} from '../domain/units.ts';

export interface Candle {
  readonly openAt: Millis;
  readonly open: FineTicks;
  readonly high: FineTicks;
  readonly low: FineTicks;
  readonly close: FineTicks;
  /** Lots and money traded, and in how many trades; zero for mark and index, like the rest. */
  readonly base: Lots;
  readonly quote: Money;
  readonly trades: number;
  /** The part of it that takers bought. */
  readonly takerBase: Lots;
  readonly takerQuote: Money;
  /** The ids of the first and the last trade. Generated trades have none. */
  readonly firstTrade: number;
  readonly lastTrade: number;
}

/** One trade as it goes into a candle. */
export interface CandleTrade {
  readonly takerSide: Side;
  readonly size: Lots;
  readonly value: Money;
}

export interface CandleRing {
  readonly capacity: number;
  /** Where the next row goes once the ring is full; the oldest stands there. */
  next: number;
  readonly openAt: number[];
  readonly open: number[];
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
  readonly base: number[];
  readonly quote: Money[];
  readonly trades: number[];
  readonly takerBase: number[];
  readonly takerQuote: Money[];
  readonly firstTrade: number[];
  readonly lastTrade: number[];
}

export const createCandleRing = (capacity: number): CandleRing => ({
  capacity,
  next: 0,
  openAt: [],
  open: [],
  high: [],
  low: [],
  close: [],
  base: [],
  quote: [],
  trades: [],
  takerBase: [],
  takerQuote: [],
  firstTrade: [],
  lastTrade: [],
});

export const candleCount = (ring: CandleRing): number => ring.openAt.length;

/** The beginning of the row that has this many older rows. */
export const openAtOf = (ring: CandleRing, older: number): Millis =>
  millis(ring.openAt[placeOf(ring, older)] ?? 0);

/** How many rows begin before a moment; the search starts at the newest. */
export function countBefore(ring: CandleRing, at: Millis): number {
  let count = candleCount(ring);
  while (count > 0 && openAtOf(ring, count - 1) >= at) count -= 1;
  return count;
}

export function candleAt(ring: CandleRing, older: number): Candle {
  const place = placeOf(ring, older);
  return {
    openAt: millis(ring.openAt[place] ?? 0),
    open: fineTicks(ring.open[place] ?? 0),
    high: fineTicks(ring.high[place] ?? 0),
    low: fineTicks(ring.low[place] ?? 0),
    close: fineTicks(ring.close[place] ?? 0),
    base: lots(ring.base[place] ?? 0),
    quote: ring.quote[place] ?? NO_MONEY,
    trades: ring.trades[place] ?? 0,
    takerBase: lots(ring.takerBase[place] ?? 0),
    takerQuote: ring.takerQuote[place] ?? NO_MONEY,
    firstTrade: ring.firstTrade[place] ?? 0,
    lastTrade: ring.lastTrade[place] ?? 0,
  };
}

export const newestCandle = (ring: CandleRing): Candle | undefined =>
  candleCount(ring) === 0 ? undefined : candleAt(ring, candleCount(ring) - 1);

/** Adds what happened later in the same interval. */
export function mergeCandles(earlier: Candle, later: Candle): GrowingCandle {
  const merged = { ...earlier };
  grow(merged, later);
  return merged;
}

/** A candle that is not finished yet. */
export type GrowingCandle = { -readonly [Field in keyof Candle]: Candle[Field] };

/** The same without making a record of it. */
export function grow(candle: GrowingCandle, later: Candle): void {
  if (later.high > candle.high) candle.high = later.high;
  if (later.low < candle.low) candle.low = later.low;
  candle.close = later.close;
  // Mark and index have no trades.
  if (later.base === 0 && later.quote === NO_MONEY && later.trades === 0) return;
  candle.base = lots(candle.base + later.base);
  candle.quote = plus(candle.quote, later.quote);
  candle.trades += later.trades;
  candle.takerBase = lots(candle.takerBase + later.takerBase);
  candle.takerQuote = plus(candle.takerQuote, later.takerQuote);
  candle.firstTrade ||= later.firstTrade;
  candle.lastTrade = later.lastTrade || candle.lastTrade;
}

/** A candle in which the price did not move and nothing was traded. */
export const flatCandle = (openAt: Millis, price: FineTicks): Candle => ({
  openAt,
  open: price,
  high: price,
  low: price,
  close: price,
  base: NO_LOTS,
  quote: NO_MONEY,
  trades: 0,
  takerBase: NO_LOTS,
  takerQuote: NO_MONEY,
  firstTrade: 0,
  lastTrade: 0,
});

/** The candle that begins here with this minute taken in, and after the newest so far. */
export function longerCandle(
  newest: Candle | undefined,
  openAt: Millis,
  minute: Candle,
): GrowingCandle {
  if (newest === undefined || minute.openAt === openAt) return { ...minute, openAt };
  if (newest.openAt === openAt) return mergeCandles(newest, minute);
  // Its first minutes were empty: they stood at the close before.
  return mergeCandles(flatCandle(openAt, newest.close), minute);
}

export function pushCandle(ring: CandleRing, candle: Candle): void {
  if (candleCount(ring) < ring.capacity) {
    writeCandle(ring, candleCount(ring), candle);
    return;
  }
  const place = ring.next;
  ring.next = (ring.next + 1) % ring.capacity;
  writeCandle(ring, place, candle);
}

/** The rows of one ring up to a moment, followed by those of another from then on. */
export function joinRings(earlier: CandleRing, later: CandleRing, at: Millis): CandleRing {
  const ring = createCandleRing(later.capacity);
  const end = countBefore(earlier, at);
  for (let older = 0; older < end; older += 1) pushCandle(ring, candleAt(earlier, older));
  for (let older = countBefore(later, at); older < candleCount(later); older += 1)
    pushCandle(ring, candleAt(later, older));
  return ring;
}

/** Adds to the newest row what happened later in its interval, without making a record of it. */
export function mergeIntoNewest(ring: CandleRing, later: Candle): void {
  const place = placeOf(ring, candleCount(ring) - 1);
  if (later.high > (ring.high[place] ?? 0)) ring.high[place] = later.high;
  if (later.low < (ring.low[place] ?? 0)) ring.low[place] = later.low;
  ring.close[place] = later.close;
  // Mark and index have no trades.
  if (later.base === 0 && later.quote === NO_MONEY && later.trades === 0) return;
  put(ring.base, place, (ring.base[place] ?? 0) + later.base);
  putMoney(ring.quote, place, plus(ring.quote[place] ?? NO_MONEY, later.quote));
  put(ring.trades, place, (ring.trades[place] ?? 0) + later.trades);
  put(ring.takerBase, place, (ring.takerBase[place] ?? 0) + later.takerBase);
  putMoney(ring.takerQuote, place, plus(ring.takerQuote[place] ?? NO_MONEY, later.takerQuote));
  put(ring.firstTrade, place, ring.firstTrade[place] || later.firstTrade);
  put(ring.lastTrade, place, later.lastTrade || (ring.lastTrade[place] ?? 0));
}

/** Columns of trades grow with the first trade: those of mark and index stay empty. */
function put(column: number[], place: number, value: number): void {
  if (value === 0 && place >= column.length) return;
  while (column.length < place) column.push(0);
  column[place] = value;
}

function putMoney(column: Money[], place: number, value: Money): void {
  if (value === NO_MONEY && place >= column.length) return;
  while (column.length < place) column.push(NO_MONEY);
  column[place] = value;
}

/**
 * One more price in the newest row, without making a record of it: most events end here. `number`
 * is that of the trade among those of its contract.
 */
export function touchNewest(
  ring: CandleRing,
  price: FineTicks,
  traded: CandleTrade | null,
  number = 0,
): void {
  const place = placeOf(ring, candleCount(ring) - 1);
  if (price > (ring.high[place] ?? 0)) ring.high[place] = price;
  if (price < (ring.low[place] ?? 0)) ring.low[place] = price;
  ring.close[place] = price;
  if (traded === null) return;
  put(ring.base, place, (ring.base[place] ?? 0) + traded.size);
  putMoney(ring.quote, place, plus(ring.quote[place] ?? NO_MONEY, traded.value));
  put(ring.trades, place, (ring.trades[place] ?? 0) + 1);
  put(ring.firstTrade, place, ring.firstTrade[place] || number);
  put(ring.lastTrade, place, number);
  if (traded.takerSide === 'sell') return;
  put(ring.takerBase, place, (ring.takerBase[place] ?? 0) + traded.size);
  putMoney(ring.takerQuote, place, plus(ring.takerQuote[place] ?? NO_MONEY, traded.value));
}

const placeOf = (ring: CandleRing, older: number): number =>
  candleCount(ring) < ring.capacity ? older : (ring.next + older) % ring.capacity;

function writeCandle(ring: CandleRing, place: number, candle: Candle): void {
  ring.openAt[place] = candle.openAt;
  ring.open[place] = candle.open;
  ring.high[place] = candle.high;
  ring.low[place] = candle.low;
  ring.close[place] = candle.close;
  put(ring.base, place, candle.base);
  putMoney(ring.quote, place, candle.quote);
  put(ring.trades, place, candle.trades);
  put(ring.takerBase, place, candle.takerBase);
  putMoney(ring.takerQuote, place, candle.takerQuote);
  put(ring.firstTrade, place, candle.firstTrade);
  put(ring.lastTrade, place, candle.lastTrade);
}
