/** Finds the snapshot that a start begins with. */
import type { Seq } from '../domain/units.ts';
import { expectBelongs } from './expect-belongs.ts';
import type { StoredSnapshot } from './journal.ts';
import { JournalDamaged } from './journal-error.ts';
import { NO_ID } from './journal-id.ts';
import type { Chain } from './record.ts';
import { listSnapshots, snapshotFolder } from './segment-name.ts';
import { readSnapshot, type SnapshotOrigin, type SnapshotPlace } from './snapshot-file.ts';

export interface SnapshotSearch extends SnapshotPlace {
  readonly warn: (message: string) => void;
  /** How the chain stands after an entry; see chain-after.ts. */
  readonly chainOf: (seq: Seq) => Chain | undefined;
}

/**
 * The newest that reads well and that the entries continue; each one skipped is warned about.
 * Undefined when there is none and all entries are there: then a start begins with the first. With
 * `before` undefined means only that none is left. One of another journal is an error.
 */
export async function findNewestSnapshot(
  place: SnapshotSearch,
  firstSeq: Seq,
  before: Seq | undefined,
): Promise<(StoredSnapshot & SnapshotOrigin) | undefined> {
  const { files, dataFolder } = place;
  const names = listSnapshots(files, dataFolder).filter(
    ({ seq }) => before === undefined || seq < before,
  );
  for (const name of names) {
    const found =
      name.seq + 1 < firstSeq
        ? `entries ${name.seq + 1} to ${firstSeq - 1} after it are gone`
        : await readSnapshot(place, name);
    if (typeof found !== 'string') {
      // The ids were compared when the journal was opened.
      const journal = { id: NO_ID, chain: place.chainOf(name.seq) };
      expectBelongs(place, name, found.journal, journal);
      return found;
    }
    place.warn(`snapshot ${name.file} is passed over: ${found}`);
  }
  if (firstSeq === 1 || before !== undefined) return undefined;
  throw new JournalDamaged({
    file: snapshotFolder(dataFolder),
    offset: 0,
    found: `none of ${names.length} snapshots can be used, and entries before ${firstSeq} are gone`,
    advice: 'Put a snapshot back from a copy',
  });
}
