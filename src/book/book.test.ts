import { expect, test } from 'vitest';
import { slotId, slotLots } from '../../proof/book-slots.ts';
import { checkBook } from '../../proof/check-book.ts';
import { PRICE_TICKS_MAX } from '../domain/limits.ts';
import type { Side } from '../domain/side.ts';
import { lots, NO_TICKS, ticks } from '../domain/units.ts';
import {
  type Book,
  bestTicks,
  createBook,
  crosses,
  firstSlot,
  levelLots,
  NO_SLOT,
  nextSlot,
  nextTicks,
  removeOrder,
  restOrder,
  type Slot,
  slotSide,
  slotTicks,
  takeLots,
} from './book.ts';

const rest = (book: Book, side: Side, price: number, size: number, id: number): Slot =>
  restOrder(book, side, ticks(price), lots(size), id);

function queueOf(book: Book, side: Side): number[] {
  const ids: number[] = [];
  for (let slot = firstSlot(book, side); slot !== NO_SLOT; slot = nextSlot(book, slot)) {
    ids.push(slotId(book, slot));
  }
  return ids;
}

function pricesOf(book: Book, side: Side): number[] {
  const prices: number[] = [];
  let price = bestTicks(book, side);
  for (; price !== NO_TICKS; price = nextTicks(book, side, price)) prices.push(price);
  return prices;
}

test('[BOOK-1] orders stand by price, then by age, on both sides', () => {
  const book = createBook();
  rest(book, 'buy', 99, 1, 1);
  rest(book, 'buy', 100, 1, 2);
  rest(book, 'buy', 99, 1, 3);
  rest(book, 'buy', 100, 1, 4);
  rest(book, 'sell', 110, 1, 5);
  rest(book, 'sell', 101, 1, 6);
  rest(book, 'sell', 110, 1, 7);
  expect(queueOf(book, 'buy')).toEqual([2, 4, 1, 3]);
  expect(queueOf(book, 'sell')).toEqual([6, 5, 7]);
  checkBook(book);
});

test('[BOOK-3] an order that shrinks keeps its place, and leaves at zero', () => {
  const book = createBook();
  const oldest = rest(book, 'sell', 100, 10, 1);
  rest(book, 'sell', 100, 10, 2);
  takeLots(book, oldest, lots(4));
  expect(queueOf(book, 'sell')).toEqual([1, 2]);
  expect(slotLots(book, oldest)).toBe(6);
  expect(levelLots(book, 'sell', ticks(100))).toBe(16);
  takeLots(book, oldest, lots(6));
  expect(queueOf(book, 'sell')).toEqual([2]);
  checkBook(book);
});

test('[BOOK-4] removing the first, a middle or the last order leaves the others in place', () => {
  for (const gone of [1, 2, 3, 4]) {
    const book = createBook();
    const slots = new Map<number, Slot>();
    for (const id of [1, 2, 3, 4]) slots.set(id, rest(book, 'buy', 50, id, id));
    removeOrder(book, slots.get(gone) ?? NO_SLOT);
    expect(queueOf(book, 'buy')).toEqual([1, 2, 3, 4].filter((id) => id !== gone));
    expect(levelLots(book, 'buy', ticks(50))).toBe(10 - gone);
    checkBook(book);
  }
});

test('[BOOK-10] when the best level empties, the best price is the next level with orders', () => {
  const book = createBook();
  const far = rest(book, 'buy', 3, 1, 1);
  const near = rest(book, 'buy', 70_000, 1, 2);
  const ask = rest(book, 'sell', 70_001, 1, 3);
  rest(book, 'sell', PRICE_TICKS_MAX, 1, 4);
  removeOrder(book, near);
  removeOrder(book, ask);
  expect([bestTicks(book, 'buy'), bestTicks(book, 'sell')]).toEqual([3, PRICE_TICKS_MAX]);
  removeOrder(book, far);
  expect(bestTicks(book, 'buy')).toBe(NO_TICKS);
  expect(firstSlot(book, 'buy')).toBe(NO_SLOT);
  checkBook(book);
});

