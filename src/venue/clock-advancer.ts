/**
 * Time passes even when nobody trades. When a second of venue time has passed without an entry, it
 * submits a command that advances the clock. How often it looks does not change any result, only
 * how soon funding and price samples appear.
 */

import type { Command } from '../domain/command.ts';
import type { VenueState } from '../engine/state.ts';
import { clearInterval, setInterval } from '../machine/timers.ts';
import type { Clock } from './clock.ts';
import type { Applied } from './venue.ts';

export interface ClockAdvancerParts {
  readonly clock: Clock;
  readonly state: VenueState;
  readonly submit: (command: Command) => Promise<Applied>;
  /** In wall time; zero leaves looking to the caller. */
  readonly everyMillis: number;
}

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
