/** What a slot of the book holds. The engine knows its orders otherwise; proofs compare the two. */
import {
  assertResting,
  type Book,
  getWide,
  getWord,
  ORDER_LOTS,
  ORDER_NUMBER,
  type Slot,
} from '../src/book/book.ts';
import { type Lots, lots } from '../src/domain/units.ts';

export function slotLots(book: Book, slot: Slot): Lots {
  assertResting(book, slot);
  return lots(getWord(book.orders, slot, ORDER_LOTS));
}

export function slotId(book: Book, slot: Slot): number {
  assertResting(book, slot);
  return getWide(book.orders, slot, ORDER_NUMBER);
}
