/**
 * Opens a venue that follows a log which others write too. A gateway follows the process with the
 * files: it begins with the newest snapshot in the data folder, which it only reads. A replica of
 * a cluster begins with what its own data folder has, and reads the rest from the log; it may be
 * asked before it has caught up, but nobody is answered then: see `isOpen`.
 */
import { join } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import { ThreadedArchive } from '../../archive/threaded-archive.ts';
import type { HistoryRows } from '../../domain/history.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { DUTIES, type Duty } from '../../domain/replica-command.ts';
import { type Millis, millis, type Seq, seq as toSeq } from '../../domain/units.ts';
import { SNAPSHOT_VERSION } from '../../engine/snapshot.ts';
import type { FileJournal } from '../../journal/file-journal.ts';
import { nodeFiles } from '../../journal/files.ts';
import { findJournal } from '../../journal/find-journal.ts';
import { findNewestSnapshot } from '../../journal/find-snapshot.ts';
import type { Journal, Snapshots } from '../../journal/journal.ts';
import type { JournalId } from '../../journal/journal-id.ts';
import { openJournal } from '../../journal/open-journal.ts';
import type { Chain, ListEnd } from '../../journal/record.ts';
import { createFolderSnapshots } from '../../journal/snapshot-file.ts';
import type { Views } from '../../views/views.ts';
import { type Clock, createSystemClock } from '../clock.ts';
import { Follower } from '../follower.ts';
import { type Logger, logNothing } from '../logger.ts';
import { ARCHIVE_FILE, ENGINE_VERSION } from '../open-venue.ts';
import { applyEntry } from '../present.ts';
import {
  findStart,
  keptIn,
  RecoveryFailed,
  recall,
  replayOnto,
  reportOf,
  tellRecovery,
} from '../recover.ts';
import { createFlushedArchive, RunningVenue } from '../running-venue.ts';
import { completeSettings, ENTRIES_KEPT_ALL, type VenueSettings } from '../settings.ts';
import { type Keeping, keepFolder } from '../snapshotter.ts';
import { adoptSnapshot } from './adopt-snapshot.ts';
import { LinkLog, type LinkLogParts } from './link-log.ts';
import { type ClusterVenue, Replica } from './replica.ts';
import { SharedFeed, type SharedFeedParts } from './shared-feed.ts';
import { type MessageList, StreamLog } from './stream-log.ts';

export interface GatewayVenueOptions extends LinkLogParts {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Puts the generated candles into the views, which no entry mentions. */
  readonly prologue: (views: Views) => void;
}

export type GatewayVenue = Awaited<ReturnType<typeof openGatewayVenue>>;

/** Has applied all that was durable when it asked. */
export async function openGatewayVenue(options: GatewayVenueOptions) {
  const log = new LinkLog(options);
  let venue: ClusterVenue | undefined;
  try {
    await log.welcomed();
    venue = await followLink(options, log);
    await log.caughtUp();
    options.logger('info', 'caught up', { seq: venue.health().seq });
    return { venue, log };
  } catch (error) {
    await log.close();
    await venue?.close();
    throw error;
  }
}

async function followLink(
  { dataFolder, name, clock, logger, prologue }: GatewayVenueOptions,
  log: LinkLog,
): Promise<ClusterVenue> {
  const began = performance.now();
  const { venue: id } = log.maker;
  const { present, chain } = await loadStart(dataFolder, logger);
  log.chain = chain;
  const { seq: snapshotSeq } = present.state;
  logger('info', 'begins', { snapshotSeq, journal: id });
  recall(present, prologue);
  const archived = async (): Promise<void> => {
    await log.link.ask('archived', null);
  };
  const archive = await ThreadedArchive.open({
    path: join(dataFolder, ARCHIVE_FILE),
    source: { id, firstSeq: toSeq(1) },
    missingRows: 'accept',
    isReadOnly: true,
  });
  const replayMillis = Math.round(performance.now() - began);
  const nothing = { archivedAgain: null, historyLost: null, warnings: [] };
  const parts = { present, clock, logger };
  return venueOf(
    new RunningVenue({
      ...parts,
      prologue,
      settings: NO_TICKS,
      recovery: { snapshotSeq, replayed: 0, replayMillis, ...nothing },
      archive: createFlushedArchive(archive, archived),
      keeping: keepNothing(archived, snapshotSeq),
      connect: (hooks) => new Replica({ ...parts, name, log, ...hooks }),
    }),
  );
}

