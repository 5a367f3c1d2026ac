/**
 * Recent public trades. Only fills at the book are trades; the venue's own settlements stay off.
 */
import type { ContractListed, FillSettled } from '../domain/event.ts';
import type { ContractId, TradeId } from '../domain/ids.ts';
import type { Side } from '../domain/side.ts';
import type { Lots, Millis, Money, Ticks } from '../domain/units.ts';
import { getRow } from './contracts.ts';
import { createRing, newestItems, pushItem, type Ring } from './ring.ts';

export interface Trade {
  readonly trade: TradeId;
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
  else if (event.venue === 'book') pushItem(getRow(view.rings, event.contract), tradeOf(event, at));
}

/** Newest first. */
export const newestTrades = (view: TradesView, contract: ContractId, limit: number): Trade[] =>
  newestItems(getRow(view.rings, contract), limit);

const tradeOf = (fill: FillSettled, at: Millis): Trade => ({
  trade: fill.trade,
  contract: fill.contract,
  takerSide: fill.takerSide,
  price: fill.price,
  size: fill.size,
  value: fill.value,
  at,
});
