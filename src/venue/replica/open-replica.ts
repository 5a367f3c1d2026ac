/**
 * Opens a venue that follows the process with the files: it begins with the newest snapshot in the
 * data folder, which it only reads, and applies every entry since. It is open when it has applied
 * all that was durable when it asked.
 */
import { join } from 'node:path';
import { ThreadedArchive } from '../../archive/threaded-archive.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { seq as toSeq } from '../../domain/units.ts';
import { SNAPSHOT_VERSION } from '../../engine/snapshot.ts';
import { decodeRecords, type RecordsEnd } from '../../journal/decode-records.ts';
import { nodeFiles } from '../../journal/files.ts';
import { findJournal } from '../../journal/find-journal.ts';
import { findNewestSnapshot } from '../../journal/find-snapshot.ts';
import type { JournalId } from '../../journal/journal-id.ts';
import { type Chain, formatChain } from '../../journal/record.ts';
import type { Views } from '../../views/views.ts';
import type { Clock } from '../clock.ts';
import { findStart } from '../find-start.ts';
import { createFlushedArchive } from '../flushed-archive.ts';
import type { Log } from '../log.ts';
import { ARCHIVE_FILE } from '../open-file-venue.ts';
import type { Present } from '../present.ts';
import { recall } from '../recover.ts';
import { BareReplica, drawSession, type ReplicaHooks } from './bare-replica.ts';
import type { Welcome } from './messages.ts';
import { NOT_REACHED, OwnerLink } from './owner-link.ts';
import { ownerSocketOf } from './owner-socket.ts';
import { type ReplicaHome, ReplicaVenue } from './replica-venue.ts';

export interface ReplicaOptions {
  readonly dataFolder: string;
  readonly name: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Puts the generated candles into the views, which no entry mentions. */
  readonly prologue: (views: Views) => void;
  /** What the other process says at each connection, since notices may have been missed. */
  readonly onFacts: (facts: unknown) => void;
  /** Heeded before anything later is heard. */
  readonly onNotice: (topic: string, value: never) => void;
  /** The other process is gone, or cannot be followed. */
  readonly onEnd: (because: string) => void;
}

export interface OpenReplica {
  readonly venue: ReplicaVenue;
  readonly link: OwnerLink;
}

export async function openReplica(options: ReplicaOptions): Promise<OpenReplica> {
  const { dataFolder, name, log } = options;
  const welcomed = Promise.withResolvers<Welcome>();
  const caughtUp = Promise.withResolvers<void>();
  caughtUp.promise.catch(() => undefined);
  let follower: Follower | undefined;
  const fail = (because: string): void => {
    const error = new Error(because);
    welcomed.reject(error);
    caughtUp.reject(error);
    options.onEnd(because);
  };
  const link = new OwnerLink({
    path: ownerSocketOf(dataFolder),
    hello: { name, pid: process.pid, engine: SNAPSHOT_VERSION },
    hearer: {
      welcome: (welcome) => {
        options.onFacts(welcome.facts);
        welcomed.resolve(welcome);
        // Connected again: what was missed is read before anything is sent again.
        if (follower !== undefined) link.follow(follower.end.seq + 1);
      },
      records: (bytes) => follower?.take(bytes, fail),
      caughtUp: () => {
        caughtUp.resolve();
        follower?.venue.sendAgain();
      },
      verdict: (verdict) => follower?.venue.hear(verdict),
      notice: options.onNotice,
      ended: fail,
    },
  });
  try {
    const { id } = await welcomed.promise;
    follower = await begin({ ...options, link, id });
    link.follow(follower.end.seq + 1);
    await caughtUp.promise;
    log('info', 'caught up', { seq: follower.venue.seq });
    return { venue: follower.venue, link };
  } catch (error) {
    link.close();
    await follower?.venue.close();
    throw error;
  }
}

