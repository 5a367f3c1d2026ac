/**
 * All views of a venue, and the one way into them: the events of an entry. The same events give the
 * same views, here, in a remote gateway or in a page. Neither cost per event nor memory grows with
 * history: rings are fixed, and everything else follows what is live.
 */
import { assert, unreachable } from '../domain/assert.ts';
import type {
  ContractListed,
  Event,
  EventOf,
  FillSettled,
  FundingSettled,
} from '../domain/event.ts';
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
import { type Millis, millis, NO_LOTS, NO_MONEY, type Seq, seq } from '../domain/units.ts';
import type { DeficitCovered, Deleveraged, LiquidationStarted } from '../domain/why.ts';
import { createAccountsView, foldAccounts } from './accounts.ts';
import { type BillBook, createBillsView, foldBills, payFees } from './bills.ts';
import { createCandlesView, foldCandles } from './candles.ts';
import {
  createContractsView,
  createOpenInterestView,
  createPricesView,
  foldContracts,
  foldOpenInterest,
  foldPrices,
} from './contracts.ts';
import { createDepthView, foldDepth } from './depth.ts';
import { createFundingView, foldFunding, fundingRowOf } from './funding.ts';
import { createMarketMemory, foldMarketMemory } from './market-memory.ts';
import {
  createOrdersView,
  findOrder,
  foldOrders,
  type OrdersView,
  type TrackedOrder,
} from './orders.ts';
import { createTickerView } from './ticker.ts';
import { createTradesView, foldTrades, lastNumber } from './trades.ts';

export type Views = ReturnType<typeof createViews>;

/** An entry as it came out of the engine. */
export interface AppliedEntry {
  readonly seq: Seq;
  readonly at: Millis;
  readonly events: readonly Event[];
}

/** What folding an entry leaves for others: rows for the archive, orders for their owners. */
export interface FoldedEntry {
  readonly rows: HistoryRows;
  /** Every order that changed, as it stands after the entry, in the order of first change. */
  readonly orders: readonly TrackedOrder[];
}

export const createViews = () => ({
  /** The last entry folded, and its time. */
  seq: seq(0),
  at: millis(0),
  contracts: createContractsView(),
  prices: createPricesView(),
  depth: createDepthView(),
  trades: createTradesView(),
  candles: createCandlesView(),
  ticker: createTickerView(),
  openInterest: createOpenInterestView(),
  funding: createFundingView(),
  orders: createOrdersView(),
  accounts: createAccountsView(),
  bills: createBillsView(),
  market: createMarketMemory(),
});

export function foldEntry(views: Views, entry: AppliedEntry): FoldedEntry {
  const { at, events } = entry;
  assert(entry.seq === views.seq + 1, 'a view misses entries before', entry.seq);
  views.seq = entry.seq;
  views.at = at;
  const book = createHistoryBook(entry.seq, at);
  for (const event of events) foldEvent(views, book, event);
  if (book.feeIncome !== NO_MONEY) payFees(views.bills, book);
  const orders = takeTouched(views.orders);
  return { rows: closeHistory(book, views.orders), orders };
}

/** Which views each event changes. */
function foldEvent(views: Views, book: HistoryBook, event: Event): void {
  const { at } = book;
  switch (event.kind) {
    case 'order-accepted':
    case 'order-turned':
    case 'trigger-fired':
    case 'trigger-activated':
    case 'trigger-amended':
      foldOrders(views.orders, views.contracts, event, at);
      return;
    case 'order-rested':
    case 'order-amended':
    case 'order-canceled':
      foldDepth(views.depth, event);
      foldOrders(views.orders, views.contracts, event, at);
      return;
    case 'levels-played':
      foldDepth(views.depth, event);
      return;
    case 'fill-settled':
      foldFill(views, book, event);
      return;
    case 'prices-marked':
      foldPrices(views.prices, event, at);
      foldCandles(views.candles, event, at);
      foldFunding(views.funding, event, at);
      return;
    case 'funding-estimated':
      foldFunding(views.funding, event, at);
      return;
    case 'funding-settled':
      foldFunding(views.funding, event, at);
      foldBills(views.bills, book, event);
      foldHistory(book, event);
      return;
    case 'account-opened':
    case 'isolated-margin-moved':
      foldAccounts(views.accounts, event, at);
      return;
    case 'collateral-moved':
    case 'funding-paid':
    case 'deficit-covered':
      foldAccounts(views.accounts, event, at);
      foldBills(views.bills, book, event);
      if (event.kind === 'deficit-covered') foldHistory(book, event);
      return;
    case 'liquidation-started':
    case 'liquidation-ended':
    case 'deleveraged':
      foldHistory(book, event);
      return;
    case 'contract-status-changed':
    case 'contract-listed':
      foldContracts(views.contracts, event);
      if (event.kind === 'contract-listed') addContract(views, event, at);
      return;
    case 'market-beat-kept':
    case 'note-recorded':
      foldMarketMemory(views.market, event);
      return;
    default:
  }
}

function foldFill(views: Views, book: HistoryBook, event: FillSettled): void {
  const { at } = book;
  foldPrices(views.prices, event, at);
  foldDepth(views.depth, event);
  foldTrades(views.trades, event, at);
  const number = lastNumber(views.trades, event.contract);
  foldCandles(views.candles, event, at, number);
  foldOpenInterest(views.openInterest, event);
  foldOrders(views.orders, views.contracts, event, at);
  foldAccounts(views.accounts, event, at);
  foldBills(views.bills, book, event);
  addFills(book, views.orders, event, number);
}

function addContract(views: Views, event: ContractListed, at: Millis): void {
  foldPrices(views.prices, event, at);
  foldDepth(views.depth, event);
  foldTrades(views.trades, event, at);
  foldCandles(views.candles, event, at);
  foldOpenInterest(views.openInterest, event);
  foldFunding(views.funding, event, at);
}

function takeTouched(view: OrdersView): TrackedOrder[] {
  if (view.touched.size === 0) return [];
  const orders = [...view.touched];
  view.touched = new Set();
  return orders;
}

/**
 * The history rows of one entry as they are written: orders that ended, both sides of every trade,
 * every movement of money, settlements and liquidations. Each row is complete in itself.
 */
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
