/**
 * Brings the state to the time of an entry before the entry itself is applied: deadlines, samples,
 * funding and the unwinding of the venue's own positions happen on schedule, however entries are
 * spaced.
 */
import { FUNDING_SAMPLE_EVERY, INDEX_STALE_AFTER, SECOND } from '../domain/limits.ts';
import { type Millis, millis } from '../domain/units.ts';
import { runCascade } from './cascade.ts';
import { forgetClientOrders } from './client-order.ts';
import { runDeadlines } from './deadlines.ts';
import { samplePremium, settleFunding } from './funding-clock.ts';
import { markListing, sampleBasis } from './mark-contract.ts';
import { isStale } from './risk.ts';
import type { Listing, VenueState } from './state.ts';
import { unwindVenuePositions } from './unwind.ts';

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
