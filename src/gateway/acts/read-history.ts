/**
 * Reads living orders, and finished ones and fills from the archive. The archive is written after a
 * command is acknowledged. Each read waits for it, so that nothing acknowledged is missing.
 */

import type { Contract } from '../../domain/contract.ts';
import type { Window } from '../../domain/history.ts';
import type { OrderId } from '../../domain/ids.ts';
import type { Order, OrderGroup } from '../../domain/order.ts';
import type { Effect, PositionSide } from '../../domain/side.ts';
import type { CountedFills, FillsPage, FoundOrder, OrdersPage } from '../../wire/order-figures.ts';
import type { ClosedWindow } from '../../wire/parse-window.ts';
import type { PrivateCall } from '../call.ts';
import { foundOf } from './find-order.ts';

export interface HistoryQuery extends ClosedWindow {
  readonly contract: Contract | null;
  readonly limit: number;
}

export async function readFinished(
  { venue, account }: PrivateCall,
  { contract, from, to, limit }: HistoryQuery,
): Promise<FoundOrder[]> {
  await venue.archived();
  const page = await venue.archive.orders({ account, contract: contract?.id, from, to, limit });
  return page.rows.map(foundOf);
}

export interface TriggersQuery extends Window {
  readonly contract: Contract | null;
  readonly limit: number;
  readonly direction?: { readonly effect: Effect; readonly positionSide: PositionSide } | null;
}

export async function readTriggers(
  { venue, account }: PrivateCall,
  { contract, from, to, limit, direction }: TriggersQuery,
): Promise<OrdersPage> {
  await venue.archived();
  const page = await venue.archive.triggerOrders({
    account,
    contract: contract?.id,
    from,
    to,
    effect: direction?.effect,
    positionSide: direction?.positionSide,
    limit,
  });
  return { orders: page.rows.map(foundOf), hasMore: page.next !== null };
}

export interface FillsQuery extends Window {
  readonly contract: Contract | null;
  readonly order: OrderId | null;
  readonly limit: number;
}

/** Counting ends here: a larger total helps nobody. */
const FILLS_COUNTED_MAX = 10_000;

export async function readFills(call: PrivateCall, query: FillsQuery): Promise<FillsPage> {
  const { venue } = call;
  await venue.archived();
  const { limit } = query;
  const { rows, next } = await venue.archive.fills({ ...filterOf(call, query), limit });
  return { fills: rows, hasMore: next !== null };
}

export async function readCountedFills(
  call: PrivateCall,
  query: FillsQuery,
): Promise<CountedFills> {
  const page = await readFills(call, query);
  if (!page.hasMore) return { ...page, total: page.fills.length };
  const { archive } = call.venue;
  return { ...page, total: await archive.countFills(filterOf(call, query), FILLS_COUNTED_MAX) };
}

const filterOf = ({ account }: PrivateCall, { contract, order, from, to }: FillsQuery) => ({
  account,
  contract: contract?.id,
  order: order ?? undefined,
  from,
  to,
});

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
