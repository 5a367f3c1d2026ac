/**
 * Shares the event loop among addresses. Work waits in one queue per address, the addresses take
 * turns, and one turn of the loop does only so much work. An address that asks for much waits for
 * itself; the others wait for at most one piece of its work.
 */
import { performance } from 'node:perf_hooks';

type Work = () => void;

export interface Turns {
  /** Has it done soon, in the order in which one address asked. */
  readonly line: (group: string, work: Work) => void;
}

/** Enough for some dozens of requests, and short compared with the time of an order. */
const SLICE_MILLIS = 1;

export function createTurns(sliceMillis: number = SLICE_MILLIS): Turns {
  /** The address whose turn it is stands first. */
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
      // Microtasks of the work belong to it: they run, and are timed, before the next piece.
      if (isBusy) queueMicrotask(() => process.nextTick(goOn));
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
    // To the end: the others come first.
    if (line.length > 0) waiting.set(group, line);
    return work;
  }
  return undefined;
}
