/**
 * All views of a venue, and the one way into them: the events of an entry. The same events give the
 * same views, here, in a remote gateway or in a page. Neither cost per event nor memory grows with
 * history: rings are fixed, and everything else follows what is live.
 */
import { assert } from '../domain/assert.ts';
import type { ContractListed, Event, FillSettled } from '../domain/event.ts';
import type { HistoryRows } from '../domain/history.ts';
import { type Millis, millis, NO_MONEY, type Seq, seq } from '../domain/units.ts';
import { type AccountsView, createAccountsView, foldAccounts } from './accounts.ts';
import { type BillsView, createBillsView, foldBills, payFees } from './bills.ts';
import { type CandlesView, createCandlesView, foldCandles } from './candles.ts';
import {
  type ContractsView,
  createContractsView,
  createOpenInterestView,
  createPricesView,
  foldContracts,
  foldOpenInterest,
  foldPrices,
  type OpenInterestView,
  type PricesView,
} from './contracts.ts';
import { createDepthView, type DepthView, foldDepth } from './depth.ts';
import { createFundingView, type FundingView, foldFunding } from './funding.ts';
import {
  addFills,
  closeHistory,
  createHistoryBook,
  foldHistory,
  type HistoryBook,
} from './history.ts';
import { createMarketMemory, foldMarketMemory, type MarketMemory } from './market-memory.ts';
import { createOrdersView, foldOrders, type OrdersView, type TrackedOrder } from './orders.ts';
import { createTickerView, type TickerView } from './ticker.ts';
import { createTradesView, foldTrades, lastNumber, type TradesView } from './trades.ts';

export interface Views {
  /** The last entry folded, and its time. */
  seq: Seq;
  at: Millis;
  readonly contracts: ContractsView;
  readonly prices: PricesView;
  readonly depth: DepthView;
  readonly trades: TradesView;
  readonly candles: CandlesView;
  readonly ticker: TickerView;
  readonly openInterest: OpenInterestView;
  readonly funding: FundingView;
  readonly orders: OrdersView;
  readonly accounts: AccountsView;
  readonly bills: BillsView;
  readonly market: MarketMemory;
}

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

export const createViews = (): Views => ({
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
