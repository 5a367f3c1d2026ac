/**
 * The two clocks. Wall time is what authentication and rate limits go by; venue time is what
 * everything economic goes by, and may run faster, stand still or be stepped in a sandbox.
 */
import { type Millis, millis } from '../domain/units.ts';

export interface Clock {
  readonly wallNow: () => Millis;
  readonly venueNow: () => Millis;
  /** Told once, before anything is stamped: the time of the last entry, zero without one. */
  readonly goOnFrom?: (last: Millis) => void;
}

/** Both agree. */
export const createSystemClock = (): Clock => {
  const now = (): Millis => millis(Date.now());
  return { wallNow: now, venueNow: now };
};

export interface ManualClock extends Clock {
  advance: (byMillis: number) => void;
}

/** For tests: time moves when told to. */
export function createManualClock(start: number): ManualClock {
  let now = start;
  return {
    wallNow: () => millis(now),
    venueNow: () => millis(now),
    advance: (byMillis) => {
      now += byMillis;
    },
  };
}
