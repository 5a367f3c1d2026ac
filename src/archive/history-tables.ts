/** Finished orders, fills, bills, funding and liquidations as rows of tables. */
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
import { isPlaced } from './archive.ts';
import { type Layout, layOut, type Stored } from './columns.ts';
import { fillId } from './page.ts';
import type { StoredTable } from './table.ts';

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
