/** A clock whose time moves when a test tells it to. */
import { millis, monotonic } from '../../src/domain/units.ts';
import type { Clock } from '../../src/venue/clock.ts';

export interface ManualClock extends Clock {
  advance: (byMillis: number) => void;
  /** Sets the wall clock on or back, as an operator does; no time passes. */
  setWall: (byMillis: number) => void;
}

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
