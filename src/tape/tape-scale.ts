/** The decimals of a tape in ticks and lots of a contract. */
import type { Contract } from '../domain/contract.ts';
import { ORDER_LOTS_MAX, PRICE_TICKS_MAX } from '../domain/limits.ts';
import { FINE_PER_TICK } from '../domain/units.ts';
import type { PlayedCounts } from './tape-book.ts';
import type { FlatLevels } from './tape-event.ts';

/** The smallest steps of prices and sizes, in decimals. */
export const tickOf = ({ priceEndStep, priceDecimals }: Contract): number =>
  priceEndStep / 10 ** priceDecimals;
export const lotOf = ({ lotStep, sizeDecimals }: Contract): number => lotStep / 10 ** sizeDecimals;

export class TapeScale {
  /** How far everything recorded is shifted, in ticks. */
  shift = 0;
  readonly #ticksPerPrice: number;
  readonly #lotsPerSize: number;
  readonly #counts: Pick<PlayedCounts, 'offStep'>;

  constructor(contract: Contract, counts: Pick<PlayedCounts, 'offStep'>) {
    const { priceDecimals, priceEndStep, sizeDecimals, lotStep } = contract;
    this.#ticksPerPrice = 10 ** priceDecimals / priceEndStep;
    this.#lotsPerSize = 10 ** sizeDecimals / lotStep;
    this.#counts = counts;
  }

  price(value: number): number {
    return this.#whole(value * this.#ticksPerPrice) + this.shift;
  }

  size(value: number): number {
    const size = this.#whole(value * this.#lotsPerSize);
    if (size > ORDER_LOTS_MAX) this.#counts.offStep += 1;
    return Math.min(ORDER_LOTS_MAX, size);
  }

  /** Whether a book can have that price; what it cannot have is left out. */
  holds(price: number): boolean {
    const isHeld = price >= 1 && price <= PRICE_TICKS_MAX;
    if (!isHeld) this.#counts.offStep += 1;
    return isHeld;
  }

  /** In fine ticks. */
  index(value: number): number {
    return Math.round((value * this.#ticksPerPrice + this.shift) * FINE_PER_TICK);
  }

  levels(flat: FlatLevels): number[] {
    const whole = new Array<number>(flat.length);
    let end = 0;
    for (let place = 0; place < flat.length; place += 2) {
      const price = this.price(flat[place]!);
      if (!this.holds(price)) continue;
      whole[end] = price;
      whole[end + 1] = this.size(flat[place + 1]!);
      end += 2;
    }
    whole.length = end;
    return whole;
  }

  #whole(value: number): number {
    const whole = Math.round(value);
    if (Math.abs(value - whole) > 1e-6 * Math.max(1, whole)) this.#counts.offStep += 1;
    return whole;
  }
}
