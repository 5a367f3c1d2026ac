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
import type { BillsPage, BillsQuery } from '../../wire/bills.ts';
import type { ListPlace } from '../../wire/order-target.ts';
import type { PrivateCall } from '../call.ts';
import { archiveOf, type ListQuery, ownRows, readEnough } from './list-rows.ts';

export async function readBills(call: PrivateCall, query: BillsQuery): Promise<BillsPage> {
  const archive = await archiveOf(call);
  const { limit } = query;
  const asked = { ...ownRows(call, query), limit };
  // One name of the interface may stand for two kinds of bill, so the archive is asked for each.
  const kinds = query.kinds ?? [undefined];
  const pages = await Promise.all(kinds.map((kind) => archive.bills({ ...asked, kind })));
  const rows = pages.flatMap((each) => each.rows).sort(newestFirst);
  return {
    rows: rows.slice(0, limit),
    hasMore: rows.length > limit || pages.some(({ next }) => next !== null),
  };
}

const newestFirst = (first: BillRow, second: BillRow): number =>
  second.at - first.at || second.id - first.id;

export interface IncomeQuery extends ListQuery {
  readonly kinds: readonly PostingKind[];
  readonly hasFills: boolean;
  /** How many rows of the answer a fill makes. */
  readonly fillRows: (fill: FillRow) => number;
  readonly isRising: boolean;
  readonly skip: number;
}

/**
 * Returns bills of some kinds, and fills for what they cost and brought, in the order of time or
 * against it: at least as many as the rows up to the end of the page need.
 */
export async function readIncome(call: PrivateCall, query: IncomeQuery) {
  const archive = await archiveOf(call);
  const { kinds, isRising } = query;
  const asked = ownRows(call, query);
  const enough = { isRising, need: query.skip + query.limit };
  const lists = await Promise.all([
    query.hasFills
      ? readEnough({ ...enough, rowsIn: query.fillRows }, (place) =>
          archive.fills({ ...asked, ...place }),
        )
      : [],
    ...kinds.map((kind) =>
      readEnough(enough, (place) => archive.bills({ ...asked, kind, ...place })),
    ),
  ]);
  const rows: (FillRow | BillRow)[] = lists.flat();
  rows.sort(oldestFirst);
  return isRising ? rows : rows.reverse();
}

/** Within an entry, trades come before what followed from them. */
const oldestFirst = (one: FillRow | BillRow, other: FillRow | BillRow): number =>
  one.at - other.at || seqOf(one) - seqOf(other) || placeOf(one) - placeOf(other);

export const seqOf = (row: FillRow | BillRow): number =>
  'seq' in row ? row.seq : wholeDown(row.id, ROWS_PER_ENTRY_MAX);

/** Trades have fewer digits than bills. */
const placeOf = (row: FillRow | BillRow): number => ('trade' in row ? row.trade : row.id);

interface WhyQuery extends Window {
  readonly contract?: Contract | null;
  readonly before?: ListPlace | null;
  readonly limit: number;
}

const pageAsked = (call: PrivateCall, query: WhyQuery) => ({
  ...ownRows(call, query),
  before: query.before ?? undefined,
  limit: query.limit,
});

export async function readLiquidations(call: PrivateCall, query: WhyQuery) {
  const archive = await archiveOf(call);
  return (await archive.liquidations(pageAsked(call, query))).rows;
}

/** One entry can settle several funding periods; at most this many are looked at. */
const SETTLEMENTS_MAX = 10;

/** Returns funding bills, newest first, each with the settlements that it may belong to. */
export async function readFundingBills(call: PrivateCall, query: WhyQuery) {
  const archive = await archiveOf(call);
  const { rows } = await archive.bills({ ...pageAsked(call, query), kind: 'funding' });
  const bills = await Promise.all(rows.map((bill) => withSettlements(call, bill)));
  return bills.flatMap((bill) => (bill === undefined ? [] : [bill]));
}

async function withSettlements({ venue }: PrivateCall, bill: BillRow) {
  const { contract, at: to } = bill;
  if (contract === null) return undefined;
  const { rows } = await venue.archive.funding({ contract, to, limit: SETTLEMENTS_MAX });
  return { bill, contract: venue.read.listing.contract(contract), settlements: rows };
}
