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

type SegmentCheck = ReturnType<typeof segmentCheck>;

export type JournalCheck = Awaited<ReturnType<typeof checkJournal>>;

export async function checkJournal(
  files: Files,
  dataFolder: string,
  tell: (checked: SegmentCheck) => void = () => undefined,
) {
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
  const snapshots = await checkSnapshots(files, dataFolder);
  // The chain after the last good record.
  return { segments, snapshots, chain, torn, damage };
}

const segmentCheck = (scan: SegmentScan) => ({
  file: scan.path,
  firstSeq: scan.header.firstSeq,
  entries: scan.seq - scan.header.firstSeq,
  /** Bytes used, header included. */
  bytes: scan.offset,
  epoch: scan.epoch,
  version: scan.header.version,
});

/** Newest last; one that cannot be read has a fault and no hash. */
async function checkSnapshots(files: Files, dataFolder: string) {
  const checks = [];
  for (const { file, seq } of listSnapshots(files, dataFolder).reverse()) {
    const found = await readSnapshot({ files, dataFolder }, { file, seq });
    const isGood = typeof found !== 'string';
    checks.push({ file, seq, hash: isGood ? found.hash : null, fault: isGood ? null : found });
  }
  return checks;
}
