/** Which snapshot a start begins with. */
import type { Seq } from '../domain/units.ts';
import type { Snapshot } from './journal.ts';
import { JournalDamaged } from './journal-error.ts';
import { listSnapshots, snapshotFolder } from './segment-name.ts';
import { readSnapshot, type SnapshotPlace } from './snapshot-file.ts';

/**
 * The newest that reads well and that the entries continue; each one passed over is warned about.
 * Undefined when there is none and all entries are there: then a start begins with the first.
 */
export async function findNewestSnapshot(
  place: SnapshotPlace & { readonly warn: (message: string) => void },
  firstSeq: Seq,
  before: Seq | undefined,
): Promise<Snapshot | undefined> {
  const names = listSnapshots(place.files, place.dataFolder).filter(
    ({ seq }) => before === undefined || seq < before,
  );
  for (const name of names) {
    const found =
      name.seq + 1 < firstSeq
        ? `entries ${name.seq + 1} to ${firstSeq - 1} after it are gone`
        : await readSnapshot(place, name);
    if (typeof found !== 'string') return found;
    place.warn(`snapshot ${name.file} is passed over: ${found}`);
  }
  if (firstSeq === 1) return undefined;
  throw new JournalDamaged({
    file: snapshotFolder(place.dataFolder),
    offset: 0,
    found: `none of ${names.length} snapshots can be used, and entries before ${firstSeq} are gone`,
    advice: 'Put a snapshot back from a copy',
  });
}
