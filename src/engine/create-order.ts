/** A new order: its record, what it is from the beginning, and its announcement. */
import { NO_SLOT } from '../book/book.ts';
import { assert } from '../domain/assert.ts';
import { NO_ORDER, orderId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import { type Effect, type PositionSide, sideOf } from '../domain/side.ts';
import { millis, NO_LOTS, NO_MONEY, NO_TICKS, ppm } from '../domain/units.ts';
import { createNode, putNode } from './heap.ts';
import { leverageOf, makerFeeOf, takerFeeOf } from './risk.ts';
import { type Desk, emit, keepDesk, type LiveOrder, type VenueState } from './state.ts';

/** Whoever creates an order writes its terms; nobody changes them later. */
export type OrderDraft = { -readonly [Field in keyof LiveOrder]: LiveOrder[Field] };

/** Every field is here, so that all records have one shape. */
export const createRecord = (desk: Desk): OrderDraft => ({
  id: NO_ORDER,
  account: desk.account.id,
  contract: desk.listing.contract.id,
  positionSide: 'long',
  effect: 'open',
  timeInForce: 'ioc',
  origin: 'trader',
  clientOrderId: null,
  createdAt: millis(0),
  marginMode: desk.marginMode,
  positionMode: desk.account.positionMode,
  leverage: 0,
  makerFee: ppm(0),
  takerFee: ppm(0),
  status: 'pending',
  price: NO_TICKS,
  workingPrice: NO_TICKS,
  size: NO_LOTS,
  filled: NO_LOTS,
  filledValue: NO_MONEY,
  fee: NO_MONEY,
  liquidationFee: NO_MONEY,
  realisedPnl: NO_MONEY,
  freezePrice: NO_TICKS,
  openLoss: NO_TICKS,
  frozen: NO_MONEY,
  takeProfit: NO_TICKS,
  stopLoss: NO_TICKS,
  takeProfitOrder: NO_ORDER,
  stopLossOrder: NO_ORDER,
  parent: NO_ORDER,
  sibling: NO_ORDER,
  trigger: null,
  options: null,
  desk,
  side: 'buy',
  slot: NO_SLOT,
  opening: NO_LOTS,
  priority: 0,
  previous: null,
  next: null,
  node: null,
  trail: null,
  deadline: null,
});

/**
 * A new order, known to the venue and not yet working: immediate, nothing frozen and nothing
 * attached. Its caller writes what it wants else, and announces it.
 */
export function createOrder(
  state: VenueState,
  desk: Desk,
  positionSide: PositionSide,
  effect: Effect,
): OrderDraft {
  assert(state.nextOrder < ID_MAX, 'order ids are used up');
  keepDesk(desk);
  const order: OrderDraft = state.records.take() ?? createRecord(desk);
  order.id = orderId(state.nextOrder);
  order.account = desk.account.id;
  order.contract = desk.listing.contract.id;
  order.positionSide = positionSide;
  order.effect = effect;
  order.timeInForce = 'ioc';
  order.origin = 'trader';
  order.clientOrderId = null;
  order.createdAt = state.now;
  order.marginMode = desk.marginMode;
  order.positionMode = desk.account.positionMode;
  order.leverage = leverageOf(desk, positionSide);
  order.makerFee = makerFeeOf(desk);
  order.takerFee = takerFeeOf(desk);
  order.status = 'pending';
  order.price = NO_TICKS;
  order.workingPrice = NO_TICKS;
  order.size = NO_LOTS;
  order.filled = NO_LOTS;
  order.filledValue = NO_MONEY;
  order.fee = NO_MONEY;
  order.liquidationFee = NO_MONEY;
  order.realisedPnl = NO_MONEY;
  order.freezePrice = NO_TICKS;
  order.openLoss = NO_TICKS;
  order.frozen = NO_MONEY;
  order.takeProfit = NO_TICKS;
  order.stopLoss = NO_TICKS;
  order.takeProfitOrder = NO_ORDER;
  order.stopLossOrder = NO_ORDER;
  order.parent = NO_ORDER;
  order.sibling = NO_ORDER;
  order.trigger = null;
  order.options = null;
  order.desk = desk;
  order.side = sideOf(positionSide, effect);
  order.slot = NO_SLOT;
  order.opening = NO_LOTS;
  order.priority = 0;
  order.previous = null;
  order.next = null;
  order.node = null;
  order.trail = null;
  order.deadline = null;
  state.nextOrder += 1;
  state.orders.add(order.id, order);
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
