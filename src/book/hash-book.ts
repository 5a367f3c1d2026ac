/**
 * One text that stands for the meaning of a book: for each side, the levels from best to worst, and
 * in each level the (id, lots) of its orders from oldest to newest. Slots and pages do not enter
 * it.
 */
import { createHasher, digest, type Hasher, hashNumber, hashText } from '../domain/hash.ts';
import type { Side } from '../domain/side.ts';
import { NO_TICKS } from '../domain/units.ts';
import {
  type Book,
  bestTicks,
  firstSlot,
  levelOrders,
  NO_SLOT,
  nextSlot,
  nextTicks,
  slotId,
  slotLots,
} from './book.ts';

export function hashBook(book: Book): string {
  const hasher = createHasher();
  hashSide(hasher, book, 'buy');
  hashSide(hasher, book, 'sell');
  return digest(hasher);
}

function hashSide(hasher: Hasher, book: Book, side: Side): void {
  hashText(hasher, side);
  let price = bestTicks(book, side);
  let slot = firstSlot(book, side);
  while (price !== NO_TICKS) {
    const orders = levelOrders(book, side, price);
    hashNumber(hasher, price);
    hashNumber(hasher, orders);
    for (let place = 0; place < orders && slot !== NO_SLOT; place += 1) {
      hashNumber(hasher, slotId(book, slot));
      hashNumber(hasher, slotLots(book, slot));
      slot = nextSlot(book, slot);
    }
    price = nextTicks(book, side, price);
  }
}
