/**
 * The events of a venue as a tape: every order and every trade of its books, in decimals. What a
 * tape played into a venue is read back like anything else.
 */
import type { Contract } from '../domain/contract.ts';
import type { Event, ToldFunding } from '../domain/event.ts';
import type { ContractId, OrderId } from '../domain/ids.ts';
import { visitPlayed } from '../domain/played-levels.ts';
import type { Side } from '../domain/side.ts';
import {
  FINE_PER_TICK,
  FUNDING_SCALE,
  type Millis,
  NO_TICKS,
  type Ticks,
} from '../domain/units.ts';
import type { ListingRead } from '../venue/read.ts';
import { MICROS_PER_MILLI, type TapeEvent } from './tape-event.ts';

interface Resting {
  readonly contract: ContractId;
  readonly side: Side;
  readonly price: Ticks;
  left: number;
}

export const tapeSymbol = ({ base, quote }: Contract): string => `${base}${quote}`;

export class EventRecorder {
  readonly #contracts: Contract[] = [];
  readonly #resting = new Map<OrderId, Resting>();
  #at = 0;
  #count = 0;

  /** The contracts so far, by their ids. */
  get contracts(): readonly Contract[] {
    return this.#contracts;
  }

  /** The books of a venue that did not begin with the first event. */
  begin(at: Millis, listing: ListingRead): TapeEvent[] {
    this.#at = at;
    const told: TapeEvent[] = [];
    for (const contract of listing.contracts()) {
      this.#contracts[contract.id] = contract;
      for (const side of ['buy', 'sell'] as const) {
        let price = listing.levelAfter(contract.id, side, NO_TICKS);
        for (; price !== NO_TICKS; price = listing.levelAfter(contract.id, side, price))
          listing.visitQueue(contract.id, side, price, ({ id }, left) => {
            this.#resting.set(id, { contract: contract.id, side, price, left });
            this.#change(id, 0, told);
          });
      }
    }
    return told;
  }

  /** What an entry did to the books. */
  record(at: Millis, events: readonly Event[]): TapeEvent[] {
    if (at !== this.#at) this.#count = 0;
    this.#at = at;
    const told: TapeEvent[] = [];
    for (const event of events) this.#take(event, told);
    return told;
  }

  #take(event: Event, told: TapeEvent[]): void {
    switch (event.kind) {
      case 'contract-listed':
        this.#contracts[event.contract.id] = event.contract;
        return;
      case 'order-rested': {
        const { order, contract, side, price, remaining } = event;
        this.#add(order, { contract, side, price, left: remaining }, told);
        return;
      }
      case 'levels-played': {
        const { contract, changes } = event;
        visitPlayed(changes, (order, side, price, left) =>
          this.#add(order, { contract, side, price, left }, told),
        );
        return;
      }
      case 'order-amended':
      case 'order-canceled':
        if (event.removed > 0) this.#change(event.order, -event.removed, told);
        return;
      case 'fill-settled': {
        if (event.venue !== 'book') return;
        const { contract, price, size, takerSide, maker } = event;
        told.push({
          kind: 'trade',
          ...this.#moment(contract),
          takerSide,
          ...this.#decimals(contract, price, size),
        });
        this.#change(maker.order, -size, told);
        return;
      }
      case 'prices-marked': {
        const { contract, index } = event;
        const { price } = this.#decimals(contract, index / FINE_PER_TICK, 0);
        const { price: mark } = this.#decimals(contract, event.mark, 0);
        const rate = event.funding === undefined ? {} : rateOf(event.funding);
        if (index > 0)
          told.push({ kind: 'index', ...this.#moment(contract), price, mark, ...rate });
        return;
      }
      case 'funding-estimated':
        told.push({ kind: 'index', ...this.#moment(event.contract), ...rateOf(event) });
        return;
      default:
    }
  }

  /** Lots of an order that may be known. */
  #add(order: OrderId, added: Resting, told: TapeEvent[]): void {
    const isKnown = this.#resting.has(order);
    if (!isKnown) this.#resting.set(order, added);
    this.#change(order, isKnown ? added.left : 0, told);
  }

  #change(order: OrderId, by: number, told: TapeEvent[]): void {
    const known = this.#resting.get(order);
    if (known === undefined) return;
    known.left += by;
    if (known.left <= 0) this.#resting.delete(order);
    const { contract, side, price, left } = known;
    const decimals = this.#decimals(contract, price, Math.max(0, left));
    told.push({ kind: 'order', ...this.#moment(contract), id: order, side, ...decimals });
  }

  #moment(contract: ContractId) {
    const at = this.#at * MICROS_PER_MILLI + Math.min(this.#count, MICROS_PER_MILLI - 1);
    this.#count += 1;
    return { at, receivedAt: 0, symbol: tapeSymbol(this.#contracts[contract]!) };
  }

  #decimals(contract: ContractId, price: number, size: number) {
    const { priceDecimals, priceEndStep, sizeDecimals, lotStep } = this.#contracts[contract]!;
    return {
      price: Number(((price * priceEndStep) / 10 ** priceDecimals).toFixed(12)),
      size: Number(((size * lotStep) / 10 ** sizeDecimals).toFixed(12)),
    };
  }
}

const rateOf = ({ estimate }: Pick<ToldFunding, 'estimate'>) => ({
  fundingRate: estimate / Number(FUNDING_SCALE),
});
