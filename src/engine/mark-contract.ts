/** Takes in index prices, keeps the mark, and wakes every account and trigger that it reaches. */

import { bestTicks } from '../book/book.ts';
import type { SetIndexPrice, ToldPrices } from '../domain/command.ts';
import type { ToldFunding } from '../domain/event.ts';
import { boundRate } from '../domain/funding.ts';
import { BASIS_SAMPLES, PRICE_TICKS_MAX } from '../domain/limits.ts';
import { findBasisSample, markPrice, meanBasis, tetherMark } from '../domain/mark-price.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { FINE_PER_TICK, millis, type Ticks } from '../domain/units.ts';
import { tellFunding } from './funding-clock.ts';
import { touchDue } from './risk-watch.ts';
import { emit, findListing, type Listing, type VenueState } from './state.ts';

export function setIndexPrice(state: VenueState, command: SetIndexPrice): Reject | undefined {
  const listing = findListing(state, command.contract);
  if (listing === undefined) return reject('contract-unknown', { given: command.contract });
  const { price, mark = price, fundingRate, fundingAt } = command;
  // The mark may rise 2 % above the index and must still fit the book.
  const limit = (PRICE_TICKS_MAX / 2) * FINE_PER_TICK;
  for (const given of [price, mark])
    if (!Number.isSafeInteger(given) || given < FINE_PER_TICK || given > limit)
      return reject('price-invalid', { given, limit });
  for (const given of [fundingRate, fundingAt])
    if (given !== undefined && !Number.isSafeInteger(given))
      return reject('amount-invalid', { given });
  listing.told = toldBy(command);
  const funding = tellFunding(state, listing, command);
  const moved = listing.index !== price;
  listing.index = price;
  listing.indexAt = state.now;
  markListing(state, listing, moved || funding !== undefined, funding);
  return undefined;
}

function toldBy({ mark, fundingRate }: SetIndexPrice): ToldPrices | null {
  if (mark === undefined && fundingRate === undefined) return null;
  return {
    ...(mark === undefined ? {} : { mark }),
    ...(fundingRate === undefined ? {} : { fundingRate: boundRate(fundingRate) }),
  };
}

/** Recomputes the mark. `announce` says whether the index or what is told of funding has moved. */
export function markListing(
  state: VenueState,
  listing: Listing,
  announce: boolean,
  funding?: ToldFunding,
): void {
  const mark = findMark(state, listing);
  if (mark !== listing.mark || announce) {
    listing.mark = mark;
    state.changes.count += 1;
    emit(state, {
      kind: 'prices-marked',
      contract: listing.contract.id,
      index: listing.index,
      mark,
      ...(funding === undefined ? {} : { funding }),
    });
  }
  listing.triggersDue = true;
  touchDue(state, listing);
}

function findMark(state: VenueState, listing: Listing): Ticks {
  const { book, basis, funding, told } = listing;
  if (told?.mark !== undefined) return tetherMark(listing.index, told.mark);
  return markPrice({
    index: listing.index,
    lastFunding: funding.lastRate,
    untilFunding: millis(Math.max(0, funding.nextAt - state.now)),
    fundingInterval: funding.interval,
    basis: meanBasis(basis.sum, BASIS_SAMPLES),
    bestBid: bestTicks(book, 'buy'),
    bestAsk: bestTicks(book, 'sell'),
    last: listing.last,
  }).mark;
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
