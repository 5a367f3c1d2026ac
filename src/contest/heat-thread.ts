/**
 * The thread that runs heats, one after the other. Programs run in it beside the market, so whoever
 * started it watches the shared numbers: the program that decides now, and at which decision.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Contract } from '../domain/contract.ts';
import { writePart } from '../verdict/life-part.ts';
import { type BoxedProgram, openBoxed } from './boxed-program.ts';
import type { ContestRules } from './contest-rules.ts';
import { readKeptTape } from './contest-tapes.ts';
import { type HeatOutcome, runHeat } from './heat.ts';
import {
  type Decider,
  type HeatOrder,
  type HeatProgram,
  type NotedDecision,
  type RecordedAnswer,
  replayAnswers,
  takePart,
} from './heat-seat.ts';
import { openProgram } from './node-program.ts';
import type { Decided } from './program.ts';
import type { RiskCaps } from './risk-caps.ts';

export interface HeatThreadData {
  readonly rules: ContestRules;
  readonly contracts: readonly Contract[];
  readonly programs: readonly HeatProgram[];
  /** The files of recordings that are played as markets; none where these are simulated. */
  readonly tapes?: readonly string[] | undefined;
  readonly caps?: RiskCaps | undefined;
  /** Whether every decision is told in the end. */
  readonly isNoted?: boolean | undefined;
  /** Of real time, for all answers of a box but its first. */
  readonly boxMillis?: number | undefined;
  /** Place of the program that decides, negative while none does, and the decision. */
  readonly watched: Int32Array;
}

/** With the file that the life of an only program is kept in. */
export interface ThreadOrder extends HeatOrder {
  readonly part?: string | undefined;
}

/** Of somebody whom the thread cannot ask itself. */
export interface OutsideAnswer {
  readonly team: string;
  readonly decided: Decided;
}

export type HeatAnswer =
  | { readonly kind: 'said'; readonly team: string; readonly at: number; readonly said: string }
  /** Answered with an OutsideAnswer. */
  | { readonly kind: 'ask'; readonly team: string; readonly state: string }
  | {
      readonly kind: 'over';
      readonly outcome: HeatOutcome;
      /** By place, of those that nobody can run again. */
      readonly answers: ReadonlyMap<number, readonly RecordedAnswer[]>;
      readonly decisions: readonly NotedDecision[];
    };

const data: HeatThreadData = workerData;
const { rules, contracts, programs, tapes = [], watched, caps, isNoted = false, boxMillis } = data;
const reading = readKeptTape(tapes, contracts);
const tell = (answer: HeatAnswer): void => parentPort?.postMessage(answer);

const waiting = new Map<string, (decided: Decided) => void>();

const askOutside = (team: string): Decider => ({
  gas: () => 0,
  decide: (state) => {
    const { promise, resolve } = Promise.withResolvers<Decided>();
    waiting.set(team, resolve);
    tell({ kind: 'ask', team, state });
    return promise;
  },
});

parentPort?.on('message', async (given: ThreadOrder | OutsideAnswer) => {
  if ('decided' in given) waiting.get(given.team)?.(given.decided);
  else await run(given);
});

/** Of this thread alone, where Node tells it: who waits for a busy machine is not slow. */
const worked = (): number => {
  const used = process.threadCpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1_000;
};

async function run({ part, ...order }: ThreadOrder): Promise<void> {
  const decisions: NotedDecision[] = [];
  const boxes = new Map<number, BoxedProgram>();
  const placeOf = (team: string): number =>
    order.places.find((place) => programs[place]?.team === team)!;
  const outcome = await runHeat({
    rules,
    contracts,
    key: order.key,
    tape: await reading,
    keepLife: part === undefined ? undefined : (life) => writePart(part, life),
    seat: async ({ team, text, language, answers, isAsked = false }, birth) => {
      if (isAsked) return askOutside(team);
      if (answers !== undefined) return replayAnswers(answers);
      if (language !== 'py') return openProgram(birth);
      const box = openBoxed(text, boxMillis);
      boxes.set(placeOf(team), box);
      return box;
    },
    programs: takePart(programs, order),
    ...(order.doubted === undefined ? {} : { worked }),
    caps,
    ...(isNoted ? { note: (decision: NotedDecision) => decisions.push(decision) } : {}),
    watch: (decision, at) => {
      watched[0] = at === undefined ? -1 : order.places[at]!;
      watched[1] = decision;
    },
    hear: (team, at, said) => tell({ kind: 'said', team, at, said }),
  });
  for (const box of boxes.values()) box.close();
  const answers = new Map(Array.from(boxes, ([place, box]) => [place, box.answers]));
  tell({ kind: 'over', outcome, answers: order.answers ?? answers, decisions });
}
