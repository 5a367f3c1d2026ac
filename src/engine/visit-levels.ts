/** Shows the levels of one side of a book, the best first, without making a record of any. */
import { bestTicks, levelLots, nextTicks } from '../book/book.ts';
import type { Side } from '../domain/side.ts';
import { type Lots, NO_TICKS, type Ticks } from '../domain/units.ts';
import type { Listing } from './state.ts';

export type LevelVisitor = (price: Ticks, size: Lots) => void;

/** At most so many levels. */
export function visitLevels(
  { book }: Listing,
  side: Side,
  limit: number,
  visit: LevelVisitor,
): void {
  let price = bestTicks(book, side);
  for (let seen = 0; seen < limit && price !== NO_TICKS; seen += 1) {
    visit(price, levelLots(book, side, price));
    price = nextTicks(book, side, price);
  }
}
