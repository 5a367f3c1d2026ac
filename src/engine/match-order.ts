/**
 * Price-time priority: a working order meets the book, then rests, ends or is canceled. If a season
 * keeps traders apart, an order skips the orders it may not meet. Otherwise only the front of the
 * queue is looked at.
 */

import {
  bestTicks,
  crosses,
  firstSlot,
  NO_SLOT,
  nextSlot,
  type Slot,
  slotTicks,
} from '../book/book.ts';
import type { SelfTradePolicy } from '../domain/account.ts';
import { assert, unreachable } from '../domain/assert.ts';
import { oppositeSide } from '../domain/side.ts';
import { type Lots, lots, NO_MONEY, NO_TICKS, type Ticks, ticks } from '../domain/units.ts';
import { otherSide, sharesPosition } from './freeze-order.ts';
import { coversAll, outbid } from './net-order.ts';
import { cancelOrder, putOnBook, remainingLots, repriceOrder } from './order-life.ts';
import { isCostly, mayAfford, positionSize } from './risk.ts';
import { areApart } from './season.ts';
import { settleFill } from './settle-fill.ts';
import { type Account, type Listing, type LiveOrder, sideAt, type VenueState } from './state.ts';

/** Matches, rests or cancels a started order, as its time in force says. */
export function executeOrder(state: VenueState, order: LiveOrder): void {
  switch (order.timeInForce) {
    case 'normal':
      matchOrder(state, order);
      if (order.status === 'pending') settleOnBook(state, order);
      return;
    case 'post-only':
      if (wouldTake(order)) cancelOrder(state, order, 'post-only-would-take');
      else settleOnBook(state, order);
      return;
    case 'fok':
      if (fillableLots(order) < remainingLots(order)) {
        cancelOrder(state, order, 'fok-short');
        return;
      }
      matchOrder(state, order);
      assert(order.status !== 'pending', 'a fok order was filled in part', order.id);
      return;
    case 'ioc':
      matchOrder(state, order);
      if (order.status === 'pending') cancelOrder(state, order, 'ioc-remainder');
      return;
    default:
      unreachable(order.timeInForce);
  }
}

/** Trades with resting orders up to the working price. May end the order, filled or self-traded. */
export function matchOrder(state: VenueState, taker: LiveOrder): void {
  const { listing } = taker.desk;
  const opposite = oppositeSide(taker.side);
  // A fill changes only orders of its two accounts, so a skipped order is still in its slot.
  let passed: Slot = NO_SLOT;
  while (taker.status === 'pending') {
    const slot =
      passed === NO_SLOT ? firstSlot(listing.book, opposite) : nextSlot(listing.book, passed);
    if (slot === NO_SLOT) return;
    const price = slotTicks(listing.book, slot);
    if (!crosses(taker.side, taker.workingPrice, price)) return;
    const maker = restingOrder(listing, slot);
    if (isSelfTrade(maker.desk.account, taker.desk.account)) {
      preventSelfTrade(state, maker, taker);
      continue;
    }
    if (areApart(maker.desk.account, taker.desk.account)) {
      passed = slot;
      continue;
    }
    const size = lots(Math.min(fillableOf(maker), remainingLots(taker)));
    if (!mayFill(maker, size)) {
      cancelOrder(state, maker, 'bankruptcy');
      continue;
    }
    settleFill(state, { maker, taker, price, size, venue: 'book' });
  }
}

/** Whether any resting order it may meet, its own included, would trade with it. */
const wouldTake = (order: LiveOrder): boolean =>
  crosses(order.side, order.workingPrice, findFirstMet(order));

/** The best opposite price at which it may meet anyone; NO_TICKS if there is none. */
export function findFirstMet(order: LiveOrder): Ticks {
  const { listing, account } = order.desk;
  const opposite = oppositeSide(order.side);
  let slot = firstSlot(listing.book, opposite);
  while (slot !== NO_SLOT && isPassedBy(restingOrder(listing, slot), account))
    slot = nextSlot(listing.book, slot);
  return slot === NO_SLOT ? NO_TICKS : slotTicks(listing.book, slot);
}

const isPassedBy = (maker: LiveOrder, account: Account): boolean =>
  areApart(maker.desk.account, account) && !isSelfTrade(maker.desk.account, account);

/**
 * Rests what remains. The book never crosses: if the order skipped another at a better price, it
 * rests one tick away from that one. Its own price still reads back as it was sent.
 */
