/** Finds an order of the caller: alive, recently finished, or in the archive. */

import type { OrderTarget } from '../../domain/command.ts';
import type { FinishedOrder } from '../../domain/history.ts';
import type { OrderId } from '../../domain/ids.ts';
import { isFinal } from '../../domain/order.ts';
import { precondition } from '../../wire/engine-voice.ts';
import { type WireError, wireError } from '../../wire/errors.ts';
import type { FoundOrder } from '../../wire/order-figures.ts';
import type { PrivateCall } from '../call.ts';

/** Returns undefined if there is no such order or if it belongs to another account. */
export async function findOwnOrder(
  call: PrivateCall,
  id: OrderId,
): Promise<FoundOrder | undefined> {
  const { venue, account, shared } = call;
  const known = venue.read.account.findOrder(id) ?? shared.recent.find(id);
  const found = known ?? (await findArchived(call, id));
  return found?.order.account === account ? found : undefined;
}

export const foundOf = ({ order, finishedAt, cancelReason }: FinishedOrder): FoundOrder => ({
  order,
  updatedAt: finishedAt,
  cancelReason,
});

async function findArchived({ venue }: PrivateCall, id: OrderId) {
  if (!venue.read.account.hasOrdered(id)) return undefined;
  await venue.archived();
  const finished = await venue.archive.findOrder(id);
  return finished === undefined ? undefined : foundOf(finished);
}

export const findOwnTarget = (
  call: PrivateCall,
  target: OrderTarget,
): Promise<FoundOrder | undefined> =>
  target.by === 'id' ? findOwnOrder(call, target.order) : findNamed(call, target.clientOrderId);

export const readOrder = async (
  call: PrivateCall,
  target: OrderTarget,
): Promise<FoundOrder | WireError> => (await findOwnTarget(call, target)) ?? unknownOrderError();

export const unknownOrderError = (): WireError => wireError('50005', { field: 'orderId' });

/** Returns why an order cannot be canceled or changed: it has finished, or it is unknown. */
export async function explainMissing(call: PrivateCall, target: OrderTarget): Promise<WireError> {
  const found = await findOwnTarget(call, target);
  // An order that is alive now was placed after the engine refused this call.
  if (found === undefined || !isFinal(found.order.status)) return unknownOrderError();
  const { id, status } = found.order;
  return {
    ...precondition(`The order ${id} is already ${status}`, '委托已结束'),
    reason: 'order-not-open',
  };
}

/** Finds an order by the caller's own id. The engine keeps it for a while, the archive for good. */
async function findNamed(call: PrivateCall, clientOrderId: string) {
  const { venue, account } = call;
  const known = venue.read.account.findClientOrder(account, clientOrderId);
  if (known !== undefined) return findOwnOrder(call, known);
  await venue.archived();
  const finished = await venue.archive.findClientOrder(account, clientOrderId);
  return finished === undefined ? undefined : foundOf(finished);
}
