/** What lists have in common: whose rows, from when to when, how many, from which end. */
import type { Contract } from '../../domain/contract.ts';
import type { Window } from '../../domain/history.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { Venue } from '../../venue/venue.ts';
import type { ListPlace } from '../../wire/order-target.ts';
import type { PrivateCall } from '../call.ts';

/** A page of a list, of one contract or of all. */
export interface ListQuery extends Window {
  readonly contract: Contract | null;
  readonly limit: number;
}

/**
 * The archive is written after a command is acknowledged. Each read waits for it, so that nothing
 * acknowledged is missing.
 */
export async function archiveOf({ venue }: PrivateCall): Promise<Venue['archive']> {
  await venue.archived();
  return venue.archive;
}

/** What the archive is asked for: rows of the caller. */
export const ownRows = (
  { account }: PrivateCall,
  { contract, from, to }: Window & Partial<Pick<ListQuery, 'contract'>>,
) => ({ account, contract: contract?.id, from, to });

export const isInWindow = ({ from = null, to = null }: Partial<Window>, at: Millis): boolean =>
  (from === null || at >= from) && (to === null || at <= to);

/** From a start the first rows, otherwise the last. */
export const firstOrLast = <Row>(rows: readonly Row[], isFirst: boolean, limit: number): Row[] =>
  isFirst ? rows.slice(0, limit) : rows.slice(Math.max(0, rows.length - limit));

interface Place {
  readonly after?: ListPlace | undefined;
  readonly before?: ListPlace | undefined;
  readonly limit: number;
}

interface Enough<Row> {
  /** Oldest first. */
  readonly isRising: boolean;
  readonly need: number;
  /** How much a row counts; one if left out. */
  readonly rowsIn?: (row: Row) => number;
  /** Newest first: only what comes after it. */
  readonly before?: ListPlace | null;
}

/** After it, a list begins with its oldest row. */
const START: ListPlace = { at: millis(0), id: -1 };
const PAGE_MAX = 1_000;

/** Reads pages until there are as many rows as needed. */
export async function readEnough<Row>(
  { isRising, need, rowsIn = () => 1, before = null }: Enough<Row>,
  read: (
    place: Place,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next: ListPlace | null }>,
): Promise<Row[]> {
  const found: Row[] = [];
  let count = 0;
  let next: ListPlace | null | undefined = isRising ? START : (before ?? undefined);
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
