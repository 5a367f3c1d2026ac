/**
 * The thread that runs heats, one after the other. Programs run in it beside the market, so whoever
 * started it watches the shared numbers: the program that decides now, and at which decision.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Contract } from '../domain/contract.ts';
import type { ContestRules } from './contest-rules.ts';
import { type HeatOutcome, runHeat } from './heat.ts';
import type { HeatProgram } from './heat-seat.ts';

export interface HeatThreadData {
  readonly rules: ContestRules;
  readonly contracts: readonly Contract[];
  readonly programs: readonly HeatProgram[];
  /** Place of the program that decides, negative while none does, and the decision. */
  readonly watched: Int32Array;
}

export interface HeatOrder {
  readonly key: Uint8Array;
  /** Which of the programs take part. */
  readonly places: readonly number[];
  /** By place, those that were stopped in an earlier attempt, with the decision. */
  readonly stops: ReadonlyMap<number, number>;
  /** The file that the life of an only program is kept in. */
  readonly part?: string | undefined;
}

export type HeatAnswer =
  | { readonly kind: 'said'; readonly team: string; readonly at: number; readonly said: string }
  | { readonly kind: 'over'; readonly outcome: HeatOutcome };

// Node warns that it may yet change how types are stripped: no news for whoever runs a contest.
process.removeAllListeners('warning');

const { rules, contracts, programs, watched }: HeatThreadData = workerData;
const tell = (answer: HeatAnswer): void => parentPort?.postMessage(answer);

parentPort?.on('message', async ({ key, places, stops, part }: HeatOrder) => {
  const outcome = await runHeat({
    rules,
    contracts,
    key,
    part,
    programs: places.map((place) => {
      const stopAt = stops.get(place);
      return { ...programs[place]!, ...(stopAt === undefined ? {} : { stopAt }) };
    }),
    watch: (decision, at) => {
      watched[0] = at === undefined ? -1 : places[at]!;
      watched[1] = decision;
    },
    hear: (team, at, said) => tell({ kind: 'said', team, at, said }),
  });
  tell({ kind: 'over', outcome });
});
