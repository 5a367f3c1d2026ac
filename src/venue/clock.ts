/**
 * The clocks. Wall time is what signatures go by, and people can set it. Monotonic time is what
 * every duration is measured on: budgets, penalties, locks, waiting. Venue time is what everything
 * economic goes by, and may run faster, stand still or be stepped in a sandbox.
 */
import { type Millis, type Monotonic, millis, monotonic } from '../domain/units.ts';

/** What the machine tells. */
export interface MachineClock {
  readonly wallNow: () => Millis;
  /** Never runs back and never jumps, whoever sets the wall clock. */
  readonly monotonicNow: () => Monotonic;
}

export interface Clock extends MachineClock {
  readonly venueNow: () => Millis;
  /** Told once, before anything is stamped: the time of the last entry, zero without one. */
  readonly goOnFrom?: (last: Millis) => void;
}

/** Wall and venue agree. */
export const createSystemClock = (): Clock => {
  const now = (): Millis => millis(Date.now());
  return { wallNow: now, monotonicNow: () => monotonic(performance.now()), venueNow: now };
};
