/** Fills, bills, funding and liquidations as rows of tables. */
import { assert } from '../domain/assert.ts';
import type { BillRow, FillRow, FundingRow, LiquidationRow } from '../domain/history.ts';
import { accountId, contractId, orderId, positionId, tradeId } from '../domain/ids.ts';
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import { fundingRate, lots, millis, seq, ticks } from '../domain/units.ts';
import {
  type Column,
  exact,
  flag,
  integer,
  type Layout,
  layOut,
  nullable,
  word,
} from './columns.ts';
import { fillId } from './page.ts';
import type { Table } from './table.ts';
import {
  EFFECTS,
  FILL_VENUES,
  MARGIN_MODES,
  ORIGINS,
  POSITION_SIDES,
  POSTINGS,
  SIDES,
} from './words.ts';

const ID = integer(Number);

const FILL = layOut<FillRow>({
  trade: integer(tradeId),
  order: integer(orderId),
  account: integer(accountId),
  contract: integer(contractId),
  position: integer(positionId),
  positionSide: word(POSITION_SIDES),
  effect: word(EFFECTS),
  side: word(SIDES),
  marginMode: word(MARGIN_MODES),
  origin: word(ORIGINS),
  price: integer(ticks),
  size: integer(lots),
  value: exact,
  fee: exact,
  liquidationFee: exact,
  realisedPnl: exact,
  isMaker: flag,
  venue: word(FILL_VENUES),
  at: integer(millis),
  seq: integer(seq),
});

export const FILL_TABLE: Table<FillRow> = {
  name: 'fills',
  names: ['id', ...FILL.names],
  declarations: [`"id" ${ID.declaration}`, ...FILL.declarations],
  encode: (row) => [fillId(row), ...FILL.encode(row)],
  decode: (stored) => FILL.decode(stored, 1),
};

export const BILL_TABLE: Table<BillRow> = toTable(
  'bills',
  layOut({
    id: ID,
    account: integer(accountId),
    contract: nullable(integer(contractId)),
    kind: word(POSTINGS),
    amount: exact,
    fee: exact,
    collateral: exact,
    wallet: exact,
    at: integer(millis),
  }),
);

const FUNDING = layOut<FundingRow>({
  contract: integer(contractId),
  settledAt: integer(millis),
  rate: integer(fundingRate),
  mark: integer(ticks),
});

/** The id is always zero; with it, funding is paged by the same words as everything else. */
export const FUNDING_TABLE: Table<FundingRow> = {
  name: 'funding',
  names: ['id', ...FUNDING.names],
  declarations: [`"id" ${ID.declaration}`, ...FUNDING.declarations],
  encode: (row) => [0, ...FUNDING.encode(row)],
  decode: (stored) => FUNDING.decode(stored, 1),
};

type Why = LiquidationRow['why'];

const WHYS: Readonly<Record<Why['kind'], true>> = {
  'liquidation-started': true,
  'liquidation-ended': true,
  deleveraged: true,
  'deficit-covered': true,
};

const isWhy = (value: unknown): value is Why =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  Object.hasOwn(WHYS, value.kind);

/** An explanation is read whole and never searched, so it is stored as JSON. */
const why: Column<Why> = {
  declaration: 'TEXT NOT NULL',
  encode: stringifyPlain,
  decode: (stored) => {
    const value = typeof stored === 'string' ? parsePlain(stored) : undefined;
    assert(isWhy(value), 'a liquidation is stored with its explanation');
    return value;
  },
};

export const LIQUIDATION_TABLE: Table<LiquidationRow> = toTable(
  'liquidations',
  layOut({ id: ID, account: integer(accountId), at: integer(millis), why }),
);

function toTable<Row>(name: string, layout: Layout<Row>): Table<Row> {
  return { name, ...layout, decode: (stored) => layout.decode(stored, 0) };
}
