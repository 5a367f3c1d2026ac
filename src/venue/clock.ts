/**
 * The clocks. Signatures are checked against wall time, which people can set. Durations (budgets,
 * penalties, locks, timeouts) are measured in monotonic time. Everything economic follows venue
 * time, which a sandbox may run faster, stop or step. The stamp gives entries their time.
 */

import { performance } from 'node:perf_hooks';
import { type Millis, type Monotonic, millis, monotonic } from '../domain/units.ts';
import { hrtime, wallNow } from '../machine/timers.ts';
import type { Log } from './log.ts';

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
  /** An entry gets exactly this time: it is at least that now, even if it was not due yet. */
  readonly reach?: (at: Millis) => void;
}

/** Venue time is wall time. */
export const createSystemClock = (): Clock => {
  const now = (): Millis => millis(wallNow());
  const monotonicNow = (): Monotonic => monotonic(performance.now() + STARTED);
  return { wallNow: now, monotonicNow, venueNow: now };
};

/** When this process began, so that monotonic time is the same in all processes of a machine. */
const STARTED = Number(hrtime.bigint()) / 1e6 - performance.now();

/**
 * The time of entries. It never runs backwards: while the clock is behind the last stamp, that
 * stamp is given again, and the operator is told when this begins and ends.
 */
export interface Stamper {
  /** The time of the clock, but no later than this, and never before the last stamp. */
  readonly take: (latest?: number) => Millis;
  /** Exactly this time; false if the last stamp is already beyond it. */
  readonly takeAt: (at: Millis) => boolean;
  /** How far the clock is behind the last stamp. */
  readonly behindMillis: () => number;
}

export function createStamper(clock: Clock, start: Millis, log: Log): Stamper {
  let last = start;
  let isHeld = false;
  const behindMillis = (): number => Math.max(0, last - clock.venueNow());
  const take = (latest = Number.POSITIVE_INFINITY): Millis => {
    // A clock that runs at another speed may give fractions.
    const now = Math.floor(clock.venueNow());
    if (now < last !== isHeld) {
      isHeld = now < last;
      if (isHeld) log('warn', 'the clock went back; time stands still', { by: last - now });
      else log('info', 'the clock has caught up; time goes on');
    }
    last = millis(Math.max(last, Math.min(now, latest)));
    return last;
  };
  const takeAt = (at: Millis): boolean => {
    if (last > at) return false;
    last = at;
    clock.reach?.(at);
    return true;
  };
  return { take, takeAt, behindMillis };
}
