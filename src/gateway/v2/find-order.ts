/** One order of the caller, wherever it is: living, ended lately, or in the archive. */
import type { OrderTarget } from '../../domain/command.ts';
import type { OrderId } from '../../domain/ids.ts';
import type { Order } from '../../domain/order.ts';
import { accountAt, findLivingOrder } from '../../venue/read-account.ts';
import { precondition } from '../../wire/v2/engine-voice.ts';
import { type WireError, wireError } from '../../wire/v2/errors.ts';
import type { PrivateCall } from '../call.ts';
import type { RecentOrders } from './recent-orders.ts';

/** Undefined for one that never was, and alike for one that is another account's. */
export async function findOwnOrder(
  call: PrivateCall,
  recent: RecentOrders,
  id: OrderId,
): Promise<Readonly<Order> | undefined> {
  const { venue, account } = call;
  const known = findLivingOrder(venue, id)?.order ?? recent.find(id);
  const order = known ?? (await findArchived(call, id));
  return order?.account === account ? order : undefined;
}

async function findArchived({ venue }: PrivateCall, id: OrderId) {
  if (id >= venue.state.nextOrder) return undefined;
  await venue.archived();
  return (await venue.archive.findOrder(id))?.order;
}

export const unknownOrder = (): WireError => wireError('50005', { field: 'orderId' });

/** Why an order cannot be canceled or changed although it was named: it is over, or unknown. */
export async function explainMissing(
  call: PrivateCall,
  recent: RecentOrders,
  target: OrderTarget,
): Promise<WireError> {
  const order =
    target.by === 'id'
      ? await findOwnOrder(call, recent, target.order)
      : await findNamed(call, recent, target.clientOrderId);
  if (order === undefined) return unknownOrder();
  return precondition(`The order ${order.id} is already ${order.status}`, '委托已结束');
}

/** By the caller's own id: the engine remembers it for a while, the archive for good. */
async function findNamed(call: PrivateCall, recent: RecentOrders, clientOrderId: string) {
  const { venue, account } = call;
  const known = accountAt(venue, account).clientOrders.get(clientOrderId);
  if (known !== undefined) return findOwnOrder(call, recent, known.order);
  await venue.archived();
  return (await venue.archive.findClientOrder(account, clientOrderId))?.order;
}
