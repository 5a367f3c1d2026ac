/** Checks that a snapshot belongs to the journal beside it, and says so if it does not. */
import { join } from 'node:path';
import { JournalDamaged } from './journal-error.ts';
import { areForeign, type JournalId } from './journal-id.ts';
import { type Chain, isSameChain } from './record.ts';
import { type SnapshotName, snapshotFolder } from './segment-name.ts';
import type { SnapshotPlace } from './snapshot-file.ts';
import type { JournalPlace } from './snapshot-header.ts';

/** The facts known about the journal; the chain is the one after the snapshot's entry. */
export interface KnownJournal {
  readonly id: JournalId;
  readonly chain: Chain | undefined;
}

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
