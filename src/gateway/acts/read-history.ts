/** Reads living orders, and finished ones and fills from the archive. */
import type { OrderId } from '../../domain/ids.ts';
import type { OrderGroup } from '../../domain/order.ts';
import type { Effect, PositionSide } from '../../domain/side.ts';
import type { CountedFills, FillsPage, FoundOrder, OrdersPage } from '../../wire/order-figures.ts';
import type { PrivateCall } from '../call.ts';
import { foundOf } from './find-order.ts';
import { archiveOf, isInWindow, type ListQuery, ownRows } from './list-rows.ts';

export async function readFinished(call: PrivateCall, query: ListQuery): Promise<FoundOrder[]> {
  const archive = await archiveOf(call);
  const page = await archive.orders({ ...ownRows(call, query), limit: query.limit });
  return page.rows.map(foundOf);
}

export interface TriggersQuery extends ListQuery {
  readonly direction?: { readonly effect: Effect; readonly positionSide: PositionSide } | null;
}

export async function readTriggers(call: PrivateCall, query: TriggersQuery): Promise<OrdersPage> {
  const archive = await archiveOf(call);
  const { limit, direction } = query;
  const asked = { ...ownRows(call, query), ...direction, limit };
  const { rows, next } = await archive.triggerOrders(asked);
  return { orders: rows.map(foundOf), hasMore: next !== null };
}

export interface FillsQuery extends ListQuery {
  readonly order: OrderId | null;
}

/** Counting ends here: a larger total helps nobody. */
const FILLS_COUNTED_MAX = 10_000;

export async function readFills(call: PrivateCall, query: FillsQuery): Promise<FillsPage> {
  const archive = await archiveOf(call);
  const { rows, next } = await archive.fills({ ...fillsAsked(call, query), limit: query.limit });
  return { fills: rows, hasMore: next !== null };
}

export async function readCountedFills(
  call: PrivateCall,
  query: FillsQuery,
): Promise<CountedFills> {
  const page = await readFills(call, query);
  if (!page.hasMore) return { ...page, total: page.fills.length };
  const { archive } = call.venue;
  return { ...page, total: await archive.countFills(fillsAsked(call, query), FILLS_COUNTED_MAX) };
}

const fillsAsked = (call: PrivateCall, query: FillsQuery) => ({
  ...ownRows(call, query),
  order: query.order ?? undefined,
});

export interface LivingOrdersQuery extends FillsQuery {
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
    .map((tracked) => tracked.order)
    .filter(({ id, createdAt }) => (order === null || id === order) && isInWindow(query, createdAt))
    .map(({ id }) => id);
  const name = [account, group, contract, order, from, to, limit].join();
  return shared.pages.pageOf({ name, limit, page, now }, present).flatMap((id) => {
    const living = venue.read.account.findOrder(id);
    // It may have been triggered since.
    const isThere = (living?.order.status === 'untriggered') === (group === 'untriggered');
    return living === undefined || !isThere ? [] : [living];
  });
}
