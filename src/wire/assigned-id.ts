/**
 * Names for things that have none: an order placed without a client id, or by the venue, still
 * reads back with one, and a public trade has a ticket. Both are the number written as a UUID, so
 * they never change and lead back to it.
 */
import { type OrderId, orderId, type TradeId } from '../domain/ids.ts';

const ORDER_PREFIX = '00000000-0000-4000-80';
const TRADE_PREFIX = '00000000-0000-4000-90';
const ASSIGNED = /^00000000-0000-4000-80([01][0-9a-f])-([0-9a-f]{12})$/;

export const assignedClientId = (order: OrderId): string => ORDER_PREFIX + hex(order);

export const ticketId = (trade: TradeId): string => TRADE_PREFIX + hex(trade);

/** The order that an assigned client id stands for. */
export function findAssignedOrder(clientId: string): OrderId | undefined {
  const match = ASSIGNED.exec(clientId);
  return match === null ? undefined : orderId(Number.parseInt(`${match[1]}${match[2]}`, 16));
}

/** The 53 bits of an id, the last twelve digits in a group of their own. */
function hex(id: number): string {
  const digits = id.toString(16).padStart(14, '0');
  return `${digits.slice(0, 2)}-${digits.slice(2)}`;
}
