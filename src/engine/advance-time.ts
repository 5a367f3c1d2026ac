/**
 * Brings the state to the time of an entry before the entry itself is applied: deadlines, samples,
 * funding and the unwinding of the venue's own positions happen on schedule, however entries are
 * spaced.
 */
import { bestTicks, crosses, levelLots, nextTicks } from '../book/book.ts';
import { INSURANCE_FUND, TREASURY } from '../domain/account.ts';
import type { Entry, SetCountdown } from '../domain/command.ts';
import { bandBound } from '../domain/contract.ts';
import {
  COUNTDOWN_MAX,
  FUNDING_SAMPLE_EVERY,
  INDEX_STALE_AFTER,
  SECOND,
} from '../domain/limits.ts';
import type { Position } from '../domain/position.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { oppositeSide, sideOf } from '../domain/side.ts';
import { type Lots, lots, type Millis, millis, NO_TICKS, ppm, ticks } from '../domain/units.ts';
import { runCascade } from './cascade.ts';
import { forgetClientOrders } from './client-order.ts';
import { deskAt } from './create-state.ts';
import { samplePremium, settleFunding } from './funding-clock.ts';
import { createNode, type HeapNode, putNode, removeNode } from './heap.ts';
import { markListing, sampleBasis } from './mark-contract.ts';
import { cancelOrder } from './order-life.ts';
import { sendVenueOrder } from './place-order.ts';
import { isPaused, isStale } from './risk.ts';
import {
  type Desk,
  emit,
  findAccount,
  findListing,
  getAccount,
  keepDesk,
  type Listing,
  type LiveOrder,
  ordersOf,
  type VenueState,
} from './state.ts';

export function advanceTime(state: VenueState, { at }: Entry): void {
  if (at < state.nextSecond) {
    state.now = at;
    runDeadlines(state);
  } else passSeconds(state, at);
}

function passSeconds(state: VenueState, at: Millis): void {
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
function unwindVenuePositions(state: VenueState): void {
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

type Deadline = HeapNode<LiveOrder | Desk>;

/**
 * Ends everything that is due, in the order of the moments at which it was: orders that are good
 * till a date, and countdowns that cancel the working orders of an account at a contract unless
 * they are set again.
 */
function runDeadlines(state: VenueState): void {
  const next = state.deadlines[0];
  if (next === undefined || next.key > state.now) return;
  const due: Deadline[] = [];
  for (;;) {
    const first = state.deadlines[0];
    if (first === undefined || first.key > state.now) break;
    removeNode(state.deadlines, first);
    due.push(first);
  }
  due.sort(byMoment);
  for (const { item } of due) {
    if ('listing' in item) elapse(state, item);
    // An earlier one may have canceled it.
    else if (state.orders.get(item.id) === item) cancelOrder(state, item, 'expired');
  }
}

/** At one moment countdowns come first, by account and contract, then orders by id. */
function byMoment(first: Deadline, second: Deadline): number {
  if (first.key !== second.key) return first.key - second.key;
  const [one, other] = [first.item, second.item];
  if (!('listing' in one)) return 'listing' in other ? 1 : one.id - other.id;
  if (!('listing' in other)) return -1;
  return one.account.id - other.account.id || one.listing.contract.id - other.listing.contract.id;
}

function elapse(state: VenueState, desk: Desk): void {
  desk.countdown = null;
  for (const order of ordersOf(desk.working)) {
    if (state.orders.has(order.id)) cancelOrder(state, order, 'countdown');
  }
}

/** Each command starts the countdown anew; zero stops it. */
export function setCountdown(state: VenueState, command: SetCountdown): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const listing = findListing(state, command.contract);
  if (listing === undefined) return reject('contract-unknown', { given: command.contract });
  const { millis: wait } = command;
  if (!Number.isSafeInteger(wait) || wait < 0 || wait > COUNTDOWN_MAX)
    return reject('countdown-invalid', { given: wait, limit: COUNTDOWN_MAX });
  const desk = deskAt(account, listing);
  const endsAt = wait === 0 ? null : millis(state.now + wait);
  if (endsAt === null) stopCountdown(state, desk);
  else {
    keepDesk(desk);
    keepCountdown(state, desk, endsAt);
  }
  emit(state, {
    kind: 'countdown-set',
    account: account.id,
    contract: listing.contract.id,
    endsAt,
  });
  return undefined;
}

export function keepCountdown(state: VenueState, desk: Desk, endsAt: Millis): void {
  desk.countdown ??= createNode<LiveOrder | Desk>(desk);
  putNode(state.deadlines, desk.countdown, endsAt);
}

export function stopCountdown(state: VenueState, desk: Desk): void {
  if (desk.countdown !== null) removeNode(state.deadlines, desk.countdown);
  desk.countdown = null;
}
