/**
 * Measures one write and fdatasync on the disk that the venue writes to, while something else is
 * measured. It runs in its own thread, so that neither waits for the other's event loop.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openBareFile } from './journal-speed.ts';

const BARE = { fileBytes: 1024 * 1024, recordBytes: 128 };
/** Often enough to see slow moments of the machine, too rarely to disturb it. */
const PAUSE_MILLIS = 5;
/** Tells this thread from other workers that load this file. */
const MARK = 'bare syncs';

export interface Syncs {
  /** The milliseconds that each sync took since the last time. */
  readonly take: () => Promise<number[]>;
  /** The same, and it is over. */
  readonly stop: () => Promise<number[]>;
}

export async function startSyncs(folder: string): Promise<Syncs> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { mark: MARK, folder } });
  await once(worker, 'message');
  const take = async (): Promise<number[]> => {
    const told = once(worker, 'message');
    worker.postMessage('take');
    const [took]: number[][] = await told;
    return took ?? [];
  };
  return {
    take,
    stop: async () => {
      const took = await take();
      await worker.terminate();
      return took;
    },
  };
}

if (parentPort !== null && workerData?.mark === MARK) {
  const port = parentPort;
  const path = join(workerData.folder, `bare-sync-${performance.now()}`);
  const bare = await openBareFile(path, BARE);
  let took: number[] = [];
  port.on('message', () => {
    port.postMessage(took);
    took = [];
  });
  port.postMessage('begun');
  // Until the thread is ended.
  for (;;) {
    took.push(await bare.sync());
    await setTimeout(PAUSE_MILLIS);
  }
}
