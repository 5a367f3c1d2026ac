/**
 * The benchmark's driver of the bare book: new, cancel and modify messages in integers, and nothing
 * of accounts or money. It does by itself what the engine does with more care (matching, order
 * ids), so a figure measured here is the book's, never the venue's.
 *
 * A bad message is an outcome, never an exception, and changes nothing. After each message the
 * stream's `fills` hold what traded, each at the maker's price.
 */

import {
  type Book,
  bestTicks,
  createBook,
  crosses,
  firstSlot,
  isCountUpTo,
  removeOrder,
  restOrder,
  slotSide,
  takeLots,
} from '../../src/book/book.ts';
import { ORDER_LOTS_MAX, PRICE_TICKS_MAX } from '../../src/domain/limits.ts';
import { oppositeSide, type Side } from '../../src/domain/side.ts';
import { lots, type Ticks, ticks } from '../../src/domain/units.ts';
import { slotId, slotLots } from '../book-slots.ts';
import { createFillBuffer, type FillBuffer, pushFill } from './fill-buffer.ts';
import { addId, createIdIndex, findId, type IdIndex, NO_ENTRY, takeId } from './id-index.ts';

export interface Stream {
  readonly book: Book;
  /** Slots of the resting orders. */
  readonly index: IdIndex;
  /** What the last message traded. */
  readonly fills: FillBuffer;
}

/** What becomes of lots that do not trade at once. */
export type StreamTimeInForce = 'normal' | 'ioc';

/** How a message ended; a number, because a stream has millions of them. */
export type StreamOutcome = 0 | 1 | 2 | 3;
export const ACCEPTED: StreamOutcome = 0;
/** The id already rests in the book. */
export const DUPLICATE_ID: StreamOutcome = 1;
/** No resting order has this id: it never came, was cancelled, or filled. */
export const UNKNOWN_ID: StreamOutcome = 2;
/** An id, price or size that is not a whole number within its limits. */
export const BAD_INPUT: StreamOutcome = 3;

export const createStream = (): Stream => ({
  book: createBook(),
  index: createIdIndex(),
  fills: createFillBuffer(),
});

export function streamNew(
  stream: Stream,
  id: number,
  side: Side,
  price: number,
  size: number,
  timeInForce: StreamTimeInForce,
): StreamOutcome {
  stream.fills.count = 0;
  if (!isCountUpTo(id, Number.MAX_SAFE_INTEGER) || !isPriceAndSize(price, size)) return BAD_INPUT;
  if (findId(stream.index, id) !== NO_ENTRY) return DUPLICATE_ID;
  const limit = ticks(price);
  const left = match(stream, id, side, limit, size);
  if (left > 0 && timeInForce !== 'ioc') rest(stream, id, side, limit, left);
  return ACCEPTED;
}

export function streamCancel(stream: Stream, id: number): StreamOutcome {
  stream.fills.count = 0;
  if (!isCountUpTo(id, Number.MAX_SAFE_INTEGER)) return BAD_INPUT;
  const slot = takeId(stream.index, id);
  if (slot === NO_ENTRY) return UNKNOWN_ID;
  removeOrder(stream.book, slot);
  return ACCEPTED;
}

/** Takes the order away and enters it anew: it loses its place, and trades if its price crosses. */
export function streamModify(
  stream: Stream,
  id: number,
  price: number,
  size: number,
): StreamOutcome {
  stream.fills.count = 0;
  if (!isCountUpTo(id, Number.MAX_SAFE_INTEGER) || !isPriceAndSize(price, size)) return BAD_INPUT;
  const slot = takeId(stream.index, id);
  if (slot === NO_ENTRY) return UNKNOWN_ID;
  const side = slotSide(stream.book, slot);
  removeOrder(stream.book, slot);
  const left = match(stream, id, side, ticks(price), size);
  if (left > 0) rest(stream, id, side, ticks(price), left);
  return ACCEPTED;
}

/** Trades against the other side from its best order on; returns the lots that found no partner. */
function match(stream: Stream, id: number, side: Side, limit: Ticks, size: number): number {
  const { book, index, fills } = stream;
  const makers = oppositeSide(side);
  let left = size;
  while (left > 0) {
    const price = bestTicks(book, makers);
    if (!crosses(side, limit, price)) break;
    const slot = firstSlot(book, makers);
    const makerId = slotId(book, slot);
    const held = slotLots(book, slot);
    const taken = lots(Math.min(left, held));
    pushFill(fills, makerId, id, price, taken);
    takeLots(book, slot, taken);
    if (taken === held) takeId(index, makerId);
    left -= taken;
  }
  return left;
}

function rest(stream: Stream, id: number, side: Side, price: Ticks, size: number): void {
  const slot = restOrder(stream.book, side, price, lots(size), id);
  addId(stream.index, id, slot);
}

const isPriceAndSize = (price: number, size: number): boolean =>
  isCountUpTo(price, PRICE_TICKS_MAX) && isCountUpTo(size, ORDER_LOTS_MAX);
