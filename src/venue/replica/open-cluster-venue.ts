/**
 * Opens a replica of a venue whose log is elsewhere. It begins with what its own data folder has,
 * and reads the rest from the log. It may be asked before it has caught up, but nobody is answered
 * then: see `isOpen`.
 */
import type { Archive } from '../../archive/archive.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { DUTIES, type Duty } from '../../domain/replica-command.ts';
import { type Millis, millis, type Seq } from '../../domain/units.ts';
import { SNAPSHOT_VERSION } from '../../engine/snapshot.ts';
import type { FileJournal } from '../../journal/file-journal.ts';
import { nodeFiles } from '../../journal/files.ts';
import type { JournalId } from '../../journal/journal-id.ts';
import { openJournal } from '../../journal/open-journal.ts';
import type { ListEnd } from '../../journal/record.ts';
import { createFolderSnapshots } from '../../journal/snapshot-file.ts';
import type { Snapshots } from '../../journal/snapshots.ts';
import type { Views } from '../../views/views.ts';
import { type Clock, createSystemClock } from '../clock.ts';
import { findStart, RecoveryFailed } from '../find-start.ts';
import { createFlushedArchive } from '../flushed-archive.ts';
import { Follower } from '../follower.ts';
import { type Log, logNothing } from '../log.ts';
import { ENGINE_VERSION } from '../open-file-venue.ts';
import { keptIn, replayOnto, reportOf, tellRecovery } from '../recover.ts';
import { completeSettings, ENTRIES_KEPT_ALL, type VenueSettings } from '../settings.ts';
import { adoptSnapshot } from './adopt-snapshot.ts';
import { drawSession, type ReplicaHooks } from './bare-replica.ts';
import type { ClusterVenue } from './cluster-venue.ts';
import { keepFolder, remakeRows } from './keep-folder.ts';
import type { RemoteLog } from './remote-log.ts';
import { RemoteReplica, type RemoteReplicaParts } from './remote-replica.ts';
import { type ReplicaHome, ReplicaVenue } from './replica-venue.ts';
import { SharedFeed, type SharedFeedParts } from './shared-feed.ts';

export interface ClusterVenueOptions {
  /** What people call this replica. */
  readonly name: string;
  /** The id of the venue that the log belongs to. */
  readonly venue: JournalId;
  /** Log and archive are owned by the venue from here on, and closed when opening fails. */
  readonly log: RemoteLog;
  readonly archive: Archive & SharedFeedParts['archive'];
  /** Of this replica alone. */
  readonly dataFolder: string;
  readonly tell?: Log | undefined;
  readonly clock?: Clock | undefined;
  readonly settings?: Partial<VenueSettings> | undefined;
  /** The duties that this replica is ready to take. */
  readonly duties?: readonly Duty[] | undefined;
  /** The entry that the log begins behind, if the venue was imported. */
  readonly importedSeq?: Seq | undefined;
  /** Where replicas find snapshots of each other. */
  readonly snapshots?: Snapshots | undefined;
  /** Puts the generated candles into the views once the contracts are known. */
  readonly prologue?: ((views: Views) => void) | undefined;
}

/** Hashing a state visits all of it, which takes some tens of milliseconds. */
const MARK_EVERY_ENTRIES = 10_000;
/** Reading so many takes about half a minute. */
const FAR_BEHIND_ENTRIES = 3_000_000;

export async function openClusterVenue(options: ClusterVenueOptions): Promise<ClusterVenue> {
  const { log, archive, dataFolder, venue, importedSeq, tell = logNothing } = options;
  let journal: FileJournal | undefined;
  try {
    const warn = (message: string): void => tell('warn', message);
    const archivedUpTo = await archive.archivedUpTo();
    const { snapshots: shared } = options;
    const begin = async (): Promise<ListEnd | undefined> => {
      const parts = { dataFolder, venue, archivedUpTo, log: tell };
      const start = shared && (await adoptSnapshot({ ...parts, shared }));
      if (start === undefined && importedSeq) throw new RecoveryFailed(tellNoStart(importedSeq));
      return start;
    };
    journal = await openJournal({ dataFolder, version: ENGINE_VERSION, id: venue, warn, begin });
    expectOwn(journal, options);
    void tellOfShortcut(options, journal.lastSeq);
    return await follow(options, journal, archivedUpTo);
  } catch (error) {
    await Promise.allSettled([log.close(), archive.close(), journal?.close()]);
    throw error;
  }
}

function expectOwn(
  { id, firstSeq }: FileJournal,
  { venue, dataFolder, importedSeq }: ClusterVenueOptions,
): void {
  if (id !== venue)
    throw new RecoveryFailed(
      `${dataFolder} belongs to venue ${id}, and the log is that of ${venue}. Name another ` +
        'data folder for this replica, or the log that the folder belongs to',
    );
  // Of the folder that was imported nobody knows whether a venue has gone on in it since.
  if (importedSeq !== undefined && firstSeq <= importedSeq)
    throw new RecoveryFailed(
      `${dataFolder} has entries of the venue from before it was imported, and no replica goes ` +
        'on from them. Name an empty data folder for this replica',
    );
}

