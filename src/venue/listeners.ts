/** Those who are told of every entry, in the order in which they came. */
import { reasonOf } from '../domain/reason-of.ts';
import type { Log } from './log.ts';
import type { Applied, Listener } from './venue.ts';

export class Listeners {
  readonly #log: Log;
  #listeners: readonly Listener[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns a function that stops it. */
  add(listener: Listener): () => void {
    // A new function each time, so that the same listener may be added twice.
    const own: Listener = (applied) => listener(applied);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  /** A listener that throws is reported and otherwise ignored. */
  tell(applied: Applied): void {
    for (const listener of this.#listeners) {
      try {
        listener(applied);
      } catch (error) {
        const facts = { seq: applied.seq, because: reasonOf(error) };
        this.#log('error', 'a listener failed', facts);
      }
    }
  }
}
