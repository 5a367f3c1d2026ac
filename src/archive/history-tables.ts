/** Fills, bills, funding and liquidations as rows of tables. */
import { assert } from '../domain/assert.ts';
import type { BillRow, FillRow, FundingRow, LiquidationRow } from '../domain/history.ts';
import { accountId, contractId, orderId, positionId, tradeId } from '../domain/ids.ts';
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import { fundingRate, lots, millis, seq, ticks } from '../domain/units.ts';
import {
  type ColumnCodec,
  flagColumn,
  integerColumn,
  type Layout,
  laterColumn,
  layOut,
  moneyColumn,
  nullableColumn,
  wordColumn,
} from './columns.ts';
import { fillId } from './page.ts';
import type { StoredTable } from './table.ts';
import {
  EFFECT_WORDS,
  FILL_VENUE_WORDS,
  MARGIN_MODE_WORDS,
  ORIGIN_WORDS,
  POSITION_MODE_WORDS,
  POSITION_SIDE_WORDS,
  POSTING_WORDS,
  SIDE_WORDS,
} from './words.ts';

const ID = integerColumn(Number);

const FILL = layOut<FillRow>({
  trade: integerColumn(tradeId),
  number: laterColumn(integerColumn(Number), '0'),
  order: integerColumn(orderId),
  account: integerColumn(accountId),
  contract: integerColumn(contractId),
  position: integerColumn(positionId),
  positionSide: wordColumn(POSITION_SIDE_WORDS),
  effect: wordColumn(EFFECT_WORDS),
  side: wordColumn(SIDE_WORDS),
  marginMode: wordColumn(MARGIN_MODE_WORDS),
  positionMode: laterColumn(wordColumn(POSITION_MODE_WORDS), "'hedge'"),
  origin: wordColumn(ORIGIN_WORDS),
  price: integerColumn(ticks),
  size: integerColumn(lots),
  closedSize: laterColumn(integerColumn(lots), '0'),
  value: moneyColumn,
  fee: moneyColumn,
  liquidationFee: moneyColumn,
  realisedPnl: moneyColumn,
  isMaker: flagColumn,
  venue: wordColumn(FILL_VENUE_WORDS),
  at: integerColumn(millis),
  seq: integerColumn(seq),
});

export const FILL_TABLE: StoredTable<FillRow> = {
  name: 'fills',
  names: ['id', ...FILL.names],
  declarations: [`"id" ${ID.declaration}`, ...FILL.declarations],
  encode: (row) => [fillId(row), ...FILL.encode(row)],
  decode: (stored) => {
    const row = FILL.decode(stored, 1);
    return row.number === 0 ? { ...row, number: row.trade } : row;
  },
};

export const BILL_TABLE: StoredTable<BillRow> = toTable(
  'bills',
  layOut({
    id: ID,
    account: integerColumn(accountId),
    contract: nullableColumn(integerColumn(contractId)),
    kind: wordColumn(POSTING_WORDS),
    amount: moneyColumn,
    fee: moneyColumn,
    collateral: moneyColumn,
    wallet: moneyColumn,
    at: integerColumn(millis),
  }),
);

const FUNDING = layOut<FundingRow>({
  contract: integerColumn(contractId),
  settledAt: integerColumn(millis),
  rate: integerColumn(fundingRate),
  mark: integerColumn(ticks),
});

/** The id is always zero; with it, funding is paged by the same words as everything else. */
export const FUNDING_TABLE: StoredTable<FundingRow> = {
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
const why: ColumnCodec<Why> = {
  declaration: 'TEXT NOT NULL',
  encode: stringifyPlain,
  decode: (stored) => {
    const value = typeof stored === 'string' ? parsePlain(stored) : undefined;
    assert(isWhy(value), 'a liquidation is stored with its explanation');
    return value;
  },
};

export const LIQUIDATION_TABLE: StoredTable<LiquidationRow> = toTable(
  'liquidations',
  layOut({ id: ID, account: integerColumn(accountId), at: integerColumn(millis), why }),
);

function toTable<Row>(name: string, layout: Layout<Row>): StoredTable<Row> {
  return { name, ...layout, decode: (stored) => layout.decode(stored, 0) };
}
