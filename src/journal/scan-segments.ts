/** Segments one after the other, each checked to continue the one before without a gap. */
import type { Seq } from '../domain/units.ts';
import type { Files } from './files.ts';
import { JournalDamaged } from './journal-error.ts';
import { isSameChain } from './record.ts';
import { journalFolder, type SegmentName } from './segment-name.ts';
import { SegmentScan } from './segment-scan.ts';

/**
 * Scans from the segment that holds `from` on. The caller walks each scan to its end before asking
 * for the next one, or stops.
 */
export function* scanSegments(
  files: Files,
  dataFolder: string,
  segments: readonly SegmentName[],
  from: Seq,
): Generator<SegmentScan, void> {
  const folder = journalFolder(dataFolder);
  const first = segments[0];
  if (first !== undefined && first.firstSeq > from) {
    throw new JournalDamaged({
      file: folder,
      offset: 0,
      found: `the journal begins with entry ${first.firstSeq}; entry ${from} is asked for`,
      advice: 'Put the missing segments back, or start from a snapshot that is newer',
    });
  }
  let before: SegmentScan | undefined;
  for (const [place, name] of segments.entries()) {
    const after = segments[place + 1];
    if (after !== undefined && after.firstSeq <= from) continue;
    const scan = new SegmentScan(files, folder, name);
    try {
      if (before !== undefined) expectLink(before, scan);
      yield scan;
    } finally {
      scan.close();
    }
    before = scan;
  }
}

function expectLink(before: SegmentScan, scan: SegmentScan): void {
  const { stop } = before;
  if (stop?.kind === 'broken' || stop?.kind === 'wrong') {
    throw before.damage(before.offset, `found ${stop.found}, and a segment after it`);
  }
  if (scan.header.firstSeq !== before.seq) {
    throw before.damage(
      before.offset,
      `records end with entry ${before.seq - 1}, the next segment begins with ` +
        `${scan.header.firstSeq}: a segment or records are missing`,
    );
  }
  if (!isSameChain(scan.header.chain, before.chain)) {
    throw scan.damage(0, `the segment does not continue ${before.path}: it is of another journal`);
  }
}
