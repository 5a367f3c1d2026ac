/**
 * Recent public trades. Only fills at the book are trades; the venue's own settlements stay off.
 */
import type { ContractListed, FillSettled } from '../domain/event.ts';
import type { ContractId, TradeId } from '../domain/ids.ts';
import type { Side } from '../domain/side.ts';
import type { Lots, Millis, Money, Ticks } from '../domain/units.ts';
import { getRow } from './contracts.ts';
import { createRing, newestItems, pushItem, type Ring, restoreRing } from './ring.ts';

export interface Trade {
  readonly trade: TradeId;
  /** Its place among the trades of its contract: they are counted without gaps. */
  readonly number: number;
  readonly contract: ContractId;
  /** Buy if the buyer was the taker. */
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly size: Lots;
  readonly value: Money;
  readonly at: Millis;
}

export interface TradesView {
  readonly rings: Ring<Trade>[];
}

/** As many as one query may ask for. */
export const TRADES_KEPT = 1_000;

export const createTradesView = (): TradesView => ({ rings: [] });

export function foldTrades(
  view: TradesView,
  event: ContractListed | FillSettled,
  at: Millis,
): void {
  if (event.kind === 'contract-listed') view.rings.push(createRing(TRADES_KEPT));
  else if (event.venue === 'book') {
    const number = lastNumber(view, event.contract) + 1;
    pushItem(getRow(view.rings, event.contract), tradeOf(event, number, at));
  }
}

/** Of the newest trade of a contract; zero before the first. */
export const lastNumber = (view: TradesView, contract: ContractId): number =>
  newestItems(getRow(view.rings, contract), 1)[0]?.number ?? 0;

/** Trades of before they were counted have the id that counts over all contracts. */
export const restoreTrades = (
  trades: readonly (Omit<Trade, 'number'> & Partial<Pick<Trade, 'number'>>)[],
): Ring<Trade> =>
  restoreRing(
    TRADES_KEPT,
    trades.map((trade) => ({ ...trade, number: trade.number ?? trade.trade })),
  );

/** Newest first. */
export const newestTrades = (view: TradesView, contract: ContractId, limit: number): Trade[] =>
  newestItems(getRow(view.rings, contract), limit);

const tradeOf = (fill: FillSettled, number: number, at: Millis): Trade => ({
  trade: fill.trade,
  number,
  contract: fill.contract,
  takerSide: fill.takerSide,
  price: fill.price,
  size: fill.size,
  value: fill.value,
  at,
});
