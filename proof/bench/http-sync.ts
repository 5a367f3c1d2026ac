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
  /** The milliseconds that each sync took. */
  readonly stop: () => Promise<number[]>;
}

export async function startSyncs(folder: string): Promise<Syncs> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { mark: MARK, folder } });
  await once(worker, 'message');
  return {
    stop: async () => {
      const told = once(worker, 'message');
      worker.postMessage('stop');
      const [took]: number[][] = await told;
      await worker.terminate();
      return took ?? [];
    },
  };
}

async function measureSyncs(folder: string, isOver: () => boolean): Promise<number[]> {
  const bare = await openBareFile(join(folder, `bare-sync-${performance.now()}`), BARE);
  try {
    const took: number[] = [];
    while (!isOver()) {
      took.push(await bare.sync());
      await setTimeout(PAUSE_MILLIS);
    }
    return took;
  } finally {
    bare.close();
  }
}

if (parentPort !== null && workerData?.mark === MARK) {
  const port = parentPort;
  let isOver = false;
  port.once('message', () => {
    isOver = true;
  });
  port.postMessage('begun');
  port.postMessage(await measureSyncs(workerData.folder, () => isOver));
}
