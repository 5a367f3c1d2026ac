/** How fast a stored journal becomes a state again. */
import { performance } from 'node:perf_hooks';
import { seq } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { restoreState } from '../../src/venue/restore-state.ts';
import { storeState } from '../store-state.ts';

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
