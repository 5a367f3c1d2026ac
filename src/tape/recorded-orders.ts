/**
 * The orders of a tape that knows each of them: what is left of every one, in the order of its
 * queue, and which order of the venue stands for it. What a trader takes of one is gone; it comes
 * back with the orders that were recorded later.
 */
import type { OrderId } from '../domain/ids.ts';
import type { Side } from '../domain/side.ts';
import type { Ticks } from '../domain/units.ts';

export interface RecordedOrder {
  readonly side: Side;
  readonly price: Ticks;
  /** In lots, as the tape last said. */
  left: number;
  /** Whether the venue was told of it. */
  isPlaced: boolean;
  /** Undefined until it was seen in the venue's book. */
  order: OrderId | undefined;
}

/** An order of the tape's maker as it stands in the venue's queue. */
export interface StandingRecorded {
  readonly order: OrderId | undefined;
  readonly isOwn: boolean;
  recorded?: RecordedOrder | undefined;
}

const NONE: readonly RecordedOrder[] = [];

export class RecordedOrders {
  readonly #orders = new Map<number, RecordedOrder>();
  readonly #levels: Readonly<Record<Side, Map<Ticks, RecordedOrder[]>>> = {
    buy: new Map(),
    sell: new Map(),
  };

  at(side: Side, price: Ticks): readonly RecordedOrder[] {
    return this.#levels[side].get(price) ?? NONE;
  }

  /** Returns the levels that changed: an order that moves leaves one and joins another. */
  set(id: number, side: Side, price: Ticks, left: number): RecordedOrder[] {
    const known = this.#orders.get(id);
    if (known?.side === side && known.price === price) {
      known.left = left;
      if (left === 0) this.#remove(id, known);
      return [known];
    }
    const changed: RecordedOrder[] = [];
    if (known !== undefined) {
      known.left = 0;
      this.#remove(id, known);
      changed.push(known);
    }
    if (left === 0) return changed;
    const added = { side, price, left, isPlaced: false, order: undefined };
    this.#orders.set(id, added);
    const level = this.#levels[side].get(price);
    if (level === undefined) this.#levels[side].set(price, [added]);
    else level.push(added);
    return [...changed, added];
  }

  /** An order that the venue has, and of which nobody has seen yet which of its orders it is. */
  findUnnamed(id: number): RecordedOrder | undefined {
    const known = this.#orders.get(id);
    return known?.isPlaced === true && known.order === undefined ? known : undefined;
  }

  sumAt(side: Side, price: Ticks): number {
    return this.at(side, price).reduce((sum, { left }) => sum + left, 0);
  }

  /** Tells the orders of a queue which recorded ones they are. New ones are the last of them. */
  name(side: Side, price: Ticks, standing: readonly StandingRecorded[]): void {
    const level = this.at(side, price);
    const fresh = level.filter(({ isPlaced, order }) => isPlaced && order === undefined);
    const own = standing.filter(({ isOwn }) => isOwn);
    for (const each of own) each.recorded = level.find(({ order }) => order === each.order);
    const unnamed = own.filter(({ recorded }) => recorded === undefined);
    for (let place = 1; place <= Math.min(fresh.length, unnamed.length); place += 1) {
      const recorded = fresh.at(-place)!;
      recorded.order = unnamed.at(-place)!.order;
      unnamed.at(-place)!.recorded = recorded;
    }
  }

  /** The venue may have anything: all of them are placed again. */
  forgetPlaced(): void {
    for (const order of this.#orders.values()) unplace(order);
  }

  #remove(id: number, order: RecordedOrder): void {
    this.#orders.delete(id);
    const level = this.#levels[order.side].get(order.price) ?? [];
    const rest = level.filter((each) => each !== order);
    if (rest.length === 0) this.#levels[order.side].delete(order.price);
    else this.#levels[order.side].set(order.price, rest);
  }
}

/** It is not in the venue any more, and comes again. */
export function unplace(order: RecordedOrder): void {
  order.isPlaced = false;
  order.order = undefined;
}
