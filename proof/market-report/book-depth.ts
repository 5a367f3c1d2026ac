/**
 * Measures a book as a trader would: how much rests how near, and how far an order of 10,000
 * reaches.
 */
import { bestTicks, levelLots, nextTicks } from '../../src/book/book.ts';
import type { Side } from '../../src/domain/side.ts';
import { FINE_PER_TICK, type Lots, lots, NO_TICKS, type Ticks } from '../../src/domain/units.ts';
import type { Listing } from '../../src/engine/state.ts';

/** Basis points from the index at which depth is summed. */
export const DEPTH_DISTANCES = [1, 2, 3, 5, 10, 20, 30, 50, 75, 100] as const;

/** How far from the best price the last lot of such an order trades, in basis points. */
export function reachOf(listing: Listing, side: Side, quote: number): number {
  const best = bestTicks(listing.book, side);
  let left = quote;
  for (const [price, worth] of levelsOf(listing, side)) {
    left -= worth;
    if (left <= 0) return (Math.abs(price - best) / best) * 1e4;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * What such an order costs: how far its average price is from the middle, in basis points; infinite
 * if the book does not hold it.
 */
export function takingCost(listing: Listing, side: Side, quote: number): number {
  const middle = midOf(listing);
  let [left, paid] = [quote, 0];
  for (const [price, worth] of levelsOf(listing, side)) {
    const taken = Math.min(left, worth);
    paid += taken * Math.abs(price / middle - 1);
    left -= taken;
    if (left <= 0) return (paid / quote) * 1e4;
  }
  return Number.POSITIVE_INFINITY;
}

export const midOf = ({ book }: Listing): number =>
  (bestTicks(book, 'buy') + bestTicks(book, 'sell')) / 2;

/**
 * What rests on both sides up to so many basis points from the index, in the quote currency; only
 * at multiples of so many ticks, if they are given.
 */
export function depthWithin(listing: Listing, distance: number, unit = 1): number {
  const index = listing.index / FINE_PER_TICK;
  let sum = 0;
  for (const side of ['buy', 'sell'] as const)
    for (const [price, worth] of levelsOf(listing, side)) {
      if ((Math.abs(price - index) / index) * 1e4 > distance) break;
      if (price % unit === 0) sum += worth;
    }
  return sum;
}

/** The asks up to so many basis points above a price, in the quote currency. */
export function asksUpTo(listing: Listing, from: number, distance: number): number {
  let sum = 0;
  for (const [price, worth] of levelsOf(listing, 'sell')) {
    if ((price / from - 1) * 1e4 > distance) break;
    sum += worth;
  }
  return sum;
}

/** What rests on one side up to each of the distances, in the quote currency. */
export function depthsOf(listing: Listing, side: Side): number[] {
  const index = listing.index / FINE_PER_TICK;
  const depths: number[] = DEPTH_DISTANCES.map(() => 0);
  for (const [price, worth] of levelsOf(listing, side)) {
    const away = (Math.abs(price - index) / index) * 1e4;
    DEPTH_DISTANCES.forEach((distance, at) => {
      if (away <= distance) depths[at] = (depths[at] ?? 0) + worth;
    });
  }
  return depths;
}

/** From the best price on: each, and what rests there in the quote currency. */
function* levelsOf({ book, contract }: Listing, side: Side): Generator<[Ticks, number]> {
  const unit = Number(contract.tickLotValue);
  for (let price = bestTicks(book, side); price !== NO_TICKS; price = nextTicks(book, side, price))
    yield [price, (levelLots(book, side, price) * price * unit) / 1e8];
}

/** At the mark, in the quote currency. */
export const worthOfLot = ({ contract, mark }: Listing): number =>
  (mark * Number(contract.tickLotValue)) / 1e8;

/** As many lots as are worth about so much, at least the smallest order. */
export const lotsWorth = (listing: Listing, quote: number, round = Math.round): Lots =>
  lots(Math.max(listing.contract.orderLotsMin, round(quote / worthOfLot(listing))));
