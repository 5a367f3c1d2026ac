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

export interface ManualClock extends Clock {
  advance: (byMillis: number) => void;
  /** Sets the wall clock on or back, as an operator does; no time passes. */
  setWall: (byMillis: number) => void;
}

/** For tests: time moves when told to. */
export function createManualClock(start: number): ManualClock {
  let wall = start;
  let passed = 0;
  return {
    wallNow: () => millis(wall),
    monotonicNow: () => monotonic(passed),
    venueNow: () => millis(wall),
    advance: (byMillis) => {
      wall += byMillis;
      passed += byMillis;
    },
    setWall: (byMillis) => {
      wall += byMillis;
    },
  };
}
