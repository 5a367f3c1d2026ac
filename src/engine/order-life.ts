/**
 * The life of an order inside the engine, once it is created: it starts working, shrinks, and ends.
 * Frozen money and locked lots move only here, so that they always equal the sum over working
 * orders.
 */

import { NO_SLOT, removeOrder, restOrder } from '../book/book.ts';
import { assert } from '../domain/assert.ts';
import { notionalOf } from '../domain/contract.ts';
import { minus, plus } from '../domain/money.ts';
import { type CancelReason, isFinal, maySucceed, type OrderStatus } from '../domain/order.ts';
import { addPlayed } from '../domain/played-levels.ts';
import type { Reject } from '../domain/reject.ts';
import {
  type Lots,
  lots,
  type Money,
  NO_LOTS,
  NO_TICKS,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import { retireClientOrder } from './client-order.ts';
import {
  claimOpening,
  freezeOf,
  releaseOrdered,
  setFrozen,
  sharesPosition,
  turnOrders,
} from './freeze-order.ts';
import { removeNode } from './heap.ts';
import { emit, type LiveOrder, linkOrder, sideAt, unlinkOrder, type VenueState } from './state.ts';
import { disarmTrigger } from './trigger-heaps.ts';

export const remainingLots = (order: LiveOrder): Lots => lots(order.size - order.filled);

export function moveStatus(order: LiveOrder, to: OrderStatus): void {
  assert(maySucceed(order.status, to), 'an order cannot take this status', to);
  order.status = to;
}

/** Freezes its money, or locks its lots, and puts it among the working orders of its desk. */
export function startWorking(order: LiveOrder, frozen: Money): void {
  const { desk } = order;
  const remaining = remainingLots(order);
  const side = sideAt(desk, order.positionSide);
  linkOrder(desk.working, order);
  if (order.origin === 'tape') return;
  if (order.effect === 'close') {
    side.closing = lots(side.closing + remaining);
    assert(
      order.positionMode === 'net' || side.closing <= (side.position?.size ?? 0),
      'an order closes more than is held',
      order.id,
    );
    return;
  }
  const opening = order.positionMode === 'net' ? claimOpening(order, side, remaining) : remaining;
  side.opening = lots(side.opening + opening);
  side.openingNotional = plus(
    side.openingNotional,
    notionalOf(desk.listing.contract, order.freezePrice, opening),
  );
  setFrozen(order, frozen);
}

/** Some of its lots stop working, filled or withdrawn. Their money and lock are released. */
export function releaseLots(order: LiveOrder, released: Lots, remaining: Lots): void {
  if (order.origin === 'tape') return;
  const side = sideAt(order.desk, order.positionSide);
  if (order.effect === 'close') {
    side.closing = lots(side.closing - released);
    assert(side.closing >= 0, 'an order releases more than it locked', order.id);
    return;
  }
  if (order.positionMode === 'net') {
    releaseOrdered(order, side, released, remaining);
    return;
  }
  side.opening = lots(side.opening - released);
  side.openingNotional = minus(
    side.openingNotional,
    notionalOf(order.desk.listing.contract, order.freezePrice, released),
  );
  setFrozen(order, freezeOf(order, remaining));
}

/**
 * Moves the price it works at, before it rests. A sale that rests higher than it was margined for
 * freezes more; a purchase that rests lower keeps its freeze.
 */
export function repriceOrder(state: VenueState, order: LiveOrder, price: Ticks): void {
  const raised = price - order.freezePrice;
  order.workingPrice = price;
  if (order.effect === 'open' && raised > 0) {
    const side = sideAt(order.desk, order.positionSide);
    const opening = order.positionMode === 'net' ? order.opening : remainingLots(order);
    side.openingNotional = plus(
      side.openingNotional,
      notionalOf(order.desk.listing.contract, ticks(raised), opening),
    );
    order.freezePrice = price;
    setFrozen(order, freezeOf(order, opening));
  }
  announceAmendment(state, order, NO_LOTS, NO_TICKS);
}

/** `removed` lots left the book at the price `removedFrom`. */
export function announceAmendment(
  state: VenueState,
  order: LiveOrder,
  removed: Lots,
  removedFrom: Ticks,
): void {
  if (order.origin === 'tape') {
    announcePlayed(state, order, -removed);
    return;
  }
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
    freezePrice: order.freezePrice,
    openLoss: order.openLoss,
    removed,
    removedFrom,
  });
}

