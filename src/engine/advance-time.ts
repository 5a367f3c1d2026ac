/**
 * Brings the state to the time of an entry before the entry itself is applied: deadlines, samples,
 * funding and the unwinding of the venue's own positions happen on schedule, however entries are
 * spaced.
 */

import { bestTicks, crosses, levelLots, nextTicks } from '../book/book.ts';
import { INSURANCE_FUND, TREASURY } from '../domain/account.ts';
import { bandBound } from '../domain/band.ts';
import { FUNDING_SAMPLE_EVERY, INDEX_STALE_AFTER, SECOND } from '../domain/limits.ts';
import type { Position } from '../domain/position.ts';
import { oppositeSide, sideOf } from '../domain/side.ts';
import { type Lots, lots, type Millis, millis, NO_TICKS, ppm, ticks } from '../domain/units.ts';
import { runCascade } from './cascade.ts';
import { forgetClientOrders } from './client-order.ts';
import { runDeadlines } from './deadlines.ts';
import { samplePremium, settleFunding } from './funding-clock.ts';
import { markListing, sampleBasis } from './mark-contract.ts';
import { cancelOrder } from './order-life.ts';
import { sendVenueOrder } from './place-order.ts';
import { isPaused, isStale } from './risk.ts';
import { type Desk, getAccount, type Listing, type VenueState } from './state.ts';

export function advanceTime(state: VenueState, at: Millis): void {
  if (at < state.nextSecond) {
    state.now = at;
    runDeadlines(state);
    return;
  }
  const seconds = Math.floor((at - state.nextSecond) / SECOND) + 1;
  forgetClientOrders(state, at);
  state.now = at;
  for (const listing of state.listings) {
    if (listing.index === 0) continue;
    const fresh = freshSeconds(state, listing, seconds);
    sampleBasis(listing, fresh);
    runFundingClock(state, listing, at);
    if (fresh > 0) markListing(state, listing, false);
  }
  state.nextSecond = millis(state.nextSecond + seconds * SECOND);
  state.nextPremiumAt = firstAfter(at, FUNDING_SAMPLE_EVERY);
  // After the samples, which look at the book of the time before, and before anything trades.
  runDeadlines(state);
  runCascade(state);
  unwindVenuePositions(state);
  runCascade(state);
}

/** How many of the seconds that are due came before the index went stale. */
function freshSeconds(state: VenueState, listing: Listing, seconds: number): number {
  const freshUntil = listing.indexAt + INDEX_STALE_AFTER;
  if (state.nextSecond > freshUntil) return 0;
  return Math.min(seconds, Math.floor((freshUntil - state.nextSecond) / SECOND) + 1);
}

/** Schedules begin at the first boundaries after the first entry. */
export function startSchedules(state: VenueState, at: Millis): void {
  state.now = at;
  state.nextSecond = firstAfter(at, SECOND);
  state.nextPremiumAt = firstAfter(at, FUNDING_SAMPLE_EVERY);
}

/** Samples and settlements in the order of their times. No samples once the index is stale. */
function runFundingClock(state: VenueState, listing: Listing, at: Millis): void {
  let due: number = state.nextPremiumAt;
  while (due <= at && !isStale(listing, millis(due))) {
    while (listing.funding.nextAt <= due) settleFunding(state, listing);
    if (!listing.halted) samplePremium(state, listing);
    due += FUNDING_SAMPLE_EVERY;
  }
  while (listing.funding.nextAt <= at) settleFunding(state, listing);
}

const firstAfter = (at: Millis, step: Millis): Millis => millis(at - (at % step) + step);

/** Not further than 0.5 % from the mark, and a twentieth of what stands within ten basis points. */
const NEAR_MARK = ppm(5_000);
const NEAR_TOUCH_PPM = 1_000;
const SLICES = 20;

/**
 * The fund and the treasury do not keep positions: each second they close a little of what they
 * hold, near the mark and as far as the book has the depth.
 */
export function unwindVenuePositions(state: VenueState): void {
  for (const id of [INSURANCE_FUND, TREASURY]) {
    for (const desk of getAccount(state, id).desks) {
      if (desk === undefined || desk.holderPlace < 0 || isPaused(desk.listing, state.now)) continue;
      unwindSome(state, desk, desk.long.position);
      unwindSome(state, desk, desk.short.position);
    }
  }
}

function unwindSome(state: VenueState, desk: Desk, position: Position | null): void {
  if (position === null) return;
  const size = lots(Math.min(position.size, sliceOf(desk, position)));
  if (size === 0) return;
  const order = sendVenueOrder(state, desk, {
    positionSide: position.side,
    effect: 'close',
    origin: 'unwind',
    size,
    price: bandBound(sideOf(position.side, 'close'), desk.listing.mark, NEAR_MARK),
  });
  if (order.status === 'pending') cancelOrder(state, order, 'ioc-remainder');
}

function sliceOf(desk: Desk, position: Position): Lots {
  const { book, mark } = desk.listing;
  const side = oppositeSide(sideOf(position.side, 'close'));
  const best = bestTicks(book, side);
  const bound = bandBound(sideOf(position.side, 'close'), mark, NEAR_MARK);
  if (!crosses(sideOf(position.side, 'close'), bound, best)) return lots(0);
  const reach = Math.floor((best * NEAR_TOUCH_PPM) / 1_000_000);
  const last = side === 'buy' ? best - reach : best + reach;
  let depth = 0;
  for (let price = best; price !== NO_TICKS; price = nextTicks(book, side, price)) {
    if (side === 'buy' ? price < last : price > last) break;
    depth += levelLots(book, side, ticks(price));
  }
  return lots(Math.max(1, Math.floor(depth / SLICES)));
}
