/**
 * Measures one write and fdatasync on the disk that the venue writes to, while something else is
 * measured. It runs in its own thread, so that neither waits for the other's event loop.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { nodeFiles, writeAll } from '../../src/journal/files.ts';

const FILE_BYTES = 1024 * 1024;
const RECORD_BYTES = 128;
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
  const file = nodeFiles.open(join(folder, `bare-sync-${performance.now()}`), 'create');
  try {
    writeAll(nodeFiles, file, new Uint8Array(FILE_BYTES), 0);
    await nodeFiles.sync(file);
    const record = new Uint8Array(RECORD_BYTES).fill(1);
    const took: number[] = [];
    for (let turn = 0; !isOver(); turn += 1) {
      const start = performance.now();
      writeAll(nodeFiles, file, record, (turn * RECORD_BYTES) % FILE_BYTES);
      await nodeFiles.syncData(file);
      took.push(performance.now() - start);
      await setTimeout(PAUSE_MILLIS);
    }
    return took;
  } finally {
    nodeFiles.close(file);
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