/** Puts what remains on the book, behind everyone at its price. */
export function putOnBook(state: VenueState, order: LiveOrder): void {
  const { listing } = order.desk;
  const remaining = remainingLots(order);
  order.priority = state.nextPriority;
  state.nextPriority += 1;
  order.slot = restOrder(listing.book, order.side, order.workingPrice, remaining, order.id);
  listing.resting[order.slot] = order;
  moveStatus(order, 'open');
  announceRested(state, order, remaining);
}

/** These lots of it are on the book from now on. */
export function announceRested(state: VenueState, order: LiveOrder, remaining: Lots): void {
  if (order.origin === 'tape') {
    announcePlayed(state, order, remaining);
    return;
  }
  emit(state, {
    kind: 'order-rested',
    order: order.id,
    contract: order.contract,
    side: order.side,
    price: order.workingPrice,
    remaining,
  });
}

/** The orders of a tape are its levels: only what rests there matters to anyone. */
function announcePlayed(state: VenueState, order: LiveOrder, change: number): void {
  if (change === 0) return;
  const last = state.eventCount === 0 ? undefined : state.events[state.eventCount - 1];
  const isLast = last?.kind === 'levels-played' && last.contract === order.contract;
  if (isLast && last.changes === state.played) {
    addPlayed(state.played, order, change);
    return;
  }
  const changes: number[] = [];
  addPlayed(changes, order, change);
  state.played = changes;
  emit(state, { kind: 'levels-played', contract: order.contract, changes });
}

/** Takes a resting order off the book; it may rest again later. */
export function takeOffBook(order: LiveOrder): void {
  if (order.slot === NO_SLOT) return;
  const { listing } = order.desk;
  removeOrder(listing.book, order.slot);
  listing.resting[order.slot] = undefined;
  order.slot = NO_SLOT;
}

export function cancelOrder(
  state: VenueState,
  order: LiveOrder,
  reason: CancelReason,
  cause: Reject | null = null,
): void {
  const remaining = remainingLots(order);
  const rested = order.slot !== NO_SLOT;
  const worked = order.status !== 'untriggered';
  if (worked) stopWorking(order, remaining);
  else disarmTrigger(order);
  if (reason === 'user' && rested) moveStatus(order, 'canceling');
  moveStatus(order, 'canceled');
  forgetOrder(state, order);
  if (order.origin === 'tape') {
    announcePlayed(state, order, rested ? -remaining : 0);
    return;
  }
  emit(state, {
    kind: 'order-canceled',
    order: order.id,
    account: order.account,
    contract: order.contract,
    side: order.side,
    reason,
    removed: rested ? remaining : NO_LOTS,
    removedFrom: rested ? order.workingPrice : NO_TICKS,
    reject: cause,
  });
  // Newer net orders get the lots that it would have closed. An uncovered one goes while they are
  // shared out already.
  if (sharesPosition(order) && worked && order.effect === 'open' && reason !== 'uncovered')
    turnOrders(state, order.desk, order.positionSide);
}

/** Its last lot is filled. */
export function finishFilled(state: VenueState, order: LiveOrder): void {
  assert(order.filled === order.size, 'an order is not filled', order.id);
  unlinkOrder(order.desk.working, order);
  moveStatus(order, 'filled');
  forgetOrder(state, order);
}

function stopWorking(order: LiveOrder, remaining: Lots): void {
  takeOffBook(order);
  releaseLots(order, remaining, NO_LOTS);
  unlinkOrder(order.desk.working, order);
}

function forgetOrder(state: VenueState, order: LiveOrder): void {
  assert(isFinal(order.status), 'an order is not final', order.id);
  state.orders.delete(order.id);
  if (order.deadline !== null) removeNode(state.deadlines, order.deadline);
  if (order.clientOrderId !== null) retireClientOrder(state, order);
  state.records.giveBack(order);
}
