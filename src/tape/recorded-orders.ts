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
  /** What the order grew by later, which stands at the end of the queue. */
  more: RecordedOrder | undefined;
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
      this.#resize(id, known, left);
      return [known];
    }
    const changed: RecordedOrder[] = [];
    if (known !== undefined) {
      this.#resize(id, known, 0);
      changed.push(known);
    }
    if (left === 0) return changed;
    const added = this.#add(side, price, left);
    this.#orders.set(id, added);
    return [...changed, added];
  }

  /** It grows at the end of the queue, and shrinks from the front. */
  #resize(id: number, first: RecordedOrder, left: number): void {
    let over = -left;
    let last = first;
    for (let piece: RecordedOrder | undefined = first; piece !== undefined; piece = piece.more) {
      over += piece.left;
      last = piece;
    }
    if (over < 0) last.more = this.#add(first.side, first.price, -over);
    let piece: RecordedOrder | undefined = first;
    for (; piece !== undefined && over > 0; piece = piece.more) {
      const gone = Math.min(over, piece.left);
      piece.left -= gone;
      over -= gone;
      if (piece.left === 0) this.#remove(piece);
    }
    let standing: RecordedOrder | undefined = first;
    while (standing?.left === 0) standing = standing.more;
    if (standing === undefined) this.#orders.delete(id);
    else if (standing !== first) this.#orders.set(id, standing);
  }

  #add(side: Side, price: Ticks, left: number): RecordedOrder {
    const added = { side, price, left, isPlaced: false, order: undefined, more: undefined };
    const level = this.#levels[side].get(price);
    if (level === undefined) this.#levels[side].set(price, [added]);
    else level.push(added);
    return added;
  }

  /** An order that the venue has, and of which nobody has seen yet which of its orders it is. */
  findUnnamed(id: number): RecordedOrder | undefined {
    let known = this.#orders.get(id);
    while (known !== undefined && !(known.isPlaced && known.order === undefined))
      known = known.more;
    return known;
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
    for (const levels of Object.values(this.#levels))
      for (const level of levels.values()) for (const order of level) unplace(order);
  }

  #remove(order: RecordedOrder): void {
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
