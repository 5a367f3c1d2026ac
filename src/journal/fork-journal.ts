/**
 * A second journal that goes on from an entry of the first. Full segments are shared: both folders
 * name the same file, which nobody writes again. The segment with the entry is copied up to there.
 * It has the id of the new journal and names the old one, so that a start knows where the shared
 * segments end; everything that follows, snapshots included, is of the new journal alone.
 */
import { constants, copyFileSync, fdatasyncSync, linkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { makeFolder, nodeFiles, readAll, writeAll } from './files.ts';
import { ForkRefused, findPoint, isoOf, pointWords, type WantedPoint } from './find-point.ts';
import { chainAfter, findNewestSnapshot } from './find-snapshot.ts';
import type { JournalId } from './journal-id.ts';
import { syncFile } from './own-file.ts';
import { encodeHeader } from './segment-header.ts';
import { journalFolder, snapshotFolder } from './segment-name.ts';
import { SegmentScan } from './segment-scan.ts';
import { writeSnapshot } from './snapshot-file.ts';
import type { Survey } from './survey-journal.ts';

/** What a fork of a journal is made from, found without changing anything. */
export type ForkPlan = Awaited<ReturnType<typeof planFork>>;

/** Where the new journal grows, so that nobody takes half of one for a venue. */
const UNFINISHED = 'journal.unfinished';

export async function planFork(dataFolder: string, wanted: WantedPoint) {
  const { survey, point, quietFrom, chains } = findPoint(nodeFiles, dataFolder, wanted);
  if (point === undefined) throw beforeOldest(dataFolder, survey, wanted);
  const firstSeq = firstSeqOf(survey);
  const chainOf = (seq: Seq) => chains.get(seq) ?? chainAfter(nodeFiles, dataFolder, seq);
  const place = { files: nodeFiles, dataFolder, warn: () => undefined, chainOf };
  const snapshot = await findNewestSnapshot(place, firstSeq, toSeq(point.seq + 1));
  if (snapshot === undefined && firstSeq > 1) throw beforeOldest(dataFolder, survey, wanted);
  // A start of the fork begins with the snapshot; without one, with the first entry.
  return { dataFolder, survey, point, quietFrom, snapshot };
}

const firstSeqOf = ({ segments }: Survey): Seq => toSeq(segments[0]?.firstSeq ?? 1);

/** A fork needs its entry, and either a snapshot before it or all entries. */
function beforeOldest(dataFolder: string, survey: Survey, wanted: WantedPoint): ForkRefused {
  const first = firstSeqOf(survey);
  const kept = survey.snapshots.map(({ seq }) => seq).filter((seq) => seq + 1 >= first);
  const oldest = first === 1 ? first : toSeq(Math.max(first, Math.min(...kept)));
  const { point } = findPoint(nodeFiles, dataFolder, { kind: 'entry', seq: oldest });
  const hint =
    point === undefined
      ? 'no snapshot can be used'
      : `the oldest point to fork from is entry ${point.seq}, of ${isoOf(point.at)}`;
  return new ForkRefused(`${dataFolder} does not reach back to ${pointWords(wanted)}: ${hint}`);
}

/** Into a folder that nobody uses yet. Everything in it is durable when this resolves. */
export async function forkJournal(plan: ForkPlan, to: string, id: JournalId): Promise<void> {
  const { dataFolder, point, snapshot, survey } = plan;
  const folder = join(to, UNFINISHED);
  makeFolder(folder);
  makeFolder(snapshotFolder(to));
  await copyEnd(plan, id, folder);
  let first = point.segment.firstSeq;
  const older = survey.segments.filter(({ firstSeq }) => firstSeq < first);
  for (const { file, firstSeq } of older.reverse()) {
    if (!(await share(join(journalFolder(dataFolder), file), join(folder, file)))) break;
    first = firstSeq;
  }
  if (first > (snapshot?.seq ?? 0) + 1)
    throw new ForkRefused(`entries before ${first} were deleted meanwhile: try again`);
  if (snapshot !== undefined) {
    // It was compared with the journal when it was chosen; only the oldest say nothing.
    const chain = snapshot.journal.chain ?? chainAfter(nodeFiles, dataFolder, snapshot.seq) ?? null;
    const origin = { version: snapshot.version, journal: { id, chain } };
    await writeSnapshot({ files: nodeFiles, dataFolder: to }, snapshot, origin);
  }
  await nodeFiles.syncFolder(folder);
  renameSync(folder, journalFolder(to));
}

/** The records of the last segment up to the point, as the first segment of the new journal. */
async function copyEnd(
  { dataFolder, point, survey }: ForkPlan,
  id: JournalId,
  folder: string,
): Promise<void> {
  const { segment, offset } = point;
  const scan = new SegmentScan(nodeFiles, journalFolder(dataFolder), segment);
  scan.close();
  const records = readRange(scan.path, scan.offset, offset);
  const { firstSeq, chain, epoch, version } = scan.header;
  const header = { firstSeq, chain, epoch, version, id, forkedFrom: survey.id, bytes: 0 };
  const bytes = encodeHeader(header).length + records.length;
  const head = encodeHeader({ ...header, bytes });
  const file = nodeFiles.open(join(folder, segment.file), 'create');
  try {
    writeAll(nodeFiles, file, head, 0);
    writeAll(nodeFiles, file, records, head.length);
    await nodeFiles.sync(file);
  } finally {
    nodeFiles.close(file);
  }
}

/**
 * A running venue may have written its last batch and not synced it yet. It is synced from here
 * too, so that the fork has nothing that a power cut could take from the original.
 */
function readRange(path: string, from: number, to: number): Uint8Array {
  const file = nodeFiles.open(path, 'read');
  try {
    // Windows syncs only what is open for writing.
    if (process.platform !== 'win32') fdatasyncSync(file);
    const bytes = new Uint8Array(to - from);
    readAll(nodeFiles, file, bytes, from);
    return bytes;
  } finally {
    nodeFiles.close(file);
  }
}

/** Copied where two names for one file cannot be. False if a running venue has just removed it. */
async function share(from: string, to: string): Promise<boolean> {
  try {
    linkSync(from, to);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    await syncFile(to);
  }
  return true;
}
