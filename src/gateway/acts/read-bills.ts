/** Reads movements of money, a page at a time, and why money was taken. */
import type { Contract } from '../../domain/contract.ts';
import {
  type BillRow,
  type FillRow,
  ROWS_PER_ENTRY_MAX,
  type Window,
} from '../../domain/history.ts';
import { wholeDown } from '../../domain/money.ts';
import type { PostingKind } from '../../domain/posting.ts';
import { millis } from '../../domain/units.ts';
import type { Venue } from '../../venue/venue.ts';
import type { BillsPage, BillsQuery } from '../../wire/bills.ts';
import type { PrivateCall } from '../call.ts';

export async function readBills(call: PrivateCall, query: BillsQuery): Promise<BillsPage> {
  await call.venue.archived();
  // One name of the interface may stand for two kinds of bill, so the archive is asked for each.
  const kinds = query.kinds ?? [undefined];
  const pages = await Promise.all(kinds.map((kind) => page(call, query, kind)));
  const rows = pages.flatMap((each) => each.rows).sort(newestFirst);
  return {
    rows: rows.slice(0, query.limit),
    hasMore: rows.length > query.limit || pages.some(({ next }) => next !== null),
  };
}

const page = (call: PrivateCall, query: BillsQuery, kind: PostingKind | undefined) =>
  call.venue.archive.bills({
    account: call.account,
    contract: query.contract?.id,
    kind,
    from: query.from,
    to: query.to,
    limit: query.limit,
  });

const newestFirst = (first: BillRow, second: BillRow): number =>
  second.at - first.at || second.id - first.id;

export interface IncomeQuery extends Window {
  readonly contract: Contract | null;
  readonly kinds: readonly PostingKind[];
  readonly hasFills: boolean;
  /** How many rows of the answer a fill makes. */
  readonly fillRows: (fill: FillRow) => number;
  readonly isRising: boolean;
  readonly skip: number;
  readonly limit: number;
}

/**
 * Returns bills of some kinds, and fills for what they cost and brought, in the order of time or
 * against it: at least as many as the rows up to the end of the page need.
 */
export async function readIncome(call: PrivateCall, query: IncomeQuery) {
  const { account, venue } = call;
  await venue.archived();
  const { contract, kinds, isRising, from, to } = query;
  const filter = { account, contract: contract?.id, from, to };
  const need = query.skip + query.limit;
  const lists = await Promise.all([
    query.hasFills
      ? readEnough({ isRising, need, rowsIn: query.fillRows }, (place) =>
          venue.archive.fills({ ...filter, ...place }),
        )
      : [],
    ...kinds.map((kind) =>
      readEnough({ isRising, need, rowsIn: oneRow }, (place) =>
        venue.archive.bills({ ...filter, kind, ...place }),
      ),
    ),
  ]);
  const rows: (FillRow | BillRow)[] = lists.flat();
  rows.sort(oldestFirst);
  return isRising ? rows : rows.reverse();
}

const oneRow = (): number => 1;

/** Within an entry, trades come before what followed from them. */
const oldestFirst = (one: FillRow | BillRow, other: FillRow | BillRow): number =>
  one.at - other.at || seqOf(one) - seqOf(other) || placeOf(one) - placeOf(other);

export const seqOf = (row: FillRow | BillRow): number =>
  'seq' in row ? row.seq : wholeDown(row.id, ROWS_PER_ENTRY_MAX);

/** Trades have fewer digits than bills. */
const placeOf = (row: FillRow | BillRow): number => ('trade' in row ? row.trade : row.id);

type Cursor = NonNullable<Parameters<Venue['archive']['fills']>[0]['after']>;

interface Place {
  readonly after?: Cursor | undefined;
  readonly before?: Cursor | undefined;
  readonly limit: number;
}

export interface Enough<Row> {
  /** Oldest first. */
  readonly isRising: boolean;
  readonly need: number;
  /** How much a row counts. */
  readonly rowsIn: (row: Row) => number;
  /** Newest first: only what comes after it. */
  readonly before?: Cursor | null;
}

/** After it, a list begins with its oldest row. */
const START: Cursor = { at: millis(0), id: -1 };
const PAGE_MAX = 1_000;

export async function readEnough<Row>(
  { isRising, need, rowsIn, before = null }: Enough<Row>,
  read: (place: Place) => Promise<{ readonly rows: readonly Row[]; readonly next: Cursor | null }>,
): Promise<Row[]> {
  const found: Row[] = [];
  let count = 0;
  let next: Cursor | null | undefined = isRising ? START : (before ?? undefined);
  while (next !== null && count < need) {
    const limit = Math.min(PAGE_MAX, need - count);
    const page: Awaited<ReturnType<typeof read>> = await read(
      isRising ? { after: next, limit } : { before: next, limit },
    );
    found.push(...page.rows);
    for (const row of page.rows) count += rowsIn(row);
    next = page.next;
  }
  return found;
}

interface WhyQuery extends Window {
  readonly limit: number;
  readonly contract?: Contract | null;
  readonly before?: Cursor | null;
}

export async function readLiquidations(call: PrivateCall, query: WhyQuery) {
  await call.venue.archived();
  const { rows } = await call.venue.archive.liquidations(filterOf(call, query));
  return rows;
}

/** One entry can settle several funding periods; at most this many are looked at. */
const SETTLEMENTS_MAX = 10;

/** Returns funding bills, newest first, each with the settlements that it may belong to. */
export async function readFundingBills(call: PrivateCall, query: WhyQuery) {
  const { archive } = call.venue;
  await call.venue.archived();
  const { rows } = await archive.bills({ ...filterOf(call, query), kind: 'funding' });
  const bills = await Promise.all(rows.map((bill) => withSettlements(call, bill)));
  return bills.flatMap((bill) => (bill === undefined ? [] : [bill]));
}

async function withSettlements({ venue }: PrivateCall, bill: BillRow) {
  const { contract, at: to } = bill;
  if (contract === null) return undefined;
  const { rows } = await venue.archive.funding({ contract, to, limit: SETTLEMENTS_MAX });
  return { bill, contract: venue.read.listing.contract(contract), settlements: rows };
}

const filterOf = ({ account }: PrivateCall, query: WhyQuery) => ({
  account,
  contract: query.contract?.id,
  from: query.from,
  to: query.to,
  before: query.before ?? undefined,
  limit: query.limit,
});
