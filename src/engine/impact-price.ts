/** Average prices at which the impact notional would be sold and bought right now. */

import { bestTicks, firstSlotAt, levelLots, NO_SLOT, nextSlotAt, nextTicks } from '../book/book.ts';
import type { AccountId } from '../domain/ids.ts';
import { divideDown, divideUp } from '../domain/money.ts';
import type { Side } from '../domain/side.ts';
import {
  FINE_PER_TICK,
  type FineTicks,
  fineTicks,
  type Lots,
  NO_TICKS,
  type Ticks,
  toBigInt,
} from '../domain/units.ts';
import { remainingLots } from './order-life.ts';
import type { Listing, LiveOrder } from './state.ts';

/** Undefined if a side is empty. A book that is too thin is extended at its worst price. */
export function findImpactPrices(
  listing: Listing,
): { readonly bid: FineTicks; readonly ask: FineTicks } | undefined {
  const bid = findImpact(listing, 'buy');
  const ask = findImpact(listing, 'sell');
  return bid === undefined || ask === undefined ? undefined : { bid, ask };
}

function findImpact(listing: Listing, side: Side): FineTicks | undefined {
  const { book, contract } = listing;
  const wanted = toBigInt(contract.impactNotional);
  const tickLotValue = toBigInt(contract.tickLotValue);
  let price = bestTicks(book, side);
  if (price === NO_TICKS) return undefined;
  let left = wanted;
  let lotsBefore = 0n;
  for (;;) {
    const perLot = BigInt(price) * tickLotValue;
    const here = BigInt(levelLots(book, side, price));
    const next = nextTicks(book, side, price);
    if (here * perLot >= left || next === NO_TICKS) {
      // The last level is taken in part: its lots are a fraction, so both sides carry its price.
      const top = wanted * perLot * BigInt(FINE_PER_TICK);
      const below = (lotsBefore * perLot + left) * tickLotValue;
      // Rounded away from the other side: a premium is never overstated by rounding.
      return fineTicks(Number(side === 'buy' ? divideDown(top, below) : divideUp(top, below)));
    }
    lotsBefore += here;
    left -= here * perLot;
    price = next;
  }
}

export type LevelVisitor = (price: Ticks, size: Lots) => void;

/**
 * Shows the levels of one side of a book, the best first, without making a record of any. At most
 * so many levels.
 */
export function visitLevels(
  { book }: Listing,
  side: Side,
  limit: number,
  visit: LevelVisitor,
): void {
  let price = bestTicks(book, side);
  for (let seen = 0; seen < limit && price !== NO_TICKS; seen += 1) {
    visit(price, levelLots(book, side, price));
    price = nextTicks(book, side, price);
  }
}

/** The level behind this one, or the best for `NO_TICKS`; `NO_TICKS` where there is none. */
export const levelAfter = ({ book }: Listing, side: Side, price: Ticks): Ticks =>
  price === NO_TICKS ? bestTicks(book, side) : nextTicks(book, side, price);

export type QueueVisitor = (order: Pick<LiveOrder, 'id' | 'account'>, remaining: Lots) => void;

/** Shows the orders at a price, from the front of the queue to its end. */
export function visitQueue(
  { book, resting }: Listing,
  side: Side,
  price: Ticks,
  visit: QueueVisitor,
): void {
  for (let slot = firstSlotAt(book, side, price); slot !== NO_SLOT; slot = nextSlotAt(book, slot)) {
    const order = resting[slot]!;
    visit(order, remainingLots(order));
  }
}

/** The lots at a price if one order of the account is all there is; minus one if it is not. */
export function soleLots(
  { book, resting }: Listing,
  side: Side,
  price: Ticks,
  account: AccountId,
): number {
  const slot = firstSlotAt(book, side, price);
  if (slot === NO_SLOT) return 0;
  const order = resting[slot]!;
  const isSole = order.account === account && nextSlotAt(book, slot) === NO_SLOT;
  return isSole ? remainingLots(order) : -1;
}
