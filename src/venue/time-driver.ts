/**
 * Drives venue time from beat to beat. A beat happens once, at its moment of venue time, whatever
 * the speed; between two beats time runs up to just before the next. So a slow machine, a pause or
 * a restart changes when a beat happens on the wall clock, and nothing else. Only a venue that
 * follows the wall clock lets beats wait that it is late for, and does them together.
 */

import type { Command } from '../domain/command.ts';
import { type Millis, millis } from '../domain/units.ts';
import type { VenueState } from '../engine/state.ts';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../machine/timers.ts';
import type { Clock, PacedClock } from './clock.ts';
import type { Logger } from './logger.ts';
import type { Applied } from './venue.ts';

export interface TimeDriverParts {
  readonly clock: PacedClock;
  /** Does everything due at this beat, and lets the clock reach it; false if it failed. */
  readonly beat: (at: Millis) => Promise<boolean>;
  /** The moment of the first beat from this one on. */
  readonly nextBeat: (from: number) => number;
  readonly logger: Logger;
}

/** The longest rest, and how long after a failure a beat is tried again, in wall time. */
const REST_MILLIS_MAX = 500;
/** How late or early venue time may be, in wall time, before it continues from where it stands. */
const LAG_MILLIS_MAX = 1_000;
/** Wall time over which the speed is measured. */
const MEASURED_OVER_MILLIS = 2_000;
/** The operator is told when the speed falls below this part of the wanted one. */
const SLOW_BELOW = 0.9;

export class TimeDriver {
  readonly #parts: TimeDriverParts;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #hasFailed = false;
  #sleeper: (() => void) | undefined;
  #kicks: PromiseWithResolvers<void>[] = [];
  /** Venue time of the last beat and of the next. */
  #last = 0;
  #next: number;
  #measuring: { readonly speed: number; readonly at: number; readonly venue: number } | undefined;
  #measuredSpeed: number | undefined;
  #isSlow = false;

  constructor(parts: TimeDriverParts) {
    this.#parts = parts;
    this.#next = parts.nextBeat(Math.ceil(parts.clock.venueNow()));
  }

  /** How fast venue time ran lately; undefined if it runs as the wall clock does, or stands. */
  get measuredSpeed(): number | undefined {
    return this.#parts.clock.state() === 'running' ? this.#measuredSpeed : undefined;
  }

