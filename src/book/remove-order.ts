/** Takes lots from a resting order, or the order from the book. */
import { assert } from '../domain/assert.ts';
import type { Lots } from '../domain/units.ts';
import {
  assertResting,
  type Book,
  LEVEL_HEAD,
  LEVEL_ORDERS,
  LEVEL_TAIL,
  LEVEL_TOTAL,
  ladderOf,
  NO_SLOT,
  ORDER_LEVEL,
  ORDER_LOTS,
  ORDER_NEXT,
  ORDER_PREV,
  type Slot,
  slotSide,
  slotTicks,
} from './book.ts';
import { removeLevel } from './ladder.ts';
import { getWide, getWord, releaseRecord, setWide, setWord } from './pool.ts';

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
