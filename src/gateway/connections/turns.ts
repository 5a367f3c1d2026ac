/**
 * Shares the event loop among addresses. Work waits in one queue per address, the addresses take
 * turns, and one turn of the loop does a limited amount of work. An address that asks for much
 * waits behind its own work; the others wait for at most one piece of it.
 */

import { performance } from 'node:perf_hooks';
import { nextTick, queueMicrotask, setImmediate } from '../../machine/timers.ts';

type Work = () => void;

export interface Turns {
  /** Queues a piece of work. The work of one address is done in the order of its requests. */
  readonly line: (group: string, work: Work) => void;
}

/** Enough for a few dozen requests, and short compared with the time of an order. */
const SLICE_MILLIS = 1;

export function createTurns(sliceMillis: number = SLICE_MILLIS): Turns {
  /** The queues by address. The address whose turn it is comes first. */
  const waiting = new Map<string, Work[]>();
  let isBusy = false;
  let endsAt = 0;
  const begin = (): void => {
    endsAt = performance.now() + sliceMillis;
    step();
  };
  const step = (): void => {
    const work = takeNext(waiting);
    isBusy = work !== undefined;
    if (work === undefined) return;
    try {
      work();
    } finally {
      isBusy = waiting.size > 0;
      // The microtasks of a piece run, and are timed, before the next piece.
      if (isBusy) queueMicrotask(() => nextTick(goOn));
    }
  };
  const goOn = (): void => {
    if (performance.now() < endsAt) step();
    else setImmediate(begin);
  };
  return {
    line: (group, work) => {
      const line = waiting.get(group);
      if (line === undefined) waiting.set(group, [work]);
      else line.push(work);
      if (isBusy) return;
      isBusy = true;
      setImmediate(begin);
    },
  };
}

function takeNext(waiting: Map<string, Work[]>): Work | undefined {
  for (const [group, line] of waiting) {
    waiting.delete(group);
    const work = line.shift();
    // The address goes to the end, so that the others come first.
    if (line.length > 0) waiting.set(group, line);
    return work;
  }
  return undefined;
}
