import { expect, test } from 'vitest';
import { bestTicks, levelLots } from '../../src/book/book.ts';
import { PRICE_TICKS_MAX } from '../../src/domain/limits.ts';
import { ticks } from '../../src/domain/units.ts';
import { checkBook } from '../check-book.ts';
import { fillLots, fillMakerId, fillTakerId, fillTicks } from './fill-buffer.ts';
import {
  ACCEPTED,
  BAD_INPUT,
  createStream,
  DUPLICATE_ID,
  type Stream,
  streamCancel,
  streamModify,
  streamNew,
  UNKNOWN_ID,
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

test('a message trades by price and age up to its limit, and its rest stands or is gone', () => {
  const stream = threeAsks();
  expect(streamNew(stream, 9, 'buy', 102, 12, 'normal')).toBe(ACCEPTED);
  expect(fillsOf(stream)).toEqual([
    [1, 9, 101, 5],
    [2, 9, 101, 5],
  ]);
  expect(levelLots(stream.book, 'buy', ticks(102))).toBe(2);
  streamNew(stream, 10, 'buy', 103, 50, 'ioc');
  expect(fillsOf(stream)).toEqual([[3, 10, 103, 5]]);
  expect(bestTicks(stream.book, 'buy')).toBe(102);
  checkBook(stream.book);
});

test('a modified order enters anew and trades if its price crosses', () => {
  const stream = threeAsks();
  expect(streamModify(stream, 1, 101, 5)).toBe(ACCEPTED);
  streamNew(stream, 9, 'buy', 99, 7, 'normal');
  expect(streamModify(stream, 9, 101, 12)).toBe(ACCEPTED);
  expect(fillsOf(stream)).toEqual([
    [2, 9, 101, 5],
    [1, 9, 101, 5],
  ]);
  checkBook(stream.book);
});

test('an id is taken while its order rests, and free again once it is gone', () => {
  const stream = threeAsks();
  expect(streamNew(stream, 1, 'buy', 90, 1, 'normal')).toBe(DUPLICATE_ID);
  streamNew(stream, 9, 'buy', 101, 5, 'normal');
  expect(streamCancel(stream, 1)).toBe(UNKNOWN_ID);
  expect(streamModify(stream, 1, 100, 1)).toBe(UNKNOWN_ID);
  expect(fillsOf(stream)).toEqual([]);
  expect(streamNew(stream, 1, 'buy', 90, 1, 'normal')).toBe(ACCEPTED);
  expect(streamCancel(stream, 1)).toBe(ACCEPTED);
});

test('a bad id, price or size is refused', () => {
  const stream = threeAsks();
  for (const value of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(streamNew(stream, value, 'buy', 1, 1, 'normal')).toBe(BAD_INPUT);
    expect(streamNew(stream, 9, 'buy', value, 1, 'normal')).toBe(BAD_INPUT);
    expect(streamModify(stream, 1, 1, value)).toBe(BAD_INPUT);
    expect(streamCancel(stream, value)).toBe(BAD_INPUT);
  }
  expect(streamNew(stream, 9, 'sell', PRICE_TICKS_MAX + 1, 1, 'normal')).toBe(BAD_INPUT);
});
