/**
 * Where orders are kept: every order that is not final, by its id, in pages. Ids only grow, so the
 * orders of a page came together and mostly go together; a page goes with its last one. A map would
 * hash each id three times in the life of its order, look for it among all others, and now and then
 * move them all. And V8 chains the tables that a map had: once one of them is old, everything that
 * passes through the map becomes old too, and keeps the collector busy beside the venue.
 */
import { assert } from './assert.ts';
import type { OrderId } from './ids.ts';

interface Page<Order> {
  readonly number: number;
  readonly orders: (Order | undefined)[];
  count: number;
}

/** A page takes about as much memory as one order, which may be the last of it for long. */
const PAGE_IDS = 64;

export class OrderTable<Order> {
  readonly #pages = new Map<number, Page<Order>>();
  /** Most questions are about young orders. */
  #latest: Page<Order> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: OrderId): Order | undefined {
    return this.#find(id)?.orders[id % PAGE_IDS];
  }

  has(id: OrderId): boolean {
    return this.get(id) !== undefined;
  }

  add(id: OrderId, order: Order): void {
    const page = this.#find(id) ?? this.#open(id);
    const place = id % PAGE_IDS;
    assert(page.orders[place] === undefined, 'an order is in the table already', id);
    page.orders[place] = order;
    page.count += 1;
    this.#size += 1;
  }

  delete(id: OrderId): void {
    const page = this.#find(id);
    const place = id % PAGE_IDS;
    assert(page?.orders[place] !== undefined, 'an order is not in the table', id);
    page.orders[place] = undefined;
    page.count -= 1;
    this.#size -= 1;
    if (page.count > 0 || page === this.#latest) return;
    this.#pages.delete(page.number);
  }

  /** In the order of their pages, and of their ids in each. */
  values(): Order[] {
    return [...this.#pages.values()].flatMap(({ orders }) =>
      orders.filter((order) => order !== undefined),
    );
  }

  #find(id: OrderId): Page<Order> | undefined {
    const number = Math.floor(id / PAGE_IDS);
    return this.#latest?.number === number ? this.#latest : this.#pages.get(number);
  }

  #open(id: OrderId): Page<Order> {
    const number = Math.floor(id / PAGE_IDS);
    const orders = new Array<Order | undefined>(PAGE_IDS).fill(undefined);
    const page = { number, orders, count: 0 };
    const left = this.#latest;
    if (left?.count === 0) this.#pages.delete(left.number);
    this.#pages.set(number, page);
    this.#latest = page;
    return page;
  }
}

/** Records of either kind are chained by the field that chains the orders of a desk. */
interface Chained<Order> {
  next: Order | null;
}

/** After a crowd of orders has ended together, its records are not kept for ever. */
const SPARE_MAX = 4_096;

/**
 * The records of orders. Most orders live for seconds, and theirs are the largest things that an
 * entry makes: so the record of an order that has ended serves the next one, every field of it
 * written anew. It rests until the next entry, because whoever applied this one may still read it.
 */
export class OrderRecords<Order extends Chained<Order>> {
  #spare: Order | null = null;
  #spareCount = 0;
  #ended: Order | null = null;
  #firstEnded: Order | null = null;
  #endedCount = 0;

  /** Null if a new one has to be made. */
  take(): Order | null {
    const order = this.#spare;
    if (order === null) return null;
    this.#spare = order.next;
    this.#spareCount -= 1;
    return order;
  }

  giveBack(order: Order): void {
    order.next = this.#ended;
    this.#ended = order;
    this.#firstEnded ??= order;
    this.#endedCount += 1;
  }

  /** A new entry: what the one before gave back is free. */
  release(): void {
    if (this.#firstEnded === null) return;
    if (this.#spareCount + this.#endedCount <= SPARE_MAX) {
      this.#firstEnded.next = this.#spare;
      this.#spare = this.#ended;
      this.#spareCount += this.#endedCount;
    }
    this.#ended = null;
    this.#firstEnded = null;
    this.#endedCount = 0;
  }
}
