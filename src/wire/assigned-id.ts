/**
 * Client ids for orders that were placed without one, and tickets for public trades. Both are the
 * number of the order or trade written as a UUID. So they never change, and the order can be found
 * by its id.
 */
import { type OrderId, orderId, type TradeId } from '../domain/ids.ts';

const ORDER_PREFIX = '00000000-0000-4000-80';
const TRADE_PREFIX = '00000000-0000-4000-90';
const ASSIGNED = /^00000000-0000-4000-80([01][0-9a-f])-([0-9a-f]{12})$/;

export const assignedClientId = (order: OrderId): string => ORDER_PREFIX + hex(order);

export const ticketId = (trade: TradeId): string => TRADE_PREFIX + hex(trade);

/** Returns the order of an assigned client id, or undefined for any other id. */
export function findAssignedOrder(clientId: string): OrderId | undefined {
  const match = ASSIGNED.exec(clientId);
  return match === null ? undefined : orderId(Number.parseInt(`${match[1]}${match[2]}`, 16));
}

/** Returns the 53 bits of an id, with the last twelve digits in their own group. */
function hex(id: number): string {
  const digits = id.toString(16).padStart(14, '0');
  return `${digits.slice(0, 2)}-${digits.slice(2)}`;
}