  start(): void {
    // No beats were due while the venue was being opened.
    if (!this.#parts.clock.followsWall()) this.#parts.clock.goOnFromHere();
    this.#running = this.#run();
  }

  /** Resolves when the current beat is over. A step under way ends there. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#running;
    this.#parts.clock.pause();
  }

  /** The clock was changed: looks at once for what is due. */
  readonly wake = (): void => {
    this.#sleeper?.();
  };

  /** Time goes to the next beat at once, even while it is paused; resolves when that is over. */
  readonly kick = (): Promise<void> => {
    const kicked = Promise.withResolvers<void>();
    this.#kicks.push(kicked);
    if (this.#running === undefined || this.#isStopping) return this.look();
    this.wake();
    return kicked.promise;
  };

  /** Does all that is due at this moment; `start` repeats it. */
  readonly look = async (): Promise<void> => {
    const { clock, nextBeat } = this.#parts;
    while (!this.#isStopping || this.#kicks.length > 0) {
      this.#findPresent();
      // Who kicks may have changed what is due.
      if (this.#kicks.length > 0)
        this.#next = nextBeat(Math.max(Math.ceil(clock.venueNow()), this.#last + 1));
      // Between beats, orders see time pass.
      clock.allow(this.#next - 1);
      if (clock.dueAt() < this.#next && this.#kicks.length === 0) break;
      this.#hasFailed = !(await this.#beat(millis(this.#next)));
      if (this.#hasFailed) return;
      this.#last = this.#next;
      this.#next = nextBeat(this.#last + 1);
      this.#measure();
    }
    clock.endStep();
  };

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      await this.look();
      if (!this.#isStopping && this.#kicks.length === 0) await this.#rest();
    }
    for (const kick of this.#kicks.splice(0)) kick.resolve();
  }

  async #beat(at: Millis): Promise<boolean> {
    const kicks = this.#kicks.splice(0);
    const went = await this.#parts.beat(at);
    for (const kick of kicks) kick.resolve();
    return went;
  }

  /** Where the venue follows the wall clock, the next beat is one that is not long over. */
  #findPresent(): void {
    const { clock, logger } = this.#parts;
    if (clock.state() !== 'running') return;
    const due = clock.dueAt();
    const late = due - this.#next;
    if (clock.followsWall()) {
      if (late > LAG_MILLIS_MAX) {
        this.#next = due;
        logger('info', 'venue time was late and goes on at the wall clock', { lateMillis: late });
      }
    } else if (late > clock.speed() * LAG_MILLIS_MAX) clock.goOnFromHere();
    // The wall clock was set forward and back again.
    if (clock.venueNow() - due > clock.speed() * LAG_MILLIS_MAX) clock.goOnFromHere();
  }

  #rest(): Promise<void> {
    const { clock } = this.#parts;
    // Between steps nothing becomes due by itself.
    const isStill = clock.isStepped && clock.stepEndsAt() === undefined && !this.#hasFailed;
    return new Promise((resolve) => {
      const timer = isStill ? undefined : setTimeout(wakeUp, this.#restMillis());
      this.#sleeper = wakeUp;
      function wakeUp(): void {
        clearTimeout(timer);
        resolve();
      }
    });
  }

  #restMillis(): number {
    const { clock } = this.#parts;
    if (this.#hasFailed) return REST_MILLIS_MAX;
    const left = (this.#next - clock.dueAt()) / clock.speed();
    return Math.min(REST_MILLIS_MAX, Math.max(1, Math.ceil(left)));
  }

  #measure(): void {
    const { clock } = this.#parts;
    const speed = clock.speed();
    const now = { speed, at: clock.monotonicNow(), venue: clock.venueNow() };
    const from = this.#measuring;
    if (from?.speed !== speed || clock.state() !== 'running' || speed === 1) {
      this.#measuring = now;
      this.#measuredSpeed = undefined;
      return;
    }
    const passedMillis = now.at - from.at;
    if (passedMillis < MEASURED_OVER_MILLIS) return;
    this.#measuring = now;
    this.#measuredSpeed = (now.venue - from.venue) / passedMillis;
    this.#tellSpeed(speed, this.#measuredSpeed);
  }

  #tellSpeed(asked: number, measured: number): void {
    const isSlow = measured < asked * SLOW_BELOW;
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    const facts = { speed: asked, measured: Math.round(measured) };
    if (isSlow) this.#parts.logger('warn', 'venue time cannot keep up with its speed', facts);
    else this.#parts.logger('info', 'venue time keeps up with its speed again', facts);
  }
}

export interface ClockAdvancerParts {
  readonly clock: Clock;
  readonly state: VenueState;
  readonly submit: (command: Command) => Promise<Applied>;
  /** In wall time; zero leaves looking to the caller. */
  readonly everyMillis: number;
}

/**
 * Time passes even when nobody trades. When a second of venue time has passed without an entry, it
 * submits a command that advances the clock. How often it looks does not change any result, only
 * how soon funding and price samples appear.
 */
export class ClockAdvancer {
  readonly #parts: ClockAdvancerParts;
  #timer: NodeJS.Timeout | undefined;
  #isWaiting = false;

  constructor(parts: ClockAdvancerParts) {
    this.#parts = parts;
  }

  get isPaused(): boolean {
    return this.#timer === undefined;
  }

  resume(): void {
    const { everyMillis } = this.#parts;
    if (everyMillis === 0 || this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.look(), everyMillis);
    this.#timer.unref();
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Advances the clock if a second is due; resolves when that is done. */
  async look(): Promise<void> {
    const { clock, state, submit } = this.#parts;
    if (this.#isWaiting || clock.venueNow() < state.nextSecond) return;
    this.#isWaiting = true;
    try {
      await submit({ kind: 'advance-clock' });
    } catch {
      // An overloaded venue advances time with its other entries; a halted one has said why.
    } finally {
      this.#isWaiting = false;
    }
  }
}
