/**
 * Runs seeds in parallel threads. This file is also the thread's program: it runs the seeds that
 * fall to it and reports each one.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { simulateCluster } from '../cluster/simulate-cluster.ts';
import { simulate } from './simulate.ts';
import { type MarketOutcome, simulateMarket } from './simulate-market.ts';

interface SeedShare {
  readonly from: number;
  readonly seeds: number;
  readonly commands: number;
  readonly cluster: boolean;
  readonly market: boolean;
  /** This thread takes every `jobs`-th seed, beginning with its own number. */
  readonly jobs: number;
  readonly job: number;
}

/** A thread's report of one seed. */
export interface SeedReport {
  readonly seed: number;
  readonly entries: number;
  readonly failed: boolean;
  /** What went wrong, in one line. */
  readonly message: string;
  readonly coverage: readonly (readonly [string, number])[];
}

const SHARE_MARK = 'perpetua-sim';

export function runThread(share: SeedShare, tell: (report: SeedReport) => void) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { mark: SHARE_MARK, share } });
  const done = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
  return { worker: worker.on('message', tell), done };
}

interface ThreadData {
  readonly mark: string;
  readonly share: SeedShare;
}

const isThreadData = (data: unknown): data is ThreadData =>
  typeof data === 'object' && data !== null && 'mark' in data && data.mark === SHARE_MARK;

function runShare({ from, seeds, commands, cluster, market, jobs, job }: SeedShare): void {
  for (let seed = from + job; seed < from + seeds; seed += jobs) {
    const report = cluster
      ? tellOutcome(seed, simulateCluster(seed))
      : market
        ? tellOutcome(seed, simulateMarket(seed))
        : runTraders(seed, commands);
    parentPort?.postMessage(report);
    if (report.failed) return;
  }
}

function runTraders(seed: number, commands: number): SeedReport {
  const { entries, failure, coverage } = simulate(seed, commands);
  return {
    seed,
    entries: entries.length,
    failed: failure !== null,
    message: failure === null ? '' : `entry ${failure.entry.seq}: ${failure.error.message}`,
    coverage: [...coverage],
  };
}

function tellOutcome(seed: number, { entries, failure, happened }: MarketOutcome): SeedReport {
  const failed = failure !== undefined;
  return { seed, entries, failed, message: failure ?? '', coverage: [...happened] };
}

const data: unknown = workerData;
if (!isMainThread && isThreadData(data)) runShare(data.share);
