/** The listeners of a venue. One that throws is reported and otherwise ignored. */
import { type Log, reasonOf } from './log.ts';
import type { Applied, Listener } from './venue.ts';

export interface Listeners {
  /** The listener hears every entry from the next on. Returns a function that removes it. */
  readonly add: (listener: Listener) => () => void;
  readonly tell: (applied: Applied) => void;
}

export function createListeners(log: Log): Listeners {
  let listeners: readonly Listener[] = [];
  return {
    add: (listener) => {
      // A new function each time, so that the same listener may be added twice.
      const own: Listener = (applied) => listener(applied);
      listeners = [...listeners, own];
      return () => {
        listeners = listeners.filter((other) => other !== own);
      };
    },
    tell: (applied) => {
      for (const listener of listeners) {
        try {
          listener(applied);
        } catch (error) {
          log('error', 'a listener failed', { seq: applied.seq, because: reasonOf(error) });
        }
      }
    },
  };
}