test('[BOOK-11] the next level is found over any gap, from any price, and from outside', () => {
  const book = createBook();
  const prices = [1, 2, 31, 32, 33, 1_023, 1_024, 32_768, 1_048_576, 33_554_432];
  for (const price of prices) rest(book, 'buy', price, 1, price);
  expect(pricesOf(book, 'buy')).toEqual(prices.toReversed());
  expect(nextTicks(book, 'buy', ticks(PRICE_TICKS_MAX))).toBe(33_554_432);
  expect(nextTicks(book, 'buy', ticks(1_000))).toBe(33);
  expect(nextTicks(book, 'buy', ticks(1))).toBe(NO_TICKS);
  expect(nextTicks(book, 'sell', ticks(1))).toBe(NO_TICKS);

  const mirror = createBook();
  for (const price of prices) rest(mirror, 'sell', price, 1, price);
  expect(pricesOf(mirror, 'sell')).toEqual(prices);
  expect(nextTicks(mirror, 'sell', NO_TICKS)).toBe(1);
  expect(nextTicks(mirror, 'sell', ticks(34))).toBe(1_023);
  expect(nextTicks(mirror, 'sell', ticks(PRICE_TICKS_MAX))).toBe(NO_TICKS);
});

test('[BOOK-13] a level knows its lots past 32 bits, and an absent price has none', () => {
  const book = createBook();
  for (let id = 1; id <= 4; id += 1) rest(book, 'sell', 9, 2 ** 31 - 1, id);
  expect(levelLots(book, 'sell', ticks(9))).toBe(4 * (2 ** 31 - 1));
  expect(queueOf(book, 'sell')).toHaveLength(4);
  expect(levelLots(book, 'sell', ticks(PRICE_TICKS_MAX))).toBe(0);
  expect(levelLots(book, 'buy', ticks(9))).toBe(0);
  checkBook(book);
});

test('[BOOK-14] an order that would cross the other side may not rest', () => {
  const book = createBook();
  rest(book, 'sell', 100, 1, 1);
  expect(() => rest(book, 'buy', 100, 1, 2)).toThrow('never crosses');
  rest(book, 'buy', 99, 1, 3);
  expect(() => rest(book, 'sell', 99, 1, 4)).toThrow('never crosses');
  checkBook(book);
});

test('[BOOK-14] crossing means the same price or better, and no price crosses nothing', () => {
  expect(crosses('buy', ticks(100), ticks(100))).toBe(true);
  expect(crosses('buy', ticks(100), ticks(101))).toBe(false);
  expect(crosses('sell', ticks(100), ticks(100))).toBe(true);
  expect(crosses('sell', ticks(100), ticks(99))).toBe(false);
  expect(crosses('buy', ticks(100), NO_TICKS)).toBe(false);
  expect(crosses('sell', ticks(100), NO_TICKS)).toBe(false);
});

test('[BOOK-16] memory follows the live orders, not the path of the price', () => {
  const book = createBook();
  for (let step = 0; step < 200_000; step += 1) {
    removeOrder(book, rest(book, 'buy', 1 + step * 600, 1, step + 1));
  }
  expect(book.orders.live).toBe(0);
  expect(book.orders.touched).toBe(1);
  expect(book.levels.touched).toBe(2);
  expect(book.bids.levels.pages).toBe(2);
  checkBook(book);
});

test('[BOOK-18] a slot whose order is gone cannot be used', () => {
  const book = createBook();
  const slot = rest(book, 'buy', 10, 3, 1);
  expect([slotTicks(book, slot), slotSide(book, slot)]).toEqual([10, 'buy']);
  removeOrder(book, slot);
  expect(() => removeOrder(book, slot)).toThrow('is gone');
  expect(() => slotLots(book, slot)).toThrow('is gone');
  expect(() => nextSlot(book, 5)).toThrow('no such slot');
  expect(() => slotId(book, NO_SLOT)).toThrow('no such slot');
});

test('[BOOK-18] a price, a size or lots taken outside their limits break an invariant', () => {
  const book = createBook();
  for (const price of [0, -1, 1.5, Number.NaN, PRICE_TICKS_MAX + 1]) {
    expect(() => rest(book, 'buy', price, 1, 1)).toThrow('limit of ticks');
  }
  for (const size of [0, -1, 1.5, Number.NaN, 2 ** 31]) {
    expect(() => rest(book, 'buy', 1, size, 1)).toThrow('limit of lots');
  }
  const slot = rest(book, 'buy', 10, 3, 1);
  for (const taken of [0, -1, 4, Number.NaN]) {
    expect(() => takeLots(book, slot, lots(taken))).toThrow('only lots that an order has');
  }
  checkBook(book);
});
