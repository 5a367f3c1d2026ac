/**
 * The archive as plain arrays that every query filters and sorts. It is slow and obviously right:
 * the other archives are compared with it, and it is enough for a venue that keeps no files.
 */
import type {
  BillRow,
  FillRow,
  FinishedOrder,
  FundingRow,
  HistoryRows,
  LiquidationRow,
  Window,
} from '../domain/history.ts';
import type { AccountId, OrderId } from '../domain/ids.ts';
import type { Order, Trigger } from '../domain/order.ts';
import { type Seq, seq } from '../domain/units.ts';
import {
  type Archive,
  assertCount,
  assertPaging,
  assertRising,
  type BillQuery,
  type Cursor,
  compareCursors,
  eventCursor,
  type FillFilter,
  type FillQuery,
  type FundingQuery,
  fillCursor,
  fundingCursor,
  isPlaced,
  type LiquidationQuery,
  type OrderQuery,
  orderCursor,
  type Page,
  type Paging,
  rangeOf,
  type TriggerQuery,
  toPage,
} from './archive.ts';
import { closedError } from './archive-error.ts';

type Rows = {
  readonly [Kind in Exclude<keyof HistoryRows, 'seq'>]: HistoryRows[Kind][number][];
};

export class MemoryArchive implements Archive {
  #rows: Rows | null = { orders: [], fills: [], bills: [], funding: [], liquidations: [] };
  #archivedUpTo: Seq = seq(0);

  async write(entries: readonly HistoryRows[]): Promise<void> {
    const rows = this.#open();
    assertRising(entries);
    for (const entry of entries.filter((each) => each.seq > this.#archivedUpTo)) {
      rows.orders.push(...entry.orders);
      rows.fills.push(...entry.fills);
      rows.bills.push(...entry.bills);
      rows.funding.push(...entry.funding);
      rows.liquidations.push(...entry.liquidations);
      this.#archivedUpTo = entry.seq;
    }
  }

  async archivedUpTo(): Promise<Seq> {
    this.#open();
    return this.#archivedUpTo;
  }

  async findOrder(id: OrderId): Promise<FinishedOrder | undefined> {
    return this.#open().orders.find(({ order }) => order.id === id);
  }

  async findClientOrder(account: AccountId, clientOrderId: string) {
    const isSame = ({ order }: FinishedOrder) =>
      order.account === account && order.clientOrderId === clientOrderId;
    return select(this.#open().orders.filter(isSame), {}, orderCursor)[0];
  }

  async orders(query: OrderQuery): Promise<Page<FinishedOrder>> {
    const { account, contract, origin } = query;
    const isAsked = matching<Order>({ account, contract, origin });
    const found = this.#open().orders.filter(({ order }) => isPlaced(order) && isAsked(order));
    return cut(found, query, orderCursor);
  }

  async triggerOrders(query: TriggerQuery): Promise<Page<FinishedOrder>> {
    const { account, contract, purpose, effect, positionSide } = query;
    const isAsked = matching<Order>({ account, contract, effect, positionSide });
    const isTrigger = matching<Trigger>({ purpose });
    const found = this.#open().orders.filter(
      ({ order }) => order.trigger !== null && isTrigger(order.trigger) && isAsked(order),
    );
    return cut(found, query, orderCursor);
  }

  async fills(query: FillQuery): Promise<Page<FillRow>> {
    const { idFrom = 0 } = query;
    const found = this.#fillsOf(query).filter(({ number }) => number >= idFrom);
    return cut(found, { ...query, idFrom: 0 }, fillCursor);
  }

  async countFills(filter: FillFilter, max: number): Promise<number> {
    assertCount(max);
    const { from = null, to = null } = filter;
    return Math.min(max, select(this.#fillsOf(filter), { from, to }, fillCursor).length);
  }

  async bills(query: BillQuery): Promise<Page<BillRow>> {
    const { account, contract, kind } = query;
    const found = this.#open().bills.filter(matching<BillRow>({ account, contract, kind }));
    return cut(found, query, eventCursor);
  }

  async funding(query: FundingQuery): Promise<Page<FundingRow>> {
    const found = this.#open().funding.filter(({ contract }) => contract === query.contract);
    return cut(found, query, fundingCursor);
  }

  async liquidations(query: LiquidationQuery): Promise<Page<LiquidationRow>> {
    const found = this.#open().liquidations.filter(({ account }) => account === query.account);
    return cut(found, query, eventCursor);
  }

  /** The same rows in another archive, which holds the history of every entry up to this one. */
  copy(upTo: Seq): MemoryArchive {
    const made = new MemoryArchive();
    const { orders, fills, bills, funding, liquidations } = this.#open();
    made.#rows = {
      orders: [...orders],
      fills: [...fills],
      bills: [...bills],
      funding: [...funding],
      liquidations: [...liquidations],
    };
    made.#archivedUpTo = upTo;
    return made;
  }

  async close(): Promise<void> {
    this.#rows = null;
  }

  #fillsOf({ account, contract, order }: FillFilter): FillRow[] {
    return this.#open().fills.filter(matching<FillRow>({ account, contract, order }));
  }

  #open(): Rows {
    if (this.#rows === null) throw closedError();
    return this.#rows;
  }
}

type Asked<Row> = { readonly [Field in keyof Row]?: Row[Field] | undefined };

/** Whether a row has these values; an undefined one is no filter. */
function matching<Row extends object>(values: Asked<Row>): (row: Row) => boolean {
  const asked = Object.entries(values).filter(([, value]) => value !== undefined);
  return (row) => asked.every(([field, value]) => Reflect.get(row, field) === value);
}

function cut<Row>(
  rows: readonly Row[],
  query: Partial<Window> & Paging,
  cursorOf: (row: Row) => Cursor,
): Page<Row> {
  assertPaging(query);
  const found = select(rows, query, cursorOf);
  return toPage(found.slice(0, query.limit + 1), query.limit, cursorOf);
}

function select<Row>(
  rows: readonly Row[],
  query: Partial<Window> & Partial<Paging>,
  cursorOf: (row: Row) => Cursor,
): Row[] {
  const { from, before, after, idFrom, isRising } = rangeOf(query);
  const isIn = (row: Row): boolean => {
    const place = cursorOf(row);
    if (place.at < from || place.id < idFrom) return false;
    return compareCursors(place, before) > 0 && compareCursors(place, after) < 0;
  };
  const found = rows
    .filter(isIn)
    .sort((first, second) => compareCursors(cursorOf(first), cursorOf(second)));
  return isRising ? found.reverse() : found;
}
