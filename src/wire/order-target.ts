/** Names an order by its id, or by a client id of the caller or of the venue. */
import type { CancelOrder, OrderTarget } from '../domain/command.ts';
import { type AccountId, orderId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import { findAssignedOrder } from './assigned-id.ts';

const idTarget = (id: number): OrderTarget => ({
  by: 'id',
  order: orderId(Math.min(id, ID_MAX)),
});

/** Returns the target. A client id that the venue assigned becomes the order's id. */
export function clientTarget(clientOrderId: string): OrderTarget {
  const order = findAssignedOrder(clientOrderId);
  return order === undefined ? { by: 'client-order-id', clientOrderId } : { by: 'id', order };
}

/** Returns the cancels of a batch, all by id or all by client id. */
export const cancelsOf = (
  account: AccountId,
  { isById, sent }: { readonly isById: boolean; readonly sent: readonly string[] },
): CancelOrder[] =>
  sent.map((name) => {
    const target = isById ? idTarget(Number(name)) : clientTarget(name);
    return { kind: 'cancel-order', account, target };
  });

/** Returns the first text that is not an id, if there is one. */
export const findNoId = (sent: readonly string[]): string | undefined =>
  sent.find((text) => !/^\d{1,19}$/.test(text));
