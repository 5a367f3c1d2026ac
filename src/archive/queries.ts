/** The statements that read: one text for each list and set of filters, and its index by name. */
import type { Window } from '../domain/history.ts';
import type { Paging } from './archive.ts';
import type { Stored } from './columns.ts';
import { ORDER_TABLE } from './history-tables.ts';
import type { ListShape, TableIndex } from './lists.ts';
import { rangeOf } from './page.ts';
import { listNames } from './table.ts';

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
