/** The part of a recorded book that is in the venue's. The tape itself knows every level. */

import { PRICE_TICKS_MAX } from '../domain/limits.ts';

/** Levels this far from the middle, in ppm. */
const REACH_PPM = 20_000;
/** The middle may move so far before the reach moves with it. */
const SLACK_PPM = 5_000;
const MILLION = 1_000_000;

export class TapeReach {
  /** The middle that it is around; zero before the first. */
  #centre = 0;
  #low = 0;
  #high = 0;

  get hasBegun(): boolean {
    return this.#centre > 0;
  }

  /** Whether it has moved: then every level of it is looked at. */
  follow(middle: number): boolean {
    if (middle === 0) return false;
    if (Math.abs(middle - this.#centre) * MILLION <= this.#centre * SLACK_PPM) return false;
    this.#put(middle);
    return true;
  }

  move(by: number): void {
    this.#put(this.#centre + by);
  }

  has(price: number): boolean {
    return price >= this.#low && price <= this.#high;
  }

  #put(middle: number): void {
    const reach = (middle * REACH_PPM) / MILLION;
    this.#centre = middle;
    this.#low = Math.max(1, middle - reach);
    this.#high = Math.min(PRICE_TICKS_MAX, middle + reach);
  }
}
