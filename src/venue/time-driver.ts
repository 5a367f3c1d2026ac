/**
 * Drives the market by venue time. At speed 1 there is a beat every half second of wall time. At
 * higher speeds, and through a step, there is at least one beat in each stride of venue time, so a
 * market at sixty times the speed still gets as many quotes in each of its minutes. Beats never
 * overlap. If the machine cannot keep up, the clock runs slower and says so; no beat is left out.
 */
import type { Log } from './log.ts';
import type { PacedClock } from './paced-clock.ts';

export interface TimeDriverParts {
  readonly clock: PacedClock;
  /** Does everything due at the clock's venue time; false if it failed. */
  readonly beat: () => Promise<boolean>;
  /** The longest venue time between two beats. */
  readonly strideMillis: number;
  readonly log: Log;
}

/** In wall time, at speed 1. */
const BEAT_MILLIS = 500;
/** How late beats may be, in wall time, before the missed ones are given up. */
const LAG_MILLIS_MAX = 1_000;
/** Wall time over which the speed is measured. */
const MEASURED_OVER_MILLIS = 2_000;
/** The operator is told when the speed falls below this part of the wanted one. */
const SLOW_BELOW = 0.9;

export class TimeDriver {
  readonly #parts: TimeDriverParts;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #sleeper: (() => void) | undefined;
  #kicks: PromiseWithResolvers<void>[] = [];
  /** Venue time of the last beat. */
  #last: number;
  /** When the next beat is due at speed 1. */
  #nextAt = 0;
  #measuring: { readonly speed: number; readonly at: number; readonly venue: number } | undefined;
  #measuredSpeed: number | undefined;
  #isSlow = false;

  constructor(parts: TimeDriverParts) {
    this.#parts = parts;
    this.#last = parts.clock.venueNow();
  }

  /** How fast venue time ran lately; undefined if it is not driven. */
  get measuredSpeed(): number | undefined {
    return this.#parts.clock.isDriven() ? this.#measuredSpeed : undefined;
  }

  start(): void {
    // No beats were due while the venue was being opened.
    if (this.#parts.clock.isDriven()) this.#parts.clock.giveUpLag();
    this.#nextAt = this.#parts.clock.monotonicNow() + BEAT_MILLIS;
    this.#running = this.#run();
  }

  /** Resolves when the current beat is over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#running;
  }

  /** The clock was changed: looks at once for what is due. */
  readonly wake = (): void => {
    this.#sleeper?.();
  };

  /** One beat as soon as possible, even while time is paused; resolves when it is over. */
  readonly kick = (): Promise<void> => {
    const kicked = Promise.withResolvers<void>();
    this.#kicks.push(kicked);
    if (this.#running === undefined || this.#isStopping) return this.look();
    this.wake();
    return kicked.promise;
  };

  /** Does all that is due at this moment; `start` repeats it. */
  readonly look = async (): Promise<void> => {
    const { clock } = this.#parts;
    if (this.#kicks.length > 0) await this.#beat();
    if (clock.isDriven()) return this.#lookDriven();
    if (clock.state() === 'paused' || clock.monotonicNow() < this.#nextAt) return;
    this.#nextAt = Math.max(this.#nextAt + BEAT_MILLIS, clock.monotonicNow());
    await this.#beat();
  };

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      await this.look();
      if (!this.#isStopping && this.#kicks.length === 0) await this.#rest();
    }
    for (const kick of this.#kicks.splice(0)) kick.resolve();
  }

  async #lookDriven(): Promise<void> {
    const { clock } = this.#parts;
    while (!this.#isStopping && clock.isDriven()) {
      this.#last = Math.max(this.#last, clock.venueNow() - this.#parts.strideMillis);
      const ahead = clock.dueAt() - this.#last;
      if (ahead < this.#stride() && clock.state() !== 'stepping') break;
      clock.allow(this.#last + Math.min(ahead, this.#parts.strideMillis));
      if (!(await this.#beat())) return;
      clock.endStep();
      this.#measure();
    }
    // Between beats, orders still see time pass.
    if (clock.isDriven()) clock.allow(this.#last + this.#parts.strideMillis);
  }

  /** Slow speeds beat each half second, fast ones each stride. */
  #stride(): number {
    return Math.min(this.#parts.strideMillis, BEAT_MILLIS * this.#parts.clock.speed());
  }

  async #beat(): Promise<boolean> {
    const kicks = this.#kicks.splice(0);
    this.#last = this.#parts.clock.venueNow();
    const went = await this.#parts.beat();
    for (const kick of kicks) kick.resolve();
    return went;
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(wakeUp, this.#restMillis());
      this.#sleeper = wakeUp;
      function wakeUp(): void {
        clearTimeout(timer);
        resolve();
      }
    });
  }

  #restMillis(): number {
    const { clock } = this.#parts;
    const left = clock.isDriven()
      ? (this.#last + this.#stride() - clock.dueAt()) / clock.speed()
      : this.#nextAt - clock.monotonicNow();
    // A step whose beat failed tries again, but not at once.
    const soonest = clock.state() === 'stepping' ? BEAT_MILLIS : 1;
    return Math.min(BEAT_MILLIS, Math.max(soonest, Math.ceil(left)));
  }

  #measure(): void {
    const { clock } = this.#parts;
    const speed = clock.speed();
    const now = { speed, at: clock.monotonicNow(), venue: clock.venueNow() };
    if (clock.dueAt() - now.venue > speed * LAG_MILLIS_MAX && clock.state() === 'running')
      clock.giveUpLag();
    const from = this.#measuring;
    if (from?.speed !== speed || clock.state() !== 'running') {
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
    if (isSlow) this.#parts.log('warn', 'venue time cannot keep up with its speed', facts);
    else this.#parts.log('info', 'venue time keeps up with its speed again', facts);
  }
}
