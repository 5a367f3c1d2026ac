/** How fast a replica applies the log, and how long a new one of a large venue takes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ThreadedArchive } from '../../src/archive/threaded-archive.ts';
import { seq } from '../../src/domain/units.ts';
import type { FileJournal } from '../../src/journal/file-journal.ts';
import { decodeRecords } from '../../src/journal/log-batch.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { createSystemClock } from '../../src/venue/clock.ts';
import { logNothing } from '../../src/venue/logger.ts';
import { ARCHIVE_FILE, ENGINE_VERSION, SNAPSHOT_NUMBER } from '../../src/venue/open-venue.ts';
import { applyEntry, createPresent, type Present } from '../../src/venue/present.ts';
import { ownerSocketOf } from '../../src/venue/replica/messages.ts';
import { openGatewayVenue } from '../../src/venue/replica/open-replica.ts';
import { OwnerDoor } from '../../src/venue/replica/owner-door.ts';
import { capture, encodeCapture } from '../../src/venue/snapshot-payload.ts';
import { planJournal } from './engine-flow.ts';
import { measureBatches } from './journal-speed.ts';

export interface ReplicaResult {
  readonly entries: number;
  readonly snapshotSeq: number;
  /** Entries per second of processor time, from bytes of the log to state, views and scores. */
  readonly perCpuSecond: number;
  readonly readySeconds: number;
}

/** A snapshot is at most this far behind the last entry. */
const BEHIND = 10_000;

export async function measureReplica(dataFolder: string, count: number): Promise<ReplicaResult> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const entries = planJournal(count);
  const journal = await openJournal({ dataFolder, version: ENGINE_VERSION });
  await measureBatches(journal, entries, 4_096);
  const snapshotSeq = Math.max(1, journal.durableSeq - BEHIND);
  const { present, perCpuSecond } = applyUpTo(journal, snapshotSeq);
  await journal.saveSnapshot(await encodeCapture(capture(present)));
  const readySeconds = await measureStart(dataFolder, journal);
  await journal.close();
  return { entries: entries.length, snapshotSeq, perCpuSecond, readySeconds };
}

function applyUpTo(journal: FileJournal, upTo: number) {
  const present: Present = createPresent();
  const end = { seq: 0, chain: undefined };
  const before = process.threadCpuUsage();
  for (const { bytes } of journal.readRecords(seq(1)))
    for (const entry of decodeRecords(bytes, end))
      if (entry.seq <= upTo) applyEntry(present, entry);
  const { user, system } = process.threadCpuUsage(before);
  return { present, perCpuSecond: upTo / ((user + system) / 1_000_000) };
}

/** The process with the files is this one too, so its share of the work counts as well. */
async function measureStart(dataFolder: string, journal: FileJournal): Promise<number> {
  const source = { id: journal.id, firstSeq: seq(1) };
  const archive = await ThreadedArchive.open({ path: join(dataFolder, ARCHIVE_FILE), source });
  const door = new OwnerDoor({
    path: ownerSocketOf(dataFolder),
    journal,
    engine: SNAPSHOT_NUMBER,
    logger: logNothing,
    facts: () => null,
    append: () => undefined,
    answers: new Map(),
    reckon: () => [],
  });
  await door.listen();
  const began = performance.now();
  const { venue } = await openGatewayVenue({
    dataFolder,
    name: 'bench',
    logger: logNothing,
    clock: createSystemClock(),
    prologue: () => undefined,
    onFacts: () => undefined,
    onNotice: () => undefined,
    onEnd: (because) => {
      throw new Error(because);
    },
  });
  const seconds = (performance.now() - began) / 1_000;
  if (venue.health().seq !== journal.durableSeq) throw new Error('the replica has not caught up');
  await venue.close();
  await door.close();
  await archive.close();
  return seconds;
}
