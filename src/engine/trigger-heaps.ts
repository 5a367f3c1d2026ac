/**
 * The heaps of untriggered orders: per contract, price source and direction, nearest trigger first.
 */
import { assert } from '../domain/assert.ts';
import { NO_ORDER } from '../domain/ids.ts';
import type { TriggerSource } from '../domain/order.ts';
import {
  FINE_PER_TICK,
  type FineTicks,
  fineTicks,
  type Millis,
  NO_TICKS,
} from '../domain/units.ts';
import { createNode, firstNode, type Heap, putNode, removeNode } from './heap.ts';
import { isPaused } from './risk.ts';
import { type Listing, type LiveOrder, linkOrder, sideAt, unlinkOrder } from './state.ts';

/** Adds an untriggered order to its heap, or moves it to a new price. */
export function armTrigger(order: LiveOrder): void {
  const { trigger, desk } = order;
  assert(trigger !== null && order.status === 'untriggered', 'an order cannot wait', order.id);
  if (order.node === null) {
    order.node = createNode(order);
    linkOrder(desk.untriggered, order);
  }
  const fine = trigger.price * FINE_PER_TICK;
  putNode(heapOf(order), order.node, trigger.direction === 'rising' ? fine : -fine);
  // A trigger armed behind the price fires with this entry, not with the next price.
  desk.listing.triggersDue = true;
}

/** Takes an order out of its heap, to move it elsewhere or to fire it. */
export function pauseTrigger(order: LiveOrder): void {
  if (order.node !== null) removeNode(heapOf(order), order.node);
}

/** Waits no longer. */
export function disarmTrigger(order: LiveOrder): void {
  pauseTrigger(order);
  order.node = null;
  unlinkOrder(order.desk.untriggered, order);
  const side = sideAt(order.desk, order.positionSide);
  if (side.wholeTakeProfit === order.id) side.wholeTakeProfit = NO_ORDER;
  if (side.wholeStopLoss === order.id) side.wholeStopLoss = NO_ORDER;
}

/**
 * While the last trade strays from the mark by more than this, `last` triggers look at the mark.
 */
const STRAY_PERCENT = 2;

/** The current price of a source, as triggers see it; zero before there is one. */
export function triggerPriceNow(listing: Listing, source: TriggerSource): FineTicks {
  if (source === 'index') return listing.index;
  const { mark, last } = listing;
  const strays = Math.abs(last - mark) * 100 > mark * STRAY_PERCENT;
  const price = source === 'mark' || last === NO_TICKS || strays ? mark : last;
  return fineTicks(price * FINE_PER_TICK);
}

/** Takes out of the heaps every order that the current prices satisfy. */
export function takeSatisfied(listing: Listing, now: Millis): LiveOrder[] {
  if (isPaused(listing, now)) return [];
  listing.triggersDue = false;
  const satisfied: LiveOrder[] = [];
  for (const source of SOURCES) {
    const price = triggerPriceNow(listing, source);
    if (price === 0) continue;
    takeUpTo(listing.triggers[source].rising, price, satisfied);
    takeUpTo(listing.triggers[source].falling, -price, satisfied);
  }
  return satisfied;
}

const SOURCES: readonly TriggerSource[] = ['last', 'mark', 'index'];

function takeUpTo(heap: Heap<LiveOrder>, key: number, into: LiveOrder[]): void {
  for (;;) {
    const node = firstNode(heap);
    if (node === undefined || node.key > key) return;
    removeNode(heap, node);
    into.push(node.item);
  }
}

function heapOf(order: LiveOrder): Heap<LiveOrder> {
  const { trigger } = order;
  assert(trigger !== null, 'an order has no trigger', order.id);
  return order.desk.listing.triggers[trigger.source][trigger.direction];
}
