/** What one write and fdatasync costs on the disk that the venue writes to. */

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { writeAll } from '../../journal/files.ts';
import { nodeFiles } from '../../journal/node-files.ts';

const FILE_BYTES = 1024 * 1024;
const RECORD_BYTES = 128;

/** Milliseconds of each, spread over time: orders meet the machine in all its moods too. */
export async function measureSyncs(folder: string, seconds: number): Promise<number[]> {
  const file = nodeFiles.open(join(folder, `bare-sync-${performance.now()}`), 'create');
  try {
    writeAll(nodeFiles, file, new Uint8Array(FILE_BYTES), 0);
    await nodeFiles.sync(file);
    const record = new Uint8Array(RECORD_BYTES).fill(1);
    const took: number[] = [];
    const end = performance.now() + seconds * 1_000;
    for (let turn = 0; performance.now() < end; turn += 1) {
      const start = performance.now();
      writeAll(nodeFiles, file, record, (turn * RECORD_BYTES) % FILE_BYTES);
      await nodeFiles.syncData(file);
      took.push(performance.now() - start);
      await setTimeout(1);
    }
    return took;
  } finally {
    nodeFiles.close(file);
  }
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
