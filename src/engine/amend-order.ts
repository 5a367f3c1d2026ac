/**
 * Amends a resting order. Shrinking keeps its place in the queue; a new price or a larger size
 * takes it off and places it again under the same id, behind everyone. A refused amendment changes
 * nothing.
 */

import { crosses, takeLots } from '../book/book.ts';
import type { AmendOrder } from '../domain/command.ts';
import { notionalOf } from '../domain/contract.ts';
import { minus } from '../domain/money.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { type Lots, lots, NO_TICKS, type Ticks } from '../domain/units.ts';
import { findTarget, unknownOrder } from './cancel-orders.ts';
import { openingLots, sharesPosition, turnOrders } from './freeze-order.ts';
import { findFirstMet, matchOrder, settleOnBook } from './match-order.ts';
import {
  announceAmendment,
  cancelOrder,
  moveStatus,
  releaseLots,
  remainingLots,
  startWorking,
  takeOffBook,
} from './order-life.ts';
import { checkPresets, isLimit, settleLimit } from './order-options.ts';
import {
  checkFree,
  checkIsolated,
  checkListing,
  checkNotional,
  checkPositionLimit,
  checkPrice,
  checkStatus,
  checkTier,
  closingTerms,
  openingTerms,
  type PreparedOrder,
} from './prepare-order.ts';
import { closableLots } from './risk.ts';
import { checkSeasonTime, checkSeasonValue } from './season.ts';
import { findAccount, type LiveOrder, sideAt, unlinkOrder, type VenueState } from './state.ts';

export function amendOrder(state: VenueState, command: AmendOrder): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const order = findTarget(state, account, command.target);
  if (order === undefined) return unknownOrder(command.target);
  if (order.status !== 'open') return reject('order-not-open', { order: order.id });
  const size = command.size ?? order.size;
  const limit = settleLimit(order.desk.listing, order.side, command.price, command.priceMatch);
  if (!isLimit(limit)) return limit;
  const price = limit ?? order.price;
  const refused =
    checkListing(state, order.desk, order) ??
    checkStatus(account) ??
    checkSeasonTime(account, order, state.now) ??
    checkNewSize(order, size);
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
  if (sharesPosition(order)) turnOrders(state, order.desk, order.positionSide);
}

function checkNewSize(order: LiveOrder, size: Lots): Reject | undefined {
  const { contract } = order.desk.listing;
  if (!Number.isSafeInteger(size) || size <= 0) return reject('size-invalid', { given: size });
  if (size > contract.orderLotsMax)
    return reject('size-above-maximum', { given: size, limit: contract.orderLotsMax });
  // A size at or below the filled lots ends the order; a close of the whole rest may be smaller.
  const mayBeSmall = size <= order.filled || size - order.filled === closableWith(order);
  if (size < contract.orderLotsMin && !mayBeSmall)
    return reject('size-below-minimum', { given: size, limit: contract.orderLotsMin });
  return undefined;
}

/** The lots this close could lock once its own are given back; zero for an open. */
const closableWith = (order: LiveOrder): Lots =>
  order.effect === 'open'
    ? lots(0)
    : lots(
        closableLots(order.desk, sideAt(order.desk, order.positionSide)) +
          (order.positionMode === 'net' ? 0 : remainingLots(order)),
      );

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
  const { positionSide, effect } = order;
  const wanted = { positionSide, effect, size: remaining, price };
  const opens = effect === 'open';
  const opening = openingLots(desk, positionSide, remaining, remainingLots(order));
  const terms = opens
    ? openingTerms(desk, wanted, opening, order.takerFee)
    : closingTerms(desk, wanted, remaining);
  const stopped =
    checkKeptPresets(order, price) ??
    (opens ? checkNotional(desk.listing, { size, price }) : undefined) ??
    checkPostOnly(order, terms.workingPrice) ??
    (opens ? checkOpening(order, opening, terms) : checkClosing(order, remaining));
  if (stopped !== undefined) return stopped;
  placeAgain(state, order, size, price, terms);
  return undefined;
}

/** Its exits must lie on the correct sides of the new price too. */
function checkKeptPresets(order: LiveOrder, price: Ticks): Reject | undefined {
  const takeProfit = order.takeProfit === NO_TICKS ? null : order.takeProfit;
  const stopLoss = order.stopLoss === NO_TICKS ? null : order.stopLoss;
  if (takeProfit === null && stopLoss === null) return undefined;
  return checkPresets(order.desk, { ...order, price, takeProfit, stopLoss });
}

function checkPostOnly(order: LiveOrder, workingPrice: Ticks): Reject | undefined {
  if (order.timeInForce !== 'post-only') return undefined;
  const best = findFirstMet(order);
  return crosses(order.side, workingPrice, best)
    ? reject('post-only-would-take', { given: workingPrice, limit: best })
    : undefined;
}

/** The checks of a new order, after giving back what this one already holds. */
function checkOpening(order: LiveOrder, opening: Lots, next: PreparedOrder): Reject | undefined {
  const { desk } = order;
  const { contract } = desk.listing;
  if (opening === 0) return undefined;
  const held = order.positionMode === 'net' ? order.opening : remainingLots(order);
  const notional = notionalOf(contract, next.freezePrice, opening);
  const grown = minus(notional, notionalOf(contract, order.freezePrice, held));
  const refused =
    checkPositionLimit(desk, order, opening - held) ??
    checkSeasonValue(desk, grown) ??
    checkTier(desk, order, grown) ??
    checkIsolated(desk, order, opening, next.workingPrice);
  if (refused !== undefined) return refused;
  return checkFree(desk, next.frozen, order.frozen);
}

function checkClosing(order: LiveOrder, remaining: Lots): Reject | undefined {
  const closable = closableWith(order);
  if (remaining <= closable) return undefined;
  const reason = order.positionMode === 'net' ? 'close-above-position' : 'close-size-locked';
  return reject(reason, { given: remaining, limit: closable });
}

function placeAgain(
  state: VenueState,
  order: LiveOrder,
  size: Lots,
  price: Ticks,
  next: PreparedOrder,
): void {
  const removed = remainingLots(order);
  const removedFrom = order.workingPrice;
  takeOffBook(order);
  releaseLots(order, removed, lots(0));
  unlinkOrder(order.desk.working, order);
  moveStatus(order, 'pending');
  order.size = size;
  order.price = price;
  order.workingPrice = next.workingPrice;
  order.freezePrice = next.freezePrice;
  order.openLoss = next.openLoss;
  startWorking(order, next.frozen);
  announceAmendment(state, order, removed, removedFrom);
  if (order.positionMode === 'net' && order.effect === 'open')
    turnOrders(state, order.desk, order.positionSide);
  matchOrder(state, order);
  if (order.status === 'pending') settleOnBook(state, order);
}
