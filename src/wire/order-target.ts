/** Which order is meant: by the venue's number, or by a name that either side gave it. */
import type { CancelOrder, OrderTarget } from '../domain/command.ts';
import { type AccountId, orderId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import { findAssignedOrder } from './assigned-id.ts';

const idTarget = (id: number): OrderTarget => ({
  by: 'id',
  order: orderId(Math.min(id, ID_MAX)),
});

/** A name that the venue gave leads back to its order. */
export function clientTarget(clientOrderId: string): OrderTarget {
  const order = findAssignedOrder(clientOrderId);
  return order === undefined ? { by: 'client-order-id', clientOrderId } : { by: 'id', order };
}

/** The orders that a batch takes back, named all in one way. */
export const cancelsOf = (
  account: AccountId,
  { isById, sent }: { readonly isById: boolean; readonly sent: readonly string[] },
): CancelOrder[] =>
  sent.map((name) => {
    const target = isById ? idTarget(Number(name)) : clientTarget(name);
    return { kind: 'cancel-order', account, target };
  });

/** The first that is no id, if any. */
export const findNoId = (sent: readonly string[]): string | undefined =>
  sent.find((text) => !/^\d{1,19}$/.test(text));
