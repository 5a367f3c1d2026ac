/**
 * A book of resting orders in price-time priority: better prices first, older orders first within a
 * price. It knows sizes, prices and ids, and nothing about money, accounts or who may trade.
 *
 * Orders are numbered slots in one pool, levels are records in another, and each level chains its
 * orders from oldest to newest, so every verb costs the same with ten resting orders as with a
 * million, wherever the price moves. A slot is valid from `restOrder` until the order is gone; then
 * its number is used again for another order.
 */
import { assert } from '../domain/assert.ts';
import { ORDER_LOTS_MAX, PRICE_TICKS_MAX } from '../domain/limits.ts';
import { oppositeSide, type Side } from '../domain/side.ts';
import { type Lots, lots, NO_TICKS, type Ticks, ticks } from '../domain/units.ts';
import { addLevel, createLadder, type Ladder, NO_LEVEL, removeLevel, worseTick } from './ladder.ts';

/**
 * Fixed-size records in one growing block of memory, with a free list. Orders and levels live in
 * pools, so that trading allocates no objects: a record is a number, and one record is half a cache
 * line.
 *
 * A record holds four 32-bit words (fields 0–3) and two 64-bit floats that count exactly to 2^53
 * (fields 2–3 of the wide view; 0–1 of that view overlap the words). A released record keeps its
 * fields, except that word 0 then links the free list. Code that releases a record must mark it as
 * released in another word.
 */
export interface Pool {
  /** The block, seen as 32-bit words. */
  words: Int32Array;
  /** The same block, seen as 64-bit floats. */
  wides: Float64Array;
  /** First record of the free list. */
  free: number;
  /** Records ever handed out; those from here on have never been touched. */
  touched: number;
  /** Records in use. */
  live: number;
}

export const NO_RECORD = -1;

const WORDS_SHIFT = 3;
const WIDES_SHIFT = 2;
const RECORD_BYTES = 32;

export interface Book {
  readonly bids: Ladder;
  readonly asks: Ladder;
  readonly orders: Pool;
  /** Record zero is never in use: it is the empty level that an absent price reads as. */
  readonly levels: Pool;
}

/** Number of a resting order. */
export type Slot = number;
export const NO_SLOT: Slot = NO_RECORD;

/** Words of an order: neighbours in its level, the level itself, and lots (zero once released). */
export const ORDER_NEXT = 0;
export const ORDER_PREV = 1;
export const ORDER_LEVEL = 2;
export const ORDER_LOTS = 3;
/** Wide field of an order. */
export const ORDER_NUMBER = 2;

/**
 * Words of a level: oldest and newest order, how many (zero once released), and price with side.
 */
export const LEVEL_HEAD = 0;
export const LEVEL_TAIL = 1;
export const LEVEL_ORDERS = 2;
export const LEVEL_PRICE = 3;
/** Wide field of a level: the sum of its orders' lots, which may pass 32 bits. */
export const LEVEL_TOTAL = 2;

const ORDERS_FIRST = 64;
const LEVELS_FIRST = 32;

export function createBook(): Book {
  const levels = createPool(LEVELS_FIRST);
  assert(takeRecord(levels) === NO_LEVEL, 'the first level record stands for an absent level');
  return {
    bids: createLadder('buy'),
    asks: createLadder('sell'),
    orders: createPool(ORDERS_FIRST),
    levels,
  };
}

export const ladderOf = (book: Book, side: Side): Ladder =>
  side === 'buy' ? book.bids : book.asks;

/** Would a taker of `side` with this limit trade against that price of the opposite side? */
export const crosses = (side: Side, limit: Ticks, opposite: Ticks): boolean =>
  opposite !== NO_TICKS && (side === 'buy' ? opposite <= limit : opposite >= limit);

/** `NO_TICKS` when that side is empty. */
export const bestTicks = (book: Book, side: Side): Ticks => ticks(ladderOf(book, side).best);

/** The nearest non-empty level that is worse than `price`; `NO_TICKS` when there is none. */
export const nextTicks = (book: Book, side: Side, price: Ticks): Ticks =>
  ticks(worseTick(ladderOf(book, side), price));

export const levelLots = (book: Book, side: Side, price: Ticks): Lots =>
  lots(getWide(book.levels, ladderOf(book, side).levels.get(price), LEVEL_TOTAL));

/** The oldest order at a price; `NO_SLOT` where there is none. */
export const firstSlotAt = (book: Book, side: Side, price: Ticks): Slot =>
  headOf(book, ladderOf(book, side).levels.get(price));

