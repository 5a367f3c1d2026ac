/**
 * Rehearses a start on a data folder without writing anything: the same survey, the same choice of
 * a snapshot, the same replay. So it reports exactly what the start would say.
 */
import { join } from 'node:path';
import { ArchiveError, type ArchiveSource } from '../archive/archive-error.ts';
import { peekArchivedUpTo } from '../archive/sqlite-file.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Seq, seq } from '../domain/units.ts';
import { type Files, nodeFiles } from '../journal/files.ts';
import { viewJournal } from '../journal/find-journal.ts';
import { logNothing } from './logger.ts';
import { ARCHIVE_FILE } from './open-venue.ts';
import { recover } from './recover.ts';
import { completeSettings } from './settings.ts';

export type Rehearsal = Awaited<ReturnType<typeof rehearseStart>>;

/** The report, or the message with which a start would stop. */
export async function rehearseStart(dataFolder: string, files: Files = nodeFiles) {
  const warnings: string[] = [];
  try {
    const view = () => viewJournal(files, dataFolder, (message) => warnings.push(message));
    let journal = view();
    const { id, firstSeq, durableSeq } = journal;
    const found = peekArchive(join(dataFolder, ARCHIVE_FILE), { id, firstSeq });
    // A running venue may write to both, and history is in the journal before the archive.
    if (found > durableSeq) journal = view();
    const { archiveRowsMax } = completeSettings(undefined);
    const { report } = await recover({
      journal,
      archive: { archivedUpTo: async () => found, write: async () => undefined },
      archiveRowsMax,
      logger: logNothing,
    });
    return { report: { ...report, warnings }, refusal: null };
  } catch (error) {
    return { report: null, refusal: reasonOf(error) };
  }
}

/** An incomplete archive is written again if the journal is complete: see open-venue.ts. */
function peekArchive(path: string, source: ArchiveSource): Seq {
  try {
    return peekArchivedUpTo(path, { source, missingRows: 'refuse' });
  } catch (error) {
    if (!(error instanceof ArchiveError) || error.fault !== 'incomplete') throw error;
    if (source.firstSeq === 1) return seq(0);
    return peekArchivedUpTo(path, { source, missingRows: 'accept' });
  }
}
