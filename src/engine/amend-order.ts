/**
 * Amends a resting order. Shrinking keeps its place in the queue; a new price or a larger size takes it
 * off and places it again under the same id, behind everyone. A refused amendment changes nothing.
 */

import { bestTicks, crosses } from '../book/book.ts';
import { takeLots } from '../book/remove-order.ts';
import type { AmendOrder } from '../domain/command.ts';
import { freezeTerms, orderFreeze } from '../domain/margin.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { oppositeSide } from '../domain/side.ts';
import { type Lots, lots, NO_TICKS, type Ticks } from '../domain/units.ts';
import { findTarget, unknownOrder } from './cancel-orders.ts';
import type { Intent } from './intent.ts';
import { matchOrder } from './match-order.ts';
import {
  cancelOrder,
  moveStatus,
  putOnBook,
  releaseLots,
  remainingLots,
  startWorking,
  takeOffBook,
} from './order-life.ts';
import { unlinkOrder } from './order-list.ts';
import {
  boundByBankruptcy,
  checkPositionLimit,
  checkPrice,
  checkStatus,
  checkTier,
  workingPriceOf,
} from './prepare-order.ts';
import { closableLots, freeCollateral, isStale } from './risk.ts';
import { emit, findAccount, type LiveOrder, sideAt, type VenueState } from './state.ts';

export function amendOrder(state: VenueState, command: AmendOrder): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const order = findTarget(state, account, command.target);
  if (order === undefined) return unknownOrder(command.target);
  if (order.status !== 'open') return reject('order-not-open', { order: order.id });
  const size = command.size ?? order.size;
  const price = command.price ?? order.price;
  const refused = checkStatus(account) ?? checkAmendable(state, order) ?? checkNewSize(order, size);
  if (refused !== undefined) return refused;
  if (size <= order.filled) {
    cancelOrder(state, order, 'amended-to-filled');
    return undefined;
  }
  if (price === order.price && size === order.size) return undefined;
  if (price === order.price && size < order.size) {
    shrinkInPlace(state, order, size);
    return undefined;
  }
  return replaceOrder(state, order, size, price);
}

/** Gives up some of its lots without losing its place. Also how the venue trims a close. */
export function shrinkInPlace(state: VenueState, order: LiveOrder, size: Lots): void {
  const removed = lots(order.size - size);
  takeLots(order.desk.listing.book, order.slot, removed);
  order.size = size;
  releaseLots(order, removed, remainingLots(order));
  announceAmendment(state, order, removed, order.workingPrice);
}

function checkAmendable(state: VenueState, order: LiveOrder): Reject | undefined {
  const { listing } = order.desk;
  if (listing.halted) return reject('contract-halted', { given: listing.contract.symbol });
  if (order.effect === 'open' && isStale(listing, state.now))
    return reject('index-stale', { given: listing.contract.symbol });
  return undefined;
}

function checkNewSize(order: LiveOrder, size: Lots): Reject | undefined {
  const { contract } = order.desk.listing;
  if (!Number.isSafeInteger(size) || size <= 0) return reject('size-invalid', { given: size });
  if (size > contract.orderLotsMax)
    return reject('size-above-maximum', { given: size, limit: contract.orderLotsMax });
  return undefined;
}

interface Replacement {
  readonly size: Lots;
  readonly price: Ticks;
  readonly workingPrice: Ticks;
  readonly freezePrice: Ticks;
  readonly openLoss: Ticks;
}

function replaceOrder(
  state: VenueState,
  order: LiveOrder,
  size: Lots,
  price: Ticks,
): Reject | undefined {
  const { desk } = order;
  const refused = checkPrice(desk.listing, price);
  if (refused !== undefined) return refused;
  const remaining = lots(size - order.filled);
  const intent: Intent = {
    positionSide: order.positionSide,
    effect: order.effect,
    size: remaining,
    price,
    timeInForce: order.timeInForce,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  };
  const opens = order.effect === 'open';
  const workingPrice = opens
    ? workingPriceOf(desk, intent)
    : boundByBankruptcy(desk, intent, remaining);
  const terms = opens
    ? freezeTerms(order.positionSide, {
        working: workingPrice,
        mark: desk.listing.mark,
        bestBid: bestTicks(desk.listing.book, 'buy'),
      })
    : { freezePrice: NO_TICKS, openLoss: NO_TICKS };
  const next: Replacement = { size, price, workingPrice, ...terms };
  const stopped =
    checkPostOnly(order, workingPrice) ??
    (opens ? checkOpening(order, intent, next) : checkClosing(order, remaining));
  if (stopped !== undefined) return stopped;
  placeAgain(state, order, next);
  return undefined;
}

function checkPostOnly(order: LiveOrder, workingPrice: Ticks): Reject | undefined {
  const best = bestTicks(order.desk.listing.book, oppositeSide(order.side));
  return order.timeInForce === 'post-only' && crosses(order.side, workingPrice, best)
    ? reject('post-only-would-take', { given: workingPrice, limit: best })
    : undefined;
}

/** As for a new order, with what this one already holds given back first. */
function checkOpening(order: LiveOrder, intent: Intent, next: Replacement): Reject | undefined {
  const { desk } = order;
  const { contract } = desk.listing;
  const grown = lots(intent.size - remainingLots(order));
  const added = { size: lots(Math.max(0, grown)), freezePrice: next.freezePrice };
  const needed = orderFreeze(contract, next, intent.size, order.leverage, order.takerFee);
  const free = freeCollateral(desk.account) + order.frozen;
  if (free < needed) return reject('margin-insufficient', { given: needed, limit: free });
  return checkPositionLimit(desk, intent, grown) ?? checkTier(desk, intent, added);
}

function checkClosing(order: LiveOrder, remaining: Lots): Reject | undefined {
  const closable = closableLots(sideAt(order.desk, order.positionSide)) + remainingLots(order);
  return remaining > closable
    ? reject('close-size-locked', { given: remaining, limit: closable })
    : undefined;
}

function placeAgain(state: VenueState, order: LiveOrder, next: Replacement): void {
  const removed = remainingLots(order);
  const removedFrom = order.workingPrice;
  takeOffBook(order);
  releaseLots(order, removed, lots(0));
  unlinkOrder(order.desk.working, order);
  moveStatus(order, 'pending');
  order.size = next.size;
  order.price = next.price;
  order.workingPrice = next.workingPrice;
  order.freezePrice = next.freezePrice;
  order.openLoss = next.openLoss;
  startWorking(order);
  announceAmendment(state, order, removed, removedFrom);
  matchOrder(state, order);
  if (order.status === 'pending') putOnBook(state, order);
}

function announceAmendment(
  state: VenueState,
  order: LiveOrder,
  removed: Lots,
  removedFrom: Ticks,
): void {
  emit(state, {
    kind: 'order-amended',
    order: order.id,
    account: order.account,
    contract: order.contract,
    side: order.side,
    price: order.price,
    workingPrice: order.workingPrice,
    size: order.size,
    frozen: order.frozen,
    removed,
    removedFrom,
  });
}
