/**
 * Lists that read forwards: the oldest of what was asked for comes first. From a time or an id on
 * they begin there; otherwise they hold the latest.
 */
import type { OrderTarget } from '../../domain/command.ts';
import type { FillRow } from '../../domain/history.ts';
import type { OrderId } from '../../domain/ids.ts';
import type { OrderOrigin } from '../../domain/order.ts';
import { millis } from '../../domain/units.ts';
import type { FoundOrder } from '../../wire/order-figures.ts';
import type { Amendment, OrderKind } from '../../wire/order-target.ts';
import type { PrivateCall } from '../call.ts';
import { findOwnTarget, foundOf } from './find-order.ts';
import { isOfKind } from './follow-orders.ts';
import {
  archiveOf,
  firstOrLast,
  isInWindow,
  type ListQuery,
  ownRows,
  readEnough,
} from './list-rows.ts';

export interface ForwardQuery extends ListQuery {
  readonly idMin: number | null;
}

const isForward = ({ from, idMin }: ForwardQuery): boolean => from !== null || idMin !== null;

const BEGINNING = { at: millis(0), id: 0 };

const pageAsked = (call: PrivateCall, query: ForwardQuery) => ({
  ...ownRows(call, query),
  idFrom: query.idMin ?? undefined,
  limit: query.limit,
  ...(isForward(query) ? { after: BEGINNING } : {}),
});

export interface ForwardOrders extends ForwardQuery {
  readonly kind: OrderKind;
}

/** Orders of every state. */
export async function readForwardOrders(
  call: PrivateCall,
  query: ForwardOrders,
): Promise<FoundOrder[]> {
  // Living orders first: one that ends meanwhile is then found in the archive, and counts once.
  const living = readLivingOrders(call, query);
  const archive = await archiveOf(call);
  const asked = pageAsked(call, query);
  const enough = { isRising: isForward(query), need: query.limit };
  const finished = [];
  if (query.kind !== 'conditional')
    finished.push(...(await readEnough(enough, (at) => archive.orders({ ...asked, ...at }))));
  if (query.kind !== 'placed')
    finished.push(
      ...(await readEnough(enough, (at) => archive.triggerOrders({ ...asked, ...at }))),
    );
  const found = new Map([...living, ...finished.map(foundOf)].map((each) => [each.order.id, each]));
  return firstOrLast([...found.values()].sort(byId), isForward(query), query.limit);
}

const byId = (one: FoundOrder, other: FoundOrder): number => one.order.id - other.order.id;

/** Oldest first. */
export function readLivingOrders(
  { venue, account }: PrivateCall,
  query: Pick<ForwardOrders, 'contract' | 'kind'> & Partial<ForwardQuery>,
): FoundOrder[] {
  const { contract, kind, idMin = null } = query;
  const of = { account, contract: contract?.id ?? null };
  const groups = kind === 'placed' ? (['working'] as const) : (['working', 'untriggered'] as const);
  return groups
    .flatMap((group) => venue.read.account.orders({ ...of, group }))
    .filter(
      ({ order }) =>
        isOfKind(order, kind) &&
        (idMin === null || order.id >= idMin) &&
        isInWindow(query, order.createdAt),
    )
    .sort(byId);
}

export async function readForwardFills(
  call: PrivateCall,
  query: ForwardQuery & { readonly order: OrderId | null },
): Promise<readonly FillRow[]> {
  const archive = await archiveOf(call);
  const asked = { ...pageAsked(call, query), order: query.order ?? undefined };
  const { rows } = await archive.fills(asked);
  return isForward(query) ? rows : rows.toReversed();
}

export interface ForcedQuery extends ForwardQuery {
  readonly origins: readonly OrderOrigin[];
}

/** Orders that the venue made to close positions of the account. */
export async function readForced(call: PrivateCall, query: ForcedQuery): Promise<FoundOrder[]> {
  const archive = await archiveOf(call);
  const asked = pageAsked(call, query);
  const pages = await Promise.all(
    query.origins.map((origin) => archive.orders({ ...asked, origin })),
  );
  const sorted = pages.flatMap(({ rows }) => rows.map(foundOf)).sort(byId);
  return firstOrLast(sorted, isForward(query), query.limit);
}

export async function readAmendments(
  call: PrivateCall,
  query: ForwardQuery & { readonly target: OrderTarget | null },
): Promise<readonly Amendment[]> {
  const { target, contract } = query;
  const found = target === null ? undefined : await findOwnTarget(call, target);
  const made = call.shared.amendments
    .list(call.account)
    .filter(
      ({ order, contract: where, at }) =>
        (target === null || order === found?.order.id) &&
        (contract === null || where === contract.id) &&
        isInWindow(query, at),
    );
  return firstOrLast(made, isForward(query), query.limit);
}
