/** The chain after one entry, found by walking the entry's segment from its beginning. */
import type { Seq } from '../domain/units.ts';
import type { Files } from './files.ts';
import type { Chain } from './record.ts';
import { journalFolder, listSegments } from './segment-name.ts';
import { SegmentScan } from './segment-scan.ts';

/** Undefined if the journal does not hold the entry, or cannot read up to it. */
export function chainAfter(files: Files, dataFolder: string, seq: Seq): Chain | undefined {
  const holder = listSegments(files, dataFolder).findLast(({ firstSeq }) => firstSeq <= seq + 1);
  if (holder === undefined) return undefined;
  const scan = new SegmentScan(files, journalFolder(dataFolder), holder);
  try {
    while (scan.seq <= seq && scan.next());
    return scan.seq === seq + 1 ? scan.chain : undefined;
  } finally {
    scan.close();
  }
}
