/** Takes in index prices, keeps the mark, and wakes every account and trigger that it reaches. */

import { bestTicks } from '../book/book.ts';
import type { SetIndexPrice } from '../domain/command.ts';
import { BASIS_SAMPLES, PRICE_TICKS_MAX } from '../domain/limits.ts';
import { findBasisSample, markPrice, meanBasis } from '../domain/mark-price.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { FINE_PER_TICK, millis } from '../domain/units.ts';
import { touchDue } from './risk-watch.ts';
import { emit, findListing, type Listing, type VenueState } from './state.ts';

export function setIndexPrice(state: VenueState, command: SetIndexPrice): Reject | undefined {
  const listing = findListing(state, command.contract);
  if (listing === undefined) return reject('contract-unknown', { given: command.contract });
  const { price } = command;
  // The mark may rise 2 % above the index and must still fit the book.
  const limit = (PRICE_TICKS_MAX / 2) * FINE_PER_TICK;
  if (!Number.isSafeInteger(price) || price < FINE_PER_TICK || price > limit)
    return reject('price-invalid', { given: price, limit });
  const moved = listing.index !== price;
  listing.index = price;
  listing.indexAt = state.now;
  markListing(state, listing, moved);
  return undefined;
}

/** Recomputes the mark. `announce` says whether the index itself has moved. */
export function markListing(state: VenueState, listing: Listing, announce: boolean): void {
  const { book, basis, funding } = listing;
  const { mark } = markPrice({
    index: listing.index,
    lastFunding: funding.lastRate,
    untilFunding: millis(Math.max(0, funding.nextAt - state.now)),
    fundingInterval: funding.interval,
    basis: meanBasis(basis.sum, BASIS_SAMPLES),
    bestBid: bestTicks(book, 'buy'),
    bestAsk: bestTicks(book, 'sell'),
    last: listing.last,
  });
  if (mark !== listing.mark || announce) {
    listing.mark = mark;
    state.changes.count += 1;
    emit(state, {
      kind: 'prices-marked',
      contract: listing.contract.id,
      index: listing.index,
      mark,
    });
  }
  listing.triggersDue = true;
  touchDue(state, listing);
}

/** One sample for each second that passed; the book did not change between them. */
export function sampleBasis(listing: Listing, seconds: number): void {
  const { basis, book } = listing;
  const newest = basis.samples[(basis.next + BASIS_SAMPLES - 1) % BASIS_SAMPLES] ?? 0;
  const sample =
    findBasisSample(listing.index, bestTicks(book, 'buy'), bestTicks(book, 'sell')) ?? newest;
  for (let taken = 0; taken < Math.min(seconds, BASIS_SAMPLES); taken += 1) {
    basis.sum += sample - (basis.samples[basis.next] ?? 0);
    basis.samples[basis.next] = sample;
    basis.next = (basis.next + 1) % BASIS_SAMPLES;
  }
}
