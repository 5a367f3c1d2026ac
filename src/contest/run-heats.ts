/**
 * Runs heats on all cores. A program that hangs where gas does not count, in one endless step of
 * the language itself, is stopped from outside: the heat begins again without it from that decision
 * on, and the result says so, because a verifier cannot find out by itself.
 */
import { Worker } from 'node:worker_threads';
import { type HeatOutcome, runHeat } from './heat.ts';
import { type HeatOrder, type NotedDecision, type RecordedAnswer, takePart } from './heat-seat.ts';
import type { HeatAnswer, HeatThreadData, OutsideAnswer, ThreadOrder } from './heat-thread.ts';
import type { Decided } from './program.ts';

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
  /** Where they are noted. */
  readonly decisions?: readonly NotedDecision[];
}

/** Asks one of those who are no programs. */
export type AskSeat = (team: string, state: string) => Promise<Decided>;

export interface HeatRun extends Omit<HeatThreadData, 'watched'> {
  readonly plan: readonly PlannedHeat[];
  readonly parallel: number;
  /** Of the processor time of its thread, for one decision. */
  readonly patienceMillis: number;
  /** The same, for all decisions of a heat; four times as much unless told. */
  readonly wholeMillis?: number;
  /** Called where somebody is stopped. The heat begins again, unless this throws. */
  readonly stopped?: (decision: number) => void;
  readonly signal?: AbortSignal;
  readonly over: (ran: RanHeat) => void;
  /** Called anew where a heat begins again. */
  readonly sit?: (planned: PlannedHeat) => AskSeat;
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
        if (planned.places.every((place) => run.programs[place]?.isAsked)) {
          run.over({ ...planned, ...(await runHere(run, planned)) });
          continue;
        }
        thread ??= startThread(run);
        let { stops = new Map<number, number>(), doubted } = planned;
        for (;;) {
          const asked = run.sit?.(planned);
          const result = await attempt(run, thread, { ...planned, stops, doubted }, asked);
          if ('outcome' in result) {
            run.over({ ...planned, ...result, stops });
            break;
          }
          await thread.worker.terminate();
          const { place, decision } = result;
          run.stopped?.(decision);
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

/** Where no program is run nothing hangs, and many may be waited for: no thread is needed. */
async function runHere(run: HeatRun, planned: PlannedHeat): Promise<Ran> {
  const { rules, contracts, programs, caps, sit } = run;
  const decisions: NotedDecision[] = [];
  const asked = sit!(planned);
  const outcome = await runHeat({
    rules,
    contracts,
    caps,
    key: planned.key,
    programs: takePart(programs, planned),
    seat: async ({ team }) => ({ gas: () => 0, decide: (state) => asked(team, state) }),
    note: (decision) => decisions.push(decision),
  });
  return { outcome, answers: new Map(), decisions };
}

type HeatThread = ReturnType<typeof startThread>;

function startThread(run: HeatRun) {
  const { rules, contracts, programs, tapes, caps, isNoted, boxMillis } = run;
  const watched = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  watched[0] = -1;
  const data = { rules, contracts, programs, tapes, caps, isNoted, boxMillis, watched };
  const worker = new Worker(THREAD, {
    workerData: data satisfies HeatThreadData,
    resourceLimits: { stackSizeMb: STACK_MEGABYTES },
  });
  return { worker, watched };
}

type Ran = Pick<RanHeat, 'outcome' | 'answers' | 'decisions'>;
type Attempt = Ran | { readonly place: number; readonly decision: number };

async function attempt(
  { patienceMillis, wholeMillis = WHOLE_TIMES * patienceMillis, hear, signal }: HeatRun,
  { worker, watched }: HeatThread,
  order: ThreadOrder,
  asked: AskSeat | undefined,
): Promise<Attempt> {
  const end = Promise.withResolvers<Attempt>();
  const { stops = new Map(), doubted } = order;
  const spent = new Map<number, number>();
  let seen = '';
  let lasted = 0;
  const takeGiven = measureGiven(worker);
  const look = setInterval(() => {
    const given = takeGiven();
    const [place = 0, decision = 0] = watched;
    const now = `${place} ${decision}`;
    const isFresh = doubted === undefined && !stops.has(place);
    if (isFresh && place >= 0) spent.set(place, (spent.get(place) ?? 0) + given);
    const times = doubted === undefined || stops.get(place) === decision ? 1 : CHECK_TIMES;
    lasted = now === seen && place >= 0 ? lasted + given : 0;
    seen = now;
    if (lasted > patienceMillis * times) end.resolve({ place, decision });
    if ((spent.get(place) ?? 0) > wholeMillis) end.resolve({ place, decision });
  }, LOOK_MILLIS);
  const fail = (error: Error): void => end.reject(error);
  const reply = (team: string) => (decided: Decided) =>
    worker.postMessage({ team, decided } satisfies OutsideAnswer);
  const listen = (answer: HeatAnswer): void => {
    if (answer.kind === 'over') end.resolve(answer);
    else if (answer.kind === 'said') hear?.(answer.team, answer.at, answer.said);
    else asked?.(answer.team, answer.state).then(reply(answer.team), fail);
  };
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

/**
 * What passes between two looks, as far as the machine let the thread run: else nobody hangs. An
 * earlier Node than 24.6 knows this of the whole process alone.
 */
function measureGiven(worker: Worker): () => number {
  let at = performance.now();
  let used: number | undefined;
  let known = 0;
  const ask = async (): Promise<void> => {
    const { user, system } = await (worker.cpuUsage?.() ?? process.cpuUsage());
    known = (user + system) / 1_000;
    used ??= known;
  };
  // A thread that has not begun, or is over, is not asked.
  const look = (): unknown => ask().catch(() => undefined);
  look();
  return () => {
    const passed = performance.now() - at;
    const worked = known - (used ?? known);
    at += passed;
    used = known;
    look();
    return Math.min(passed, worked);
  };
}
