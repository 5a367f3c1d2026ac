/**
 * The archive: history that has left memory. It is written behind the journal and can always be
 * written again from it. So it may lag or be lost, but it never holds a row twice and never holds a
 * later entry without the earlier ones. It knows nothing of live orders, and its callers check who
 * may see an account.
 *
 * Lists come newest first, or oldest first if the query says after what: by time, then by id. A
 * page names the place where the next one begins, so rows that arrive meanwhile neither push a row
 * out of sight nor show one again.
 */
import { assert } from '../domain/assert.ts';
import type {
  BillRow,
  FillRow,
  FinishedOrder,
  FundingRow,
  HistoryRows,
  LiquidationRow,
  Window,
} from '../domain/history.ts';
import type { AccountId, ContractId, OrderId } from '../domain/ids.ts';
import type { Order, OrderOrigin, TriggerPurpose } from '../domain/order.ts';
import type { PostingKind } from '../domain/posting.ts';
import type { Effect, PositionSide } from '../domain/side.ts';
import { type Millis, millis, type Seq } from '../domain/units.ts';

export interface Archive {
  /**
   * Stores entries in rising order, all or none; resolves when queries see them. Entries up to
   * `archivedUpTo` are passed over. After a write that failed every later one fails too, until the
   * archive is opened again: otherwise a gap would be taken for archived. Where replicas share the
   * archive, whoever writes offers the same entries again instead.
   */
  write(entries: readonly HistoryRows[]): Promise<void>;
  /** The last entry stored, or zero. The journal is replayed from here. */
  archivedUpTo(): Promise<Seq>;
  findOrder(id: OrderId): Promise<FinishedOrder | undefined>;
  /** The latest, where the account used the same client order id again. */
  findClientOrder(account: AccountId, clientOrderId: string): Promise<FinishedOrder | undefined>;
  /** By the time of creation: orders that were placed, without or by a trigger that fired. */
  orders(query: OrderQuery): Promise<Page<FinishedOrder>>;
  /** By the time of creation: orders that had a trigger, whether it fired or was canceled. */
  triggerOrders(query: TriggerQuery): Promise<Page<FinishedOrder>>;
  fills(query: FillQuery): Promise<Page<FillRow>>;
  /** How many fills there are in all pages together; counting ends at `max`. */
  countFills(filter: FillFilter, max: number): Promise<number>;
  bills(query: BillQuery): Promise<Page<BillRow>>;
  funding(query: FundingQuery): Promise<Page<FundingRow>>;
  liquidations(query: LiquidationQuery): Promise<Page<LiquidationRow>>;
  /** Stores everything written so far; afterwards every call fails. */
  close(): Promise<void>;
}

/** The place of a row in its list. */
export interface Cursor {
  readonly at: Millis;
  readonly id: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Pass it as `before`, or as `after`, to read on; null where no row is left. */
  readonly next: Cursor | null;
}

export interface Paging {
  /** Newest first, and only rows before this place. */
  readonly before?: Cursor | undefined;
  /** Oldest first, and only rows after this place. */
  readonly after?: Cursor | undefined;
  /** Only rows whose id is not below this one. Of a fill, its number in its contract. */
  readonly idFrom?: number | undefined;
  readonly limit: number;
}

export interface OrderQuery extends Partial<Window>, Paging {
  readonly account: AccountId;
  readonly contract?: ContractId | undefined;
  readonly origin?: OrderOrigin | undefined;
}

export interface TriggerQuery extends OrderQuery {
  readonly purpose?: TriggerPurpose | undefined;
  readonly effect?: Effect | undefined;
  readonly positionSide?: PositionSide | undefined;
}

export interface FillFilter extends Partial<Window> {
  readonly account: AccountId;
  readonly contract?: ContractId | undefined;
  readonly order?: OrderId | undefined;
}

export interface FillQuery extends FillFilter, Paging {}

export interface BillQuery extends Partial<Window>, Paging {
  readonly account: AccountId;
  readonly contract?: ContractId | undefined;
  readonly kind?: PostingKind | undefined;
}

export interface FundingQuery extends Partial<Window>, Paging {
  readonly contract: ContractId;
}

export interface LiquidationQuery extends Partial<Window>, Paging {
  readonly account: AccountId;
}

/** The place before every row: `after` it, a list begins with its oldest. */
export const LIST_START: Cursor = { at: millis(0), id: -1 };

/** No dialect asks for more; more in one answer would only hold up the next writer. */
const PAGE_ROWS_MAX = 1_000;
/** Nobody reads a larger total, and counting up to this costs about a millisecond. */
export const COUNT_MAX = 10_000;

/** A query outside these bounds is a mistake of the calling code, not of a user. */
export function assertPaging({ limit, before, after, idFrom = 0 }: Paging): void {
  assert(Number.isInteger(limit) && limit >= 1, 'a page has at least one row', limit);
  assert(limit <= PAGE_ROWS_MAX, 'a page is too long', limit);
  assert(before === undefined || after === undefined, 'a list is read in one direction');
  assert(Number.isSafeInteger(idFrom), 'an id is an integer', idFrom);
  const place = before ?? after ?? LIST_START;
  const isPlace = Number.isSafeInteger(place.at) && Number.isSafeInteger(place.id);
  assert(isPlace, 'a place in a list is a pair of integers');
}

export function assertCount(max: number): void {
  assert(Number.isInteger(max) && max >= 1 && max <= COUNT_MAX, 'counting needs an end', max);
}

/** An entry out of order would be skipped as if it had been archived. */
export function assertRising(entries: readonly HistoryRows[]): void {
  let last = 0;
  for (const { seq } of entries) {
    assert(seq > last, 'entries are archived in rising order', seq);
    last = seq;
  }
}

/** Whether an order ever went to the book: its trigger, if it had one, fired. */
export const isPlaced = ({ trigger }: Readonly<Order>): boolean =>
  trigger === null || trigger.firedAt !== null;

export function rowsIn(entries: readonly HistoryRows[]): number {
  let rows = 0;
  for (const { orders, fills, bills, funding, liquidations } of entries) {
    rows += orders.length + fills.length + bills.length + funding.length + liquidations.length;
  }
  return rows;
}

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

/** The end of a window is a place too: the first of the next millisecond, as ids start at zero. */
export function rangeOf(query: Partial<Window> & Partial<Paging>) {
  const { from, to, before, after, idFrom = 0 } = query;
  const past = Math.min(to ?? LAST_MILLIS, LAST_MILLIS) + 1;
  const end: Cursor = { at: millis(past), id: 0 };
  const start: Cursor = { at: millis(from ?? 0), id: LIST_START.id };
  const isNarrower = before !== undefined && compareCursors(before, end) > 0;
  return {
    from: from ?? 0,
    /** Rows come strictly before this place in time… */
    before: isNarrower ? before : end,
    /** …and strictly after this one. */
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
