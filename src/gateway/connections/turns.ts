/**
 * Shares the event loop among addresses. Work waits in one queue per address, the addresses take
 * turns, and one turn of the loop does a limited amount of work. An address that asks for much
 * waits behind its own work; the others wait for at most one piece of it.
 *
 * Who wants to change something goes before those who only look: a thousand addresses that poll
 * candles are polite each by itself, and together half a second of work. The lookers still get
 * their share.
 */

import { performance } from 'node:perf_hooks';
import { nextTick, queueMicrotask, setImmediate } from '../../machine/timers.ts';

type Work = () => void;
/** Whether somebody wants to change something, or to be shown something. */
export type Errand = 'act' | 'look';

export interface Turns {
  /** Queues a piece of work. The errands of one kind of an address are done in their order. */
  readonly line: (group: string, errand: Errand, work: Work) => void;
}

/** Enough for a few dozen requests, and short compared with the time of an order. */
const SLICE_MILLIS = 1;
/** Acts that go before a look that waits. */
const ACTS_PER_LOOK = 8;

type Lines = Map<string, Work[]>;

export function createTurns(sliceMillis: number = SLICE_MILLIS): Turns {
  /** The queues by address. The address whose turn it is comes first. */
  const lines: Record<Errand, Lines> = { act: new Map(), look: new Map() };
  let actsInARow = 0;
  const isAnyWaiting = (): boolean => lines.act.size > 0 || lines.look.size > 0;
  const takeWork = (): Work | undefined => {
    const isLookDue = lines.act.size === 0 || (lines.look.size > 0 && actsInARow >= ACTS_PER_LOOK);
    actsInARow = isLookDue ? 0 : actsInARow + 1;
    return takeNext(isLookDue ? lines.look : lines.act);
  };
  let isBusy = false;
  let endsAt = 0;
  const begin = (): void => {
    endsAt = performance.now() + sliceMillis;
    step();
  };
  const step = (): void => {
    const work = takeWork();
    isBusy = work !== undefined;
    if (work === undefined) return;
    try {
      work();
    } finally {
      isBusy = isAnyWaiting();
      // The microtasks of a piece run, and are timed, before the next piece.
      if (isBusy) queueMicrotask(() => nextTick(goOn));
    }
  };
  const goOn = (): void => {
    if (performance.now() < endsAt) step();
    else setImmediate(begin);
  };
  return {
    line: (group, errand, work) => {
      const line = lines[errand].get(group);
      if (line === undefined) lines[errand].set(group, [work]);
      else line.push(work);
      if (isBusy) return;
      isBusy = true;
      setImmediate(begin);
    },
  };
}

function takeNext(waiting: Lines): Work | undefined {
  for (const [group, line] of waiting) {
    waiting.delete(group);
    const work = line.shift();
    // The address goes to the end, so that the others come first.
    if (line.length > 0) waiting.set(group, line);
    return work;
  }
  return undefined;
}
