/** Those who want to hear of every entry. One that throws is reported and otherwise ignored. */
import { type Log, reasonOf } from './log.ts';
import type { Applied, Listener } from './venue.ts';

export interface Listeners {
  /** Hears from the next entry on. Returns how to stop. */
  readonly add: (listener: Listener) => () => void;
  readonly tell: (applied: Applied) => void;
}

export function createListeners(log: Log): Listeners {
  let listeners: readonly Listener[] = [];
  return {
    add: (listener) => {
      // Its own function, so that the same listener may be added twice.
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
