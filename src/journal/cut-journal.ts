/**
 * Cuts off the end of a damaged journal, from the first entry that cannot be read, for an operator
 * who has no copy to restore. Everything that is cut off is kept in a folder of its own. The
 * operator must name the entry, so that nobody loses more than the message said.
 */
import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Files, nodeFiles, writeAll } from './files.ts';
import { JournalDamaged } from './journal-error.ts';
import { judgeTail } from './judge-tail.ts';
import { lockFolder } from './lock-folder.ts';
import { ownFile } from './own-file.ts';
import { isSameChain } from './record.ts';
import {
  journalFolder,
  listSegments,
  listSnapshots,
  type SegmentName,
  snapshotFolder,
} from './segment-name.ts';
import { SegmentScan } from './segment-scan.ts';

/** The first entry that cannot be read, and the files and bytes that have to go with it. */
interface CutPlace {
  readonly seq: number;
  /** The segment in which good records end, and where; undefined where whole segments go. */
  readonly inside: { readonly name: SegmentName; readonly offset: number } | undefined;
  readonly after: readonly SegmentName[];
}

export class CutRefused extends Error {
  override readonly name = 'CutRefused';
}

/** Undefined if every record is good. */
function findCut(files: Files, dataFolder: string): CutPlace | undefined {
  const segments = listSegments(files, dataFolder);
  let before: SegmentScan | undefined;
  for (const [place, name] of segments.entries()) {
    const after = segments.slice(place + 1);
    const scan = openRest(files, dataFolder, name);
    if (scan === undefined || !isLinked(before, scan)) {
      scan?.close();
      return { seq: before?.seq ?? name.firstSeq, inside: undefined, after: segments.slice(place) };
    }
    try {
      while (scan.next());
      const inside = { name, offset: scan.offset };
      if (!isTidy(scan)) return { seq: scan.seq, inside, after };
    } finally {
      scan.close();
    }
    before = scan;
  }
  return undefined;
}

function openRest(files: Files, dataFolder: string, name: SegmentName): SegmentScan | undefined {
  try {
    return new SegmentScan(files, journalFolder(dataFolder), name, 'rest');
  } catch (error) {
    if (error instanceof JournalDamaged) return undefined;
    throw error;
  }
}

const isLinked = (before: SegmentScan | undefined, { header }: SegmentScan): boolean =>
  before === undefined ||
  (before.seq === header.firstSeq && isSameChain(before.chain, header.chain));

function isTidy(scan: SegmentScan): boolean {
  try {
    return judgeTail(scan) === undefined && scan.size >= scan.header.bytes;
  } catch (error) {
    if (error instanceof JournalDamaged) return false;
    throw error;
  }
}

/** Returns the folder that keeps everything that was cut off. */
export async function cutJournal(
  dataFolder: string,
  from: number,
  others: readonly string[],
): Promise<string> {
  const lock = await lockFolder(dataFolder);
  try {
    const cut = findCut(nodeFiles, dataFolder);
    if (cut === undefined) throw new CutRefused('every record is good: there is nothing to cut');
    if (cut.seq !== from) {
      throw new CutRefused(
        `entries up to ${cut.seq - 1} are good, and the first that cannot be read is ${cut.seq}: ` +
          `name that one, --from ${cut.seq}`,
      );
    }
    const aside = join(dataFolder, `cut-${from}-${new Date().toISOString().replaceAll(':', '')}`);
    mkdirSync(aside, { mode: 0o700 });
    if (cut.inside !== undefined) await blank(dataFolder, cut.inside, aside);
    const moved = [
      ...cut.after.map(({ file }) => join(journalFolder(dataFolder), file)),
      ...listSnapshots(nodeFiles, dataFolder)
        .filter(({ seq }) => seq >= from)
        .map(({ file }) => join(snapshotFolder(dataFolder), file)),
      ...others,
    ];
    for (const path of moved) renameSync(path, join(aside, basename(path)));
    for (const folder of [journalFolder(dataFolder), snapshotFolder(dataFolder), aside])
      await nodeFiles.syncFolder(folder);
    return aside;
  } finally {
    lock.release();
  }
}

/** The segment becomes what it was before those records were written: zeros to its full length. */
async function blank(
  dataFolder: string,
  { name, offset }: NonNullable<CutPlace['inside']>,
  aside: string,
): Promise<void> {
  const path = join(journalFolder(dataFolder), name.file);
  copyFileSync(path, join(aside, name.file));
  await ownFile(path);
  const scan = new SegmentScan(nodeFiles, journalFolder(dataFolder), name, 'rest');
  scan.close();
  const file = nodeFiles.open(path, 'change');
  try {
    const end = Math.max(scan.size, scan.header.bytes);
    writeAll(nodeFiles, file, new Uint8Array(end - offset), offset);
    await nodeFiles.sync(file);
  } finally {
    nodeFiles.close(file);
  }
}
