/** Opens a venue: recovers what is stored, or begins with a genesis, and runs. */

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { ArchiveError } from '../archive/archive-error.ts';
import { MemoryArchive } from '../archive/memory-archive.ts';
import { ThreadedArchive } from '../archive/threaded-archive.ts';
import { assert } from '../domain/assert.ts';
import type { Batch } from '../domain/command.ts';
import { seq } from '../domain/units.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import { SNAPSHOT_VERSION } from '../engine/snapshot.ts';
import type { VenueState } from '../engine/state.ts';
import type { FileJournal } from '../journal/file-journal.ts';
import type { Journal, StoredSnapshot } from '../journal/journal.ts';
import { NO_ID } from '../journal/journal-id.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { type OpenChoices, openJournal } from '../journal/open-journal.ts';
import { wallNow } from '../machine/timers.ts';
import type { Views } from '../views/views.ts';
import { type Clock, createSystemClock } from './clock.ts';
import { Follower } from './follower.ts';
import { type Logger, logNothing } from './logger.ts';
import { createRead, type Read } from './read.ts';
import { recover } from './recover.ts';
import { createFlushedArchive, RunningVenue } from './running-venue.ts';
import { Sequencer } from './sequencer.ts';
import { completeSettings, SNAPSHOTS_NEVER, type VenueSettings } from './settings.ts';
import { capture, encodeCapture } from './snapshot-payload.ts';
import { keepFolder, type SnapshotTaker } from './snapshotter.ts';

export interface VenueOptions {
  /** Owned by the venue from here on: closed with it, and when opening fails. */
  readonly journal: Journal;
  readonly archive: Archive;
  /** Venue time is wall time if it is left out. */
  readonly clock?: Clock | undefined;
  readonly logger?: Logger | undefined;
  readonly settings?: Partial<VenueSettings> | undefined;
  /** How a new venue begins: contracts, accounts, money. It is one entry: all of it or nothing. */
  readonly genesis?: Batch['commands'] | undefined;
  /**
   * Called after the recovery and before anything is written. It makes what else the venue needs,
   * and throws if something is missing that cannot be made; opening then fails.
   */
  readonly prepare?: ((read: Read) => Promise<void>) | undefined;
  /**
   * Called once the recovery knows the contracts, before their first candle or with those of a
   * snapshot. It puts the generated candles into the views, which no entry mentions.
   */
  readonly prologue?: ((views: Views) => void) | undefined;
  /** Takes the snapshots while trading goes on. Without a taker the venue does it itself. */
  readonly createTaker?: ((state: VenueState) => SnapshotTaker) | undefined;
  /** Warnings from opening the journal, for the report of the recovery. */
  readonly warnings?: readonly string[] | undefined;
}

/** A venue that orders its log itself, and takes batches of other processes into it. */
export type OrderingVenue = RunningVenue<Sequencer> & Pick<Sequencer, 'submitBatch'>;

export async function openVenue(options: VenueOptions): Promise<OrderingVenue> {
  const { journal, archive } = options;
  try {
    return await start(options);
  } catch (error) {
    await Promise.allSettled([archive.close(), journal.close()]);
    throw error;
  }
}

async function start(options: VenueOptions): Promise<OrderingVenue> {
  const { journal, archive, prologue, genesis = [], warnings = [] } = options;
  const { clock = createSystemClock(), logger = logNothing } = options;
  const settings = completeSettings(options.settings);
  const { archiveRowsMax } = settings;
  const recovered = await recover({ journal, archive, archiveRowsMax, logger, prologue });
  const { present, feed, isRecalled } = recovered;
  const { state } = present;
  clock.goOnFrom?.(state.now);
  const read = createRead(present, clock);
  await options.prepare?.(read);
  const isNew = state.seq === 0;
  if (isNew) expectAccepted(genesis, clock);
  const taker = options.createTaker?.(state);
  const { snapshotSeq: savedSeq } = recovered.report;
  const parts = { journal, present, clock, settings, logger };
  const venue = new RunningVenue({
    ...parts,
    read,
    recovery: { ...recovered.report, warnings },
    archive: createFlushedArchive(archive, () => feed.flush()),
    keeping: keepFolder({ ...parts, feed, savedSeq, taker, isRecalled }),
    connect: (hooks) => new Sequencer({ ...parts, findObstacle: feed.findObstacle, ...hooks }),
  });
  if (isNew && genesis.length > 0) await venue.submit({ kind: 'batch', commands: genesis });
  venue.resumeTime();
  return Object.assign(venue, { submitBatch: venue.home.submitBatch });
}

/** Tries the genesis on a spare state first: a venue that begins wrong would stay wrong. */
export function expectAccepted(commands: Batch['commands'], clock: Clock): void {
  const entry = {
    seq: seq(1),
    at: clock.venueNow(),
    command: { kind: 'batch', commands },
  } as const;
  for (const event of apply(createState(), entry)) {
    if (event.kind !== 'command-rejected') continue;
    assert(false, `the genesis is refused at its ${event.command}`, event.reject.reason);
  }
}

type OwnOptions = Omit<VenueOptions, 'journal' | 'archive' | 'createTaker' | 'warnings'>;

export interface FileVenueOptions extends OwnOptions {
  readonly dataFolder: string;
  /** Version and settings of the engine, in words; a change begins a new segment. */
  readonly version?: string | undefined;
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
  // Files that a test makes fail cannot be passed to another thread.
  const isFollowed = options.journal?.files === undefined;
  const createTaker = (state: VenueState) =>
    new Follower({ dataFolder, version, id: journal.id }, state);
  const venue = await openVenue({
    ...options,
    journal,
    archive,
    warnings,
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

/** A venue at one moment. It shares nothing that changes with the venue it was taken of. */
export interface VenueImage {
  readonly snapshot: StoredSnapshot;
  readonly archive: MemoryArchive;
}

export interface FleetingVenueOptions extends OwnOptions {
  /** The venue to go on from; otherwise it begins with the genesis. */
  readonly image?: VenueImage | undefined;
}

/** Nothing is read back, so nothing is saved. */
const NO_SNAPSHOTS = {
  snapshotEveryMillis: SNAPSHOTS_NEVER,
  snapshotEveryEntries: SNAPSHOTS_NEVER,
};

export async function openFleetingVenue(options: FleetingVenueOptions) {
  const { image, settings } = options;
  const archive = image?.archive ?? new MemoryArchive();
  const venue = await openVenue({
    ...options,
    archive,
    settings: { ...settings, ...NO_SNAPSHOTS },
    journal: new MemoryJournal('nothing', image?.snapshot),
  });
  const takeImage = async (): Promise<VenueImage> => {
    await venue.archived();
    // Memory takes in the last rows before the next line.
    void venue.archived();
    const taken = capture(venue.present);
    const copy = archive.copy(taken.state.seq);
    return { snapshot: await encodeCapture(taken), archive: copy };
  };
  return Object.assign(venue, { takeImage });
}
