/** The queries of an archive that is in a database, whichever that is. */
import type { Window } from '../domain/history.ts';
import {
  type Archive,
  assertCount,
  assertPaging,
  type FillFilter,
  type Page,
  type Paging,
} from './archive.ts';
import { decodeInteger, type Stored } from './columns.ts';
import { ORDER_TABLE } from './history-tables.ts';
import {
  BILL_LIST,
  FILL_LIST,
  FUNDING_LIST,
  LIQUIDATION_LIST,
  type List,
  ORDER_LIST,
  TRIGGER_LIST,
} from './lists.ts';
import { toPage } from './page.ts';
import {
  countRows,
  type Filters,
  type Query,
  SELECT_CLIENT_ORDER,
  SELECT_ORDER,
  selectPage,
} from './queries.ts';

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
