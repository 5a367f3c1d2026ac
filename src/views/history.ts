/**
 * The history rows of one entry: orders that ended, both sides of every trade, every movement of
 * money, settlements and liquidations. Each row is complete in itself.
 */
import { unreachable } from '../domain/assert.ts';
import type { EventOf, FillSettled, FundingSettled } from '../domain/event.ts';
import type { FillSide } from '../domain/fill.ts';
import {
  type FillRow,
  type FinishedOrder,
  type FundingRow,
  type HistoryRows,
  type LiquidationRow,
  ROWS_PER_ENTRY_MAX,
} from '../domain/history.ts';
import type { Order } from '../domain/order.ts';
import { sideOf } from '../domain/side.ts';
import { type Millis, NO_LOTS, NO_MONEY, type Seq } from '../domain/units.ts';
import type { DeficitCovered, Deleveraged, LiquidationStarted } from '../domain/why.ts';
import type { BillBook } from './bills.ts';
import { fundingRowOf } from './funding.ts';
import { findOrder, type OrdersView } from './orders.ts';

/** The rows of one entry as they are written. */
export interface HistoryBook extends BillBook {
  readonly fills: FillRow[];
  readonly funding: FundingRow[];
  readonly liquidations: LiquidationRow[];
}

export const createHistoryBook = (seq: Seq, at: Millis): HistoryBook => ({
  seq,
  at,
  bills: [],
  feeIncome: NO_MONEY,
  fills: [],
  funding: [],
  liquidations: [],
});

type HistoryNews =
  | FundingSettled
  | LiquidationStarted
  | EventOf<'liquidation-ended'>
  | Deleveraged
  | DeficitCovered;

/** The orders have folded the event already; `number` is that of the fill in its contract. */
export function addFills(
  book: HistoryBook,
  orders: OrdersView,
  fill: FillSettled,
  number: number,
): void {
  for (const side of [fill.maker, fill.taker]) {
    const order = findOrder(orders, side.order)?.order;
    if (order !== undefined) book.fills.push(fillRow(book, order, fill, side, number));
  }
}

export function foldHistory(book: HistoryBook, event: HistoryNews): void {
  switch (event.kind) {
    case 'funding-settled':
      book.funding.push(fundingRowOf(event));
      return;
    case 'liquidation-started':
    case 'liquidation-ended':
    case 'deleveraged':
    case 'deficit-covered':
      book.liquidations.push({
        id: book.seq * ROWS_PER_ENTRY_MAX + book.liquidations.length,
        account: event.account,
        at: book.at,
        why: event,
      });
      return;
    default:
      unreachable(event);
  }
}

/** Ends the book of an entry, whose fees are paid, and hands out the orders that ended in it. */
export function closeHistory(book: HistoryBook, orders: OrdersView): HistoryRows {
  return {
    seq: book.seq,
    orders: finishedOrders(book, orders),
    fills: book.fills,
    bills: book.bills,
    funding: book.funding,
    liquidations: book.liquidations,
  };
}

function finishedOrders({ seq, at }: HistoryBook, orders: OrdersView): FinishedOrder[] {
  if (orders.ended.size === 0) return [];
  const finished = [...orders.ended.values()].map(({ order, cancelReason }) => ({
    order,
    finishedAt: at,
    seq,
    cancelReason,
  }));
  // A new one: a map that is cleared again and again makes old whatever was in it. See OrderTable.
  orders.ended = new Map();
  return finished;
}

function fillRow(
  { seq, at }: HistoryBook,
  order: Order,
  fill: FillSettled,
  side: FillSide,
  number: number,
): FillRow {
  return {
    trade: fill.trade,
    number,
    order: side.order,
    account: side.account,
    contract: fill.contract,
    position: side.position,
    positionSide: side.positionSide,
    effect: side.effect,
    side: sideOf(side.positionSide, side.effect),
    marginMode: order.marginMode,
    positionMode: order.positionMode,
    origin: order.origin,
    price: fill.price,
    size: fill.size,
    closedSize: side.closed?.size ?? NO_LOTS,
    value: fill.value,
    fee: side.fee,
    liquidationFee: side.liquidationFee,
    realisedPnl: side.realisedPnl,
    isMaker: side === fill.maker,
    venue: fill.venue,
    at,
    seq,
  };
}
