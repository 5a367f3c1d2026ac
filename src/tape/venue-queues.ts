/** The queues of the venue as they will stand once the steps of a moment so far are applied. */
import type { AccountId, ContractId } from '../domain/ids.ts';
import type { Side } from '../domain/side.ts';
import type { Ticks } from '../domain/units.ts';
import type { ListingRead } from '../venue/read.ts';
import type { Queued } from './shrink-queue.ts';

export interface Queue {
  readonly side: Side;
  readonly price: Ticks;
  orders: Queued[];
}

export const keyOf = (side: Side, price: Ticks): number => (side === 'buy' ? price : -price);

export class VenueQueues {
  readonly #read: ListingRead;
  readonly #contract: ContractId;
  readonly #maker: AccountId;
  readonly #queues = new Map<number, Queue>();
  /** At which one order of the tape is all there is, and its lots: most levels are like that. */
  readonly #sole = new Map<number, number>();
  /** What is looked at now is looked at for the last time in this moment. */
  isLeft = false;

  constructor(read: ListingRead, contract: ContractId, maker: AccountId) {
    this.#read = read;
    this.#contract = contract;
    this.#maker = maker;
  }

  /** A new moment: the venue has had the steps of the one before. */
  begin(): void {
    this.isLeft = false;
    if (this.#queues.size > 0) this.#queues.clear();
    if (this.#sole.size > 0) this.#sole.clear();
  }

  /** Minus one where there may be more than one order of the tape. */
  soleAt(side: Side, price: Ticks): number {
    const key = keyOf(side, price);
    if (this.#queues.size > 0 && this.#queues.has(key)) return -1;
    const known = this.#sole.size > 0 ? this.#sole.get(key) : undefined;
    return known ?? this.#read.soleLots(this.#contract, side, price, this.#maker);
  }

  setSole(side: Side, price: Ticks, lots: number): void {
    if (!this.isLeft) this.#sole.set(keyOf(side, price), lots);
  }

  at(side: Side, price: Ticks, name: (orders: readonly Queued[]) => void): Queue {
    const key = keyOf(side, price);
    const known = this.#queues.get(key);
    if (known !== undefined) return known;
    const orders: Queued[] = [];
    const sole = this.#sole.get(key);
    if (sole !== undefined && sole > 0) orders.push({ order: undefined, isOwn: true, left: sole });
    if (sole === undefined)
      this.#read.visitQueue(this.#contract, side, price, ({ id, account }, left) => {
        orders.push({ order: id, isOwn: account === this.#maker, left });
      });
    name(orders);
    const queue = { side, price, orders };
    this.#queues.set(key, queue);
    return queue;
  }
}
