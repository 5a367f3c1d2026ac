/**
 * The life of an order inside the engine: it is created, starts working, shrinks, and ends. Frozen
 * money and locked lots move only here, so that they always equal the sum over working orders.
 */

import { NO_SLOT, restOrder } from '../book/book.ts';
import { removeOrder } from '../book/remove-order.ts';
import { assert } from '../domain/assert.ts';
import { notionalOf } from '../domain/contract.ts';
import { NO_ORDER, type OrderId, orderId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import { minus, plus } from '../domain/money.ts';
import {
  type CancelReason,
  isFinal,
  maySucceed,
  type OrderOrigin,
  type OrderStatus,
  type TimeInForce,
  type Trigger,
  type TriggerOptions,
} from '../domain/order.ts';
import { addPlayed } from '../domain/played-levels.ts';
import type { Reject } from '../domain/reject.ts';
import { type Effect, type PositionSide, sideOf } from '../domain/side.ts';
import {
  type Lots,
  lots,
  type Money,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import { retireClientOrder } from './client-order.ts';
import { keepDesk } from './create-state.ts';
import {
  claimOpening,
  freezeOf,
  releaseOrdered,
  setFrozen,
  sharesPosition,
  turnOrders,
} from './freeze-order.ts';
import { createNode, putNode, removeNode } from './heap.ts';
import { leverageOf, makerFeeOf, takerFeeOf } from './risk.ts';
import {
  type Desk,
  emit,
  type LiveOrder,
  linkOrder,
  sideAt,
  unlinkOrder,
  type VenueState,
} from './state.ts';
import { disarmTrigger } from './trigger-heaps.ts';

interface OrderTerms {
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly timeInForce: TimeInForce;
  readonly origin: OrderOrigin;
  readonly clientOrderId: string | null;
  readonly size: Lots;
  readonly price: Ticks;
  readonly workingPrice: Ticks;
  readonly freezePrice: Ticks;
  readonly openLoss: Ticks;
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
  readonly parent: OrderId;
  readonly trigger: Trigger | null;
  readonly options: TriggerOptions | null;
}

/** The terms of the venue's own orders: nothing frozen and nothing attached. */
export const PLAIN_TERMS = {
  clientOrderId: null,
  freezePrice: NO_TICKS,
  openLoss: NO_TICKS,
  takeProfit: NO_TICKS,
  stopLoss: NO_TICKS,
  parent: NO_ORDER,
  trigger: null,
  options: null,
} as const;

/** A new order, known to the venue and announced, not yet working. */
export function createOrder(state: VenueState, desk: Desk, terms: OrderTerms): LiveOrder {
  assert(state.nextOrder < ID_MAX, 'order ids are used up');
  keepDesk(desk);
  const order: LiveOrder = {
    id: orderId(state.nextOrder),
    account: desk.account.id,
    contract: desk.listing.contract.id,
    positionSide: terms.positionSide,
    effect: terms.effect,
    timeInForce: terms.timeInForce,
    origin: terms.origin,
    clientOrderId: terms.clientOrderId,
    createdAt: state.now,
    marginMode: desk.marginMode,
    positionMode: desk.account.positionMode,
    leverage: leverageOf(desk, terms.positionSide),
    makerFee: makerFeeOf(desk),
    takerFee: takerFeeOf(desk),
    status: terms.trigger === null ? 'pending' : 'untriggered',
    price: terms.price,
    workingPrice: terms.workingPrice,
    size: terms.size,
    filled: NO_LOTS,
    filledValue: NO_MONEY,
    fee: NO_MONEY,
    liquidationFee: NO_MONEY,
    realisedPnl: NO_MONEY,
    freezePrice: terms.freezePrice,
    openLoss: terms.openLoss,
    frozen: NO_MONEY,
    takeProfit: terms.takeProfit,
    stopLoss: terms.stopLoss,
    takeProfitOrder: NO_ORDER,
    stopLossOrder: NO_ORDER,
    parent: terms.parent,
    sibling: NO_ORDER,
    trigger: terms.trigger,
    options: terms.options,
    desk,
    side: sideOf(terms.positionSide, terms.effect),
    slot: NO_SLOT,
    opening: NO_LOTS,
    priority: 0,
    previous: null,
    next: null,
    node: null,
    trail: null,
    deadline: null,
  };
  state.nextOrder += 1;
  state.orders.add(order);
  if (order.options !== null) keepDeadline(state, order);
  return order;
}

/** An order that is good till a date has a place among the deadlines for as long as it lives. */
export function keepDeadline(state: VenueState, order: LiveOrder): void {
  const expiresAt = order.options?.expiresAt;
  if (expiresAt === undefined) return;
  order.deadline = createNode<LiveOrder | Desk>(order);
  putNode(state.deadlines, order.deadline, expiresAt);
}

export function announceOrder(state: VenueState, order: LiveOrder): void {
  if (order.origin === 'tape') return;
  emit(state, {
    kind: 'order-accepted',
    order: order.id,
    account: order.account,
    contract: order.contract,
    positionSide: order.positionSide,
    effect: order.effect,
    timeInForce: order.timeInForce,
    origin: order.origin,
    clientOrderId: order.clientOrderId,
    price: order.price,
    workingPrice: order.workingPrice,
    size: order.size,
    frozen: order.frozen,
    freezePrice: order.freezePrice,
    openLoss: order.openLoss,
    leverage: order.leverage,
    marginMode: order.marginMode,
    positionMode: order.positionMode,
    makerFee: order.makerFee,
    takerFee: order.takerFee,
    takeProfit: order.takeProfit,
    stopLoss: order.stopLoss,
    parent: order.parent,
    trigger: order.trigger === null ? null : { ...order.trigger },
    options: order.options,
  });
}

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
  const last = state.events.at(-1);
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
}
