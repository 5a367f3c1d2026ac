/** A venue whose data folder holds journal, snapshots and archive. */

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveError } from '../archive/archive-error.ts';
import { ThreadedArchive } from '../archive/threaded-archive.ts';
import { SNAPSHOT_VERSION } from '../engine/snapshot.ts';
import type { VenueState } from '../engine/state.ts';
import type { FileJournal } from '../journal/file-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { NO_ID } from '../journal/journal-id.ts';
import { type OpenChoices, openJournal } from '../journal/open-journal.ts';
import { wallNow } from '../machine/timers.ts';
import { type Clock, createSystemClock } from './clock.ts';
import { Follower } from './follower.ts';
import { logNothing } from './logger.ts';
import { type OrderingVenue, openVenue, type VenueOptions } from './open-venue.ts';

export interface FileVenueOptions
  extends Pick<VenueOptions, 'logger' | 'settings' | 'genesis' | 'prologue' | 'prepare'> {
  readonly dataFolder: string;
  /** Version and settings of the engine, in words; a change begins a new segment. */
  readonly version?: string | undefined;
  readonly clock?: Clock | undefined;
  /** For tests: small segments, files that fail. */
  readonly journal?: Partial<Pick<OpenChoices, 'segmentBytes' | 'files'>> | undefined;
}

/** A venue without its state: code outside this folder uses `read`. */
export type FileVenue = Omit<OrderingVenue, 'present' | 'home'> & {
  /** What other processes may follow. */
  readonly journal?: FollowedLog;
};

export type FollowedLog = Pick<FileJournal, 'id' | 'durableSeq' | 'readRecords' | 'onDurable'>;

/** Stamped on what this engine writes. It does not replay journals of another version. */
export const ENGINE_VERSION = `engine ${SNAPSHOT_VERSION}`;

/** The same as a number, on what processes of one venue send each other. */
export const SNAPSHOT_NUMBER = SNAPSHOT_VERSION;

export const ARCHIVE_FILE = 'archive.sqlite';

export async function openFileVenue(options: FileVenueOptions): Promise<FileVenue> {
  const { dataFolder, version = ENGINE_VERSION, logger = logNothing } = options;
  const warnings: string[] = [];
  const warn = (message: string): void => {
    warnings.push(message);
    logger('warn', message);
  };
  const journal = await openJournal({ dataFolder, version, warn, ...options.journal });
  const archive = await openArchive(dataFolder, journal, warn).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  const { clock = createSystemClock(), settings, genesis, prologue, prepare } = options;
  // Files that a test makes fail cannot be passed to another thread.
  const isFollowed = options.journal?.files === undefined;
  const createTaker = (state: VenueState) =>
    new Follower({ dataFolder, version, id: journal.id }, state);
  const venue = await openVenue({
    ...{ journal, archive, clock, logger, settings, genesis, prologue, prepare, warnings },
    createTaker: isFollowed ? createTaker : undefined,
  });
  return Object.assign(venue, { journal });
}

/**
 * An archive that lacks rows is written again if the journal still holds every entry. Otherwise it
 * is kept, because it holds more than the journal could restore.
 */
export async function openArchive(
  dataFolder: string,
  journal: Pick<Journal, 'id' | 'firstSeq' | 'durableSeq'>,
  warn: (message: string) => void,
): Promise<ThreadedArchive> {
  const path = join(dataFolder, ARCHIVE_FILE);
  // An empty journal has a new id, so no archive can belong to it yet.
  const id = journal.durableSeq === 0 ? NO_ID : journal.id;
  const source = { id, firstSeq: journal.firstSeq };
  try {
    return await ThreadedArchive.open({ path, source });
  } catch (error) {
    if (!(error instanceof ArchiveError) || error.fault !== 'incomplete') throw error;
    if (source.firstSeq > 1) {
      warn(error.message);
      return ThreadedArchive.open({ path, source, missingRows: 'accept' });
    }
    const aside = `${path}.incomplete-${new Date(wallNow()).toISOString().replaceAll(':', '')}`;
    renameSync(path, aside);
    warn(`${error.message}. It was moved to ${aside} and is written again`);
    return ThreadedArchive.open({ path, source });
  }
}
