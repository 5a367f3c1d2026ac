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
  type HeatOrder,
  type HeatProgram,
  type RecordedAnswer,
  replayAnswers,
  takePart,
} from './heat-seat.ts';
import { openProgram } from './node-program.ts';

export interface HeatThreadData {
  readonly rules: ContestRules;
  readonly contracts: readonly Contract[];
  readonly programs: readonly HeatProgram[];
  /** The files of recordings that are played as markets; none where these are simulated. */
  readonly tapes?: readonly string[] | undefined;
  /** Place of the program that decides, negative while none does, and the decision. */
  readonly watched: Int32Array;
}

/** With the file that the life of an only program is kept in. */
export interface ThreadOrder extends HeatOrder {
  readonly part?: string | undefined;
}

export type HeatAnswer =
  | { readonly kind: 'said'; readonly team: string; readonly at: number; readonly said: string }
  | {
      readonly kind: 'over';
      readonly outcome: HeatOutcome;
      /** By place, of those that nobody can run again. */
      readonly answers: ReadonlyMap<number, readonly RecordedAnswer[]>;
    };

const { rules, contracts, programs, tapes = [], watched }: HeatThreadData = workerData;
const reading = readKeptTape(tapes, contracts);
const tell = (answer: HeatAnswer): void => parentPort?.postMessage(answer);

parentPort?.on('message', async ({ part, ...order }: ThreadOrder) => {
  const boxes = new Map<number, BoxedProgram>();
  const placeOf = (team: string): number =>
    order.places.find((place) => programs[place]?.team === team)!;
  const outcome = await runHeat({
    rules,
    contracts,
    key: order.key,
    tape: await reading,
    keepLife: part === undefined ? undefined : (life) => writePart(part, life),
    seat: async ({ team, text, language, answers }, birth) => {
      if (answers !== undefined) return replayAnswers(answers);
      if (language !== 'py') return openProgram(birth);
      const box = openBoxed(text);
      boxes.set(placeOf(team), box);
      return box;
    },
    programs: takePart(programs, order),
    watch: (decision, at) => {
      watched[0] = at === undefined ? -1 : order.places[at]!;
      watched[1] = decision;
    },
    hear: (team, at, said) => tell({ kind: 'said', team, at, said }),
  });
  for (const box of boxes.values()) box.close();
  const answers = new Map(Array.from(boxes, ([place, box]) => [place, box.answers]));
  tell({ kind: 'over', outcome, answers: order.answers ?? answers });
});