/** The next oldest at the same price; `NO_SLOT` behind the newest. */
export function nextSlotAt(book: Book, slot: Slot): Slot {
  assertResting(book, slot);
  return getWord(book.orders, slot, ORDER_NEXT);
}

/** The oldest order at the best price: the one that trades first. */
export const firstSlot = (book: Book, side: Side): Slot =>
  headOf(book, ladderOf(book, side).bestLevel);

/**
 * The order that trades after this one: the next oldest at its price, else the first one beyond.
 */
export function nextSlot(book: Book, slot: Slot): Slot {
  const next = nextSlotAt(book, slot);
  if (next !== NO_SLOT) return next;
  const ladder = ladderOf(book, slotSide(book, slot));
  return headOf(book, ladder.levels.get(worseTick(ladder, slotTicks(book, slot))));
}

export function slotTicks(book: Book, slot: Slot): Ticks {
  return ticks(pricedAt(book, slot) >> 1);
}

export function slotSide(book: Book, slot: Slot): Side {
  return (pricedAt(book, slot) & 1) === 0 ? 'buy' : 'sell';
}

/** A level's price and side in one word: the side is the lowest bit. */
export const packPrice = (side: Side, price: Ticks): number =>
  (price << 1) | (side === 'buy' ? 0 : 1);

/** Using a stale slot is a programmer's mistake: it may hold somebody else's order by now. */
export function assertResting(book: Book, slot: Slot): void {
  assert(slot >= 0 && slot < book.orders.touched, 'no such slot in this book');
  assert(getWord(book.orders, slot, ORDER_LOTS) > 0, 'the order in this slot is gone');
}

function pricedAt(book: Book, slot: Slot): number {
  assertResting(book, slot);
  return getWord(book.levels, getWord(book.orders, slot, ORDER_LEVEL), LEVEL_PRICE);
}

const headOf = (book: Book, level: number): Slot =>
  level === NO_LEVEL ? NO_SLOT : getWord(book.levels, level, LEVEL_HEAD);

/** Prices, sizes and ids are counts: whole numbers from one up to a limit. */
export const isCountUpTo = (value: number, limit: number): boolean =>
  value >= 1 && value <= limit && Math.floor(value) === value;

/**
 * Adds an order to the end of its level's queue. The caller has matched it first: what rests never
 * crosses the other side.
 */
export function restOrder(book: Book, side: Side, price: Ticks, size: Lots, id: number): Slot {
  assert(isCountUpTo(price, PRICE_TICKS_MAX), 'a resting price is within the limit of ticks');
  assert(isCountUpTo(size, ORDER_LOTS_MAX), 'a resting size is within the limit of lots');
  assert(
    !crosses(side, price, bestTicks(book, oppositeSide(side))),
    'a resting order never crosses',
  );
  let level = ladderOf(book, side).levels.get(price);
  if (level === NO_LEVEL) level = openLevel(book, side, price);
  const slot = takeRecord(book.orders);
  setWord(book.orders, slot, ORDER_LEVEL, level);
  setWord(book.orders, slot, ORDER_LOTS, size);
  setWide(book.orders, slot, ORDER_NUMBER, id);
  append(book, level, slot);
  setWide(book.levels, level, LEVEL_TOTAL, getWide(book.levels, level, LEVEL_TOTAL) + size);
  return slot;
}

/** The newest order of a level grows where it stands: nobody is behind it. */
export function addLots(book: Book, slot: Slot, added: Lots): void {
  assert(nextSlotAt(book, slot) === NO_SLOT, 'only the newest order of a level grows in place');
  const size = getWord(book.orders, slot, ORDER_LOTS) + added;
  assert(isCountUpTo(size, ORDER_LOTS_MAX), 'a resting size is within the limit of lots');
  setWord(book.orders, slot, ORDER_LOTS, size);
  const level = getWord(book.orders, slot, ORDER_LEVEL);
  setWide(book.levels, level, LEVEL_TOTAL, getWide(book.levels, level, LEVEL_TOTAL) + added);
}

function openLevel(book: Book, side: Side, price: Ticks): number {
  const level = takeRecord(book.levels);
  setWord(book.levels, level, LEVEL_ORDERS, 0);
  setWord(book.levels, level, LEVEL_PRICE, packPrice(side, price));
  setWide(book.levels, level, LEVEL_TOTAL, 0);
  addLevel(ladderOf(book, side), price, level);
  return level;
}