/** Applies what the link brings. */
interface Follower {
  readonly venue: ReplicaVenue;
  readonly end: RecordsEnd;
  readonly take: (bytes: Buffer, fail: (because: string) => void) => void;
}

interface BeginParts extends ReplicaOptions {
  readonly link: OwnerLink;
  readonly id: JournalId;
}

async function begin(parts: BeginParts): Promise<Follower> {
  const { dataFolder, name, link, id, clock, log, prologue } = parts;
  const began = performance.now();
  const { present, chain } = await loadStart(parts);
  recall(present, prologue);
  const snapshotSeq = present.state.seq;
  const end: RecordsEnd = { seq: snapshotSeq, chain };
  const archived = async (): Promise<void> => {
    await link.ask('archived', null);
  };
  const archive = await ThreadedArchive.open({
    path: join(dataFolder, ARCHIVE_FILE),
    source: { id, firstSeq: toSeq(1) },
    missingRows: 'accept',
    isReadOnly: true,
  });
  const replayMillis = Math.round(performance.now() - began);
  const nothing = { archivedAgain: null, historyLost: null, warnings: [] };
  let replica: BareReplica | undefined;
  const venue = new ReplicaVenue({
    ...{ name, present, clock, log, archived },
    archive: createFlushedArchive(archive, archived),
    recovery: { snapshotSeq, replayed: 0, replayMillis, ...nothing },
    connect: (hooks) => {
      const home = createLinkHome({ present, clock, link, id, end, hooks });
      ({ replica } = home);
      return home;
    },
  });
  const take = (bytes: Buffer, fail: (because: string) => void): void => {
    try {
      const isFirst = end.seq === 0;
      const entries = decodeRecords(bytes, end);
      replica?.apply(isFirst ? entries.slice(0, 1) : entries);
      if (!isFirst) return;
      recall(present, prologue);
      replica?.apply(entries.slice(1));
    } catch (error) {
      fail(`the log cannot be followed: ${reasonOf(error)}`);
    }
  };
  return { venue, end, take };
}

interface LinkHomeParts extends Pick<BeginParts, 'clock' | 'link' | 'id'> {
  readonly present: Present;
  readonly end: RecordsEnd;
  readonly hooks: ReplicaHooks;
}

/** The process with the files proves that the log goes on, so the replica itself writes nothing. */
function createLinkHome({ present, clock, link, id, end, hooks }: LinkHomeParts): ReplicaHome {
  const maker = { venue: id, engine: SNAPSHOT_VERSION };
  const replica = new BareReplica({ present, maker, newSession: drawSession, ...hooks });
  let isDue = false;
  const send = (): void => {
    isDue = false;
    for (const { bytes } of replica.next(clock.monotonicNow(), clock.wallNow())) link.append(bytes);
  };
  return {
    replica,
    sendSoon: () => {
      if (!isDue) setImmediate(send);
      isDue = true;
    },
    findClosed: () => (link.isReached ? undefined : NOT_REACHED),
    journal: () => {
      const { seq } = present.state;
      return { id, seq, chain: end.chain === undefined ? '' : formatChain(end.chain) };
    },
    position: () => 0,
    clockOffset: () => 0,
    logLead: () => 0,
    foreign: () => 0,
    stop: () => undefined,
    close: async () => undefined,
  };
}

interface FoundStart {
  readonly present: Present;
  readonly chain: Chain | undefined;
}

/** The chain of the snapshot is compared with that of the first record after it. */
async function loadStart({ dataFolder, log, id }: BeginParts): Promise<FoundStart> {
  const files = nodeFiles;
  const firstSeq = findJournal(dataFolder)?.first ?? toSeq(1);
  const chains = new Map<number, Chain | null>();
  const warn = (message: string): void => log('warn', message);
  const place = { files, dataFolder, warn, chainOf: () => undefined };
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
    log,
  });
  log('info', 'begins', { snapshotSeq: present.state.seq, journal: id });
  return { present, chain: chains.get(present.state.seq) ?? undefined };
}
