/** A worker of a page that runs heats again, one after the other. */
import { type HeatOutcome, runHeat } from '../contest/heat.ts';
import { type HeatOrder, replayAnswers, takePart } from '../contest/heat-seat.ts';
import { openSandboxed } from '../contest/program.ts';
import type { CheckRun } from '../contest/verify-result.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { KeptTape } from '../tape/kept-tape.ts';
import { readGivenTape } from './tape-bytes.ts';

/** The text of prelude.js, which the build of the page puts here. */
declare const SANDBOX_PRELUDE: string;

export interface WorkerBirth {
  readonly run: Pick<CheckRun, 'rules' | 'contracts' | 'programs'>;
  /** QuickJS. */
  readonly wasm: ArrayBuffer;
  /** The recordings that are played; none where markets are simulated. */
  readonly tapes: readonly (readonly [file: string, bytes: Uint8Array])[];
}

export type HeatReply = { readonly outcome: HeatOutcome } | { readonly fault: string };

let begun: WorkerBirth | undefined;
let reading: Promise<KeptTape | undefined> | undefined;

self.addEventListener('message', async ({ data }: MessageEvent<WorkerBirth | HeatOrder>) => {
  if ('wasm' in data) begun = data;
  else self.postMessage(await answer(data));
});

async function answer(order: HeatOrder): Promise<HeatReply> {
  try {
    const { run, wasm, tapes } = begun!;
    reading ??= readGivenTape(tapes, run.contracts);
    // The types of a program are gone before it is run again.
    const parts = { wasm, prelude: SANDBOX_PRELUDE, stripTypes: (text: string) => text };
    const { rules, contracts } = run;
    const outcome = await runHeat({
      rules,
      contracts,
      key: order.key,
      tape: await reading,
      programs: takePart(run.programs, order),
      seat: async ({ answers }, birth) =>
        answers === undefined ? openSandboxed(parts, birth) : replayAnswers(answers),
    });
    return { outcome };
  } catch (error) {
    return { fault: reasonOf(error) };
  }
}
