/**
 * Recent public trades. Only fills at the book are trades; the venue's own settlements stay off.
 */

import { getRow } from '../domain/assert.ts';
import type { ContractListed, FillSettled } from '../domain/event.ts';
import type { ContractId, TradeId } from '../domain/ids.ts';
import type { Side } from '../domain/side.ts';
import type { Lots, Millis, Money, Ticks } from '../domain/units.ts';
import { createRing, newestItems, pushItem, type Ring, recoverRing } from './ring.ts';

export interface Trade {
  readonly trade: TradeId;
  /** The number of its fill: those of a contract are counted, also those that are no trades. */
  readonly number: number;
  /** Its place among the trades of its contract: they are counted without gaps. */
  readonly place: number;
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
  /** How many fills each contract had: the number of the newest. */
  readonly fills: number[];
}

/** As many as one query may ask for. */
export const TRADES_KEPT = 1_000;

export const createTradesView = (): TradesView => ({ rings: [], fills: [] });

export function foldTrades(
  view: TradesView,
  event: ContractListed | FillSettled,
  at: Millis,
): void {
  if (event.kind === 'contract-listed') {
    view.rings.push(createRing(TRADES_KEPT));
    view.fills.push(0);
    return;
  }
  const number = lastNumber(view, event.contract) + 1;
  view.fills[event.contract] = number;
  if (event.venue !== 'book') return;
  const ring = getRow(view.rings, event.contract);
  const place = (newestItems(ring, 1)[0]?.place ?? 0) + 1;
  pushItem(ring, tradeOf(event, number, place, at));
}

/** Of the newest fill of a contract; zero before the first. */
export const lastNumber = (view: TradesView, contract: ContractId): number =>
  getRow(view.fills, contract);

type Counted = 'number' | 'place';
type KeptTrade = Omit<Trade, Counted> & Partial<Pick<Trade, Counted>>;

/** Trades of before they were counted have the id that counts over all contracts. */
export function recoverTrades(
  view: TradesView,
  trades: readonly (readonly KeptTrade[])[],
  fills: readonly number[] | undefined,
): void {
  for (const [contract, kept] of trades.entries()) {
    const counted = kept.map((each): Trade => {
      const number = each.number ?? each.trade;
      return { ...each, number, place: each.place ?? number };
    });
    view.rings.push(recoverRing(TRADES_KEPT, counted));
    view.fills.push(fills?.[contract] ?? counted.at(-1)?.number ?? 0);
  }
}

/** Newest first. */
export const newestTrades = (view: TradesView, contract: ContractId, limit: number): Trade[] =>
  newestItems(getRow(view.rings, contract), limit);

const tradeOf = (fill: FillSettled, number: number, place: number, at: Millis): Trade => ({
  trade: fill.trade,
  number,
  place,
  contract: fill.contract,
  takerSide: fill.takerSide,
  price: fill.price,
  size: fill.size,
  value: fill.value,
  at,
});
