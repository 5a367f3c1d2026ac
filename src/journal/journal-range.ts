/** The range of entries in a folder, read without the lock. */
import { type Seq, seq as toSeq } from '../domain/units.ts';
import type { Files } from './files.ts';
import { journalFolder, type SegmentName } from './segment-name.ts';
import { SegmentScan } from './segment-scan.ts';

export interface JournalRange {
  readonly first: Seq;
  /** Up to here every record of the last segment is good. */
  readonly last: Seq;
}

export function findJournalRange(
  files: Files,
  dataFolder: string,
  segments: readonly SegmentName[],
): JournalRange | undefined {
  const first = segments[0];
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const scan = new SegmentScan(files, journalFolder(dataFolder), last);
  try {
    while (scan.next());
    return { first: first.firstSeq, last: toSeq(scan.seq - 1) };
  } finally {
    scan.close();
  }
}
