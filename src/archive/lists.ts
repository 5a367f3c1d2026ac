/**
 * The lists that an archive in a database shows, and their indexes. Each list has an index for
 * every set of filters that can be long, in the order of the list: a page costs what it shows,
 * however much the account has done. Ids are ordinary columns and not row ids, because only so does
 * SQLite find a place among equal times without walking over the ties.
 */
import type {
  BillRow,
  FillRow,
  FinishedOrder,
  FundingRow,
  LiquidationRow,
} from '../domain/history.ts';
import type { Cursor } from './archive.ts';
import {
  BILL_TABLE,
  FILL_TABLE,
  FUNDING_TABLE,
  LIQUIDATION_TABLE,
  ORDER_TABLE,
} from './history-tables.ts';
import { billCursor, fillCursor, fundingCursor, liquidationCursor, orderCursor } from './page.ts';
import { listNames, type StoredTable, type TableShape } from './table.ts';

export interface TableIndex {
  readonly name: string;
  /** Filters it answers exactly; after them the rows lie in the order of the list. */
  readonly filters: readonly string[];
  /** Also in it, so that they are compared without fetching the row. */
  readonly compared?: readonly string[];
}

/** A list that is read in pages. */
export interface ListShape {
  readonly table: TableShape;
  readonly at: string;
  /** Which rows of the table are in the list; all where missing. */
  readonly only?: string;
  /** Which rows are not before an id: conditions that each compare with it. */
  readonly fromId?: readonly string[];
  readonly indexes: readonly TableIndex[];
}

export interface List<Row> extends ListShape {
  readonly table: StoredTable<Row>;
  readonly cursorOf: (row: Row) => Cursor;
}

export const ORDER_LIST: List<FinishedOrder> = {
  table: ORDER_TABLE,
  cursorOf: orderCursor,
  at: 'created_at',
  only: '"placed" = 1',
  indexes: [
    { name: 'orders_by_account', filters: ['account'] },
    { name: 'orders_by_contract', filters: ['account', 'contract'] },
  ],
};

const COMPARED: readonly string[] = ['position_side', 'effect', 'trigger_purpose'];

/** Nobody has enough triggers for one of their words to need an index of its own. */
export const TRIGGER_LIST: List<FinishedOrder> = {
  table: ORDER_TABLE,
  cursorOf: orderCursor,
  at: 'created_at',
  only: '"trigger_purpose" IS NOT NULL',
  indexes: [
    { name: 'triggers_by_account', filters: ['account'], compared: COMPARED },
    { name: 'triggers_by_contract', filters: ['account', 'contract'], compared: COMPARED },
  ],
};

export const FILL_LIST: List<FillRow> = {
  table: FILL_TABLE,
  cursorOf: fillCursor,
  at: 'at',
  // No number is above the id of its trade, so the index passes over most rows that are before it.
  fromId: ['"id" / 2 >= ?', '("number" = 0 OR "number" >= ?)'],
  indexes: [
    { name: 'fills_by_account', filters: ['account'] },
    { name: 'fills_by_order', filters: ['account', 'order'] },
    { name: 'fills_by_contract', filters: ['account', 'contract'] },
  ],
};

export const BILL_LIST: List<BillRow> = {
  table: BILL_TABLE,
  cursorOf: billCursor,
  at: 'at',
  indexes: [
    { name: 'bills_by_account', filters: ['account'] },
    { name: 'bills_by_contract', filters: ['account', 'contract'] },
    { name: 'bills_by_kind', filters: ['account', 'kind'] },
    { name: 'bills_by_contract_and_kind', filters: ['account', 'contract', 'kind'] },
  ],
};

export const FUNDING_LIST: List<FundingRow> = {
  table: FUNDING_TABLE,
  cursorOf: fundingCursor,
  at: 'settled_at',
  indexes: [{ name: 'funding_by_contract', filters: ['contract'] }],
};

export const LIQUIDATION_LIST: List<LiquidationRow> = {
  table: LIQUIDATION_TABLE,
  cursorOf: liquidationCursor,
  at: 'at',
  indexes: [{ name: 'liquidations_by_account', filters: ['account'] }],
};

export const TABLES: readonly TableShape[] = [
  ORDER_TABLE,
  FILL_TABLE,
  BILL_TABLE,
  FUNDING_TABLE,
  LIQUIDATION_TABLE,
];

const LISTS: readonly ListShape[] = [
  ORDER_LIST,
  TRIGGER_LIST,
  FILL_LIST,
  BILL_LIST,
  FUNDING_LIST,
  LIQUIDATION_LIST,
];

/** Every index; the databases agree on the words. */
export const INDEXES: readonly string[] = [
  ...LISTS.flatMap(createIndexes),
  'CREATE UNIQUE INDEX orders_by_id ON orders ("id")',
  `CREATE INDEX orders_by_client_order_id
     ON orders ("account", "client_order_id", "created_at", "id")
     WHERE "client_order_id" IS NOT NULL`,
];

function createIndexes({ table, at, only, indexes }: ListShape): string[] {
  return indexes.map(({ name, filters, compared = [] }) => {
    const columns = listNames([...filters, at, 'id', ...compared]);
    const condition = only === undefined ? '' : ` WHERE ${only}`;
    return `CREATE INDEX ${name} ON ${table.name} (${columns})${condition}`;
  });
}
