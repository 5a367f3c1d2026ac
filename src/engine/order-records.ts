/**
 * The records of orders. Most orders live for seconds, and theirs are the largest things that an
 * entry makes: so the record of an order that has ended serves the next one, every field of it
 * written anew. It rests until the next entry, because whoever applied this one may still read it.
 */

/** Records of either kind are chained by the field that chains the orders of a desk. */
interface Chained<Order> {
  next: Order | null;
}

/** After a crowd of orders has ended together, its records are not kept for ever. */
const SPARE_MAX = 4_096;

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
