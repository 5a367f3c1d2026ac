/** How many commands become durable in a second, and how long one append takes. */

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Entry } from '../../src/domain/command.ts';
import { seq } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import { nodeFiles, writeAll } from '../../src/journal/files.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { restoreState } from '../../src/venue/replay-entries.ts';
import { quantile } from '../../src/verdict/quantile.ts';
import { storeState } from '../store-state.ts';

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

export interface SyncTimes {
  readonly p50Millis: number;
  readonly p99Millis: number;
}

const BARE = { fileBytes: 4 * 1024 * 1024, recordBytes: 64 };

/** A file of this size, over which records are written again and again. */
export async function openBareFile(path: string, { fileBytes, recordBytes }: typeof BARE) {
  const file = nodeFiles.open(path, 'create');
  writeAll(nodeFiles, file, new Uint8Array(fileBytes), 0);
  await nodeFiles.sync(file);
  const record = new Uint8Array(recordBytes).fill(1);
  let written = 0;
  return {
    /** Milliseconds of one write and its fdatasync. */
    sync: async (): Promise<number> => {
      const start = performance.now();
      writeAll(nodeFiles, file, record, written % fileBytes);
      await nodeFiles.syncData(file);
      written += recordBytes;
      return performance.now() - start;
    },
    close: () => nodeFiles.close(file),
  };
}

/** The two take turns, so that a noisy disk disturbs both. */
export async function measureLatency(
  journal: Journal,
  entries: readonly Entry[],
  folder: string,
): Promise<{ readonly append: SyncTimes; readonly bare: SyncTimes }> {
  const file = await openBareFile(join(folder, 'bare-sync'), BARE);
  const append: number[] = [];
  const bare: number[] = [];
  for (const entry of entries) {
    bare.push(await file.sync());
    const start = performance.now();
    await journal.append([entry]);
    append.push(performance.now() - start);
  }
  file.close();
  return { append: latencyOf(append), bare: latencyOf(bare) };
}

const latencyOf = (times: readonly number[]): SyncTimes => ({
  p50Millis: quantile(times, 0.5),
  p99Millis: quantile(times, 0.99),
});

export interface ReplayResult {
  readonly entries: number;
  readonly openSeconds: number;
  readonly decodePerSecond: number;
  readonly replayPerSecond: number;
  /** The same by the processor time of the thread: what an idle machine would show. */
  readonly replayPerCpuSecond: number;
  /** Open and replay from the very first entry. */
  readonly readySeconds: number;
  readonly hash: string;
  readonly snapshotMegabytes: number;
  readonly snapshotSaveSeconds: number;
  /** Open, load the snapshot, restore it. */
  readonly snapshotReadySeconds: number;
}

const secondsSince = (start: number): number => (performance.now() - start) / 1_000;

export async function measureReplay(dataFolder: string, version: string): Promise<ReplayResult> {
  const opening = performance.now();
  const journal = await openJournal({ dataFolder, version });
  const openSeconds = secondsSince(opening);
  const state = createState();
  const replaying = performance.now();
  const cpuBefore = process.threadCpuUsage();
  for await (const entries of journal.read(seq(1))) {
    for (const entry of entries) apply(state, entry);
  }
  const replaySeconds = secondsSince(replaying);
  const cpu = process.threadCpuUsage(cpuBefore);

  const decoding = performance.now();
  let count = 0;
  for await (const entries of journal.read(seq(1))) count += entries.length;
  const decodeSeconds = secondsSince(decoding);

  const payload = storeState(state);
  const hash = stateHash(state);
  const saving = performance.now();
  await journal.saveSnapshot({ seq: state.seq, hash, payload });
  const snapshotSaveSeconds = secondsSince(saving);
  await journal.close();
  return {
    entries: count,
    openSeconds,
    decodePerSecond: count / decodeSeconds,
    replayPerSecond: count / replaySeconds,
    replayPerCpuSecond: count / ((cpu.user + cpu.system) / 1_000_000),
    readySeconds: openSeconds + replaySeconds,
    hash,
    snapshotMegabytes: payload.length / 1_000_000,
    snapshotSaveSeconds,
    snapshotReadySeconds: await measureRestore(dataFolder, version, hash),
  };
}

async function measureRestore(dataFolder: string, version: string, hash: string): Promise<number> {
  const start = performance.now();
  const journal = await openJournal({ dataFolder, version });
  const snapshot = await journal.loadSnapshot();
  if (snapshot === undefined) throw new Error('the snapshot is not there');
  const state = restoreState(snapshot.payload);
  const seconds = secondsSince(start);
  await journal.close();
  if (stateHash(state) !== hash) throw new Error('the restored state is another one');
  return seconds;
}
