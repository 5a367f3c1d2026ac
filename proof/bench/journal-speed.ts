/** How many commands become durable in a second, and how long one append takes. */

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Entry } from '../../src/domain/command.ts';
import { nodeFiles, writeAll } from '../../src/journal/files.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { percentile } from './harness.ts';

/** Batches one after the other, each acknowledged before the next is sent. */
export async function measureBatches(
  journal: Journal,
  entries: readonly Entry[],
  batch: number,
): Promise<number> {
  const start = performance.now();
  for (let at = 0; at < entries.length; at += batch) {
    await journal.append(entries.slice(at, at + batch));
  }
  return entries.length / ((performance.now() - start) / 1_000);
}

/**
 * Single commands of many callers, each of which waits for its command before it sends the next.
 */
export async function measureCallers(
  journal: Journal,
  entries: readonly Entry[],
  callers: number,
): Promise<number> {
  let next = 0;
  const call = async (): Promise<void> => {
    for (;;) {
      const entry = entries[next];
      if (entry === undefined) return;
      next += 1;
      await journal.append([entry]);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  return entries.length / ((performance.now() - start) / 1_000);
}

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

const latencyOf = (times: readonly number[]): Latency => ({
  p50Millis: percentile(times, 0.5),
  p99Millis: percentile(times, 0.99),
});
