/** Walks the memory of every book, record by record. */

import type { VenueState } from '../../../src/engine/state.ts';
import { checkBook } from '../../check-book.ts';

export function checkBooks(state: VenueState): void {
  for (const { book } of state.listings) checkBook(book);
}
