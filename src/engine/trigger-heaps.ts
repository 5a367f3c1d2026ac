/**
 * The queues of untriggered orders, per contract and price source: heaps with the nearest trigger
 * first, and the trails of stops that follow the price.
 */
import { assert } from '../domain/assert.ts';
import { NO_ORDER } from '../domain/ids.ts';
import type { Trigger, TriggerDirection, TriggerSource } from '../domain/order.ts';
import { FINE_PER_TICK, type FineTicks, fineTicks, NO_TICKS, type Ticks } from '../domain/units.ts';
import { createNode, type Heap, putNode, removeNode } from './heap.ts';
import { isPaused } from './risk.ts';
import {
  emit,
  type Listing,
  type LiveOrder,
  linkOrder,
  sideAt,
  type Trail,
  type TriggerQueues,
  unlinkOrder,
  type VenueState,
} from './state.ts';
import {
  findStopped,
  followPrice,
  isTrailOf,
  joinTrail,
  leaveTrail,
  stopOf,
} from './trailing-stops.ts';

/** Adds an untriggered order to its heap, or moves it to a new price. */
export function armTrigger(order: LiveOrder): void {
  const { desk } = order;
  assert(order.status === 'untriggered', 'an order cannot wait', order.id);
  if (order.node === null) {
    order.node = createNode(order);
    linkOrder(desk.untriggered, order);
    desk.listing.untriggered += 1;
  }
  const { heap, price, direction } = waitOf(order);
  const fine = price * FINE_PER_TICK;
  putNode(heap, order.node, direction === 'rising' ? fine : -fine);
  // A trigger armed behind the price fires with this entry, not with the next price.
  desk.listing.triggersDue = true;
}

/** Takes an order out of its queue, to move it elsewhere or to fire it. */
export function pauseTrigger(order: LiveOrder): void {
  if (order.trail !== null) leaveTrail(order);
  else if (order.node !== null) removeNode(waitOf(order).heap, order.node);
}

/** A trailing stop follows the price from here on. */
export function followFrom(order: LiveOrder, price: FineTicks): void {
  pauseTrigger(order);
  const trail = queuesOf(order).trails.find((each) => isTrailOf(each, order));
  assert(trail !== undefined, 'an order has no trail to join', order.id);
  joinTrail(trail, order, price);
}

/** Waits no longer. */
export function disarmTrigger(order: LiveOrder): void {
  pauseTrigger(order);
  order.node = null;
  unlinkOrder(order.desk.untriggered, order);
  order.desk.listing.untriggered -= 1;
  const side = sideAt(order.desk, order.positionSide);
  if (side.wholeTakeProfit === order.id) side.wholeTakeProfit = NO_ORDER;
  if (side.wholeStopLoss === order.id) side.wholeStopLoss = NO_ORDER;
}

/**
 * While the last trade strays from the mark by more than this, `last` triggers look at the mark,
 * and protected ones do not fire at all.
 */
const STRAY_PERCENT = 2;

const doesStray = ({ mark, last }: Listing): boolean =>
  last !== NO_TICKS && Math.abs(last - mark) * 100 > mark * STRAY_PERCENT;

/** The current price of a source, as triggers see it; zero before there is one. */
export function triggerPriceNow(listing: Listing, source: TriggerSource): FineTicks {
  if (source === 'index') return listing.index;
  const { mark, last } = listing;
  const price = source === 'mark' || last === NO_TICKS || doesStray(listing) ? mark : last;
  return fineTicks(price * FINE_PER_TICK);
}

interface Look {
  readonly state: VenueState;
  readonly price: FineTicks;
  readonly satisfied: LiveOrder[];
}

/**
 * Takes out of the queues every order that the current prices satisfy. Trailing stops follow the
 * prices first, and those whose activation is reached begin to follow.
 */
