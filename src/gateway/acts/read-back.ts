/** Lists that read backwards: the newest of what was asked for comes first, page by page. */
import type { OrderTarget } from '../../domain/command.ts';
import type { BillRow, FillRow, FundingRow } from '../../domain/history.ts';
import { isFinal } from '../../domain/order.ts';
import type { FoundOrder } from '../../wire/order-figures.ts';
import type { ListPlace, OrderKind, TracedTarget } from '../../wire/order-target.ts';
import type { PrivateCall } from '../call.ts';
import { findOwnOrder, findOwnTarget, foundOf } from './find-order.ts';
import { findTraced } from './follow-orders.ts';
import { archiveOf, isInWindow, type ListQuery, ownRows, readEnough } from './list-rows.ts';
import { readFundingBills, readIncome } from './read-bills.ts';
import { readLivingOrders } from './read-forward.ts';

interface BackQuery extends ListQuery {
  /** Only what comes after it on later pages. */
  readonly before: ListPlace | null;
}

export interface BackOrders extends BackQuery {
  readonly named: TracedTarget | null;
  readonly state: 'alive' | 'over' | 'any';
  readonly kind: OrderKind;
}

export interface BackPage<Row> {
  readonly rows: readonly Row[];
  /** Null where no row is left. */
  readonly next: ListPlace | null;
}

/** The rows after the last page, newest first, and where the next one begins. */
function pageOf<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => ListPlace,
  { before, limit }: Pick<BackQuery, 'before' | 'limit'>,
): BackPage<Row> {
  const sorted = rows
    .map((row) => ({ row, place: placeOf(row) }))
    .filter(({ place }) => before === null || compare(place, before) < 0)
    .sort((one, other) => compare(other.place, one.place));
  const page = sorted.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    next: sorted.length > limit && last !== undefined ? last.place : null,
  };
}

const compare = (one: ListPlace, other: ListPlace): number =>
  one.at - other.at || one.id - other.id;

const orderPlace = ({ order }: FoundOrder): ListPlace => ({ at: order.createdAt, id: order.id });

const ordersPage = (orders: readonly FoundOrder[], query: BackQuery) => {
  const { rows, next } = pageOf(orders, orderPlace, query);
  return { orders: rows, next };
};

export async function readBackOrders(call: PrivateCall, query: BackOrders) {
  const { named, state } = query;
  if (named !== null) {
    const found = await findTraced(call, named);
    const isAsked = found !== undefined && (state === 'any' || isFinal(found.order.status));
    return { orders: isAsked ? [found] : [], next: null };
  }
  if (state === 'alive') return ordersPage(readLivingOrders(call, query), query);
  const archive = await archiveOf(call);
  const { kind, before, limit } = query;
  // One row more than a page tells whether there is another.
  const asked = { ...ownRows(call, query), before: before ?? undefined, limit: limit + 1 };
  const placed = kind === 'conditional' ? [] : (await archive.orders(asked)).rows;
  const waited = kind === 'placed' ? [] : (await archive.triggerOrders(asked)).rows;
  const found = new Map([...placed, ...waited].map((row) => [row.order.id, foundOf(row)]));
  return ordersPage([...found.values()], query);
}

export interface BackFills extends BackQuery {
  readonly target: OrderTarget | null;
  readonly hasFills: boolean;
  readonly hasFunding: boolean;
  readonly isAsked: (fill: FillRow) => boolean;
}

type Execution =
  | { readonly fill: FillRow; readonly order: FoundOrder['order'] | undefined }
  | { readonly bill: BillRow; readonly settled: FundingRow };

/** Fills with their orders, and payments of funding. */
export async function readBackFills(
  call: PrivateCall,
  query: BackFills,
): Promise<BackPage<Execution>> {
  const archive = await archiveOf(call);
  const { target, limit, before } = query;
  const found = target === null ? undefined : await findOwnTarget(call, target);
  if (target !== null && found === undefined) return { rows: [], next: null };
  const filter = { ...ownRows(call, query), order: found?.order.id };
  const rowsIn = (fill: FillRow): number => (query.isAsked(fill) ? 1 : 0);
  const fills = query.hasFills
    ? await readEnough({ isRising: false, need: limit + 1, rowsIn, before }, (place) =>
        archive.fills({ ...filter, ...place }),
      )
    : [];
  const more = { ...query, limit: limit + 1 };
  const bills = query.hasFunding ? await readFundingBills(call, more) : [];
  const { rows, next } = pageOf<FillRow | (typeof bills)[number]>(
    [...fills.filter(query.isAsked), ...bills],
    (row) => ('bill' in row ? row.bill : { at: row.at, id: row.trade }),
    query,
  );
  const told = await Promise.all(rows.map((row) => executionOf(call, row)));
  return { rows: told.flatMap((row) => (row === undefined ? [] : [row])), next };
}

async function executionOf(
  call: PrivateCall,
  row: FillRow | { readonly bill: BillRow; readonly settlements: readonly FundingRow[] },
): Promise<Execution | undefined> {
  if (!('bill' in row)) return { fill: row, order: (await findOwnOrder(call, row.order))?.order };
  const [settled] = row.settlements;
  return settled === undefined ? undefined : { bill: row.bill, settled };
}

/** All fills of an account that what it closed is told from. */
const FILLS_MAX = 20_000;

interface Closed {
  readonly last: FillRow;
}

export interface BackClosings<Closing extends Closed> extends BackQuery {
  /** Folds fills, oldest first. */
  readonly closingsOf: (fills: readonly FillRow[]) => readonly Closing[];
}

/** What each order closed. The fees of opening lie further back than any window. */
export async function readClosings<Closing extends Closed>(
  call: PrivateCall,
  query: BackClosings<Closing>,
): Promise<BackPage<Closing & { readonly order: FoundOrder['order'] | undefined }>> {
  const archive = await archiveOf(call);
  const filter = ownRows(call, { ...query, from: null });
  const fills = await readEnough({ isRising: true, need: FILLS_MAX }, (place) =>
    archive.fills({ ...filter, ...place }),
  );
  const closings = query.closingsOf(fills).filter(({ last }) => isInWindow(query, last.at));
  const { rows, next } = pageOf(closings, ({ last }) => ({ at: last.at, id: last.order }), query);
  const told = await Promise.all(
    rows.map(async (row) => ({ ...row, order: (await findOwnOrder(call, row.last.order))?.order })),
  );
  return { rows: told, next };
}

export interface BackMoves extends BackQuery {
  readonly kinds: Parameters<typeof readIncome>[1]['kinds'];
  readonly hasFills: boolean;
}

/** Movements of money of a window, newest first: those after a place and the page before it. */
export const readBackMoves = async (call: PrivateCall, query: BackMoves) => {
  const { contract, kinds, hasFills, from, before, limit } = query;
  const to = before === null ? query.to : before.at;
  // Many movements may share a millisecond with the last one that was told.
  const skip = before === null ? 0 : MOVES_TOGETHER;
  const terms = { contract, kinds, hasFills, from, to, skip, limit: limit + 1 };
  return readIncome(call, { ...terms, fillRows: () => 1, isRising: false });
};

const MOVES_TOGETHER = 1_000;
