/** Adds an order to the end of its level's queue. */
import { assert } from '../domain/assert.ts';
import { ORDER_LOTS_MAX, PRICE_TICKS_MAX } from '../domain/limits.ts';
import { oppositeSide, type Side } from '../domain/side.ts';
import type { Lots, Ticks } from '../domain/units.ts';
import {
  type Book,
  bestTicks,
  crosses,
  isCountUpTo,
  LEVEL_HEAD,
  LEVEL_ORDERS,
  LEVEL_PRICE,
  LEVEL_TAIL,
  LEVEL_TOTAL,
  ladderOf,
  NO_SLOT,
  ORDER_LEVEL,
  ORDER_LOTS,
  ORDER_NEXT,
  ORDER_NUMBER,
  ORDER_PREV,
  packPrice,
  type Slot,
} from './book.ts';
import { addLevel } from './ladder.ts';
import { levelAt, NO_LEVEL } from './level-map.ts';
import { getWide, getWord, setWide, setWord, takeRecord } from './pool.ts';

/** The caller has matched the order first: what rests never crosses the other side. */
export function restOrder(book: Book, side: Side, price: Ticks, size: Lots, id: number): Slot {
  assert(isCountUpTo(price, PRICE_TICKS_MAX), 'a resting price is within the limit of ticks');
  assert(isCountUpTo(size, ORDER_LOTS_MAX), 'a resting size is within the limit of lots');
  assert(
    !crosses(side, price, bestTicks(book, oppositeSide(side))),
    'a resting order never crosses',
  );
  let level = levelAt(ladderOf(book, side).levels, price);
  if (level === NO_LEVEL) level = openLevel(book, side, price);
  const slot = takeRecord(book.orders);
  setWord(book.orders, slot, ORDER_LEVEL, level);
  setWord(book.orders, slot, ORDER_LOTS, size);
  setWide(book.orders, slot, ORDER_NUMBER, id);
  append(book, level, slot);
  setWide(book.levels, level, LEVEL_TOTAL, getWide(book.levels, level, LEVEL_TOTAL) + size);
  return slot;
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
