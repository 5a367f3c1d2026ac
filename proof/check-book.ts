/**
 * A full audit of a book's structure, for tests and for the auditor: it walks everything, so it is
 * not for every command. A failure is a broken invariant, never a user's mistake.
 */

import {
  type Book,
  bestTicks,
  crosses,
  getWide,
  getWord,
  LEVEL_HEAD,
  LEVEL_ORDERS,
  LEVEL_PRICE,
  LEVEL_TAIL,
  LEVEL_TOTAL,
  ladderOf,
  NO_RECORD,
  NO_SLOT,
  nextTicks,
  ORDER_LEVEL,
  ORDER_LOTS,
  ORDER_NEXT,
  ORDER_PREV,
  type Pool,
  packPrice,
} from '../src/book/book.ts';
import { NO_LEVEL } from '../src/book/ladder.ts';
import { tickAbove, tickBelow } from '../src/book/tick-set.ts';
import { assert } from '../src/domain/assert.ts';
import { PAGE_PRICES, type PriceTable } from '../src/domain/price-table.ts';
import type { Side } from '../src/domain/side.ts';
import { NO_TICKS, type Ticks, ticks } from '../src/domain/units.ts';

export function checkBook(book: Book): void {
  const bid = bestTicks(book, 'buy');
  const ask = bestTicks(book, 'sell');
  assert(bid === NO_TICKS || !crosses('buy', bid, ask), 'the book is crossed');
  const bids = checkSide(book, 'buy');
  const asks = checkSide(book, 'sell');
  assert(bids.orders + asks.orders === book.orders.live, 'an order is in no level');
  assert(bids.levels + asks.levels + 1 === book.levels.live, 'a level is in no ladder');
  for (const pool of [book.orders, book.levels]) {
    assert(countFree(pool) + pool.live === pool.touched, 'a record is neither used nor free');
  }
}

/** How much one side holds, counted by walking it. */
interface Held {
  readonly orders: number;
  readonly levels: number;
}

function checkSide(book: Book, side: Side): Held {
  const ladder = ladderOf(book, side);
  assert(ladder.bestLevel === ladder.levels.get(ladder.best), 'the best level is another one');
  assert(bestTicks(book, side) === searchBest(book, side), 'a phantom best price');
  let orders = 0;
  let levels = 0;
  let price = bestTicks(book, side);
  while (price !== NO_TICKS) {
    orders += checkLevel(book, side, price);
    levels += 1;
    const next = nextTicks(book, side, price);
    const isWorse = side === 'buy' ? next < price : next > price;
    assert(next === NO_TICKS || isWorse, 'levels that do not run from best to worst');
    price = next;
  }
  assert(levels === ladder.levels.size, 'a level is unreachable from the best price');
  checkTable(ladder.levels);
  return { orders, levels };
}

/** The best price as the set of prices alone tells it. */
function searchBest(book: Book, side: Side): Ticks {
  const { prices } = ladderOf(book, side);
  if (side === 'sell') return ticks(tickAbove(prices, 0));
  const highest = prices.reach - 1;
  return ticks(tickAbove(prices, highest - 1) || tickBelow(prices, highest));
}

/** Walks one queue from oldest to newest and returns how many orders it has. */
function checkLevel(book: Book, side: Side, price: Ticks): number {
  const level = ladderOf(book, side).levels.get(price);
  assert(level !== NO_LEVEL, 'a price without a level');
  assert(getWord(book.levels, level, LEVEL_PRICE) === packPrice(side, price), 'a misplaced level');
  let total = 0;
  let orders = 0;
  let prev = NO_SLOT;
  let slot = getWord(book.levels, level, LEVEL_HEAD);
  while (slot !== NO_SLOT) {
    assert(getWord(book.orders, slot, ORDER_LEVEL) === level, 'an order in a foreign queue');
    assert(getWord(book.orders, slot, ORDER_PREV) === prev, 'a queue that differs backwards');
    assert(getWord(book.orders, slot, ORDER_LOTS) > 0, 'a resting order without lots');
    total += getWord(book.orders, slot, ORDER_LOTS);
    orders += 1;
    assert(orders <= book.orders.live, 'a queue that bites its tail');
    prev = slot;
    slot = getWord(book.orders, slot, ORDER_NEXT);
  }
  assert(orders > 0, 'an empty level');
  assert(orders === getWord(book.levels, level, LEVEL_ORDERS), 'a level that miscounts its orders');
  assert(prev === getWord(book.levels, level, LEVEL_TAIL), 'a level with another newest order');
  assert(total === getWide(book.levels, level, LEVEL_TOTAL), 'a level total that is not the sum');
  return orders;
}

/** That it counts its prices, and that no page is lost. */
function checkTable(table: PriceTable): void {
  const prices = [...table].map(([price]) => price);
  assert(prices.length === table.size, 'the table of prices miscounts its levels');
  const used = new Set(prices.map((price) => Math.floor(price / PAGE_PRICES))).size;
  assert(used + table.spare.length + 1 === table.pages, 'a page is neither used nor spare');
}

/** Length of the free list, found by walking it. */
function countFree(pool: Pool): number {
  let count = 0;
  let record = pool.free;
  while (record !== NO_RECORD) {
    count += 1;
    assert(count <= pool.touched, 'a free list that bites its tail');
    record = getWord(pool, record, 0);
  }
  return count;
}
