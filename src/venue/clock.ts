/**
 * The clocks. Signatures are checked against wall time, which people can set. Durations (budgets,
 * penalties, locks, timeouts) are measured in monotonic time. Everything economic follows venue
 * time, which a sandbox may run faster, stop or step.
 */
import { type Millis, type Monotonic, millis, monotonic } from '../domain/units.ts';

/** The clocks of the machine. */
export interface MachineClock {
  readonly wallNow: () => Millis;
  /** Never runs back or jumps, even when the wall clock is set. */
  readonly monotonicNow: () => Monotonic;
}

export interface Clock extends MachineClock {
  readonly venueNow: () => Millis;
  /** Called once, before the first stamp, with the time of the last entry; zero without one. */
  readonly goOnFrom?: (last: Millis) => void;
}

/** Venue time is wall time. */
export const createSystemClock = (): Clock => {
  const now = (): Millis => millis(Date.now());
  return { wallNow: now, monotonicNow: () => monotonic(performance.now()), venueNow: now };
};
