/**
 * The rules of the book, and the bugs that order books are known for, one test each. Every command
 * goes through the engine's `apply` and to the plain book, so each expectation is met by both.
 */
import { expect, test } from 'vitest';
import { checkBook } from '../../proof/check-book.ts';
import { bestTicks, levelLots } from '../../src/book/book.ts';
import type { TimeInForce } from '../../src/domain/order.ts';
import type { Side } from '../../src/domain/side.ts';
import { ticks } from '../../src/domain/units.ts';
import { eventsOf, orderIdOf } from '../kit/driver.ts';
import { bookOf, createPair, type Pair, queueOf, send } from './pair.ts';

/** The house sells and one trader buys: nobody meets their own orders. */
function place(
  pair: Pair,
  label: number,
  side: Side,
  size: number,
  price: number,
  timeInForce: TimeInForce = 'normal',
): boolean {
  const owner = side === 'sell' ? 0 : 1;
  return send(pair, { kind: 'place', label, owner, side, price, size, timeInForce });
}

const cancel = (pair: Pair, label: number): boolean =>
  send(pair, { kind: 'cancel', label, by: null });

const amend = (pair: Pair, label: number, size: number, price: number): boolean =>
  send(pair, { kind: 'amend', label, price, size });

function labelOf({ labels }: Pair, order: number): number {
  for (const [label, { id }] of labels) if (id === order) return label;
  throw new Error(`no label for order ${order}`);
}

const eventsNow = ({ driver: { state } }: Pair) => state.events.slice(0, state.eventCount);

/** What the last command traded, as [maker, taker, price, size] rows. */
const fillsOf = (pair: Pair): number[][] =>
  eventsOf(eventsNow(pair), 'fill-settled').map(({ maker, taker, price, size }) => [
    labelOf(pair, maker.order),
    labelOf(pair, taker.order),
    price,
    size,
  ]);

const makersOf = (pair: Pair): (number | undefined)[] => fillsOf(pair).map(([maker]) => maker);

const reasonsOf = (pair: Pair): string[] =>
  eventsOf(eventsNow(pair), 'order-canceled').map(({ reason }) => reason);

const labelsOf = (pair: Pair, side: Side): number[] =>
  queueOf(pair, side).map(([order]) => labelOf(pair, order));

const best = (pair: Pair, side: Side): number => bestTicks(bookOf(pair), side);

const queues = (pair: Pair) => [queueOf(pair, 'buy'), queueOf(pair, 'sell')];

/** Sells 5 at 101, 5 at 101, 5 at 103, named 1, 2, 3. */
function threeAsks(): Pair {
  const pair = createPair(100);
  place(pair, 1, 'sell', 5, 101);
  place(pair, 2, 'sell', 5, 101);
  place(pair, 3, 'sell', 5, 103);
  return pair;
}

test('[BOOK-1] a taker meets better prices first and older orders first', () => {
  const pair = threeAsks();
  place(pair, 4, 'sell', 5, 102);
  place(pair, 9, 'buy', 17, 105);
  expect(fillsOf(pair)).toEqual([
    [1, 9, 101, 5],
    [2, 9, 101, 5],
    [4, 9, 102, 5],
    [3, 9, 103, 2],
  ]);
});

test('[BOOK-2] not this bug: fill at the price of the taker', () => {
  const pair = createPair(100);
  place(pair, 1, 'sell', 5, 100);
  place(pair, 2, 'buy', 5, 90);
  place(pair, 3, 'buy', 5, 120);
  expect(fillsOf(pair)).toEqual([[1, 3, 100, 5]]);
  place(pair, 4, 'sell', 5, 80);
  expect(fillsOf(pair)).toEqual([[2, 4, 90, 5]]);
});

test('[BOOK-3] not this bug: a partly filled maker loses its place', () => {
  const pair = createPair(100);
  place(pair, 1, 'buy', 5, 100);
  place(pair, 2, 'buy', 5, 100);
  place(pair, 3, 'sell', 2, 100);
  place(pair, 4, 'sell', 4, 100);
  expect(fillsOf(pair)).toEqual([
    [1, 4, 100, 3],
    [2, 4, 100, 1],
  ]);
});

