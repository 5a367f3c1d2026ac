/**
 * The orders of a LOBSTER tape, price by price. Where the file of books is there too, each of its
 * rows is the truth as deep as it goes: what no known order explains is an order from before the
 * file, and what the row has no more is gone. Prices and sizes are those of the file.
 */
import type { Side } from '../domain/side.ts';

interface LobsterOrder {
  readonly id: number;
  readonly side: Side;
  readonly price: number;
  left: number;
}

interface LobsterLevel {
  /** By id, the oldest first. */
  readonly orders: Map<number, LobsterOrder>;
  sum: number;
}

type LobsterSide = ReturnType<typeof blankSide>;

const ROW_NUMBERS = 4;

export class LobsterOrders {
  readonly #orders = new Map<number, LobsterOrder>();
  readonly #changed = new Set<LobsterOrder>();
  readonly #sells = blankSide('sell', 1, 0);
  readonly #buys = blankSide('buy', -1, 2);
  /** Those of the file are not negative. */
  #nextId = -1;

  leftOf(id: number): number | undefined {
    return this.#orders.get(id)?.left;
  }

  /** A known order stays at its side and price. */
  set(given: Pick<LobsterOrder, 'id' | 'side' | 'price'>, left: number): void {
    const known = this.#orders.get(given.id);
    if (known === undefined && left <= 0) return;
    this.#set(known ?? { ...given, left: 0 }, Math.max(0, left));
  }

  /** Brings all levels to what the row says of them. */
  follow(row: readonly number[]): void {
    for (const own of [this.#sells, this.#buys]) {
      const told = new Set<number>();
      let seenTo = Number.POSITIVE_INFINITY;
      for (let place = own.from; place < row.length; place += ROW_NUMBERS) {
        const [price, size] = [row[place]!, row[place + 1]!];
        // Where there is no further level, the row tells of the whole side.
        seenTo = size > 0 ? price * own.sign : Number.POSITIVE_INFINITY;
        if (size === 0) break;
        told.add(price);
        this.#bring(own, price, size);
      }
      const known = seenTo > own.seenTo ? own.levels.keys() : own.told;
      for (const price of known)
        if (price * own.sign <= seenTo && !told.has(price)) this.#bring(own, price, 0);
      own.told = told;
      own.seenTo = seenTo;
    }
  }

  /** Those that changed since the last time, as they are now. */
  takeChanged(): readonly LobsterOrder[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  #bring({ side, levels }: LobsterSide, price: number, size: number): void {
    const { orders = NO_ORDERS, sum = 0 } = levels.get(price) ?? {};
    if (size > sum) {
      const before = [...orders.values()].find(({ id }) => id < 0);
      const order = before ?? { id: this.#nextId--, side, price, left: 0 };
      this.#set(order, order.left + size - sum);
      return;
    }
    let over = sum - size;
    // Nobody told of it: the oldest of all have gone.
    const oldest = [...orders.values()].sort(
      (one, other) => Math.sign(one.id) - Math.sign(other.id),
    );
    for (const order of oldest) {
      const gone = Math.min(over, order.left);
      if (gone > 0) this.#set(order, order.left - gone);
      over -= gone;
    }
  }

  #set(order: LobsterOrder, left: number): void {
    const { levels } = order.side === 'buy' ? this.#buys : this.#sells;
    let level = levels.get(order.price);
    if (level === undefined) {
      level = { orders: new Map(), sum: 0 };
      levels.set(order.price, level);
    }
    level.sum += left - order.left;
    order.left = left;
    this.#changed.add(order);
    if (left > 0) {
      level.orders.set(order.id, order);
      this.#orders.set(order.id, order);
      return;
    }
    level.orders.delete(order.id);
    this.#orders.delete(order.id);
    if (level.orders.size === 0) levels.delete(order.price);
  }
}

const NO_ORDERS: ReadonlyMap<number, LobsterOrder> = new Map();

const blankSide = (side: Side, sign: 1 | -1, from: number) => ({
  side,
  /** Prices times it rise from the best outward. */
  sign,
  /** Where its first price and size stand in a row; each level of a row has four numbers. */
  from,
  levels: new Map<number, LobsterLevel>(),
  /** The prices of the last row, and how far it went, times the sign. */
  told: new Set<number>(),
  seenTo: Number.NEGATIVE_INFINITY,
});
