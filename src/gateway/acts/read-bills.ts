/** Reads movements of money, a page at a time. */
import type { Contract } from '../../domain/contract.ts';
import {
  type BillRow,
  type FillRow,
  ROWS_PER_ENTRY_MAX,
  type Window,
} from '../../domain/history.ts';
import type { PostingKind } from '../../domain/posting.ts';
import { wholeDown } from '../../domain/rounding.ts';
import type { BillsPage, BillsQuery } from '../../wire/bills.ts';
import type { PrivateCall } from '../call.ts';
import { readEnough } from './read-enough.ts';

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
