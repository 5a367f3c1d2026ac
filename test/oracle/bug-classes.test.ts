/**
 * The bugs that order books are known for, one test each, by name. Every message goes to the fast
 * and to the plain book, so each expectation below is met by both.
 */
import { expect, test } from 'vitest';
import {
  bestTicks,
  firstSlot,
  NO_SLOT,
  nextSlot,
  orderCount,
  slotId,
} from '../../src/book/book.ts';
import { checkBook } from '../../src/book/check-book.ts';
import { fillMakerId, fillTicks } from '../../src/book/fill-buffer.ts';
import type { Outcome, TimeInForce } from '../../src/book/stream.ts';
import { ACCEPTED, createStream, streamNew, UNKNOWN_ID } from '../../src/book/stream.ts';
import type { Side } from '../../src/domain/side.ts';
import { createPair, fillsOf, type Pair, send } from './pair.ts';

function place(
  pair: Pair,
  id: number,
  side: Side,
  size: number,
  price: number,
  timeInForce: TimeInForce = 'normal',
): Outcome {
  return send(pair, { kind: 'new', id, side, price, size, timeInForce });
}

const cancel = (pair: Pair, id: number): Outcome => send(pair, { kind: 'cancel', id });

const modify = (pair: Pair, id: number, size: number, price: number): Outcome =>
  send(pair, { kind: 'modify', id, price, size });

function idsOf(pair: Pair, side: Side): number[] {
  const ids: number[] = [];
  const { book } = pair.fast;
  for (let slot = firstSlot(book, side); slot !== NO_SLOT; slot = nextSlot(book, slot)) {
    ids.push(slotId(book, slot));
  }
  return ids;
}

const makersOf = (pair: Pair): number[] => fillsOf(pair).map((fill) => fill.makerId);

test('[BOOK-2] not this bug: fill at the price of the aggressor', () => {
  const pair = createPair();
  place(pair, 1, 'sell', 5, 100);
  place(pair, 2, 'buy', 5, 90);
  place(pair, 3, 'buy', 5, 120);
  expect(fillsOf(pair)).toEqual([{ makerId: 1, takerId: 3, price: 100, size: 5 }]);
  place(pair, 4, 'sell', 5, 80);
  expect(fillsOf(pair)).toEqual([{ makerId: 2, takerId: 4, price: 90, size: 5 }]);
});

test('[BOOK-4] not this bug: cancel in the middle of a level breaks the queue', () => {
  const pair = createPair();
  for (const id of [1, 2, 3, 4, 5]) place(pair, id, 'sell', 1, 100);
  expect(cancel(pair, 3)).toBe(ACCEPTED);
  expect(cancel(pair, 2)).toBe(ACCEPTED);
  place(pair, 6, 'sell', 1, 100);
  place(pair, 9, 'buy', 4, 100);
  expect(makersOf(pair)).toEqual([1, 4, 5, 6]);
  expect(orderCount(pair.fast.book)).toBe(0);
});

test('[BOOK-5] not this bug: the id of a filled order is not released', () => {
  const pair = createPair();
  place(pair, 1, 'sell', 5, 100);
  place(pair, 2, 'buy', 5, 100);
  expect(cancel(pair, 1)).toBe(UNKNOWN_ID);
  expect(cancel(pair, 2)).toBe(UNKNOWN_ID);
  expect(place(pair, 1, 'buy', 5, 90)).toBe(ACCEPTED);
  expect(place(pair, 2, 'buy', 5, 90)).toBe(ACCEPTED);
});

test('[BOOK-6] not this bug: residue of an immediate-or-cancel order rests', () => {
  const pair = createPair();
  place(pair, 1, 'sell', 5, 100);
  place(pair, 2, 'buy', 8, 100, 'ioc');
  place(pair, 3, 'buy', 8, 100, 'ioc');
  expect(orderCount(pair.fast.book)).toBe(0);
  expect(bestTicks(pair.fast.book, 'buy')).toBe(0);
});

test('[BOOK-7] not this bug: residue of a fill-or-kill order rests, or a part of it trades', () => {
  const pair = createPair();
  place(pair, 1, 'sell', 5, 100);
  place(pair, 2, 'sell', 5, 101);
  place(pair, 3, 'buy', 8, 100, 'fok');
  expect(fillsOf(pair)).toEqual([]);
  place(pair, 4, 'buy', 11, 101, 'fok');
  expect(fillsOf(pair)).toEqual([]);
  expect(idsOf(pair, 'sell')).toEqual([1, 2]);
  expect(idsOf(pair, 'buy')).toEqual([]);
  place(pair, 5, 'buy', 10, 101, 'fok');
  expect(orderCount(pair.fast.book)).toBe(0);
});

