/**
 * `perpetua journal cut`: gives up the damaged end of a journal, and says exactly what was given
 * up.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UNKNOWN_SOURCE } from '../../archive/archive-error.ts';
import { peekArchivedUpTo } from '../../archive/sqlite-file.ts';
import { CutRefused, cutJournal } from '../../journal/cut-journal.ts';
import { FolderLocked } from '../../journal/journal-error.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { ARCHIVE_FILE } from '../../venue/open-file-venue.ts';
import { expectJournal, type JournalWords } from './journal-words.ts';

export async function cutDamage({ dataFolder, from, json, output }: JournalWords): Promise<number> {
  if (from === undefined) {
    const words = 'name the first entry that is given up: --from SEQ';
    return complain(words, EXIT.misunderstood, output);
  }
  expectJournal(dataFolder);
  try {
    const kept = await cutJournal(dataFolder, from, findArchive(dataFolder, from));
    if (json) output.out(JSON.stringify({ from, kept }));
    else {
      const lost = `entry ${from} and what followed it`;
      output.out(`Given up: ${lost}, with snapshots and an archive beyond it.`);
      output.out(`Kept: entries up to ${from - 1}. What was taken away is in ${kept}.`);
    }
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof CutRefused) && !(error instanceof FolderLocked)) throw error;
    return complain(`nothing was cut: ${error.message}`, EXIT.failed, output);
  }
}

/** An archive that knows of dropped entries is written again, up to where the journal ends. */
function findArchive(dataFolder: string, from: number): string[] {
  const path = join(dataFolder, ARCHIVE_FILE);
  try {
    const use = { source: UNKNOWN_SOURCE, missingRows: 'accept' } as const;
    if (peekArchivedUpTo(path, use) < from) return [];
  } catch {
    return [];
  }
  return ['', '-wal', '-shm']
    .map((ending) => `${path}${ending}`)
    .filter((file) => existsSync(file));
}
