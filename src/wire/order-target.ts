/** Which order is meant: by the venue's number, or by a name that either side gave it. */
import type { OrderTarget } from '../domain/command.ts';
import { orderId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import { findAssignedOrder } from './assigned-id.ts';

export const idTarget = (id: number): OrderTarget => ({
  by: 'id',
  order: orderId(Math.min(id, ID_MAX)),
});

/** A name that the venue gave leads back to its order. */
export function clientTarget(clientOrderId: string): OrderTarget {
  const order = findAssignedOrder(clientOrderId);
  return order === undefined ? { by: 'client-order-id', clientOrderId } : { by: 'id', order };
}
