/**
 * Live orders, working and untriggered, found by id, by account and by contract, and the orders
 * that ended in the entry being folded. A query scans only its own desks. Orders that nobody was
 * told to be accepted are no part of it: they are the levels of a tape, which are only depth.
 */

import { assert, unreachable } from '../domain/assert.ts';
import type { EventOf, FillSettled, OrderAccepted, OrderCanceled } from '../domain/event.ts';
import type { FillSide } from '../domain/fill.ts';
import { type AccountId, type ContractId, NO_ORDER, type OrderId, orderId } from '../domain/ids.ts';
import { orderFreeze } from '../domain/margin.ts';
import { plus } from '../domain/money.ts';
import {
  type CancelReason,
  isPaired,
  type Order,
  type OrderGroup,
  type TriggerPurpose,
} from '../domain/order.ts';
import { OrderTable } from '../domain/order-table.ts';
import {
  lots,
  type Millis,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import { type ContractsView, contractOf } from './contracts.ts';

/** An order with facts that only its readers need. */
export interface TrackedOrder {
  readonly order: Order;
  updatedAt: Millis;
  /** Prices of its fills; `NO_TICKS` where there are none. */
  latestFill: Ticks;
  highestFill: Ticks;
  lowestFill: Ticks;
  /** Why it was canceled; null while it lives and where it was filled. */
  cancelReason: CancelReason | null;
}

export interface OrdersView {
  /** Every order that is not final. */
  readonly live: OrderTable<TrackedOrder>;
  /** The same by account and contract, oldest first. */
  readonly desks: Map<AccountId, (TrackedOrder[] | undefined)[]>;
  /** Ended in the entry being folded; empty between entries. */
  ended: Map<OrderId, TrackedOrder>;
  /** Changed in the entry being folded; empty between entries. */
  touched: Set<TrackedOrder>;
}

export interface LiveOrderQuery {
  readonly account: AccountId;
  /** Null for all. */
  readonly contract: ContractId | null;
  readonly group: OrderGroup;
}

export const createOrdersView = (): OrdersView => ({
  live: new OrderTable(),
  desks: new Map(),
  ended: new Map(),
  touched: new Set(),
});

type OrderNews =
  | OrderAccepted
  | EventOf<'order-rested'>
  | EventOf<'order-amended'>
  | EventOf<'order-turned'>
  | EventOf<'trigger-fired'>
  | EventOf<'trigger-activated'>
  | EventOf<'trigger-amended'>
  | FillSettled
  | OrderCanceled;

/** After each entry every record equals the engine's own. */
export function foldOrders(
  view: OrdersView,
  contracts: ContractsView,
  event: OrderNews,
  at: Millis,
): void {
  switch (event.kind) {
    case 'order-accepted':
      acceptOrder(view, event, at);
      return;
    case 'order-rested':
      if (view.live.has(event.order)) touchOrder(view, event.order, at).order.status = 'open';
      return;
    case 'order-amended':
      if (view.live.has(event.order)) amendOrder(touchOrder(view, event.order, at).order, event);
      return;
    case 'order-turned':
      turnOrder(view, event);
      return;
    case 'trigger-fired':
      fireTrigger(touchOrder(view, event.order, at).order, event, at);
      return;
    case 'trigger-activated':
      activateTrigger(touchOrder(view, event.order, at).order, event, at);
      return;
    case 'trigger-amended':
      amendTrigger(touchOrder(view, event.order, at).order, event);
      return;
    case 'fill-settled':
      fillOrder(view, contracts, event, event.maker, at);
      fillOrder(view, contracts, event, event.taker, at);
      return;
    case 'order-canceled':
      if (view.live.has(event.order)) cancelOrder(view, event, at);
      return;
    default:
      unreachable(event);
  }
}

/** A living order, or one that ended in the entry being folded. */
export const findOrder = (view: OrdersView, id: OrderId): TrackedOrder | undefined =>
  view.live.get(id) ?? view.ended.get(id);

/** Newest first. Ids rise with time, so they decide. */
export function listOrders(view: OrdersView, query: LiveOrderQuery): TrackedOrder[] {
  const { account, contract, group } = query;
  const desks = view.desks.get(account) ?? [];
  const asked = contract === null ? desks : [desks[contract]];
  const found = asked.flatMap((desk) => desk?.filter((tracked) => isIn(tracked, group)) ?? []);
  return found.sort((first, second) => second.order.id - first.order.id);
}

const isIn = ({ order }: TrackedOrder, group: OrderGroup): boolean =>
  (order.status === 'untriggered') === (group === 'untriggered');

export function keepOrder(view: OrdersView, tracked: TrackedOrder): void {
  const { id, account, contract } = tracked.order;
  view.live.add(id, tracked);
  const desks = view.desks.get(account) ?? [];
  if (desks.length === 0) view.desks.set(account, desks);
  const desk = desks[contract];
  if (desk === undefined) desks[contract] = [tracked];
  else desk.push(tracked);
}

/** Removes a final order from every list and hands it out with the entry. */
function endOrder(view: OrdersView, tracked: TrackedOrder): void {
  const { id, account, contract } = tracked.order;
  view.live.delete(id);
  view.ended.set(id, tracked);
  const desk = view.desks.get(account)?.[contract];
  assert(desk !== undefined, 'an order is at no desk', id);
  // Most that end are young.
  desk.splice(desk.lastIndexOf(tracked), 1);
}

function touchOrder(view: OrdersView, id: OrderId, at: Millis): TrackedOrder {
  const tracked = view.live.get(id);
  assert(tracked !== undefined, 'an event names an order that does not live', id);
  tracked.updatedAt = at;
  view.touched.add(tracked);
  return tracked;
}

function acceptOrder(view: OrdersView, event: OrderAccepted, at: Millis): void {
  const tracked: TrackedOrder = {
    order: orderFrom(event, at),
    updatedAt: at,
    latestFill: NO_TICKS,
    highestFill: NO_TICKS,
    lowestFill: NO_TICKS,
    cancelReason: null,
  };
  keepOrder(view, tracked);
  view.touched.add(tracked);
  if (event.parent !== NO_ORDER && event.trigger !== null)
    linkExit(view, tracked.order, event.trigger.purpose);
  else if (event.options?.pairs === true) linkPair(view, tracked.order);
}

const orderFrom = (event: OrderAccepted, at: Millis): Order => ({
  id: event.order,
  account: event.account,
  contract: event.contract,
  positionSide: event.positionSide,
  effect: event.effect,
  origin: event.origin,
  clientOrderId: event.clientOrderId,
  createdAt: at,
  marginMode: event.marginMode,
  positionMode: event.positionMode,
  leverage: event.leverage,
  makerFee: event.makerFee,
  takerFee: event.takerFee,
  status: event.trigger === null ? 'pending' : 'untriggered',
  timeInForce: event.timeInForce,
  price: event.price,
  workingPrice: event.workingPrice,
  size: event.size,
  filled: NO_LOTS,
  filledValue: NO_MONEY,
  fee: NO_MONEY,
  liquidationFee: NO_MONEY,
  realisedPnl: NO_MONEY,
  freezePrice: event.freezePrice,
  openLoss: event.openLoss,
  frozen: event.frozen,
  takeProfit: event.takeProfit,
  stopLoss: event.stopLoss,
  takeProfitOrder: NO_ORDER,
  stopLossOrder: NO_ORDER,
  parent: event.parent,
  sibling: NO_ORDER,
  trigger: event.trigger === null ? null : { ...event.trigger },
  options: event.options,
});

/** Links an exit to its opening order, which may just have been filled, and to the other exit. */
function linkExit(view: OrdersView, exit: Order, purpose: TriggerPurpose): void {
  const parent = findOrder(view, exit.parent)?.order;
  assert(parent !== undefined, 'an exit has no parent', exit.id);
  const isProfit = purpose === 'take-profit';
  if (isProfit) parent.takeProfitOrder = exit.id;
  else parent.stopLossOrder = exit.id;
  const other = view.live.get(isProfit ? parent.stopLossOrder : parent.takeProfitOrder)?.order;
  if (other?.status !== 'untriggered') return;
  other.sibling = exit.id;
  exit.sibling = other.id;
}

function linkPair(view: OrdersView, exit: Order): void {
  const before = view.live.get(orderId(exit.id - 1))?.order;
  if (before === undefined || !isPaired(exit, before)) return;
  before.sibling = exit.id;
  exit.sibling = before.id;
}

type Amended = Pick<
  Order,
  'price' | 'workingPrice' | 'size' | 'frozen' | 'freezePrice' | 'openLoss'
>;

function amendOrder(order: Order, event: Amended): void {
  order.price = event.price;
  order.workingPrice = event.workingPrice;
  order.size = event.size;
  order.frozen = event.frozen;
  order.freezePrice = event.freezePrice;
  order.openLoss = event.openLoss;
}

/** Its holder is told of nothing: the order is what it was. */
function turnOrder(view: OrdersView, event: EventOf<'order-turned'>): void {
  const tracked = view.live.get(event.order);
  assert(tracked !== undefined, 'an order that does not live has turned', event.order);
  tracked.order.frozen = event.frozen;
}

function fireTrigger(order: Order, event: EventOf<'trigger-fired'>, at: Millis): void {
  assert(order.trigger !== null, 'an order without a trigger fired', order.id);
  order.status = 'pending';
  amendOrder(order, event);
  order.trigger.price = event.triggerPrice;
  order.trigger.firedAt = at;
  order.trigger.firedPrice = event.sourcePrice;
}

function activateTrigger(order: Order, event: EventOf<'trigger-activated'>, at: Millis): void {
  assert(order.trigger !== null, 'an order without a trigger follows a price', order.id);
  order.trigger.price = event.stop;
  order.trigger.activatedAt = at;
}

function amendTrigger(order: Order, event: EventOf<'trigger-amended'>): void {
  order.size = event.size;
  order.price = event.price;
  order.timeInForce = event.timeInForce;
  order.trigger = { ...event.trigger };
}

function fillOrder(
  view: OrdersView,
  contracts: ContractsView,
  event: FillSettled,
  side: FillSide,
  at: Millis,
): void {
  if (!view.live.has(side.order)) return;
  const tracked = touchOrder(view, side.order, at);
  const { order } = tracked;
  order.filled = lots(order.filled + event.size);
  order.filledValue = plus(order.filledValue, event.value);
  order.fee = plus(order.fee, side.fee);
  order.liquidationFee = plus(order.liquidationFee, side.liquidationFee);
  order.realisedPnl = plus(order.realisedPnl, side.realisedPnl);
  notePrice(tracked, event);
  // The freeze of a net order depends on the position too, so the engine tells it.
  if (order.positionMode === 'net') order.frozen = side.remaining > 0 ? order.frozen : NO_MONEY;
  else if (order.frozen > NO_MONEY) {
    const contract = contractOf(contracts, order.contract);
    order.frozen = orderFreeze(contract, order, side.remaining, order.leverage, order.takerFee);
  }
  if (side.remaining > 0) return;
  order.status = 'filled';
  endOrder(view, tracked);
}

function notePrice(tracked: TrackedOrder, { price }: FillSettled): void {
  const { lowestFill } = tracked;
  tracked.latestFill = price;
  tracked.highestFill = ticks(Math.max(tracked.highestFill, price));
  tracked.lowestFill = lowestFill === NO_TICKS ? price : ticks(Math.min(lowestFill, price));
}

function cancelOrder(view: OrdersView, event: OrderCanceled, at: Millis): void {
  const tracked = touchOrder(view, event.order, at);
  tracked.order.status = 'canceled';
  tracked.order.frozen = NO_MONEY;
  tracked.cancelReason = event.reason;
  endOrder(view, tracked);
}
