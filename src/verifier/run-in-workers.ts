/** Runs the heats of a result in workers of the page, one for each core that the browser names. */
import type { ResultFiles } from '../contest/contest-result.ts';
import { TAPES_FOLDER } from '../contest/contest-terms.ts';
import type { HeatOutcome } from '../contest/heat.ts';
import type { HeatOrder } from '../contest/heat-seat.ts';
import type { CheckRun } from '../contest/verify-result.ts';
import type { HeatReply, WorkerBirth } from './heat-worker.ts';

export async function runInWorkers(
  run: CheckRun,
  wasm: ArrayBuffer,
  files: ResultFiles,
): Promise<void> {
  const { rules, contracts, programs } = run;
  const tapes = run.tapes.map(({ file }) => [file, files.get(`${TAPES_FOLDER}/${file}`)!] as const);
  const waiting = run.plan.values();
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./heat-worker.ts', import.meta.url), { type: 'module' });
    try {
      const birth: WorkerBirth = { run: { rules, contracts, programs }, wasm, tapes };
      worker.postMessage(birth);
      for (const planned of waiting) {
        const { key, places, stops, answers = new Map() } = planned;
        const outcome = await ask(worker, { key, places, stops, answers });
        run.over({ ...planned, answers, outcome });
      }
    } finally {
      worker.terminate();
    }
  };
  const parallel = Math.min(navigator.hardwareConcurrency, run.plan.length);
  await Promise.all(Array.from({ length: parallel }, work));
}

function ask(worker: Worker, order: HeatOrder): Promise<HeatOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<HeatOutcome>();
  worker.onmessage = ({ data }: MessageEvent<HeatReply>) => {
    if ('outcome' in data) resolve(data.outcome);
    else reject(new Error(data.fault));
  };
  worker.onerror = () => reject(new Error('a worker could not begin'));
  worker.postMessage(order);
  return promise;
}