/** Reading the log from its first message would lead to another venue. */
const tellNoStart = (importedSeq: number): string =>
  `the log begins behind entry ${importedSeq}, with which the venue was imported, and there is ` +
  'no snapshot that a replica without entries can begin with. Start a replica that has entries: ' +
  'it shares one';

/**
 * A replica that was away for long reads everything since then, unless it begins anew. No start
 * waits for this hint, or fails without it.
 */
async function tellOfShortcut(
  { snapshots, dataFolder, tell }: ClusterVenueOptions,
  lastSeq: Seq,
): Promise<void> {
  const [newest = 0] = (await snapshots?.list().catch(() => [])) ?? [];
  if (newest - lastSeq < FAR_BEHIND_ENTRIES) return;
  tell?.('warn', 'far behind: with its folder moved away it would begin with a snapshot', {
    dataFolder,
    behind: newest - lastSeq,
  });
}

async function follow(
  options: ClusterVenueOptions,
  journal: FileJournal,
  archivedUpTo: Seq,
): Promise<ClusterVenue> {
  const { name, archive, dataFolder, prologue } = options;
  const { tell: log = logNothing, clock = createSystemClock() } = options;
  const onTime = (now: Millis): Millis => millis(now + remote.clockWatch.correction);
  const settings = completeSettings({ entriesKept: ENTRIES_KEPT_ALL, ...options.settings });
  const start = await findStart({ journal, archivedUpTo, log });
  const { present } = start;
  const feed = new SharedFeed({
    ...{ archive, archivedUpTo, rowsMax: settings.archiveRowsMax, log, isKept: keptIn(present) },
    isHolder: () => remote.replica.findMandate('archive') !== undefined,
    remake: async function* (after, upTo) {
      await remote.flush();
      yield* remakeRows(journal, after, upTo);
    },
  });
  const replayed = await replayOnto({ journal, log, prologue }, { ...start, feed });
  const report = reportOf(replayed, archivedUpTo);
  tellRecovery({ ...report, historyLost: null }, log);
  // Of earlier entries this replica has no rows, so it must not write later ones before them.
  const isWhole = (): boolean => feed.archivedUpTo >= report.snapshotSeq;
  if (!isWhole())
    log('warn', 'the archive lacks history that this replica does not have', {
      archivedUpTo,
      snapshotSeq: report.snapshotSeq,
    });
  let remote: RemoteReplica;
  const keeping = keepFolder({
    ...{ journal, present, feed, clock, settings, log, isRecalled: replayed.isRecalled },
    taker: new Follower({ dataFolder, version: ENGINE_VERSION, id: journal.id }, present.state),
    savedSeq: report.snapshotSeq,
    flush: () => remote.flush(),
    onSaved: (seq) => {
      if (venue.holds('snapshots')) void share(options, seq);
    },
    isHalted: () => remote.replica.haltedBecause !== null,
  });
  const venue = new ReplicaVenue({
    ...{ name, present, log, recovery: report, keeping, prologue },
    clock: {
      ...clock,
      wallNow: () => onTime(clock.wallNow()),
      venueNow: () => onTime(clock.venueNow()),
    },
    archive: createFlushedArchive(archive, () => feed.stored()),
    archived: () => feed.stored(),
    connect: (hooks) => {
      remote = new RemoteReplica(partsOf(options, { present, clock, journal, hooks, isWhole }));
      return createRemoteHome(remote, options, journal);
    },
  });
  feed.start();
  return venue;
}

/** Puts a snapshot of the own folder where new replicas find it. */
async function share(
  { snapshots, dataFolder, tell }: ClusterVenueOptions,
  seq: Seq,
): Promise<void> {
  try {
    const file = await createFolderSnapshots({ files: nodeFiles, dataFolder }).read(seq);
    if (file === undefined || snapshots === undefined) return;
    await snapshots.save(seq, file);
    tell?.('info', 'snapshot shared', { seq, bytes: file.length });
  } catch (error) {
    tell?.('warn', 'no snapshot was shared; a new replica reads more', {
      seq,
      because: reasonOf(error),
    });
  }
}

interface Made extends Pick<RemoteReplicaParts, 'present' | 'clock'> {
  readonly journal: FileJournal;
  readonly hooks: ReplicaHooks;
  readonly isWhole: () => boolean;
}

function partsOf(
  options: ClusterVenueOptions,
  { hooks, isWhole, ...made }: Made,
): RemoteReplicaParts {
  const { log, venue, duties = DUTIES, tell = logNothing } = options;
  return {
    ...{ ...made, log, tell, newSession: drawSession, ...hooks },
    maker: { venue, engine: SNAPSHOT_VERSION },
    own: {
      duties,
      markEvery: MARK_EVERY_ENTRIES,
      isFit: (duty) => duty !== 'archive' || isWhole(),
    },
  };
}

const createRemoteHome = (
  remote: RemoteReplica,
  { log }: ClusterVenueOptions,
  journal: FileJournal,
): ReplicaHome => ({
  replica: remote.replica,
  sendSoon: remote.sendSoon,
  findClosed: () => remote.findClosed(),
  journal: () => ({ id: journal.id, ...journal.head }),
  position: () => remote.position,
  clockOffset: () => remote.clockWatch.offset,
  logLead: () => remote.clockWatch.lead,
  foreign: () => remote.foreign,
  stop: remote.stop,
  close: () => log.close(),
});
