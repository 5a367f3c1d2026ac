/**
 * Opens the journal of a data folder: takes the lock, looks at every segment's header and at every
 * record of the last segment, cuts off a torn tail, and refuses to go on where anything is
 * missing that was durable once. Older segments are checked as they are read.
 */
import { dirname, join, resolve } from 'node:path';
import { FileJournal } from './file-journal.ts';
import { readAll, writeAll } from './files.ts';
import type { ListEnd } from './gather.ts';
import { JournalDamaged } from './journal-error.ts';
import { DEFAULT_SETTINGS, type JournalSettings } from './journal-settings.ts';
import { judgeTail } from './judge-tail.ts';
import { type FolderLock, lockFolder } from './lock-folder.ts';
import { createChain } from './record.ts';
import {
  journalFolder,
  listSegments,
  listSnapshots,
  type SegmentName,
  SPARE_NAME,
  snapshotFolder,
} from './segment-name.ts';
import { SegmentScan } from './segment-scan.ts';
import { SegmentWriter } from './segment-writer.ts';
import { removeTemporaries } from './snapshot-file.ts';

export type OpenChoices = Pick<JournalSettings, 'dataFolder' | 'version'> &
  Partial<JournalSettings>;

export async function openJournal(choices: OpenChoices): Promise<FileJournal> {
  const settings: JournalSettings = { ...DEFAULT_SETTINGS, ...choices };
  const { files, dataFolder } = settings;
  const isNew = files.makeFolder(dataFolder);
  const lock = await lockFolder(dataFolder);
  try {
    if (isNew) await files.syncFolder(dirname(resolve(dataFolder)));
    return await openLocked(settings, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(settings: JournalSettings, lock: FolderLock): Promise<FileJournal> {
  const { files, dataFolder, warn } = settings;
  if (lock.crashedHolder !== undefined) {
    warn(`${dataFolder} was last held by ${lock.crashedHolder}, which did not close it`);
  }
  const folder = journalFolder(dataFolder);
  files.makeFolder(folder);
  files.makeFolder(snapshotFolder(dataFolder));
  await files.syncFolder(dataFolder);
  removeTemporaries(settings);
  if (files.list(folder).includes(SPARE_NAME)) files.remove(join(folder, SPARE_NAME));

  const segments = listSegments(files, dataFolder);
  const last = segments.at(-1);
  for (const name of segments.slice(0, -1)) new SegmentScan(files, folder, name).close();
  const tail = last === undefined ? undefined : await recoverTail(settings, last);
  const end: ListEnd = tail?.end ?? { seq: 0, at: Number.MIN_SAFE_INTEGER, chain: createChain() };
  expectSnapshotsCovered(settings, end.seq);
  const epoch = (tail?.epoch ?? 0) + 1;
  const writer = new SegmentWriter({ ...settings, epoch });
  if (last !== undefined && tail !== undefined && tail.version === settings.version) {
    writer.resume(last.file, tail.offset);
  } else {
    writer.prepare();
  }
  return new FileJournal({ settings, writer, epoch, end, lock });
}

interface Tail {
  readonly end: ListEnd;
  readonly epoch: number;
  readonly version: string;
  readonly offset: number;
}

async function recoverTail(settings: JournalSettings, name: SegmentName): Promise<Tail> {
  const scan = new SegmentScan(settings.files, journalFolder(settings.dataFolder), name);
  try {
    let at = Number.MIN_SAFE_INTEGER;
    let lastBatch = scan.offset;
    for (let offset = scan.offset; scan.next(); offset = scan.offset) {
      at = scan.head.at;
      if (scan.head.place === 0) lastBatch = offset;
    }
    await settleTail(settings, scan, lastBatch);
    return {
      end: { seq: scan.seq - 1, at, chain: scan.chain },
      epoch: scan.epoch,
      version: scan.header.version,
      offset: scan.offset,
    };
  } finally {
    scan.close();
  }
}

/**
 * What a killed process, or one whose sync failed, wrote last may be in the system's cache only; a
 * plain sync would not write again what the system believes written. So the last batch is written
 * once more before anyone builds on it. A torn tail becomes blank, as it was before.
 */
async function settleTail(
  settings: JournalSettings,
  scan: SegmentScan,
  lastBatch: number,
): Promise<void> {
  const { files, warn } = settings;
  const torn = judgeTail(scan);
  const file = files.open(scan.path, 'change');
  try {
    const batch = new Uint8Array(scan.offset - lastBatch);
    readAll(files, file, batch, lastBatch);
    writeAll(files, file, batch, lastBatch);
    if (torn !== undefined) writeAll(files, file, new Uint8Array(torn.bytes), torn.offset);
    await files.sync(file);
  } finally {
    files.close(file);
  }
  if (torn === undefined) return;
  warn(
    `${torn.file}, offset ${torn.offset}: found ${torn.found} at the end, ${torn.bytes} bytes ` +
      'of a write that never finished and was never acknowledged; they are cut off',
  );
}

/** A snapshot is taken only of what is durable, so the journal reaches at least as far. */
function expectSnapshotsCovered(settings: JournalSettings, lastSeq: number): void {
  const newest = listSnapshots(settings.files, settings.dataFolder)[0];
  if (newest === undefined || newest.seq <= lastSeq) return;
  throw new JournalDamaged({
    file: journalFolder(settings.dataFolder),
    offset: 0,
    found: `the journal ends with entry ${lastSeq}, but there is a snapshot of ${newest.seq}`,
    advice: 'The end of the journal is missing: put the last segments back from a copy',
  });
}
