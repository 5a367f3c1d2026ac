/** A venue whose data folder holds journal, snapshots and archive. */
import { join } from 'node:path';
import { ThreadedArchive } from '../archive/threaded-archive.ts';
import { SNAPSHOT_VERSION } from '../engine/snapshot.ts';
import type { VenueState } from '../engine/state.ts';
import { type OpenChoices, openJournal } from '../journal/open-journal.ts';
import { type Clock, createSystemClock } from './clock.ts';
import { Follower } from './follower.ts';
import { logNothing } from './log.ts';
import { openVenue, type VenueOptions } from './open-venue.ts';
import type { RunningVenue } from './running-venue.ts';

export interface FileVenueOptions
  extends Pick<VenueOptions, 'log' | 'settings' | 'genesis' | 'prologue' | 'prepare'> {
  readonly dataFolder: string;
  /** Version and settings of the engine, in words; a change begins a new segment. */
  readonly version?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Other than the usual, for tests: small segments, files that misbehave. */
  readonly journal?: Partial<Pick<OpenChoices, 'segmentBytes' | 'files'>> | undefined;
}

export const ARCHIVE_FILE = 'archive.sqlite';

export async function openFileVenue(options: FileVenueOptions): Promise<RunningVenue> {
  const { dataFolder, version = `engine ${SNAPSHOT_VERSION}`, log = logNothing } = options;
  const warnings: string[] = [];
  const warn = (message: string): void => {
    warnings.push(message);
    log('warn', message);
  };
  const journal = await openJournal({ dataFolder, version, warn, ...options.journal });
  const archive = await openArchive(dataFolder).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  const { clock = createSystemClock(), settings, genesis, prologue, prepare } = options;
  // Files that a test makes misbehave cannot travel to another thread.
  const isFollowed = options.journal?.files === undefined;
  const createTaker = (state: VenueState) => new Follower({ dataFolder, version }, state);
  return openVenue({
    ...{ journal, archive, clock, log, settings, genesis, prologue, prepare, warnings },
    createTaker: isFollowed ? createTaker : undefined,
  });
}

const openArchive = (dataFolder: string): Promise<ThreadedArchive> =>
  ThreadedArchive.open({ path: join(dataFolder, ARCHIVE_FILE) });