test('[BOOK-9] not this bug: an amend through the spread leaves the book crossed', () => {
  const pair = createPair();
  place(pair, 1, 'buy', 5, 99);
  place(pair, 2, 'sell', 3, 101);
  place(pair, 3, 'sell', 3, 102);
  modify(pair, 1, 7, 102);
  expect(fillsOf(pair)).toEqual([
    { makerId: 2, takerId: 1, price: 101, size: 3 },
    { makerId: 3, takerId: 1, price: 102, size: 3 },
  ]);
  expect(bestTicks(pair.fast.book, 'buy')).toBe(102);
  expect(bestTicks(pair.fast.book, 'sell')).toBe(0);
});

test('[BOOK-3] not this bug: a partly filled maker loses its place', () => {
  const pair = createPair();
  place(pair, 1, 'buy', 5, 100);
  place(pair, 2, 'buy', 5, 100);
  place(pair, 3, 'sell', 2, 100);
  place(pair, 4, 'sell', 4, 100);
  expect(fillsOf(pair)).toEqual([
    { makerId: 1, takerId: 4, price: 100, size: 3 },
    { makerId: 2, takerId: 4, price: 100, size: 1 },
  ]);
});

test('[BOOK-11] not this bug: a sweep over many levels skips one', () => {
  const pair = createPair();
  const prices = [100, 101, 127, 128, 129, 159, 160, 1_023, 1_024, 2_047, 2_048, 40_000, 5_000_000];
  prices.forEach((price, at) => {
    place(pair, at + 1, 'sell', 1, price);
  });
  place(pair, 99, 'buy', prices.length, 5_000_000);
  expect(fillsOf(pair).map((fill) => fill.price)).toEqual(prices);

  prices.forEach((price, at) => {
    place(pair, at + 1, 'buy', 1, price);
  });
  place(pair, 99, 'sell', prices.length, 1);
  expect(fillsOf(pair).map((fill) => fill.price)).toEqual(prices.toReversed());
});

test('[BOOK-11] not this bug: a sweep of 5,000 fills overflows, or loses or repeats one', () => {
  const stream = createStream();
  for (let id = 1; id <= 5_000; id += 1) {
    streamNew(stream, id, 'sell', 100 + (id % 50), 1 + (id % 3), 'normal');
  }
  expect(streamNew(stream, 9_999, 'buy', 200, 100_000, 'normal')).toBe(ACCEPTED);
  expect(stream.fills.count).toBe(5_000);
  const seen = new Set<number>();
  for (let at = 0; at < 5_000; at += 1) {
    const maker = fillMakerId(stream.fills, at);
    seen.add(maker);
    expect(fillTicks(stream.fills, at)).toBe(100 + (maker % 50));
    if (at === 0 || fillTicks(stream.fills, at) !== fillTicks(stream.fills, at - 1)) continue;
    expect(maker).toBeGreaterThan(fillMakerId(stream.fills, at - 1));
  }
  expect(seen.size).toBe(5_000);
  expect(orderCount(stream.book)).toBe(1);
  checkBook(stream.book);
});

test('[BOOK-5] not this bug: a reused id finds the order of its former owner', () => {
  const pair = createPair();
  place(pair, 7, 'sell', 5, 100);
  place(pair, 8, 'sell', 5, 100);
  cancel(pair, 7);
  place(pair, 7, 'buy', 3, 90);
  expect(idsOf(pair, 'sell')).toEqual([8]);
  modify(pair, 7, 4, 91);
  expect(bestTicks(pair.fast.book, 'buy')).toBe(91);
  cancel(pair, 7);
  expect(idsOf(pair, 'sell')).toEqual([8]);
  expect(orderCount(pair.fast.book)).toBe(1);
});

test('[BOOK-10] not this bug: a phantom best price after cancelling the top', () => {
  const pair = createPair();
  place(pair, 1, 'buy', 5, 100);
  place(pair, 2, 'buy', 5, 98);
  place(pair, 3, 'sell', 5, 105);
  cancel(pair, 1);
  expect(bestTicks(pair.fast.book, 'buy')).toBe(98);
  place(pair, 4, 'sell', 5, 100);
  expect(fillsOf(pair)).toEqual([]);
  cancel(pair, 4);
  expect(bestTicks(pair.fast.book, 'sell')).toBe(105);
  cancel(pair, 3);
  expect(bestTicks(pair.fast.book, 'sell')).toBe(0);
});
