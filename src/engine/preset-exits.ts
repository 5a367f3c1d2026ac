/**
 * Exits that hang on other orders: the take-profit and stop-loss that an opening order brings
 * along, how the two cancel each other, and what happens to every exit when its position is gone.
 */
import { assert } from '../domain/assert.ts';
import { NO_ORDER, type OrderId, orderId } from '../domain/ids.ts';
import { isPaired, type TriggerPurpose } from '../domain/order.ts';
import type { PositionSide } from '../domain/side.ts';
import { type Lots, lots, NO_TICKS, type Ticks } from '../domain/units.ts';
import { announceOrder, createOrder } from './create-order.ts';
import { cancelOrder } from './order-life.ts';
import { type Desk, emit, type LiveOrder, ordersOf, sideAt, type VenueState } from './state.ts';
import { armTrigger } from './trigger-heaps.ts';

/** Each fill of an opening order grows its exits by as much; the first creates them. */
export function growExits(state: VenueState, parent: LiveOrder, size: Lots): void {
  if (parent.takeProfit === NO_TICKS && parent.stopLoss === NO_TICKS) return;
  const takeProfit = growExit(state, parent, size, 'take-profit');
  const stopLoss = growExit(state, parent, size, 'stop-loss');
  if (takeProfit !== undefined) parent.takeProfitOrder = takeProfit.id;
  if (stopLoss !== undefined) parent.stopLossOrder = stopLoss.id;
  if (takeProfit === undefined || stopLoss === undefined) return;
  takeProfit.sibling = stopLoss.id;
  stopLoss.sibling = takeProfit.id;
}

/** Links an exit to the one before it, if it asks for that. */
export function pairExits(state: VenueState, exit: LiveOrder): void {
  const before = state.orders.get(orderId(exit.id - 1));
  if (before === undefined || !isPaired(exit, before)) return;
  exit.sibling = before.id;
  before.sibling = exit.id;
}

/** The lots that one half of a pair executed are taken off the other. */
export function shrinkSibling(state: VenueState, order: LiveOrder, executed: Lots): void {
  const sibling = findUntriggered(state, order.sibling);
  if (sibling === undefined) return;
  sibling.size = lots(Math.max(0, sibling.size - executed));
  if (sibling.size === 0) cancelOrder(state, sibling, 'oco');
  else announceTrigger(state, sibling);
}

/** A position that is gone takes its untriggered exits with it. */
export function closeExits(state: VenueState, desk: Desk, positionSide: PositionSide): void {
  if (sideAt(desk, positionSide).position !== null || desk.untriggered.count === 0) return;
  for (const order of ordersOf(desk.untriggered)) {
    if (order.positionSide === positionSide && order.trigger?.purpose !== 'plan')
      cancelOrder(state, order, 'position-closed');
  }
}

export function findUntriggered(state: VenueState, id: OrderId): LiveOrder | undefined {
  const order = id === NO_ORDER ? undefined : state.orders.get(id);
  return order?.status === 'untriggered' ? order : undefined;
}

function growExit(
  state: VenueState,
  parent: LiveOrder,
  size: Lots,
  purpose: Exclude<TriggerPurpose, 'plan'>,
): LiveOrder | undefined {
  const isProfit = purpose === 'take-profit';
  const price = isProfit ? parent.takeProfit : parent.stopLoss;
  if (price === NO_TICKS) return undefined;
  const known = findUntriggered(state, isProfit ? parent.takeProfitOrder : parent.stopLossOrder);
  if (known === undefined) return createExit(state, parent, size, purpose, price);
  known.size = lots(known.size + size);
  announceTrigger(state, known);
  return known;
}

function createExit(
  state: VenueState,
  parent: LiveOrder,
  size: Lots,
  purpose: Exclude<TriggerPurpose, 'plan'>,
  price: Ticks,
): LiveOrder {
  const exit = createOrder(state, parent.desk, parent.positionSide, 'close');
  exit.status = 'untriggered';
  exit.size = size;
  exit.parent = parent.id;
  exit.trigger = {
    purpose,
    source: 'last',
    direction: exitDirection(parent.positionSide, purpose),
    price,
    wholePosition: false,
    firedAt: null,
    firedPrice: NO_TICKS,
  };
  announceOrder(state, exit);
  armTrigger(exit);
  return exit;
}

/** A long takes profit above and stops below; a short the other way round. */
export const exitDirection = (
  side: PositionSide,
  purpose: Exclude<TriggerPurpose, 'plan'>,
): 'rising' | 'falling' =>
  (side === 'long') === (purpose === 'take-profit') ? 'rising' : 'falling';

/** Announces the current terms of an untriggered order. */
export function announceTrigger(state: VenueState, order: LiveOrder): void {
  assert(order.trigger !== null, 'an order has no trigger', order.id);
  emit(state, {
    kind: 'trigger-amended',
    order: order.id,
    account: order.account,
    contract: order.contract,
    size: order.size,
    price: order.price,
    timeInForce: order.timeInForce,
    trigger: { ...order.trigger },
  });
}
