/**
 * The journal in a folder, read without the lock while somebody may be writing it: for tools that
 * look at what there is, also where a start would refuse. They read it here and nowhere else.
 */
import type { Entry } from '../domain/command.ts';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { type Files, nodeFiles } from './files.ts';
import type { StoredSnapshot } from './journal.ts';
import { type EntryRange, readEntries } from './read-entries.ts';
import type { Chain } from './record.ts';
import { journalFolder, listSegments, listSnapshots, type SegmentName } from './segment-name.ts';
import { SegmentScan } from './segment-scan.ts';
import { readSnapshot } from './snapshot-file.ts';

export interface FoundJournal {
  readonly first: Seq;
  /** Up to here every record of the last segment is good. */
  readonly last: Seq;
  /** Entries in handfuls; returns the chain after the last of them. */
  readonly read: (range: EntryRange) => Generator<readonly Entry[], Chain | undefined>;
}

/** Undefined if the folder holds none. */
export function findJournal(
  dataFolder: string,
  files: Files = nodeFiles,
): FoundJournal | undefined {
  const segments = listSegments(files, dataFolder);
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    first: first.firstSeq,
    get last() {
      return lastIn(files, dataFolder, last);
    },
    read: (range) => readEntries(files, dataFolder, segments, range),
  };
}

function lastIn(files: Files, dataFolder: string, segment: SegmentName): Seq {
  const scan = new SegmentScan(files, journalFolder(dataFolder), segment);
  try {
    while (scan.next());
    return toSeq(scan.seq - 1);
  } finally {
    scan.close();
  }
}

/** A snapshot in a folder, or what is wrong with it. */
export interface FoundSnapshot {
  readonly file: string;
  readonly seq: Seq;
  readonly read: () => Promise<StoredSnapshot | string>;
}

/** Oldest first. */
export const findSnapshots = (dataFolder: string): readonly FoundSnapshot[] =>
  listSnapshots(nodeFiles, dataFolder)
    .reverse()
    .map((name) => ({ ...name, read: () => readSnapshot({ files: nodeFiles, dataFolder }, name) }));