function append(book: Book, level: number, slot: Slot): void {
  const orders = getWord(book.levels, level, LEVEL_ORDERS);
  const tail = orders === 0 ? NO_SLOT : getWord(book.levels, level, LEVEL_TAIL);
  setWord(book.orders, slot, ORDER_NEXT, NO_SLOT);
  setWord(book.orders, slot, ORDER_PREV, tail);
  if (tail === NO_SLOT) setWord(book.levels, level, LEVEL_HEAD, slot);
  else setWord(book.orders, tail, ORDER_NEXT, slot);
  setWord(book.levels, level, LEVEL_TAIL, slot);
  setWord(book.levels, level, LEVEL_ORDERS, orders + 1);
}

/** Shrinks an order where it stands: it keeps its place in the queue, and leaves at zero. */
export function takeLots(book: Book, slot: Slot, taken: Lots): void {
  assertResting(book, slot);
  const held = getWord(book.orders, slot, ORDER_LOTS);
  assert(taken > 0 && taken <= held, 'only lots that an order has can be taken');
  if (taken === held) {
    removeOrder(book, slot);
    return;
  }
  setWord(book.orders, slot, ORDER_LOTS, held - taken);
  const level = getWord(book.orders, slot, ORDER_LEVEL);
  setWide(book.levels, level, LEVEL_TOTAL, getWide(book.levels, level, LEVEL_TOTAL) - taken);
}

export function removeOrder(book: Book, slot: Slot): void {
  assertResting(book, slot);
  const level = getWord(book.orders, slot, ORDER_LEVEL);
  const orders = getWord(book.levels, level, LEVEL_ORDERS) - 1;
  setWord(book.levels, level, LEVEL_ORDERS, orders);
  if (orders === 0) {
    removeLevel(ladderOf(book, slotSide(book, slot)), slotTicks(book, slot));
    releaseRecord(book.levels, level);
  } else {
    unchain(book, level, slot);
    const left = getWide(book.levels, level, LEVEL_TOTAL) - getWord(book.orders, slot, ORDER_LOTS);
    setWide(book.levels, level, LEVEL_TOTAL, left);
  }
  setWord(book.orders, slot, ORDER_LOTS, 0);
  releaseRecord(book.orders, slot);
}

function unchain(book: Book, level: number, slot: Slot): void {
  const next = getWord(book.orders, slot, ORDER_NEXT);
  const prev = getWord(book.orders, slot, ORDER_PREV);
  if (prev === NO_SLOT) setWord(book.levels, level, LEVEL_HEAD, next);
  else setWord(book.orders, prev, ORDER_NEXT, next);
  if (next === NO_SLOT) setWord(book.levels, level, LEVEL_TAIL, prev);
  else setWord(book.orders, next, ORDER_PREV, prev);
}

function createPool(capacity: number): Pool {
  const block = new ArrayBuffer(capacity * RECORD_BYTES);
  return {
    words: new Int32Array(block),
    wides: new Float64Array(block),
    free: NO_RECORD,
    touched: 0,
    live: 0,
  };
}

function takeRecord(pool: Pool): number {
  pool.live += 1;
  const record = pool.free;
  if (record !== NO_RECORD) {
    pool.free = getWord(pool, record, 0);
    return record;
  }
  if (pool.touched << WORDS_SHIFT === pool.words.length) growPool(pool);
  pool.touched += 1;
  return pool.touched - 1;
}

function releaseRecord(pool: Pool, record: number): void {
  pool.live -= 1;
  setWord(pool, record, 0, pool.free);
  pool.free = record;
}

/** Here and below, callers pass a record that was handed out, so the index is in the block. */
export const getWord = (pool: Pool, record: number, field: number): number =>
  pool.words[(record << WORDS_SHIFT) + field]!;

function setWord(pool: Pool, record: number, field: number, value: number): void {
  pool.words[(record << WORDS_SHIFT) + field] = value;
}

export const getWide = (pool: Pool, record: number, field: number): number =>
  pool.wides[(record << WIDES_SHIFT) + field]!;

function setWide(pool: Pool, record: number, field: number, value: number): void {
  pool.wides[(record << WIDES_SHIFT) + field] = value;
}

function growPool(pool: Pool): void {
  const block = new ArrayBuffer(pool.words.byteLength * 2);
  const words = new Int32Array(block);
  words.set(pool.words);
  pool.words = words;
  pool.wides = new Float64Array(block);
}
