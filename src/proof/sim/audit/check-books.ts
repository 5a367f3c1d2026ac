/** Walks the memory of every book, record by record. */
import { checkBook } from '../../../book/check-book.ts';
import type { VenueState } from '../../../engine/state.ts';

export function checkBooks(state: VenueState): void {
  for (const { book } of state.listings) checkBook(book);
}