/** Others write too, and time passes with what they write. */
const NO_TICKS = completeSettings({ tickEveryMillis: 0 });

const venueOf = (venue: RunningVenue<Replica>): ClusterVenue => {
  const { isOpen, findClosed, caughtUp, holds, onDuty, submitFor, handOver, describe } = venue.home;
  const acts = { isOpen, findClosed, caughtUp, holds, onDuty, submitFor, handOver, describe };
  return Object.assign(venue, acts);
};

/** The process with the files keeps everything. */
const keepNothing = (archived: () => Promise<void>, snapshotSeq: Seq): Keeping => ({
  archived,
  offer: () => undefined,
  look: () => undefined,
  health: () => ({ archiveLag: 0, archiveFailedBecause: null, snapshotSeq }),
  putHistory: () => undefined,
  close: async () => undefined,
});

/** The chain of the snapshot is compared with that of the first record after it. */
async function loadStart(dataFolder: string, logger: Logger) {
  const firstSeq = findJournal(dataFolder)?.first ?? toSeq(1);
  const chains = new Map<number, Chain | null>();
  const warn = (message: string): void => logger('warn', message);
  const place = { files: nodeFiles, dataFolder, warn, chainOf: () => undefined };
  const { present } = await findStart({
    journal: {
      firstSeq,
      loadSnapshot: async (before) => {
        const found = await findNewestSnapshot(place, firstSeq, before);
        if (found !== undefined) chains.set(found.seq, found.journal.chain);
        return found;
      },
    },
    archivedUpTo: toSeq(Number.MAX_SAFE_INTEGER),
    logger,
  });
  return { present, chain: chains.get(present.state.seq) ?? undefined };
}

