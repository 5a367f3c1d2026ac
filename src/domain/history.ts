/**
 * History rows: the form in which orders, fills and movements leave memory for the archive and come
 * back to readers. A row is complete: reading one needs nothing else.
 */
import { POSITION_MODES } from './account.ts';
import { FILL_VENUE } from './fill.ts';
import { MARGIN_MODE } from './margin.ts';
import { CANCEL_REASON, ORDER_ORIGIN, type Order } from './order.ts';
import { POSTING_KIND } from './posting.ts';
import {
  ACCOUNT_ID,
  type ChoiceShape,
  CONTRACT_ID,
  COUNT,
  FLAG,
  LOTS,
  later,
  MILLIS,
  MONEY,
  nullOr,
  ORDER_ID,
  POSITION_ID,
  RATE,
  type RecordOf,
  SEQ,
  TICKS,
  TRADE_ID,
} from './shape.ts';
import { EFFECT, POSITION_SIDE, SIDE } from './side.ts';
import type { Millis, Seq } from './units.ts';
import { WHY_EVENTS } from './why.ts';

export const ORDER_END = {
  finishedAt: MILLIS,
  seq: SEQ,
  /** Null where it was filled. */
  cancelReason: nullOr(CANCEL_REASON),
};

/** An order that is filled or canceled. */
export interface FinishedOrder extends RecordOf<typeof ORDER_END> {
  readonly order: Readonly<Order>;
}

/** One side of a trade. */
export const FILL_ROW = {
  trade: TRADE_ID,
  /** Counts the fills of its contract. Rows of before they were counted have the trade. */
  number: later(COUNT, 0),
  order: ORDER_ID,
  account: ACCOUNT_ID,
  contract: CONTRACT_ID,
  position: POSITION_ID,
  positionSide: POSITION_SIDE,
  effect: EFFECT,
  side: SIDE,
  marginMode: MARGIN_MODE,
  positionMode: later(POSITION_MODES, 'hedge'),
  origin: ORDER_ORIGIN,
  price: TICKS,
  size: LOTS,
  /** The lots that closed the position of the other side, if the rest opened this one. */
  closedSize: later(LOTS, 0),
  value: MONEY,
  fee: MONEY,
  liquidationFee: MONEY,
  realisedPnl: MONEY,
  isMaker: FLAG,
  venue: FILL_VENUE,
  at: MILLIS,
  seq: SEQ,
};
export type FillRow = RecordOf<typeof FILL_ROW>;

/** One movement of an account's collateral. */
export const BILL_ROW = {
  /** Entry and place within it: rises strictly, and is the same after a replay. */
  id: COUNT,
  account: ACCOUNT_ID,
  contract: nullOr(CONTRACT_ID),
  kind: POSTING_KIND,
  /** Signed change of collateral, fees included. */
  amount: MONEY,
  fee: MONEY,
  /** Collateral and wallet after it. */
  collateral: MONEY,
  wallet: MONEY,
  at: MILLIS,
};
export type BillRow = RecordOf<typeof BILL_ROW>;

/** One settlement of a contract. */
export const FUNDING_ROW = { contract: CONTRACT_ID, settledAt: MILLIS, rate: RATE, mark: TICKS };
export type FundingRow = RecordOf<typeof FUNDING_ROW>;

const { 'funding-paid': _, ...LIQUIDATIONS } = WHY_EVENTS;
const WHY: ChoiceShape<'kind', typeof LIQUIDATIONS> = {
  form: 'choice',
  by: 'kind',
  cases: LIQUIDATIONS,
};

/** One step of a liquidation, as it was explained. */
export const LIQUIDATION_ROW = { id: COUNT, account: ACCOUNT_ID, at: MILLIS, why: WHY };
export type LiquidationRow = RecordOf<typeof LIQUIDATION_ROW>;

/** The history rows of one entry. */
export interface HistoryRows {
  readonly seq: Seq;
  readonly orders: readonly FinishedOrder[];
  readonly fills: readonly FillRow[];
  readonly bills: readonly BillRow[];
  readonly funding: readonly FundingRow[];
  readonly liquidations: readonly LiquidationRow[];
}

/** Row ids are seq × this + place. The funding rows of a crowded contract fit into one entry. */
export const ROWS_PER_ENTRY_MAX = 2 ** 20;

/** The time that a query asks about. Both ends belong to it; null where it is open. */
export interface Window {
  readonly from: Millis | null;
  readonly to: Millis | null;
}