test('[BOOK-4] not this bug: a cancel in the middle of a level breaks the queue', () => {
  const pair = createPair(100);
  for (const label of [1, 2, 3, 4, 5]) place(pair, label, 'sell', 1, 100);
  expect(cancel(pair, 3)).toBe(true);
  expect(cancel(pair, 2)).toBe(true);
  place(pair, 6, 'sell', 1, 100);
  place(pair, 9, 'buy', 4, 100);
  expect(makersOf(pair)).toEqual([1, 4, 5, 6]);
  expect(queues(pair)).toEqual([[], []]);
});

test('[BOOK-6] not this bug: the remainder of an immediate-or-cancel order rests', () => {
  const pair = threeAsks();
  place(pair, 9, 'buy', 50, 101, 'ioc');
  expect(makersOf(pair)).toEqual([1, 2]);
  expect(reasonsOf(pair)).toEqual(['ioc-remainder']);
  place(pair, 10, 'buy', 8, 101, 'ioc');
  expect(fillsOf(pair)).toEqual([]);
  expect(best(pair, 'buy')).toBe(0);
  expect(cancel(pair, 9)).toBe(false);
});

test('[BOOK-7] not this bug: a part of a fill-or-kill order trades or rests', () => {
  const pair = threeAsks();
  const before = queues(pair);
  place(pair, 9, 'buy', 11, 102, 'fok');
  expect(fillsOf(pair)).toEqual([]);
  expect(reasonsOf(pair)).toEqual(['fok-short']);
  place(pair, 10, 'buy', 16, 103, 'fok');
  expect(queues(pair)).toEqual(before);
  place(pair, 11, 'buy', 15, 103, 'fok');
  expect(makersOf(pair)).toEqual([1, 2, 3]);
  expect(queues(pair)).toEqual([[], []]);
});

test('[BOOK-8] a post-only order that would trade is canceled at once, and rests otherwise', () => {
  const pair = threeAsks();
  const before = queues(pair);
  place(pair, 9, 'buy', 1, 101, 'post-only');
  expect(reasonsOf(pair)).toEqual(['post-only-would-take']);
  expect(queues(pair)).toEqual(before);
  place(pair, 10, 'buy', 1, 100, 'post-only');
  expect(best(pair, 'buy')).toBe(100);
  expect(amend(pair, 10, 1, 101)).toBe(false);
  expect(best(pair, 'buy')).toBe(100);
});

test('[BOOK-9] an amended order goes to the end of its queue, unless it only shrinks', () => {
  const pair = threeAsks();
  place(pair, 4, 'sell', 5, 101);
  expect(amend(pair, 1, 6, 101)).toBe(true);
  expect(amend(pair, 2, 3, 101)).toBe(true);
  expect(labelsOf(pair, 'sell')).toEqual([2, 4, 1, 3]);
  amend(pair, 4, 5, 103);
  amend(pair, 4, 5, 101);
  place(pair, 10, 'buy', 14, 101);
  expect(makersOf(pair)).toEqual([2, 1, 4]);
});

test('[BOOK-9] not this bug: an amendment through the spread leaves the book crossed', () => {
  const pair = createPair(100);
  place(pair, 1, 'buy', 5, 99);
  place(pair, 2, 'sell', 3, 101);
  place(pair, 3, 'sell', 3, 102);
  amend(pair, 1, 7, 102);
  expect(fillsOf(pair)).toEqual([
    [2, 1, 101, 3],
    [3, 1, 102, 3],
  ]);
  expect([best(pair, 'buy'), best(pair, 'sell')]).toEqual([102, 0]);
  expect(levelLots(bookOf(pair), 'buy', ticks(102))).toBe(1);
});

