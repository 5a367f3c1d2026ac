/**
 * Finished orders, fills, bills, funding and liquidations as rows of tables; the lists that an
 * archive in a database shows of them, and their indexes. Each list has an index for every set of
 * filters that can be long, in the order of the list: a page costs what it shows, however much the
 * account has done. Ids are ordinary columns and not row ids, because only so does SQLite find a
 * place among equal times without walking over the ties.
 */
import {
  BILL_ROW,
  type BillRow,
  FILL_ROW,
  type FillRow,
  type FinishedOrder,
  FUNDING_ROW,
  type FundingRow,
  LIQUIDATION_ROW,
  type LiquidationRow,
  ORDER_END,
} from '../domain/history.ts';
import { ORDER, type Order, TRIGGER } from '../domain/order.ts';
import { FLAG } from '../domain/shape.ts';
import {
  type Cursor,
  eventCursor,
  fillCursor,
  fillId,
  fundingCursor,
  isPlaced,
  orderCursor,
} from './archive.ts';
import {
  type FedTable,
  feedTable,
  type Layout,
  layOut,
  listNames,
  type Stored,
  type StoredTable,
  type TableShape,
} from './table.ts';

/** An id that is not part of the row stands before it. */
function toTable<Row>(
  name: string,
  layout: Layout<Row>,
  idOf?: (row: Row) => number,
): StoredTable<Row> {
  if (idOf === undefined) return { name, ...layout, decode: (stored) => layout.decode(stored, 0) };
  return {
    name,
    names: ['id', ...layout.names],
    declarations: ['"id" INTEGER NOT NULL', ...layout.declarations],
    encode: (row) => [idOf(row), ...layout.encode(row)],
    decode: (stored) => layout.decode(stored, 1),
  };
}

const FILLS = toTable('fills', layOut(FILL_ROW), fillId);

export const FILL_TABLE: StoredTable<FillRow> = {
  ...FILLS,
  decode: (stored) => {
    const row = FILLS.decode(stored);
    return row.number === 0 ? { ...row, number: row.trade } : row;
  },
};

export const BILL_TABLE: StoredTable<BillRow> = toTable('bills', layOut(BILL_ROW));

/** The id is always zero; with it, funding is paged by the same words as everything else. */
export const FUNDING_TABLE: StoredTable<FundingRow> = toTable(
  'funding',
  layOut(FUNDING_ROW),
  () => 0,
);

export const LIQUIDATION_TABLE: StoredTable<LiquidationRow> = toTable(
  'liquidations',
  layOut(LIQUIDATION_ROW),
);

const PLAIN = layOut(ORDER);
/** Whether it was placed is not part of the row: it says which of the two lists show the order. */
const END = layOut({ ...ORDER_END, placed: FLAG });
const TRIGGERS = layOut(TRIGGER, 'trigger_');
const NO_TRIGGER: readonly null[] = TRIGGERS.names.map(() => null);
const END_START = PLAIN.names.length;
const TRIGGER_START = END_START + END.names.length;

export const ORDER_TABLE: StoredTable<FinishedOrder> = {
  name: 'orders',
  names: [...PLAIN.names, ...END.names, ...TRIGGERS.names],
  declarations: [
    ...PLAIN.declarations,
    ...END.declarations,
    ...TRIGGERS.declarations.map((declaration) => declaration.replace(' NOT NULL', '')),
  ],
  encode: (row) => {
    const { order } = row;
    const end = END.encode({ ...row, placed: isPlaced(order) });
    const trigger = order.trigger === null ? NO_TRIGGER : TRIGGERS.encode(order.trigger);
    return [...PLAIN.encode(order), ...end, ...trigger];
  },
  decode: (stored: readonly Stored[]) => {
    const { placed: _, ...end } = END.decode(stored, END_START);
    const trigger = stored[TRIGGER_START] === null ? null : TRIGGERS.decode(stored, TRIGGER_START);
    const order: Order = { ...PLAIN.decode(stored, 0), trigger };
    return { order, ...end };
  },
};

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
  cursorOf: eventCursor,
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
  cursorOf: eventCursor,
  at: 'at',
  indexes: [{ name: 'liquidations_by_account', filters: ['account'] }],
};

export const TABLES: readonly FedTable[] = [
  feedTable(
    ORDER_TABLE,
    ({ orders }) => orders,
    ({ order }) => order,
  ),
  feedTable(
    FILL_TABLE,
    ({ fills }) => fills,
    (fill) => fill,
  ),
  feedTable(
    BILL_TABLE,
    ({ bills }) => bills,
    (bill) => bill,
  ),
  feedTable(FUNDING_TABLE, ({ funding }) => funding),
  feedTable(LIQUIDATION_TABLE, ({ liquidations }) => liquidations),
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
