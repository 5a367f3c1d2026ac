/**
 * Shares the event loop among those who want something of it. Work waits in line by address, the
 * addresses take turns, and one turn of the loop does only so much of it: whoever asks for much
 * waits for himself, and everybody else waits for at most one piece of his work.
 */
import { performance } from 'node:perf_hooks';

type Work = () => void;

export interface Turns {
  /** Has it done soon, in the order in which one address asked. */
  readonly line: (group: string, work: Work) => void;
}

/** Long enough for some dozens of requests, and short beside what an order takes anyway. */
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
      // What the work set off at once belongs to it: it is done, and timed, before the next.
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
