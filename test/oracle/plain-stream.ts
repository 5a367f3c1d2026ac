/**
 * The obvious book: one array of orders, sorted whenever priority matters. It answers the same
 * messages as the fast stream and defines the same hash, so that the two can be compared after
 * every message. Nothing here is shared with the fast one except the meaning of outcomes and the
 * hash's mixing.
 */
import type { Outcome, TimeInForce } from '../../src/book/stream.ts';
import {
  ACCEPTED,
  BAD_INPUT,
  DUPLICATE_ID,
  NOT_FILLABLE,
  UNKNOWN_ID,
  WOULD_TRADE,
} from '../../src/book/stream.ts';
import { createHasher, digest, hashNumber, hashText } from '../../src/domain/hash.ts';
import type { Side } from '../../src/domain/side.ts';

interface PlainOrder {
  readonly id: number;
  readonly side: Side;
  readonly price: number;
  readonly age: number;
  size: number;
}

export interface PlainFill {
  readonly makerId: number;
  readonly takerId: number;
  readonly price: number;
  readonly size: number;
}

export interface PlainStream {
  orders: PlainOrder[];
  fills: PlainFill[];
  messages: number;
}

export const createPlainStream = (): PlainStream => ({ orders: [], fills: [], messages: 0 });

export function plainNew(
  stream: PlainStream,
  id: number,
  side: Side,
  price: number,
  size: number,
  timeInForce: TimeInForce,
): Outcome {
  begin(stream);
  if (!isId(id) || !isPrice(price) || !isSize(size)) return BAD_INPUT;
  if (stream.orders.some((order) => order.id === id)) return DUPLICATE_ID;
  const partners = partnersOf(stream, side, price);
  if (timeInForce === 'post-only' && partners.length > 0) return WOULD_TRADE;
  const available = partners.reduce((sum, maker) => sum + maker.size, 0);
  if (timeInForce === 'fok' && available < size) return NOT_FILLABLE;
  enter(stream, { id, side, price, size, age: stream.messages }, timeInForce !== 'ioc');
  return ACCEPTED;
}

export function plainCancel(stream: PlainStream, id: number): Outcome {
  begin(stream);
  if (!isId(id)) return BAD_INPUT;
  if (!stream.orders.some((order) => order.id === id)) return UNKNOWN_ID;
  stream.orders = stream.orders.filter((order) => order.id !== id);
  return ACCEPTED;
}

export function plainModify(stream: PlainStream, id: number, price: number, size: number): Outcome {
  begin(stream);
  if (!isId(id) || !isPrice(price) || !isSize(size)) return BAD_INPUT;
  const old = stream.orders.find((order) => order.id === id);
  if (old === undefined) return UNKNOWN_ID;
  stream.orders = stream.orders.filter((order) => order !== old);
  enter(stream, { id, side: old.side, price, size, age: stream.messages }, true);
  return ACCEPTED;
}

export function hashPlain(stream: PlainStream): string {
  const hasher = createHasher();
  for (const side of ['buy', 'sell'] as const) {
    hashText(hasher, side);
    const queue = queueOf(stream, side);
    for (const price of new Set(queue.map((order) => order.price))) {
      const level = queue.filter((order) => order.price === price);
      hashNumber(hasher, price);
      hashNumber(hasher, level.length);
      for (const order of level) {
        hashNumber(hasher, order.id);
        hashNumber(hasher, order.size);
      }
    }
  }
  return digest(hasher);
}

function begin(stream: PlainStream): void {
  stream.fills = [];
  stream.messages += 1;
}

function enter(stream: PlainStream, taker: PlainOrder, mayRest: boolean): void {
  for (const maker of partnersOf(stream, taker.side, taker.price)) {
    const size = Math.min(maker.size, taker.size);
    if (size === 0) break;
    stream.fills.push({ makerId: maker.id, takerId: taker.id, price: maker.price, size });
    maker.size -= size;
    taker.size -= size;
  }
  stream.orders = stream.orders.filter((order) => order.size > 0);
  if (mayRest && taker.size > 0) stream.orders.push(taker);
}

/** Orders in the sequence in which they would trade. */
const queueOf = (stream: PlainStream, side: Side): PlainOrder[] =>
  stream.orders
    .filter((order) => order.side === side)
    .sort((a, b) => (side === 'buy' ? b.price - a.price : a.price - b.price) || a.age - b.age);

const partnersOf = (stream: PlainStream, side: Side, limit: number): PlainOrder[] =>
  side === 'buy'
    ? queueOf(stream, 'sell').filter((maker) => maker.price <= limit)
    : queueOf(stream, 'buy').filter((maker) => maker.price >= limit);

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;
const isPrice = (price: number): boolean => Number.isInteger(price) && price > 0 && price < 2 ** 27;
const isSize = (size: number): boolean => Number.isInteger(size) && size > 0 && size < 2 ** 31;