export interface ClusterVenueOptions {
  /** What people call this replica. */
  readonly name: string;
  /** The id of the venue that the log belongs to. */
  readonly venue: JournalId;
  /** Log and archive are owned by the venue from here on, and closed when opening fails. */
  readonly log: MessageList;
  readonly archive: Archive & SharedFeedParts['archive'];
  /** Of this replica alone. */
  readonly dataFolder: string;
  readonly logger?: Logger | undefined;
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
const HASH_EVERY_ENTRIES = 10_000;
/** Reading so many takes about half a minute. */
const FAR_BEHIND_ENTRIES = 3_000_000;

export async function openClusterVenue(options: ClusterVenueOptions): Promise<ClusterVenue> {
  const { log, archive, dataFolder, venue, importedSeq, logger = logNothing } = options;
  let journal: FileJournal | undefined;
  try {
    const warn = (message: string): void => logger('warn', message);
    const archivedUpTo = await archive.archivedUpTo();
    const { snapshots: shared } = options;
    const begin = async (): Promise<ListEnd | undefined> => {
      const parts = { dataFolder, venue, archivedUpTo, logger };
      const start = shared && (await adoptSnapshot({ ...parts, shared }));
      if (start === undefined && importedSeq) throw new RecoveryFailed(tellNoStart(importedSeq));
      return start;
    };
    journal = await openJournal({ dataFolder, version: ENGINE_VERSION, id: venue, warn, begin });
    expectOwn(journal, options);
    void tellOfShortcut(options, journal.lastSeq);
    return await followStream(options, journal, archivedUpTo);
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
  { snapshots, dataFolder, logger }: ClusterVenueOptions,
  lastSeq: Seq,
): Promise<void> {
  const [newest = 0] = (await snapshots?.list().catch(() => [])) ?? [];
  if (newest - lastSeq < FAR_BEHIND_ENTRIES) return;
  logger?.('warn', 'far behind: with its folder moved away it would begin with a snapshot', {
    dataFolder,
    behind: newest - lastSeq,
  });
}

async function followStream(
  options: ClusterVenueOptions,
  journal: FileJournal,
  archivedUpTo: Seq,
): Promise<ClusterVenue> {
  const { name, archive, dataFolder, prologue, duties = DUTIES } = options;
  const { logger = logNothing, clock = createSystemClock() } = options;
  const chosen = { entriesKept: ENTRIES_KEPT_ALL, ...options.settings, tickEveryMillis: 0 };
  const settings = completeSettings(chosen);
  const maker = { venue: options.venue, engine: SNAPSHOT_VERSION };
  const stream = new StreamLog({ messages: options.log, clock, logger, maker });
  const start = await findStart({ journal, archivedUpTo, logger });
  const { present } = start;
  const parts = { journal, present, clock, settings, logger };
  const feed = new SharedFeed({
    archive,
    archivedUpTo,
    rowsMax: settings.archiveRowsMax,
    logger,
    isKept: keptIn(present),
    isHolder: () => venue.home.hasMandate('archive'),
    remake: async function* (after, upTo) {
      await venue.home.flush();
      yield* remakeRows(journal, after, upTo);
    },
  });
  const replayed = await replayOnto({ journal, logger, prologue }, { ...start, feed });
  const recovery = reportOf(replayed, archivedUpTo);
  const { snapshotSeq: savedSeq } = recovery;
  tellRecovery({ ...recovery, historyLost: null }, logger);
  // Of earlier entries this replica has no rows, so it must not write later ones before them.
  const isWhole = (): boolean => feed.archivedUpTo >= savedSeq;
  if (!isWhole())
    logger('warn', 'the archive lacks history that this replica does not have', {
      archivedUpTo,
      snapshotSeq: savedSeq,
    });
  const keeping = keepFolder({
    ...parts,
    feed,
    savedSeq,
    isRecalled: replayed.isRecalled,
    taker: new Follower({ dataFolder, version: ENGINE_VERSION, id: journal.id }, present.state),
    flush: () => venue.home.flush(),
    onSaved: (seq) => {
      const isMine = (): boolean => venue.home.holds('snapshots');
      if (isMine()) void share(options, seq, isMine);
    },
  });
  const own = {
    duties,
    hashEvery: HASH_EVERY_ENTRIES,
    isFit: (duty: Duty) => duty !== 'archive' || isWhole(),
  };
  const kept = () => ({
    archivedUpTo: feed.archivedUpTo,
    snapshotSeq: keeping.health().snapshotSeq,
  });
  const venue: RunningVenue<Replica> = new RunningVenue({
    ...parts,
    recovery,
    keeping,
    prologue,
    clock: onTime(clock, stream),
    archive: createFlushedArchive(archive, () => feed.stored()),
    connect: (hooks) => new Replica({ ...parts, name, log: stream, own, kept, ...hooks }),
  });
  feed.start();
  return venueOf(venue);
}

/** Callers and their windows are judged by the time of the log. */
function onTime(clock: Clock, { clockWatch }: StreamLog): Clock {
  const corrected = (now: Millis): Millis => millis(now + clockWatch.correction);
  return {
    ...clock,
    wallNow: () => corrected(clock.wallNow()),
    venueNow: () => corrected(clock.venueNow()),
  };
}

/** The rows after one entry up to another, from a snapshot and the entries since. */
export async function* remakeRows(
  journal: Pick<Journal, 'firstSeq' | 'loadSnapshot' | 'read'>,
  after: Seq,
  upTo: Seq,
): AsyncGenerator<readonly HistoryRows[], void> {
  const { present } = await findStart({ journal, archivedUpTo: after, logger: logNothing });
  for await (const entries of journal.read(toSeq(present.state.seq + 1), upTo)) {
    const rows = entries.map((entry) => applyEntry(present, entry).rows);
    const missing = rows.filter(({ seq }) => seq > after);
    if (missing.length > 0) yield missing;
  }
}

/** Puts a snapshot of the own folder where new replicas find it. */
async function share(
  { snapshots, dataFolder, logger }: ClusterVenueOptions,
  seq: Seq,
  isMine: () => boolean,
): Promise<void> {
  try {
    const file = await createFolderSnapshots({ files: nodeFiles, dataFolder }).read(seq);
    if (file === undefined || snapshots === undefined) return;
    await snapshots.save(seq, file);
    logger?.('info', 'snapshot shared', { seq, bytes: file.length });
  } catch (error) {
    // A replica that stops leaves the next one to others, and its connection may end meanwhile.
    if (!isMine()) return;
    logger?.('warn', 'no snapshot was shared; a new replica reads more', {
      seq,
      because: reasonOf(error),
    });
  }
}