export function takeSatisfied(state: VenueState, listing: Listing): LiveOrder[] {
  if (isPaused(listing, state.now)) return [];
  listing.triggersDue = false;
  const satisfied: LiveOrder[] = [];
  if (listing.untriggered === 0) return satisfied;
  for (const source of SOURCES) {
    const plain = listing.triggers[source];
    const guarded = listing.protectedTriggers[source];
    if (isIdle(plain) && isIdle(guarded)) continue;
    const price = triggerPriceNow(listing, source);
    if (price === 0) continue;
    const look: Look = { state, price, satisfied };
    for (const trail of plain.trails) followPrice(trail, price);
    for (const trail of guarded.trails) followPrice(trail, price);
    takeReached(plain, look);
    if (!doesStray(listing)) takeReached(guarded, look);
  }
  return satisfied;
}

const SOURCES: readonly TriggerSource[] = ['last', 'mark', 'index'];

const isIdle = ({ heaps, trails }: TriggerQueues): boolean =>
  heaps.rising.length + heaps.falling.length === 0 && trails.every(({ top }) => top === null);

function takeReached({ heaps, trails }: TriggerQueues, look: Look): void {
  takeUpTo(heaps.rising, look.price, look);
  takeUpTo(heaps.falling, -look.price, look);
  for (const trail of trails) takeStopped(trail, look);
}

function takeUpTo(heap: Heap<LiveOrder>, key: number, look: Look): void {
  const awaiting: LiveOrder[] = [];
  for (let node = heap[0]; node !== undefined && node.key <= key; node = heap[0]) {
    removeNode(heap, node);
    (awaitsActivation(node.item) ? awaiting : look.satisfied).push(node.item);
  }
  // A recovered heap gives out equal prices in another order.
  for (const order of awaiting.sort((a, b) => a.id - b.id)) activate(look, order);
}

/** The stop becomes the trigger's price: it moves no more. */
function takeStopped(trail: Trail, { price, satisfied }: Look): void {
  for (;;) {
    const order = findStopped(trail, price);
    if (order === undefined) return;
    triggerOf(order).price = stopOf(order);
    leaveTrail(order);
    satisfied.push(order);
  }
}

function activate({ state, price }: Look, order: LiveOrder): void {
  const trigger = triggerOf(order);
  trigger.activatedAt = state.now;
  followFrom(order, price);
  trigger.price = stopOf(order);
  emit(state, {
    kind: 'trigger-activated',
    order: order.id,
    account: order.account,
    contract: order.contract,
    source: trigger.source,
    sourcePrice: price,
    stop: trigger.price,
  });
}

/** Whether it is a trailing stop that follows no price yet. */
const awaitsActivation = ({ options, trigger }: LiveOrder): boolean =>
  options?.trailing !== undefined && trigger?.activatedAt === undefined;

/** The heap in which an order waits, and the price for which it does. */
function waitOf(order: LiveOrder): {
  readonly heap: Heap<LiveOrder>;
  readonly price: Ticks;
  readonly direction: TriggerDirection;
} {
  const { source, direction, price } = triggerOf(order);
  const trailing = order.options?.trailing;
  if (trailing === undefined || !awaitsActivation(order))
    return { heap: queuesOf(order).heaps[direction], price, direction };
  // Without an activation price any price will do. Nothing fires, so there is nothing to protect.
  const rises = direction === 'falling' || trailing.activation === null;
  const activation = rises ? 'rising' : 'falling';
  const { heaps } = order.desk.listing.triggers[source];
  return { heap: heaps[activation], price: trailing.activation ?? NO_TICKS, direction: activation };
}

function queuesOf(order: LiveOrder): TriggerQueues {
  const { triggers, protectedTriggers } = order.desk.listing;
  const isProtected = order.options?.priceProtect === true;
  return (isProtected ? protectedTriggers : triggers)[triggerOf(order).source];
}

function triggerOf({ id, trigger }: Pick<LiveOrder, 'id' | 'trigger'>): Trigger {
  assert(trigger !== null, 'an order has no trigger', id);
  return trigger;
}
