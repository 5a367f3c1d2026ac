/** Reads living orders, a page at a time. */

import type { Contract } from '../../domain/contract.ts';
import type { Window } from '../../domain/history.ts';
import type { OrderId } from '../../domain/ids.ts';
import type { Order, OrderGroup } from '../../domain/order.ts';
import type { FoundOrder } from '../../wire/order-figures.ts';
import type { PrivateCall } from '../call.ts';

export interface LivingOrdersQuery extends Window {
  readonly contract: Contract | null;
  readonly order: OrderId | null;
  readonly limit: number;
  /** Counted from zero. */
  readonly page: number;
  readonly group: OrderGroup;
}

export function readLiving(call: PrivateCall, query: LivingOrdersQuery): FoundOrder[] {
  const { venue, account, now, shared } = call;
  const contract = query.contract?.id ?? null;
  const { group, limit, page, order, from, to } = query;
  const present = venue.read.account
    .orders({ account, contract, group })
    .filter((tracked) => isAsked(tracked.order, query))
    .map((tracked) => tracked.order.id);
  const name = [account, group, contract, order, from, to, limit].join();
  return shared.pages.pageOf({ name, limit, page, now }, present).flatMap((id) => {
    const living = venue.read.account.findOrder(id);
    return living === undefined || !isIn(living.order, group) ? [] : [living];
  });
}

const isAsked = ({ id, createdAt }: Order, { order, from, to }: LivingOrdersQuery): boolean =>
  (order === null || id === order) &&
  (from === null || createdAt >= from) &&
  (to === null || createdAt <= to);

/** Whether the order is still in the group: it may have been triggered since. */
const isIn = ({ status }: Order, group: OrderGroup): boolean =>
  (status === 'untriggered') === (group === 'untriggered');
