/** Finds the snapshot that a start begins with, and sees to it that it belongs to the journal. */
import { join } from 'node:path';
import { many } from '../domain/many.ts';
import type { Seq } from '../domain/units.ts';
import type { Files } from './files.ts';
import type { StoredSnapshot } from './journal.ts';
import { JournalDamaged } from './journal-error.ts';
import { areForeign, type JournalId, NO_ID } from './journal-id.ts';
import { type Chain, isSameChain } from './record.ts';
import {
  journalFolder,
  listSegments,
  listSnapshots,
  type SnapshotName,
  snapshotFolder,
} from './segment-name.ts';
import { SegmentScan, withScan } from './segment-scan.ts';
import {
  type JournalPlace,
  readSnapshot,
  type SnapshotOrigin,
  type SnapshotPlace,
} from './snapshot-file.ts';

interface SnapshotSearch extends SnapshotPlace {
  readonly warn: (message: string) => void;
  /** How the chain stands after an entry; see chainAfter. */
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
    found:
      `none of ${many(names.length, 'snapshot')} can be used, ` +
      `and entries before ${firstSeq} are gone`,
    advice: 'Put a snapshot back from a copy',
  });
}

/**
 * The chain after one entry, found by walking the entry's segment from its beginning. Undefined if
 * the journal does not hold the entry, or cannot read up to it.
 */
export function chainAfter(files: Files, dataFolder: string, seq: Seq): Chain | undefined {
  const holder = listSegments(files, dataFolder).findLast(({ firstSeq }) => firstSeq <= seq + 1);
  if (holder === undefined) return undefined;
  return withScan(new SegmentScan(files, journalFolder(dataFolder), holder), (scan) => {
    while (scan.seq <= seq && scan.next());
    return scan.seq === seq + 1 ? scan.chain : undefined;
  });
}

/** The facts known about the journal; the chain is the one after the snapshot's entry. */
interface KnownJournal {
  readonly id: JournalId;
  readonly chain: Chain | undefined;
}

/** Checks that a snapshot belongs to the journal beside it, and says so if it does not. */
export function expectBelongs(
  { dataFolder }: SnapshotPlace,
  { file, seq }: SnapshotName,
  { id, chain }: JournalPlace,
  journal: KnownJournal,
): void {
  const found = findStranger(seq, { id, chain }, journal);
  if (found === undefined) return;
  throw new JournalDamaged({
    file: join(snapshotFolder(dataFolder), file),
    offset: 0,
    found: `${found}: two venues are mixed up in ${dataFolder}`,
    advice:
      'Nothing was changed. Put the folder back as it was, or move this snapshot away: then the ' +
      'entries of the journal count, all of them, and nothing that the snapshot knows beyond them',
  });
}

function findStranger(seq: number, of: JournalPlace, journal: KnownJournal): string | undefined {
  if (areForeign(of.id, journal.id)) {
    return `the snapshot is of journal ${of.id}, the segments are of journal ${journal.id}`;
  }
  const { chain } = journal;
  if (chain === undefined || of.chain === null || isSameChain(of.chain, chain)) return undefined;
  return `the snapshot was taken after another entry ${seq} than the journal has`;
}
