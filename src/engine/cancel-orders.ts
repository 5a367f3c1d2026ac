/** Cancels on request: one order, or all of a kind. */
import type { CancelAllOrders, CancelOrder, OrderTarget } from '../domain/command.ts';
import type { CancelReason } from '../domain/order.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { isForgotten } from './client-order.ts';
import { cancelOrder } from './order-life.ts';
import {
  type Account,
  type Desk,
  findAccount,
  type LiveOrder,
  ordersOf,
  type VenueState,
} from './state.ts';

export function cancelOne(state: VenueState, command: CancelOrder): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const order = findTarget(state, account, command.target);
  if (order === undefined) return unknownOrder(command.target);
  cancelOrder(state, order, 'user');
  return undefined;
}

/** In ascending order of id, so that the result reads like the list the caller has. */
export function cancelAll(state: VenueState, command: CancelAllOrders): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  if (command.contract !== null && state.listings[command.contract] === undefined)
    return reject('contract-unknown', { given: command.contract });
  const desks = account.desks.filter(
    (desk): desk is Desk =>
      desk !== undefined &&
      (command.contract === null || desk.listing.contract.id === command.contract),
  );
  const orders = desks.flatMap((desk) =>
    ordersOf(command.scope === 'working' ? desk.working : desk.untriggered),
  );
  orders.sort((first, second) => first.id - second.id);
  for (const order of orders) cancelOrder(state, order, 'user');
  return undefined;
}

/** Every working and untriggered order of an account, for the venue's own reasons. Counts them. */
export function cancelEverything(
  state: VenueState,
  account: Account,
  reason: CancelReason,
): number {
  let canceled = 0;
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    for (const order of [...ordersOf(desk.working), ...ordersOf(desk.untriggered)]) {
      // Canceling one order may have canceled another that was attached to it.
      if (!state.orders.has(order.id)) continue;
      cancelOrder(state, order, reason);
      canceled += 1;
    }
  }
  return canceled;
}

/** The account's own order with that id or client order id, unless it is final. */
export function findTarget(
  state: VenueState,
  account: Account,
  target: OrderTarget,
): LiveOrder | undefined {
  if (target.by === 'id') return ownOrder(state, account, target.order);
  const known = account.clientOrders.get(target.clientOrderId);
  if (known === undefined || isForgotten(known, state.now)) return undefined;
  return ownOrder(state, account, known.order);
}

export const unknownOrder = (target: OrderTarget): Reject =>
  reject('order-unknown', {
    given: target.by === 'id' ? target.order : target.clientOrderId,
  });

function ownOrder(state: VenueState, account: Account, id: LiveOrder['id']): LiveOrder | undefined {
  const order = state.orders.get(id);
  return order?.desk.account === account ? order : undefined;
}
