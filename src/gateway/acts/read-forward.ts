/**
 * Lists that read forwards: the oldest of what was asked for comes first. From a time or an id on
 * they begin there; otherwise they hold the latest.
 */
import type { OrderTarget } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import type { FillRow, Window } from '../../domain/history.ts';
import type { OrderId } from '../../domain/ids.ts';
import type { OrderOrigin } from '../../domain/order.ts';
import { millis } from '../../domain/units.ts';
import type { FoundOrder } from '../../wire/order-figures.ts';
import type { Amendment, OrderKind } from '../../wire/order-target.ts';
import type { PrivateCall } from '../call.ts';
import { findOwnTarget, foundOf } from './find-order.ts';
import { isOfKind } from './follow-orders.ts';
import { readEnough } from './read-bills.ts';

export interface ForwardQuery extends Window {
  readonly contract: Contract | null;
  readonly idMin: number | null;
  readonly limit: number;
}

const isForward = ({ from, idMin }: ForwardQuery): boolean => from !== null || idMin !== null;

const BEGINNING = { at: millis(0), id: 0 };

const pagingOf = (query: ForwardQuery) => ({
  from: query.from,
  to: query.to,
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
  const { venue, account } = call;
  // Living orders first: one that ends meanwhile is then found in the archive, and counts once.
  const living = readLivingOrders(call, query);
  await venue.archived();
  const asked = { account, contract: query.contract?.id, ...pagingOf(query) };
  const enough = { isRising: isForward(query), need: query.limit, rowsIn: () => 1 };
  const { archive } = venue;
  const finished = [];
  if (query.kind !== 'conditional')
    finished.push(...(await readEnough(enough, (at) => archive.orders({ ...asked, ...at }))));
  if (query.kind !== 'placed')
    finished.push(
      ...(await readEnough(enough, (at) => archive.triggerOrders({ ...asked, ...at }))),
    );
  const found = new Map([...living, ...finished.map(foundOf)].map((each) => [each.order.id, each]));
  const sorted = [...found.values()].sort((first, second) => first.order.id - second.order.id);
  return isForward(query) ? sorted.slice(0, query.limit) : sorted.slice(-query.limit);
}

/** Oldest first. */
export function readLivingOrders(
  { venue, account }: PrivateCall,
  query: Pick<ForwardOrders, 'contract' | 'kind'> & Partial<ForwardQuery>,
): FoundOrder[] {
  const { contract, kind, from = null, to = null, idMin = null } = query;
  const of = { account, contract: contract?.id ?? null };
  const groups = kind === 'placed' ? (['working'] as const) : (['working', 'untriggered'] as const);
  return groups
    .flatMap((group) => venue.read.account.orders({ ...of, group }))
    .filter(
      ({ order }) =>
        isOfKind(order, kind) &&
        (idMin === null || order.id >= idMin) &&
        (from === null || order.createdAt >= from) &&
        (to === null || order.createdAt <= to),
    )
    .sort((first, second) => first.order.id - second.order.id);
}

export interface ForwardFills extends ForwardQuery {
  readonly order: OrderId | null;
}

export async function readForwardFills(
  { venue, account }: PrivateCall,
  query: ForwardFills,
): Promise<readonly FillRow[]> {
  await venue.archived();
  const { rows } = await venue.archive.fills({
    account,
    contract: query.contract?.id,
    order: query.order ?? undefined,
    ...pagingOf(query),
  });
  return isForward(query) ? rows : rows.toReversed();
}

export interface ForcedQuery extends ForwardQuery {
  readonly origins: readonly OrderOrigin[];
}

/** Orders that the venue made to close positions of the account. */
export async function readForced(
  { venue, account }: PrivateCall,
  query: ForcedQuery,
): Promise<FoundOrder[]> {
  await venue.archived();
  const asked = { account, contract: query.contract?.id, ...pagingOf(query) };
  const pages = await Promise.all(
    query.origins.map((origin) => venue.archive.orders({ ...asked, origin })),
  );
  const sorted = pages
    .flatMap(({ rows }) => rows.map(foundOf))
    .sort((first, second) => first.order.id - second.order.id);
  return isForward(query) ? sorted.slice(0, query.limit) : sorted.slice(-query.limit);
}

export interface AmendmentQuery extends ForwardQuery {
  readonly target: OrderTarget | null;
}

export async function readAmendments(
  call: PrivateCall,
  query: AmendmentQuery,
): Promise<readonly Amendment[]> {
  const { target, contract, from, to, limit } = query;
  const found = target === null ? undefined : await findOwnTarget(call, target);
  const made = call.shared.amendments
    .list(call.account)
    .filter(
      ({ order, contract: where, at }) =>
        (target === null || order === found?.order.id) &&
        (contract === null || where === contract.id) &&
        (from === null || at >= from) &&
        (to === null || at <= to),
    );
  return isForward(query) ? made.slice(0, limit) : made.slice(-limit);
}
