/**
 * The clocks. Signatures are checked against wall time, which people can set. Durations (budgets,
 * penalties, locks, timeouts) are measured in monotonic time. Everything economic follows venue
 * time, which a sandbox may run faster, stop or step. The stamp gives entries their time.
 */
import { performance } from 'node:perf_hooks';
import { assert } from '../domain/assert.ts';
import { type Millis, type Monotonic, millis, monotonic } from '../domain/units.ts';
import { hrtime, wallNow } from '../machine/timers.ts';
import type { Logger } from './logger.ts';

export interface MachineClock {
  readonly wallNow: () => Millis;
  /** Never runs back or jumps, even when the wall clock is set. */
  readonly monotonicNow: () => Monotonic;
}

export interface Clock extends MachineClock {
  readonly venueNow: () => Millis;
  /** Called once, before the first stamp, with the time of the last entry; zero without one. */
  readonly goOnFrom?: (last: Millis) => void;
  /** How many times as fast as the wall it runs, zero while it stands; if missing, as the wall. */
  readonly pace?: () => number;
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

export type Stamper = ReturnType<typeof createStamper>;

/**
 * The time of entries. It never runs backwards: while the clock is behind the last stamp, that
 * stamp is given again, and the operator is told when this begins and ends.
 */
export function createStamper(clock: Clock, start: Millis, logger: Logger) {
  let last = start;
  let isHeld = false;
  return {
    /** How far the clock is behind the last stamp. */
    behindMillis: () => Math.max(0, last - clock.venueNow()),
    /** The time of the clock, but no later than this, and never before the last stamp. */
    take: (latest = Number.POSITIVE_INFINITY): Millis => {
      // A clock that runs at another speed may give fractions.
      const now = Math.floor(clock.venueNow());
      if (now < last !== isHeld) {
        isHeld = now < last;
        if (isHeld) logger('warn', 'the clock went back; time stands still', { by: last - now });
        else logger('info', 'the clock has caught up; time goes on');
      }
      last = millis(Math.max(last, Math.min(now, latest)));
      return last;
    },
    /** Exactly this time; false if the last stamp is already beyond it. */
    takeAt: (at: Millis): boolean => {
      if (last > at) return false;
      last = at;
      clock.reach?.(at);
      return true;
    },
  };
}

/** More than any machine can carry; the clock then runs as fast as it can. */
export const SPEED_MAX = 10_000;

export type ClockState = 'running' | 'paused' | 'stepping';

export interface PacedClock extends Clock {
  readonly speed: () => number;
  readonly state: () => ClockState;
  /** Whether only steps move time. */
  readonly isStepped: boolean;
  /** Whether it never looks at the wall clock. */
  readonly hasOwnTime: boolean;
  /** When the current step ends. */
  readonly stepEndsAt: () => Millis | undefined;
  /** Resolves when no step is under way. */
  readonly stepDone: () => Promise<void>;
  /** Whether it runs with the wall clock, and skips what it missed. */
  readonly followsWall: () => boolean;
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
  /** Forgets the time it is late or early by, and continues from where it stands. */
  readonly goOnFromHere: () => void;
}

export interface PacedClockChoice extends MachineClock {
  readonly speed: number;
  /** Where a venue with its own time begins. */
  readonly startAt?: number | undefined;
  /** Time stands still except for steps. */
  readonly isStepped?: boolean;
}

/** The moment from which time is counted, on all three clocks. */
interface Anchor {
  readonly wall: number;
  readonly monotonic: number;
  readonly venue: number;
}

const anchorAt = ({ wallNow, monotonicNow }: MachineClock, venue: number): Anchor => ({
  wall: wallNow(),
  monotonic: monotonicNow(),
  venue,
});

/** A wall clock that is set back holds up nothing; one set forward takes the venue along. */
function passedSince(anchor: Anchor, clock: MachineClock, followsWall: boolean): number {
  const passed = clock.monotonicNow() - anchor.monotonic;
  return followsWall ? Math.max(passed, clock.wallNow() - anchor.wall) : passed;
}

/**
 * Venue time at its own speed. It continues from the last entry of the previous run, or from the
 * wall clock if that is later. A venue with its own time begins where it was told to and never
 * looks at the wall clock. Time runs only as far as the time driver allows: time waits for the
 * market, not the market for time.
 */
export function createPacedClock(choice: PacedClockChoice): PacedClock {
  const { wallNow, monotonicNow, startAt, isStepped = false } = choice;
  let { speed } = choice;
  let state: ClockState = isStepped ? 'paused' : 'running';
  let stepEnd = 0;
  let stepping: PromiseWithResolvers<void> | undefined;
  let anchor = anchorAt(choice, startAt ?? wallNow());
  let reached = anchor.venue;
  let allowed = reached;
  const followsWall = (): boolean => startAt === undefined && speed === 1 && state === 'running';
  const dueAt = (): Millis => {
    if (state === 'paused') return millis(anchor.venue);
    if (state === 'stepping') return millis(stepEnd);
    return millis(Math.floor(anchor.venue + speed * passedSince(anchor, choice, followsWall())));
  };
  const venueNow = (): Millis => {
    reached = Math.max(reached, Math.min(dueAt(), allowed));
    return millis(reached);
  };
  const goOnFromHere = (): void => {
    anchor = anchorAt(choice, venueNow());
  };
  const enter = (next: ClockState): void => {
    goOnFromHere();
    state = next;
    stepping?.resolve();
    stepping = undefined;
  };
  return {
    wallNow,
    monotonicNow,
    venueNow,
    pace: () => (state === 'running' ? speed : 0),
    goOnFrom: (last) => {
      anchor = anchorAt(choice, Math.max(last, startAt ?? wallNow()));
      reached = allowed = anchor.venue;
    },
    isStepped,
    hasOwnTime: startAt !== undefined,
    speed: () => speed,
    state: () => state,
    stepEndsAt: () => (state === 'stepping' ? millis(stepEnd) : undefined),
    stepDone: () => stepping?.promise ?? Promise.resolve(),
    followsWall,
    dueAt,
    allow: (until) => {
      allowed = Math.max(allowed, until);
    },
    reach: (at) => {
      reached = Math.max(reached, at);
    },
    endStep: () => {
      if (state === 'stepping' && venueNow() >= stepEnd) enter('paused');
    },
    setSpeed: (next) => {
      assert(Number.isSafeInteger(next) && next >= 1 && next <= SPEED_MAX, 'speed', next);
      goOnFromHere();
      speed = next;
    },
    pause: () => enter('paused'),
    resume: () => enter('running'),
    step: (byMillis) => {
      assert(Number.isSafeInteger(byMillis) && byMillis > 0, 'a step goes forward', byMillis);
      enter('stepping');
      stepping = Promise.withResolvers();
      stepEnd = anchor.venue + byMillis;
    },
    goOnFromHere,
  };
}

/**
 * Venue time as another process tells it, every so often and at each change of its pace: how it
 * stands, how fast it runs, zero if it does not, and the last entry so far. Both processes are on
 * one machine, so wall and monotonic time are the same.
 */
export type ToldClock = readonly [venueNow: number, speed: number, seq: number];

export const tellClock = (clock: PacedClock, seq: number): ToldClock => [
  clock.venueNow(),
  clock.pace?.() ?? 1,
  seq,
];

export function createFollowedClock() {
  const { wallNow, monotonicNow } = createSystemClock();
  let told: ToldClock = [0, 0, 0];
  let heardAt = monotonicNow();
  let reached = 0;
  return {
    wallNow,
    monotonicNow,
    venueNow: () => {
      const [venueNow, speed] = told;
      reached = Math.max(reached, Math.floor(venueNow + speed * (monotonicNow() - heardAt)));
      return millis(reached);
    },
    pace: () => told[1],
    hear: (next: ToldClock): void => {
      told = next;
      heardAt = monotonicNow();
    },
  };
}
