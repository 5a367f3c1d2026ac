/**
 * A venue that is stopped, as it is after its last entry, with the lock of its folder. A venue that
 * was killed is recovered first: the archive gets what it lacks. No entry is added.
 */
import { join } from 'node:path';
import { stateHash } from '../engine/snapshot.ts';
import { nodeFiles } from '../journal/files.ts';
import { openJournal } from '../journal/open-journal.ts';
import { createFolderSnapshots, readSnapshotOf } from '../journal/snapshot-file.ts';
import { surveyJournal } from '../journal/survey-journal.ts';
import type { Views } from '../views/views.ts';
import type { Logger } from './logger.ts';
import { ARCHIVE_FILE, ENGINE_VERSION, openArchive } from './open-venue.ts';
import { RecoveryFailed, recover } from './recover.ts';
import { VENUE_DEFAULTS } from './settings.ts';
import { createOwnTaker } from './snapshotter.ts';

export type StoppedVenue = Awaited<ReturnType<typeof openStopped>>;

export interface StoppedParts {
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly prologue: (views: Views) => void;
}

/** Throws FolderLocked, JournalDamaged or RecoveryFailed. */
export async function openStopped(parts: StoppedParts) {
  const { dataFolder, logger } = parts;
  const { version } = surveyJournal(nodeFiles, dataFolder).tail ?? {};
  if (version === undefined) throw new RecoveryFailed('there is no journal in it');
  if (version !== ENGINE_VERSION)
    throw new RecoveryFailed(
      `it was written by ${version}, and this is ${ENGINE_VERSION}: start and stop it once with ` +
        'this version',
    );
  const warn = (message: string): void => logger('warn', message);
  const journal = await openJournal({ dataFolder, version, warn });
  try {
    const archive = await openArchive(dataFolder, journal, warn);
    // A start reads only what is behind a snapshot; here nothing may be damaged.
    for await (const entries of journal.read(journal.firstSeq)) void entries;
    const { archiveRowsMax } = VENUE_DEFAULTS;
    const { present, feed } = await recover({ ...parts, journal, archive, archiveRowsMax }).finally(
      () => archive.close(),
    );
    const { seq, now: at, log: memory } = present.state;
    if (feed.archivedUpTo < seq)
      throw new RecoveryFailed(`its archive ends with entry ${feed.archivedUpTo} of ${seq}`);
    await createOwnTaker(present, journal).begin().save();
    const place = { files: nodeFiles, dataFolder };
    const [hash, stored] = [stateHash(present.state), await readSnapshotOf(place, seq)];
    const snapshot = await createFolderSnapshots(place).read(seq);
    if (typeof stored === 'string' || stored.hash !== hash || snapshot === undefined)
      throw new RecoveryFailed(`its snapshot of entry ${seq} does not read back as it was saved`);
    return {
      id: journal.id,
      /** Of the last entry. */
      seq,
      at,
      /** Of the state after it. */
      hash,
      /** The file of its snapshot. */
      snapshot,
      /** The file of its archive, which has everything up to that entry. */
      archive: join(dataFolder, ARCHIVE_FILE),
      /** Whether it is a replica of a log elsewhere. */
      isReplica: memory.position > 0,
      hasSeason: present.contest.seasons.length > 0,
      /** Whether it has a market that is drawn from a seed. */
      hasMarket: present.views.market.beat > 0,
      close: () => journal.close(),
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}
