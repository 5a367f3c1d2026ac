/**
 * Checks everything in a data folder, without changing anything and without the lock: every record
 * of every segment and every snapshot. While a venue runs, the end may be in the middle of a write;
 * that is reported as a torn tail and is harmless.
 */
import { seq as toSeq } from '../domain/units.ts';
import type { Files } from './files.ts';
import { type Damage, JournalDamaged } from './journal-error.ts';
import { judgeTail, type TornTail } from './judge-tail.ts';
import { entryOf } from './read-entries.ts';
import { createChain, formatChain } from './record.ts';
import { listSegments, listSnapshots } from './segment-name.ts';
import { type SegmentScan, scanSegments } from './segment-scan.ts';
import { readSnapshot } from './snapshot-file.ts';

interface SegmentCheck {
  readonly file: string;
  readonly firstSeq: number;
  readonly entries: number;
  /** Bytes used, header included. */
  readonly bytes: number;
  readonly epoch: number;
  readonly version: string;
}

interface SnapshotCheck {
  readonly file: string;
  readonly seq: number;
  /** Null if it cannot be read. */
  readonly hash: string | null;
  readonly fault: string | null;
}

export interface JournalCheck {
  readonly segments: readonly SegmentCheck[];
  readonly snapshots: readonly SnapshotCheck[];
  /** After the last good record. */
  readonly chain: string;
  readonly torn: TornTail | null;
  readonly damage: Damage | null;
}

export async function checkJournal(
  files: Files,
  dataFolder: string,
  tell: (checked: SegmentCheck) => void = () => undefined,
): Promise<JournalCheck> {
  const segments: SegmentCheck[] = [];
  let torn: TornTail | null = null;
  let chain = formatChain(createChain());
  let damage: Damage | null = null;
  const names = listSegments(files, dataFolder);
  try {
    for (const scan of scanSegments(files, dataFolder, names, toSeq(names[0]?.firstSeq ?? 1))) {
      while (scan.next()) entryOf(scan);
      const checked = segmentCheck(scan);
      segments.push(checked);
      tell(checked);
      chain = formatChain(scan.chain);
      if (segments.length === names.length) torn = judgeTail(scan) ?? null;
    }
  } catch (error) {
    if (!(error instanceof JournalDamaged)) throw error;
    damage = error.damage;
  }
  return { segments, snapshots: await checkSnapshots(files, dataFolder), chain, torn, damage };
}

const segmentCheck = (scan: SegmentScan): SegmentCheck => ({
  file: scan.path,
  firstSeq: scan.header.firstSeq,
  entries: scan.seq - scan.header.firstSeq,
  bytes: scan.offset,
  epoch: scan.epoch,
  version: scan.header.version,
});

async function checkSnapshots(files: Files, dataFolder: string): Promise<SnapshotCheck[]> {
  const checks: SnapshotCheck[] = [];
  for (const { file, seq } of listSnapshots(files, dataFolder).reverse()) {
    const found = await readSnapshot({ files, dataFolder }, { file, seq });
    const isGood = typeof found !== 'string';
    checks.push({
      file,
      seq,
      hash: isGood ? found.hash : null,
      fault: isGood ? null : found,
    });
  }
  return checks;
}
