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
import type { Cursor, Page, Paging } from './archive.ts';

export const orderCursor = ({ order }: FinishedOrder): Cursor => {
  return { at: order.createdAt, id: order.id };
};

/** Both sides of a trade can belong to one account, so the side is part of the id. */
export const fillId = ({ trade, isMaker }: FillRow): number => trade * 2 + (isMaker ? 0 : 1);

export const fillCursor = (row: FillRow): Cursor => ({ at: row.at, id: fillId(row) });

export const billCursor = ({ at, id }: BillRow): Cursor => ({ at, id });

/** A contract settles once at a time. */
export const fundingCursor = ({ settledAt }: FundingRow): Cursor => ({ at: settledAt, id: 0 });

export const liquidationCursor = ({ at, id }: LiquidationRow): Cursor => ({ at, id });

/** From the later to the earlier. */
export const compareCursors = (first: Cursor, second: Cursor): number =>
  second.at - first.at || second.id - first.id;

export interface Range {
  readonly from: number;
  /** Rows come strictly after this place. */
  readonly before: Cursor;
  readonly idMin: number;
}

/** The end of a window is a place too: the first of the next millisecond, as ids start at zero. */
export function rangeOf({ from, to, before, idMin }: Partial<Window> & Partial<Paging>): Range {
  const past = Math.min(to ?? LAST_MILLIS, LAST_MILLIS) + 1;
  const end: Cursor = { at: millis(past), id: 0 };
  const isNarrower = before !== undefined && compareCursors(before, end) > 0;
  return { from: from ?? 0, before: isNarrower ? before : end, idMin: idMin ?? 0 };
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
