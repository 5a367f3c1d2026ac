/** Places in lists, and how a page is cut. Every kind of archive shares them. */
import type {
  BillRow,
  FillRow,
  FinishedOrder,
  FundingRow,
  LiquidationRow,
  Window,
} from '../domain/history.ts';
import { millis } from '../domain/units.ts';
import { type Cursor, LIST_START, type Page, type Paging } from './archive.ts';

export const orderCursor = ({ order }: FinishedOrder): Cursor => {
  return { at: order.createdAt, id: order.id };
};

/** Both sides of a trade can belong to one account, so the side is part of the id. */
export const fillId = ({ trade, isMaker }: FillRow): number => trade * 2 + (isMaker ? 0 : 1);

export const fillCursor = (row: FillRow): Cursor => ({ at: row.at, id: fillId(row) });

export const eventCursor = ({ at, id }: BillRow | LiquidationRow): Cursor => ({ at, id });

/** A contract settles once at a time. */
export const fundingCursor = ({ settledAt }: FundingRow): Cursor => ({ at: settledAt, id: 0 });

/** From the later to the earlier. */
export const compareCursors = (first: Cursor, second: Cursor): number =>
  second.at - first.at || second.id - first.id;

export interface Range {
  readonly from: number;
  /** Rows come strictly before this place in time… */
  readonly before: Cursor;
  /** …and strictly after this one. */
  readonly after: Cursor;
  readonly idFrom: number;
  readonly isRising: boolean;
}

/** The end of a window is a place too: the first of the next millisecond, as ids start at zero. */
export function rangeOf(query: Partial<Window> & Partial<Paging>): Range {
  const { from, to, before, after, idFrom = 0 } = query;
  const past = Math.min(to ?? LAST_MILLIS, LAST_MILLIS) + 1;
  const end: Cursor = { at: millis(past), id: 0 };
  const start: Cursor = { at: millis(from ?? 0), id: LIST_START.id };
  const isNarrower = before !== undefined && compareCursors(before, end) > 0;
  return {
    from: from ?? 0,
    before: isNarrower ? before : end,
    after: after !== undefined && compareCursors(after, start) < 0 ? after : start,
    idFrom,
    isRising: after !== undefined,
  };
}

const LAST_MILLIS = Number.MAX_SAFE_INTEGER - 1;

/** Takes one row more than the page holds, to know whether there is one. */
export function toPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): Page<Row> {
  if (found.length <= limit) return { rows: found, next: null };
  const rows = found.slice(0, limit);
  return { rows, next: cursorOf(rows[limit - 1]!) };
}