export function settleOnBook(state: VenueState, order: LiveOrder): void {
  const best = bestTicks(order.desk.listing.book, oppositeSide(order.side));
  if (crosses(order.side, order.workingPrice, best)) {
    const price = order.side === 'buy' ? best - 1 : best + 1;
    // No bid is at the other end: the index ends in the middle, and bids are held near the mark.
    if (price < 1) {
      cancelOrder(state, order, 'ioc-remainder');
      return;
    }
    repriceOrder(state, order, ticks(price));
  }
  putOnBook(state, order);
  if (order.positionMode === 'net' && order.effect === 'close') outbid(state, order);
}

/**
 * The lots that a fill-or-kill order is certain to get, up to its size. Orders of its own account
 * or team do not count. The first close of an account is judged by the money it has now; later
 * ones that cost money are left out, because the fills before may have used that money up.
 */
function fillableLots(order: LiveOrder): Lots {
  const { listing, account } = order.desk;
  const wanted = remainingLots(order);
  const met = new Map<Account, number>();
  let fillable = 0;
  let slot = firstSlot(listing.book, oppositeSide(order.side));
  while (slot !== NO_SLOT && fillable < wanted) {
    if (!crosses(order.side, order.workingPrice, slotTicks(listing.book, slot))) break;
    const maker = restingOrder(listing, slot);
    const size = Math.min(fillableOf(maker), wanted - fillable);
    if (!isSelfTrade(maker.desk.account, account)) {
      const meets = !areApart(maker.desk.account, account);
      if (meets) fillable += sureLots(maker, lots(size), met);
    } else if (selfTradeOf(order) !== 'cancel-maker') break;
    slot = nextSlot(listing.book, slot);
  }
  return lots(fillable);
}

/** `met` has the lots of each account that come before. */
function sureLots(maker: LiveOrder, size: Lots, met: Map<Account, number>): Lots {
  const { desk, effect, positionSide, workingPrice } = maker;
  const before = met.get(desk.account) ?? 0;
  met.set(desk.account, before + size);
  if (maker.origin === 'tape') return size;
  if (maker.positionMode === 'net') return sureNetLots(maker, size, before);
  if (effect === 'open' || !isCostly(desk, positionSide, workingPrice)) return size;
  return before === 0 && mayFill(maker, size) ? size : lots(0);
}

/** The fills before may end an order of a net account that closes, or turns and is not covered. */
function sureNetLots(maker: LiveOrder, size: Lots, before: number): Lots {
  const { desk, effect, positionSide } = maker;
  const closes = effect === 'close';
  const closed = closes ? sideAt(desk, positionSide) : otherSide(desk, positionSide);
  const isSure =
    before === 0 || closed.position === null ? mayFill(maker, size) : coversAll(desk, maker.side);
  if (!isSure) return lots(0);
  return closes ? lots(Math.max(0, Math.min(size, positionSize(closed) - before))) : size;
}

/** The lots that a resting order can fill: a reduce-only order no more than its position has. */
const fillableOf = (maker: LiveOrder): Lots =>
  maker.positionMode === 'net' && maker.effect === 'close'
    ? lots(Math.min(remainingLots(maker), positionSize(sideAt(maker.desk, maker.positionSide))))
    : remainingLots(maker);

/** A resting close is canceled when it would trade if its holder cannot afford it any more. */
function mayFill(maker: LiveOrder, size: Lots): boolean {
  if (maker.effect === 'open' && !sharesPosition(maker)) return true;
  const { desk, effect, positionSide, workingPrice: price } = maker;
  if (effect === 'close') return mayAfford(desk, { side: positionSide, size, price }, NO_MONEY);
  const { side, position } = otherSide(desk, positionSide);
  if (position === null) return true;
  const closed = lots(Math.min(size, position.size));
  return mayAfford(desk, { side, size: closed, price }, maker.frozen);
}

/** An account, or two accounts of one team, never trade with each other on the book. */
const isSelfTrade = (maker: Account, taker: Account): boolean =>
  maker === taker || (maker.terms.team !== null && maker.terms.team === taker.terms.team);

/** The taker's policy decides who gives way; a forced close always goes through. */
const selfTradeOf = ({ origin, options, desk }: LiveOrder): SelfTradePolicy =>
  origin === 'trader' ? (options?.selfTrade ?? desk.account.terms.selfTrade) : 'cancel-maker';

function preventSelfTrade(state: VenueState, maker: LiveOrder, taker: LiveOrder): void {
  const policy = selfTradeOf(taker);
  if (policy !== 'cancel-taker') cancelOrder(state, maker, 'self-trade');
  if (policy !== 'cancel-maker') cancelOrder(state, taker, 'self-trade');
}

function restingOrder(listing: Listing, slot: number): LiveOrder {
  const order = listing.resting[slot];
  assert(order !== undefined, 'no order in this slot', slot);
  return order;
}
