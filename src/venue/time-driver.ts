/**
 * Drives what lives by venue time: a beat each half second of wall time at speed 1, and at higher
 * speeds, or through a step, at least one beat in each stride of venue time, so that a market which
 * runs sixty times as fast is still quoted as often in its own minutes. Beats never overlap. Where
 * the core cannot carry the speed, the clock runs slower and says so; no beat is left out.
 */
import type { Log } from './log.ts';
import type { PacedClock } from './paced-clock.ts';

export interface TimeDriverParts {
  readonly clock: PacedClock;
  /** Whatever is due at the clock's venue time; false where it failed. */
  readonly beat: () => Promise<boolean>;
  /** Venue time from one beat to the next, at most. */
  readonly strideMillis: number;
  readonly log: Log;
}

/** Of the time that really passes, at speed 1. */
export const BEAT_MILLIS = 500;
/** Wall time by which beats may be late before what was missed is given up. */
const LAG_MILLIS_MAX = 1_000;
/** Wall time over which the speed is measured. */
const MEASURED_OVER_MILLIS = 2_000;
/** Below this part of the speed that was asked for, the operator is told. */
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

  /** How fast venue time really went lately, where it is driven. */
  get measuredSpeed(): number | undefined {
    return this.#parts.clock.isDriven() ? this.#measuredSpeed : undefined;
  }

  start(): void {
    // While the venue was being opened nothing was driven.
    if (this.#parts.clock.isDriven()) this.#parts.clock.giveUpLag();
    this.#nextAt = this.#parts.clock.monotonicNow() + BEAT_MILLIS;
    this.#running = this.#run();
  }

  /** Resolves when the beat that was under way is over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#running;
  }

  /** The clock was changed: what is due now is found out at once. */
  readonly wake = (): void => {
    this.#sleeper?.();
  };

  /** One beat as soon as can be, also while time stands; resolves when it is over. */
  readonly kick = (): Promise<void> => {
    const kicked = Promise.withResolvers<void>();
    this.#kicks.push(kicked);
    if (this.#running === undefined || this.#isStopping) return this.look();
    this.wake();
    return kicked.promise;
  };

  /** All that is due at this moment; start does it again and again. */
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
    // Until the next beat, orders see time go on.
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
