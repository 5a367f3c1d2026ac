/**
 * Runs heats on all cores. A program that hangs where gas does not count, in one endless step of
 * the language itself, is stopped from outside: the heat begins again without it from that decision
 * on, and the result says so, because a verifier cannot find out by itself.
 */
import { Worker } from 'node:worker_threads';
import type { HeatOutcome } from './heat.ts';
import type { HeatOrder, RecordedAnswer } from './heat-seat.ts';
import type { HeatAnswer, HeatThreadData, ThreadOrder } from './heat-thread.ts';

/** A market of the contest, and the places of the programs that meet in it. */
export interface PlannedHeat extends HeatOrder {
  readonly heat: number;
  /** The file that the life of an only program is kept in. */
  readonly part?: string | undefined;
}

export interface RanHeat extends PlannedHeat {
  readonly outcome: HeatOutcome;
  /** Of those that nobody can run again, by place. */
  readonly answers: ReadonlyMap<number, readonly RecordedAnswer[]>;
}

export interface HeatRun extends Omit<HeatThreadData, 'watched'> {
  readonly plan: readonly PlannedHeat[];
  readonly parallel: number;
  /** Of wall time, for one decision; four times as much for all of them in a heat. */
  readonly patienceMillis: number;
  readonly signal?: AbortSignal;
  readonly over: (ran: RanHeat) => void;
  readonly hear?: (team: string, at: number, said: string) => void;
}

const THREAD = new URL('./heat-thread.ts', import.meta.url);
/** Of the thread: the frames of WebAssembly lie on it. */
const STACK_MEGABYTES = 16;
const LOOK_MILLIS = 200;
const WHOLE_TIMES = 4;
/** Of a verifier with somebody who was not stopped: its machine may be slower than the judge's. */
const CHECK_TIMES = 10;

/** In any order, as they are over. */
export async function runHeats(run: HeatRun): Promise<void> {
  const waiting = run.plan.values();
  const work = async (): Promise<void> => {
    let thread: HeatThread | undefined;
    try {
      for (const planned of waiting) {
        if (run.signal?.aborted) return;
        thread ??= startThread(run);
        let { stops = new Map<number, number>(), doubted } = planned;
        for (;;) {
          const result = await attempt(run, thread, { ...planned, stops, doubted });
          if ('outcome' in result) {
            run.over({ ...planned, ...result, stops });
            break;
          }
          await thread.worker.terminate();
          const { place, decision } = result;
          // Seen to hang where the result says so: from now on it is stopped there.
          if (stops.get(place) === decision)
            doubted = new Set([...(doubted ?? [])].filter((other) => other !== place));
          else stops = new Map([...stops, [place, decision]]);
          thread = startThread(run);
        }
      }
    } finally {
      await thread?.worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(run.parallel, run.plan.length) }, work));
  run.signal?.throwIfAborted();
}

interface HeatThread {
  readonly worker: Worker;
  readonly watched: Int32Array;
}

function startThread({ rules, contracts, programs, tapes }: HeatRun): HeatThread {
  const watched = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  watched[0] = -1;
  const workerData: HeatThreadData = { rules, contracts, programs, tapes, watched };
  const worker = new Worker(THREAD, {
    workerData,
    resourceLimits: { stackSizeMb: STACK_MEGABYTES },
  });
  return { worker, watched };
}

type Attempt =
  | Pick<RanHeat, 'outcome' | 'answers'>
  | { readonly place: number; readonly decision: number };

async function attempt(
  { patienceMillis, hear, signal }: HeatRun,
  { worker, watched }: HeatThread,
  order: ThreadOrder,
): Promise<Attempt> {
  const end = Promise.withResolvers<Attempt>();
  const { stops = new Map(), doubted } = order;
  const spent = new Map<number, number>();
  let seen = '';
  let since = performance.now();
  const look = setInterval(() => {
    const [place = 0, decision = 0] = watched;
    const now = `${place} ${decision}`;
    const isFresh = doubted === undefined && !stops.has(place);
    if (isFresh && place >= 0) spent.set(place, (spent.get(place) ?? 0) + LOOK_MILLIS);
    const times = doubted === undefined || stops.get(place) === decision ? 1 : CHECK_TIMES;
    if (now !== seen || place < 0) {
      seen = now;
      since = performance.now();
    } else if (performance.now() - since > patienceMillis * times) end.resolve({ place, decision });
    if ((spent.get(place) ?? 0) > patienceMillis * WHOLE_TIMES) end.resolve({ place, decision });
  }, LOOK_MILLIS);
  const listen = (answer: HeatAnswer): void => {
    if (answer.kind === 'over') end.resolve({ outcome: answer.outcome, answers: answer.answers });
    else hear?.(answer.team, answer.at, answer.said);
  };
  const fail = (error: Error): void => end.reject(error);
  const interrupt = (): void => end.reject(signal?.reason);
  worker.on('message', listen);
  worker.on('error', fail);
  signal?.addEventListener('abort', interrupt);
  try {
    const { key, places, answers, part } = order;
    const posted = { key, places, stops, answers, doubted, part };
    worker.postMessage(posted satisfies ThreadOrder);
    return await end.promise;
  } finally {
    clearInterval(look);
    worker.off('message', listen);
    worker.off('error', fail);
    signal?.removeEventListener('abort', interrupt);
  }
}