test('[BOOK-10] not this bug: a phantom best price after the best order is canceled', () => {
  const pair = createPair(100);
  place(pair, 1, 'buy', 5, 100);
  place(pair, 2, 'buy', 5, 98);
  place(pair, 3, 'sell', 5, 105);
  cancel(pair, 1);
  expect(best(pair, 'buy')).toBe(98);
  place(pair, 4, 'sell', 5, 100);
  expect(fillsOf(pair)).toEqual([]);
  cancel(pair, 4);
  expect(best(pair, 'sell')).toBe(105);
  cancel(pair, 3);
  expect(best(pair, 'sell')).toBe(0);
});

test('[BOOK-11] a taker stops at its limit, and the rest of it stands there', () => {
  const pair = threeAsks();
  place(pair, 9, 'buy', 12, 102);
  expect(makersOf(pair)).toEqual([1, 2]);
  expect([best(pair, 'buy'), best(pair, 'sell')]).toEqual([102, 103]);
  expect(levelLots(bookOf(pair), 'buy', ticks(102))).toBe(2);
});

test.each([
  [1_500, [800, 801, 1_023, 1_024, 1_055, 1_056, 1_057, 2_047, 2_048, 2_200]],
  [4_000_000, [2_097_151, 2_097_152, 2_097_183, 3_145_727, 4_194_303, 4_194_304, 5_000_000]],
])('[BOOK-11] not this bug: a sweep over many levels near %i skips one', (mark, prices) => {
  const pair = createPair(mark);
  const [first = 1] = prices;
  prices.forEach((price, at) => {
    place(pair, at + 1, 'sell', 1, price);
  });
  place(pair, 99, 'buy', prices.length, prices.at(-1) ?? mark);
  expect(fillsOf(pair).map(([, , price]) => price)).toEqual(prices);

  prices.forEach((price, at) => {
    place(pair, at + 1, 'buy', 1, price);
  });
  place(pair, 99, 'sell', prices.length, first);
  expect(fillsOf(pair).map(([, , price]) => price)).toEqual(prices.toReversed());
});

test('[BOOK-11] not this bug: a sweep of 5,000 fills overflows, or loses or repeats one', () => {
  const pair = createPair(150);
  const { driver, accounts } = pair;
  const [house, trader] = [accounts[0]!, accounts[1]!];
  const prices = new Map<number, number>();
  for (let count = 1; count <= 5_000; count += 1) {
    const price = 100 + (count % 50);
    prices.set(orderIdOf(driver.place(house, 'open short', 1 + (count % 3), price)), price);
  }
  const events = driver.place(trader, 'open long', 100_000, 200);
  const fills = eventsOf(events, 'fill-settled');
  expect(new Set(fills.map(({ maker }) => maker.order)).size).toBe(5_000);
  expect(fills).toHaveLength(5_000);
  fills.forEach(({ maker, price }, at) => {
    expect(price).toBe(prices.get(maker.order));
    const before = fills[at - 1];
    if (before?.price === price) expect(maker.order).toBeGreaterThan(before.maker.order);
  });
  const book = bookOf(pair);
  expect(book.orders.live).toBe(1);
  checkBook(book);
});

test('[BOOK-12] a bad id, price or size is refused and changes nothing', () => {
  const pair = threeAsks();
  const before = queues(pair);
  for (const bad of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(place(pair, 9, 'buy', 1, bad)).toBe(false);
    expect(place(pair, 9, 'buy', bad, 101)).toBe(false);
    expect(amend(pair, 1, 5, bad)).toBe(false);
    expect(amend(pair, 1, bad, 102)).toBe(false);
    pair.labels.set(8, { owner: 0, id: bad });
    expect(cancel(pair, 8)).toBe(false);
    expect(amend(pair, 8, 1, 101)).toBe(false);
  }
  expect(queues(pair)).toEqual(before);
});

test('[BOOK-14] an order at the opposite best price trades and does not rest', () => {
  const pair = threeAsks();
  place(pair, 9, 'buy', 5, 101);
  expect(fillsOf(pair)).toEqual([[1, 9, 101, 5]]);
  expect(best(pair, 'buy')).toBe(0);
});
