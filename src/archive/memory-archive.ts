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
import type { AccountId, ContractId, OrderId } from '../domain/ids.ts';
import { type Seq, seq } from '../domain/units.ts';
import {
  type Archive,
  assertCount,
  assertPaging,
  assertRising,
  type BillQuery,
  type Cursor,
  type FillFilter,
  type FillQuery,
  type FundingQuery,
  isPlaced,
  type LiquidationQuery,
  type OrderQuery,
  type Page,
  type Paging,
  type TriggerQuery,
} from './archive.ts';
import { closedError } from './archive-error.ts';
import {
  billCursor,
  compareCursors,
  fillCursor,
  fundingCursor,
  liquidationCursor,
  orderCursor,
  rangeOf,
  toPage,
} from './page.ts';

interface Rows {
  readonly orders: FinishedOrder[];
  readonly fills: FillRow[];
  readonly bills: BillRow[];
  readonly funding: FundingRow[];
  readonly liquidations: LiquidationRow[];
}

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
    const { origin } = query;
    const found = this.#open().orders.filter(
      ({ order }) =>
        isPlaced(order) && isOf(order, query) && (origin === undefined || order.origin === origin),
    );
    return cut(found, query, orderCursor);
  }

  async triggerOrders(query: TriggerQuery): Promise<Page<FinishedOrder>> {
    const { purpose, effect, positionSide } = query;
    const found = this.#open().orders.filter(
      ({ order }) =>
        order.trigger !== null &&
        isOf(order, query) &&
        (purpose === undefined || order.trigger.purpose === purpose) &&
        (effect === undefined || order.effect === effect) &&
        (positionSide === undefined || order.positionSide === positionSide),
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
    const { kind } = query;
    const found = this.#open().bills.filter(
      (bill) => isOf(bill, query) && (kind === undefined || bill.kind === kind),
    );
    return cut(found, query, billCursor);
  }

  async funding(query: FundingQuery): Promise<Page<FundingRow>> {
    const found = this.#open().funding.filter(({ contract }) => contract === query.contract);
    return cut(found, query, fundingCursor);
  }

  async liquidations(query: LiquidationQuery): Promise<Page<LiquidationRow>> {
    const found = this.#open().liquidations.filter(({ account }) => account === query.account);
    return cut(found, query, liquidationCursor);
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

  #fillsOf(filter: FillFilter): FillRow[] {
    const { order } = filter;
    return this.#open().fills.filter(
      (fill) => isOf(fill, filter) && (order === undefined || fill.order === order),
    );
  }

  #open(): Rows {
    if (this.#rows === null) throw closedError();
    return this.#rows;
  }
}

interface Owned {
  readonly account: AccountId;
  readonly contract: ContractId | null;
}

const isOf = (row: Owned, filter: Pick<OrderQuery, 'account' | 'contract'>): boolean =>
  row.account === filter.account &&
  (filter.contract === undefined || row.contract === filter.contract);

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
