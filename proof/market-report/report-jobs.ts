/**
 * The parts of a report that can run at the same time: the month, the impact of single orders, and
 * the rules against each seed. One thread for each core takes them one after the other. This file
 * is also the thread's program.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { assert } from '../../src/domain/assert.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { chooseRules, type RuleChoice } from './adversaries/choose-rules.ts';
import { type AdversaryResult, runAdversaries } from './adversaries/run-adversaries.ts';
import { isEnough } from './adversaries/summarise.ts';
import { pickContracts } from './drive-market.ts';
import { driveMonth, type Month } from './drive-month.ts';
import { type Impact, probeImpact } from './probe-impact.ts';
import { type Metaorder, probeMetaorders } from './probe-metaorders.ts';

export type Job =
  | { readonly kind: 'month'; readonly seed: string; readonly days: number }
  | { readonly kind: 'impact'; readonly base: string; readonly seeds: readonly string[] }
  | { readonly kind: 'metaorders'; readonly base: string; readonly seeds: readonly string[] }
  | {
      readonly kind: 'rules';
      readonly choice: RuleChoice;
      /** One after the other, until rules had occasions enough. */
      readonly seeds: readonly string[];
      readonly hours: number;
      readonly jumpEveryMillis?: number;
      /** The markets that are traded; all if absent. */
      readonly bases?: readonly string[];
    };

export type Finished =
  | { readonly kind: 'month'; readonly month: Month }
  | { readonly kind: 'impact'; readonly impact: Impact }
  | { readonly kind: 'metaorders'; readonly metaorders: readonly Metaorder[] }
  | { readonly kind: 'rules'; readonly runs: AdversaryResult[][] };

type Told =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'finished'; readonly finished: Finished };

const MARK = 'perpetua-market-report';

/**
 * Runs all jobs, the first ones first, and answers in their order. Progress is the part of each job
 * that is done, from 0 to 1. What is kept in a folder is not done again.
 */
export async function runJobs(
  jobs: readonly Job[],
  threads: number,
  progress: (done: readonly number[]) => void,
  folder?: string,
): Promise<Finished[]> {
  const done = jobs.map(() => 0);
  const finished: Finished[] = [];
  const waiting = jobs.map((_, at) => at);
  const work = async (): Promise<void> => {
    const thread = openThread();
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      const place = at;
      const job = jobs[place];
      assert(job !== undefined, 'a job is missing', place);
      finished[place] = await keepIn(folder, job, () =>
        thread.run(job, (part) => {
          done[place] = part;
          progress(done);
        }),
      );
      done[place] = 1;
      progress(done);
    }
    await thread.close();
  };
  await Promise.all(Array.from({ length: Math.max(1, threads) }, work));
  return finished;
}

/** The file is there whole or not at all. */
async function keepIn(
  folder: string | undefined,
  job: Job,
  run: () => Promise<Finished>,
): Promise<Finished> {
  if (folder === undefined) return run();
  mkdirSync(folder, { recursive: true });
  const path = join(folder, createHash('sha256').update(JSON.stringify(job)).digest('hex'));
  if (existsSync(path)) return deserialize(readFileSync(path));
  const finished = await run();
  writeFileSync(`${path}.new`, serialize(finished));
  renameSync(`${path}.new`, path);
  return finished;
}

interface Thread {
  readonly run: (job: Job, progress: (done: number) => void) => Promise<Finished>;
  readonly close: () => Promise<unknown>;
}

/** One does many jobs: what it has compiled for the first is fast for the others. */
function openThread(): Thread {
  const worker = new Worker(new URL(import.meta.url), { workerData: MARK });
  return {
    run: (job, progress) =>
      new Promise((resolve, reject) => {
        worker.removeAllListeners();
        worker.on('message', (told: Told) => {
          if (told.kind === 'progress') progress(told.done);
          else resolve(told.finished);
        });
        worker.once('error', reject);
        worker.once('exit', (code) =>
          reject(new Error(`a thread of the report ended with ${code}`)),
        );
        worker.postMessage(job);
      }),
    close: () => {
      worker.removeAllListeners();
      return worker.terminate();
    },
  };
}

function doJob(job: Job, progress: (done: number) => void): Finished {
  const contracts = loadContracts();
  if (job.kind === 'month') {
    const { seed, days } = job;
    return { kind: 'month', month: driveMonth({ contracts, seed, days }, progress) };
  }
  if (job.kind === 'impact')
    return { kind: 'impact', impact: probeImpact({ contracts, base: job.base, seeds: job.seeds }) };
  if (job.kind === 'metaorders')
    return { kind: 'metaorders', metaorders: probeMetaorders(contracts, job.base, job.seeds) };
  const { choice, seeds, hours, bases, jumpEveryMillis } = job;
  const traded = bases === undefined ? contracts : pickContracts(contracts, bases);
  const runs: AdversaryResult[][] = [];
  for (const seed of seeds) {
    if (isEnough(runs, seeds.length)) break;
    const rules = chooseRules(choice, { contracts: traded, seed });
    const run = { contracts: traded, rules, seed, hours };
    runs.push(runAdversaries(jumpEveryMillis === undefined ? run : { ...run, jumpEveryMillis }));
    progress(runs.length / seeds.length);
  }
  return { kind: 'rules', runs };
}

const data: unknown = workerData;
if (!isMainThread && data === MARK) {
  const tell = (told: Told): void => parentPort?.postMessage(told);
  parentPort?.on('message', (job: Job) => {
    const finished = doJob(job, (done) => tell({ kind: 'progress', done }));
    tell({ kind: 'finished', finished });
  });
}
