/**
 * Venue time at its own speed: V(t) = V0 + speed × (t − t0). It continues from the last entry of
 * the previous run, or from the wall clock if that is later. At speed 1 it runs by itself. At
 * higher speeds, and through a step, the time driver allows it one stride at a time, so time waits
 * for the market and not the market for time.
 */
import { assert } from '../domain/assert.ts';
import { type Millis, millis } from '../domain/units.ts';
import type { Clock, MachineClock } from './clock.ts';

/** More than any machine can carry; the clock then runs as fast as it can. */
export const SPEED_MAX = 10_000;

export type ClockState = 'running' | 'paused' | 'stepping';

export interface PacedClock extends Clock {
  readonly speed: () => number;
  readonly state: () => ClockState;
  /** When the current step ends. */
  readonly stepEndsAt: () => Millis | undefined;
  /** Whether time has reached its limit and waits. */
  readonly isDriven: () => boolean;
  /** What the time would be if nothing held it up. */
  readonly dueAt: () => Millis;
  /** Lets time run up to this moment and stop there. */
  readonly allow: (until: number) => void;
  readonly setSpeed: (speed: number) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Passes so much time as fast as it is driven, then pauses. */
  readonly step: (byMillis: number) => void;
  /** Pauses if a step has reached its end. */
  readonly endStep: () => void;
  /** Gives up the time it could not keep up with, and continues from where it stands. */
  readonly giveUpLag: () => void;
}

export interface PacedClockChoice extends MachineClock {
  readonly speed: number;
}

export function createPacedClock(choice: PacedClockChoice): PacedClock {
  const { wallNow, monotonicNow, speed: first } = choice;
  let speed = first;
  let state: ClockState = 'running';
  let anchorWall = wallNow();
  let anchorVenue: number = anchorWall;
  let stepEnd = 0;
  let allowed: number = anchorVenue;
  const isDriven = (): boolean => state === 'stepping' || (state === 'running' && speed > 1);
  const dueAt = (): Millis => {
    if (state === 'paused') return millis(anchorVenue);
    if (state === 'stepping') return millis(stepEnd);
    return millis(Math.floor(anchorVenue + speed * (wallNow() - anchorWall)));
  };
  const venueNow = (): Millis =>
    isDriven() ? millis(Math.min(dueAt(), Math.max(allowed, anchorVenue))) : dueAt();
  /** Keeps the time reached so far; the new speed holds from here on. */
  const anchor = (): void => {
    anchorVenue = venueNow();
    anchorWall = wallNow();
    allowed = anchorVenue;
  };
  const enter = (next: ClockState): void => {
    anchor();
    state = next;
  };
  return {
    wallNow,
    monotonicNow,
    venueNow,
    goOnFrom: (last) => {
      anchorWall = wallNow();
      anchorVenue = Math.max(last, anchorWall);
      allowed = anchorVenue;
    },
    speed: () => speed,
    state: () => state,
    stepEndsAt: () => (state === 'stepping' ? millis(stepEnd) : undefined),
    isDriven,
    dueAt,
    allow: (until) => {
      allowed = Math.max(allowed, until);
    },
    endStep: () => {
      if (state === 'stepping' && venueNow() >= stepEnd) enter('paused');
    },
    setSpeed: (next) => {
      assert(Number.isSafeInteger(next) && next >= 1 && next <= SPEED_MAX, 'speed', next);
      anchor();
      speed = next;
    },
    pause: () => enter('paused'),
    resume: () => enter('running'),
    step: (byMillis) => {
      assert(Number.isSafeInteger(byMillis) && byMillis > 0, 'a step goes forward', byMillis);
      enter('stepping');
      stepEnd = anchorVenue + byMillis;
    },
    giveUpLag: anchor,
  };
}
