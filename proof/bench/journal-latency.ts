/** How long one append takes, compared with a bare write and fdatasync of as many bytes. */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Entry } from '../../src/domain/command.ts';
import { nodeFiles, writeAll } from '../../src/journal/files.ts';
import type { Journal } from '../../src/journal/journal.ts';

export interface Latency {
  readonly p50Millis: number;
  readonly p99Millis: number;
}

const FILE_BYTES = 4 * 1024 * 1024;
const RECORD_BYTES = 64;

/** The two take turns, so that a noisy disk disturbs both. */
export async function measureLatency(
  journal: Journal,
  entries: readonly Entry[],
  folder: string,
): Promise<{ readonly append: Latency; readonly bare: Latency }> {
  const file = nodeFiles.open(join(folder, 'bare-sync'), 'create');
  try {
    writeAll(nodeFiles, file, new Uint8Array(FILE_BYTES), 0);
    await nodeFiles.sync(file);
    const record = new Uint8Array(RECORD_BYTES).fill(1);
    const append: number[] = [];
    const bare: number[] = [];
    for (const [turn, entry] of entries.entries()) {
      const start = performance.now();
      writeAll(nodeFiles, file, record, (turn * RECORD_BYTES) % FILE_BYTES);
      await nodeFiles.syncData(file);
      const middle = performance.now();
      await journal.append([entry]);
      append.push(performance.now() - middle);
      bare.push(middle - start);
    }
    return { append: latencyOf(append), bare: latencyOf(bare) };
  } finally {
    nodeFiles.close(file);
  }
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50Millis: at(0.5), p99Millis: at(0.99) };
}
