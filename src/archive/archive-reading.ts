/** The queries of an archive that is in a database, whichever that is. */
import type { Window } from '../domain/history.ts';
import {
  type Archive,
  assertCount,
  assertPaging,
  type FillFilter,
  type Page,
  type Paging,
  rangeOf,
  toPage,
} from './archive.ts';
import {
  BILL_LIST,
  FILL_LIST,
  FUNDING_LIST,
  LIQUIDATION_LIST,
  type List,
  type ListShape,
  ORDER_LIST,
  ORDER_TABLE,
  type TableIndex,
  TRIGGER_LIST,
} from './history-tables.ts';
import { decodeInteger, listNames, type Stored } from './table.ts';

/** The rows that a statement finds, each as its columns in their order. */
type FindCells = (query: Query) => MaybeLater<readonly (readonly Stored[])[]>;
type MaybeLater<Value> = Value | Promise<Value>;

type ArchiveReading = Omit<Archive, 'write' | 'archivedUpTo' | 'close'>;

export function createArchiveReading(find: FindCells): ArchiveReading {
  const findOne = async (sql: string, values: readonly Stored[]) => {
    const [found] = await find({ sql, values });
    return found === undefined ? undefined : ORDER_TABLE.decode(found);
  };
  const readPage = async <Row>(
    list: List<Row>,
    filters: Filters,
    query: Partial<Window> & Paging,
  ): Promise<Page<Row>> => {
    assertPaging(query);
    const found = await find(selectPage(list, filters, query));
    return toPage(found.map(list.table.decode), query.limit, list.cursorOf);
  };
  return {
    findOrder: (id) => findOne(SELECT_ORDER, [id]),
    findClientOrder: (account, id) => findOne(SELECT_CLIENT_ORDER, [account, id]),
    orders: (query) => {
      const { account, contract, origin } = query;
      return readPage(ORDER_LIST, { account, contract, origin }, query);
    },
    triggerOrders: (query) => {
      const { account, contract, purpose, effect, positionSide } = query;
      const words = { trigger_purpose: purpose, effect, position_side: positionSide };
      return readPage(TRIGGER_LIST, { account, contract, ...words }, query);
    },
    fills: (query) => readPage(FILL_LIST, fillFilters(query), query),
    countFills: async (filter, max) => {
      assertCount(max);
      const [found] = await find(countRows(FILL_LIST, fillFilters(filter), filter, max));
      return decodeInteger(found?.[0] ?? null);
    },
    bills: (query) => {
      const { account, contract, kind } = query;
      return readPage(BILL_LIST, { account, contract, kind }, query);
    },
    funding: (query) => readPage(FUNDING_LIST, { contract: query.contract }, query),
    liquidations: (query) => readPage(LIQUIDATION_LIST, { account: query.account }, query),
  };
}

const fillFilters = ({ account, contract, order }: FillFilter): Filters => {
  return { account, contract, order };
};

export interface Query {
  readonly sql: string;
  readonly values: readonly Stored[];
}

/** Column and value; an undefined value is no filter. */
export type Filters = Readonly<Record<string, string | number | undefined>>;

export function selectPage(
  list: ListShape,
  filters: Filters,
  query: Partial<Window> & Paging,
): Query {
  const { where, values } = locate(list, filters, query);
  const way = query.after === undefined ? 'DESC' : 'ASC';
  const order = `ORDER BY "${list.at}" ${way}, "id" ${way} LIMIT ?`;
  const sql = `SELECT ${listNames(list.table.names)} ${where} ${order}`;
  return { sql, values: [...values, query.limit + 1] };
}

export function countRows(
  list: ListShape,
  filters: Filters,
  { from = null, to = null }: Partial<Window>,
  max: number,
): Query {
  const { where, values } = locate(list, filters, { from, to });
  return {
    sql: `SELECT COUNT(*) FROM (SELECT 1 ${where} LIMIT ?) AS found`,
    values: [...values, max],
  };
}

const ORDER_NAMES = listNames(ORDER_TABLE.names);

export const SELECT_ORDER = `SELECT ${ORDER_NAMES} FROM orders WHERE "id" = ?`;

export const SELECT_CLIENT_ORDER = `SELECT ${ORDER_NAMES} FROM orders
  INDEXED BY orders_by_client_order_id WHERE "account" = ? AND "client_order_id" = ?
  ORDER BY "created_at" DESC, "id" DESC LIMIT 1`;

/** The index is named, because a planner without statistics may choose a slow one. */
function locate(
  list: ListShape,
  filters: Filters,
  query: Partial<Window> & Partial<Paging>,
): { readonly where: string; readonly values: Stored[] } {
  const { from, before, after, idFrom, isRising } = rangeOf(query);
  const asked = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  const { name } = chooseIndex(
    list.indexes,
    asked.map((filter) => filter.name),
  );
  const fromId = idFrom === 0 ? [] : (list.fromId ?? ['"id" >= ?']);
  const conditions = [
    ...asked.map((filter) => `"${filter.name}" = ?`),
    ...(list.only === undefined ? [] : [list.only]),
    isRising ? `("${list.at}", "id") > (?, ?)` : `"${list.at}" >= ?`,
    `("${list.at}", "id") < (?, ?)`,
    ...fromId,
  ];
  const where = `FROM ${list.table.name} INDEXED BY ${name} WHERE ${conditions.join(' AND ')}`;
  const values = [
    ...asked.map(({ value }) => value),
    ...(isRising ? [after.at, after.id] : [from]),
    ...[before.at, before.id],
    ...fromId.map(() => idFrom),
  ];
  return { where, values };
}

/** The one that answers most of the filters; of equals, the one that is listed first. */
function chooseIndex(indexes: readonly TableIndex[], asked: readonly string[]): TableIndex {
  return indexes
    .filter(({ filters }) => filters.every((name) => asked.includes(name)))
    .reduce((best, next) => (next.filters.length > best.filters.length ? next : best));
}
