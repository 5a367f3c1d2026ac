import { expect, test } from 'vitest';
import { PRICE_TICKS_MAX } from '../domain/limits.ts';
import { ticks } from '../domain/units.ts';
import { bestTicks, levelLots, orderCount } from './book.ts';
import { checkBook } from './check-book.ts';
import { fillLots, fillMakerId, fillTakerId, fillTicks } from './fill-buffer.ts';
import { hashBook } from './hash-book.ts';
import {
  ACCEPTED,
  BAD_INPUT,
  createStream,
  DUPLICATE_ID,
  NOT_FILLABLE,
  type Stream,
  streamCancel,
  streamModify,
  streamNew,
  UNKNOWN_ID,
  WOULD_TRADE,
} from './stream.ts';

/** What the last message traded, as [maker, taker, price, size] rows. */
function fillsOf({ fills }: Stream): number[][] {
  const rows: number[][] = [];
  for (let place = 0; place < fills.count; place += 1) {
    rows.push([
      fillMakerId(fills, place),
      fillTakerId(fills, place),
      fillTicks(fills, place),
      fillLots(fills, place),
    ]);
  }
  return rows;
}

/** Sells 5 at 101, 5 at 101, 5 at 103; ids 1, 2, 3. */
function threeAsks(): Stream {
  const stream = createStream();
  streamNew(stream, 1, 'sell', 101, 5, 'normal');
  streamNew(stream, 2, 'sell', 101, 5, 'normal');
  streamNew(stream, 3, 'sell', 103, 5, 'normal');
  return stream;
}

test('[BOOK-1] a taker meets better prices first and older orders first', () => {
  const stream = threeAsks();
  expect(streamNew(stream, 9, 'buy', 105, 12, 'normal')).toBe(ACCEPTED);
  expect(fillsOf(stream)).toEqual([
    [1, 9, 101, 5],
    [2, 9, 101, 5],
    [3, 9, 103, 2],
  ]);
  checkBook(stream.book);
});

test('[BOOK-2] a fill is made at the price of the maker', () => {
  const stream = threeAsks();
  streamNew(stream, 9, 'buy', 200, 1, 'ioc');
  expect(fillsOf(stream)).toEqual([[1, 9, 101, 1]]);
});

test('[BOOK-11] a taker stops at its limit and what is left rests there', () => {
  const stream = threeAsks();
  streamNew(stream, 9, 'buy', 102, 12, 'normal');
  expect(fillsOf(stream).length).toBe(2);
  expect(bestTicks(stream.book, 'buy')).toBe(102);
  expect(levelLots(stream.book, 'buy', ticks(102))).toBe(2);
  expect(bestTicks(stream.book, 'sell')).toBe(103);
});

test('[BOOK-5] an id is taken while its order rests, and free again once it is gone', () => {
  const stream = threeAsks();
  expect(streamNew(stream, 1, 'buy', 90, 1, 'normal')).toBe(DUPLICATE_ID);
  streamNew(stream, 9, 'buy', 101, 5, 'normal');
  expect(streamCancel(stream, 1)).toBe(UNKNOWN_ID);
  expect(streamModify(stream, 1, 100, 1)).toBe(UNKNOWN_ID);
  expect(streamNew(stream, 1, 'buy', 90, 1, 'normal')).toBe(ACCEPTED);
  expect(streamCancel(stream, 1)).toBe(ACCEPTED);
  expect(streamCancel(stream, 1)).toBe(UNKNOWN_ID);
});

test('[BOOK-6] what an immediate-or-cancel order does not trade is gone', () => {
  const stream = threeAsks();
  expect(streamNew(stream, 9, 'buy', 101, 50, 'ioc')).toBe(ACCEPTED);
  expect(fillsOf(stream).length).toBe(2);
  expect(bestTicks(stream.book, 'buy')).toBe(0);
  expect(streamCancel(stream, 9)).toBe(UNKNOWN_ID);
});

test('[BOOK-7] a fill-or-kill order trades whole or not at all', () => {
  const stream = threeAsks();
  const before = hashBook(stream.book);
  expect(streamNew(stream, 9, 'buy', 102, 11, 'fok')).toBe(NOT_FILLABLE);
  expect(fillsOf(stream)).toEqual([]);
  expect(hashBook(stream.book)).toBe(before);
  expect(streamNew(stream, 9, 'buy', 103, 15, 'fok')).toBe(ACCEPTED);
  expect(fillsOf(stream).length).toBe(3);
  expect(orderCount(stream.book)).toBe(0);
});

test('[BOOK-8] a post-only order that would trade is refused, and rests otherwise', () => {
  const stream = threeAsks();
  const before = hashBook(stream.book);
  expect(streamNew(stream, 9, 'buy', 101, 1, 'post-only')).toBe(WOULD_TRADE);
  expect(hashBook(stream.book)).toBe(before);
  expect(streamNew(stream, 9, 'buy', 100, 1, 'post-only')).toBe(ACCEPTED);
  expect(bestTicks(stream.book, 'buy')).toBe(100);
});

test('[BOOK-9] a modified order goes to the end of its queue, at the same price too', () => {
  const stream = threeAsks();
  expect(streamModify(stream, 1, 101, 5)).toBe(ACCEPTED);
  streamNew(stream, 9, 'sell', 101, 1, 'normal');
  streamNew(stream, 10, 'buy', 101, 11, 'normal');
  expect(fillsOf(stream).map(([maker]) => maker)).toEqual([2, 1, 9]);
});

test('[BOOK-9] a modified order trades when its new price crosses', () => {
  const stream = threeAsks();
  streamNew(stream, 9, 'buy', 99, 7, 'normal');
  expect(streamModify(stream, 9, 101, 12)).toBe(ACCEPTED);
  expect(fillsOf(stream)).toEqual([
    [1, 9, 101, 5],
    [2, 9, 101, 5],
  ]);
  expect(levelLots(stream.book, 'buy', ticks(101))).toBe(2);
  checkBook(stream.book);
});

test('[BOOK-12] a bad id, price or size is refused and changes nothing', () => {
  const stream = threeAsks();
  const before = hashBook(stream.book);
  const bad = [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53];
  for (const value of bad) {
    expect(streamNew(stream, value, 'buy', 1, 1, 'normal')).toBe(BAD_INPUT);
    expect(streamNew(stream, 9, 'buy', value, 1, 'normal')).toBe(BAD_INPUT);
    expect(streamNew(stream, 9, 'buy', 1, value, 'normal')).toBe(BAD_INPUT);
    expect(streamModify(stream, value, 1, 1)).toBe(BAD_INPUT);
    expect(streamModify(stream, 1, value, 1)).toBe(BAD_INPUT);
    expect(streamModify(stream, 1, 1, value)).toBe(BAD_INPUT);
    expect(streamCancel(stream, value)).toBe(BAD_INPUT);
  }
  expect(streamNew(stream, 9, 'sell', PRICE_TICKS_MAX + 1, 1, 'normal')).toBe(BAD_INPUT);
  expect(hashBook(stream.book)).toBe(before);
});

test('[BOOK-12] a refused message leaves no fills of the one before', () => {
  const stream = threeAsks();
  streamNew(stream, 9, 'buy', 101, 1, 'ioc');
  expect(fillsOf(stream).length).toBe(1);
  streamCancel(stream, 77);
  expect(fillsOf(stream)).toEqual([]);
});
