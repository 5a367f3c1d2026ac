/** The recorded book of one symbol: what stands at each price, as the tape last said. */
import { PriceTable } from '../domain/price-table.ts';
import type { FlatLevels, TapeLevels, TapeOrder } from './tape-event.ts';

export interface TapeBook {
  readonly bids: BookSide;
  readonly asks: BookSide;
  /** The best prices; minus and plus infinity where a side is empty. */
  bestBid: number;
  bestAsk: number;
}

/** In decimals; in ticks a table is faster. */
type BookSide = Map<number, number> | PriceTable;

export const createTapeBook = (side: () => BookSide = () => new Map()): TapeBook => ({
  bids: side(),
  asks: side(),
  bestBid: Number.NEGATIVE_INFINITY,
  bestAsk: Number.POSITIVE_INFINITY,
});

export function setLevels(
  book: TapeBook,
  { isSnapshot, bids, asks }: Pick<TapeLevels, 'isSnapshot' | 'bids' | 'asks'>,
): void {
  if (isSnapshot) {
    book.bids.clear();
    book.asks.clear();
    book.bestBid = Number.NEGATIVE_INFINITY;
    book.bestAsk = Number.POSITIVE_INFINITY;
  }
  book.bestBid = -setSide(book.bids, bids, -book.bestBid, -1);
  book.bestAsk = setSide(book.asks, asks, book.bestAsk, 1);
}

/** Of a book whose orders are known. */
export type BookOrder = Pick<TapeOrder, 'side' | 'price' | 'size'>;

/** An order is as it is told now; by id, the oldest of a queue first. */
export function setOrder<Order extends BookOrder>(
  book: TapeBook,
  orders: Map<number, Order>,
  id: number,
  order: Order,
): void {
  const before = orders.get(id);
  if (before !== undefined) addSize(book, before, -before.size);
  // One that moves joins the end of another queue.
  if (order.size === 0 || before?.side !== order.side || before.price !== order.price)
    orders.delete(id);
  if (order.size > 0) orders.set(id, order);
  addSize(book, order, order.size);
}

function addSize(book: TapeBook, { side, price }: BookOrder, size: number): void {
  const level = [price, ((side === 'buy' ? book.bids : book.asks).get(price) ?? 0) + size];
  const [bids, asks] = side === 'buy' ? [level, []] : [[], level];
  setLevels(book, { isSnapshot: false, bids, asks });
}

/** All prices move by as much. */
export function moveBook(book: TapeBook, by: number): void {
  for (const levels of [book.bids, book.asks]) {
    const moved = [...levels].map(([price, size]) => [price + by, size] as const);
    levels.clear();
    for (const [price, size] of moved) if (price > 0) levels.set(price, size);
  }
  book.bestBid += by;
  book.bestAsk += by;
}

/** Prices times the sign rise from the best outward. Returns the best, times the sign. */
function setSide(levels: BookSide, changes: FlatLevels, before: number, sign: 1 | -1): number {
  let best = before;
  let isBestGone = false;
  for (let place = 0; place < changes.length; place += 2) {
    const price = changes[place]!;
    const size = changes[place + 1]!;
    if (size > 0) {
      levels.set(price, size);
      if (price * sign < best) best = price * sign;
    } else {
      levels.delete(price);
      if (price * sign === best) isBestGone = true;
    }
  }
  if (!isBestGone || (levels.get(best * sign) ?? 0) > 0) return best;
  return bestBehind(levels, best * sign, sign);
}

function bestBehind(levels: BookSide, price: number, sign: 1 | -1): number {
  if (levels instanceof PriceTable) {
    const next = levels.next(price, sign);
    return next === 0 ? Number.POSITIVE_INFINITY : next * sign;
  }
  let best = Number.POSITIVE_INFINITY;
  for (const known of levels.keys()) if (known * sign < best) best = known * sign;
  return best;
}

/** What became of a tape so far. */
export const blankPlayed = () => ({
  changes: 0,
  levels: 0,
  trades: 0,
  /** Trades from before the first book. */
  early: 0,
  /** Times the recorded book was crossed: the newer side stays. */
  crossings: 0,
  /** Prices and sizes between the steps of the contract, or beyond what a book can have. */
  offStep: 0,
});

export type PlayedCounts = ReturnType<typeof blankPlayed>;
