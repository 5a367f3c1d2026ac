/**
 * Live orders, working and untriggered, found by id, by account and by contract, and the orders
 * that ended in the entry being folded. `fold-orders.ts` maintains them. A query scans only its
 * own desks.
 */
import type { AccountId, ContractId, OrderId } from '../domain/ids.ts';
import type { CancelReason, Order, OrderGroup } from '../domain/order.ts';
import type { Millis, Ticks } from '../domain/units.ts';

/** An order with facts that only its readers need. */
export interface TrackedOrder {
  readonly order: Order;
  updatedAt: Millis;
  /** Prices of its fills; `NO_TICKS` where there are none. */
  latestFill: Ticks;
  highestFill: Ticks;
  lowestFill: Ticks;
  /** Why it was canceled; null while it lives and where it was filled. */
  cancelReason: CancelReason | null;
}

export interface OrdersView {
  /** Every order that is not final, oldest first like every map here. */
  readonly live: Map<OrderId, TrackedOrder>;
  readonly accounts: Map<AccountId, Map<ContractId, Map<OrderId, TrackedOrder>>>;
  /** Ended in the entry being folded; empty between entries. */
  readonly ended: Map<OrderId, TrackedOrder>;
  /** Changed in the entry being folded; empty between entries. */
  readonly touched: Set<TrackedOrder>;
}

export interface LiveOrderQuery {
  readonly account: AccountId;
  /** Null for all. */
  readonly contract: ContractId | null;
  readonly group: OrderGroup;
}

export const createOrdersView = (): OrdersView => ({
  live: new Map(),
  accounts: new Map(),
  ended: new Map(),
  touched: new Set(),
});

/** A living order, or one that ended in the entry being folded. */
export const findOrder = (view: OrdersView, id: OrderId): TrackedOrder | undefined =>
  view.live.get(id) ?? view.ended.get(id);

/** Newest first. Ids rise with time, so they decide. */
export function listOrders(view: OrdersView, query: LiveOrderQuery): TrackedOrder[] {
  const desks = desksOf(view, query);
  const found = desks.flatMap((desk) => [...desk.values()].filter((it) => isIn(it, query.group)));
  return found.sort((first, second) => second.order.id - first.order.id);
}

export function keepOrder(view: OrdersView, tracked: TrackedOrder): void {
  const { id, account, contract } = tracked.order;
  view.live.set(id, tracked);
  const desks = view.accounts.get(account) ?? new Map<ContractId, Map<OrderId, TrackedOrder>>();
  view.accounts.set(account, desks);
  const desk = desks.get(contract) ?? new Map<OrderId, TrackedOrder>();
  desks.set(contract, desk);
  desk.set(id, tracked);
}

/** Removes a final order from every list and hands it out with the entry. */
export function endOrder(view: OrdersView, tracked: TrackedOrder): void {
  const { id, account, contract } = tracked.order;
  view.live.delete(id);
  view.ended.set(id, tracked);
  const desks = view.accounts.get(account);
  const desk = desks?.get(contract);
  desk?.delete(id);
  if (desk?.size === 0) desks?.delete(contract);
  if (desks?.size === 0) view.accounts.delete(account);
}

function desksOf(view: OrdersView, { account, contract }: LiveOrderQuery) {
  const desks = view.accounts.get(account);
  if (desks === undefined) return [];
  if (contract === null) return [...desks.values()];
  const desk = desks.get(contract);
  return desk === undefined ? [] : [desk];
}

const isIn = ({ order }: TrackedOrder, group: OrderGroup): boolean =>
  (order.status === 'untriggered') === (group === 'untriggered');
