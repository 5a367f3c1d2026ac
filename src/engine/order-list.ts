/**
 * The orders of a desk, oldest first: a chain through the orders themselves, so that removing one
 * needs no search.
 */
import type { LiveOrder, OrderList } from './state.ts';

export function linkOrder(list: OrderList, order: LiveOrder): void {
  order.previous = list.last;
  order.next = null;
  if (list.last === null) list.first = order;
  else list.last.next = order;
  list.last = order;
  list.count += 1;
}

export function unlinkOrder(list: OrderList, order: LiveOrder): void {
  if (order.previous === null) list.first = order.next;
  else order.previous.next = order.next;
  if (order.next === null) list.last = order.previous;
  else order.next.previous = order.previous;
  order.previous = null;
  order.next = null;
  list.count -= 1;
}

/** A copy, for callers that cancel orders while they iterate. */
export function ordersOf(list: OrderList): LiveOrder[] {
  const orders: LiveOrder[] = [];
  for (let order = list.first; order !== null; order = order.next) orders.push(order);
  return orders;
}
