/**
 * The program of one replica under torture. It starts from its own segments, follows the log from
 * there, submits what its parent tells it to, and tells what was acknowledged and how it is. Where
 * there is a database, it keeps the shared history there as a replica of a venue does.
 */
import { openPostgresArchive } from '../../src/archive/postgres-archive.ts';
import type { Command } from '../../src/domain/command.ts';
import { millis, seq as toSeq } from '../../src/domain/units.ts';
import { SNAPSHOT_VERSION, stateHash } from '../../src/engine/snapshot.ts';
import { createPatience } from '../../src/facts/patience.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { type Clock, createSystemClock } from '../../src/venue/clock.ts';
import { logNothing } from '../../src/venue/logger.ts';
import { ENGINE_VERSION } from '../../src/venue/open-venue.ts';
import { applyEntry, type Present } from '../../src/venue/present.ts';
import { findStart } from '../../src/venue/recover.ts';
import { connectNats, NatsLog } from '../../src/venue/replica/nats-log.ts';
import { remakeRows } from '../../src/venue/replica/open-replica.ts';
import { Replica } from '../../src/venue/replica/replica.ts';
import { SharedFeed, type SharedFeedParts } from '../../src/venue/replica/shared-feed.ts';
import { StreamLog } from '../../src/venue/replica/stream-log.ts';
import { createOwnTaker } from '../../src/venue/snapshotter.ts';
import type { Applied } from '../../src/venue/venue.ts';
import { loadOrder } from './callers.ts';
import { proofMac } from './proof-mac.ts';
import { openTortured } from './torture-database.ts';

export interface ReplicaOrder {
  readonly urls: string;
  readonly name: string;
  readonly venue: string;
  /** How wrong its wall clock is. */
  readonly skew: number;
  /** Of the database with the history; null where there is none. */
  readonly records: string | null;
  /** Of its own segments. */
  readonly dataFolder: string;
}

export type ToReplica =
  | { readonly kind: 'begin'; readonly order: ReplicaOrder }
  | { readonly kind: 'run'; readonly commands: readonly Command[] }
  | { readonly kind: 'set-skew'; readonly skew: number }
  /** A note for each of these, and an order now and then. */
  | { readonly kind: 'submit'; readonly writes: readonly Write[] };

/** A signed request that records a note; a repeat of it is the same. */
export interface Write {
  readonly number: number;
  /** By its sender's clock, which is right. */
  readonly signedAt: number;
}

/** A write takes effect so soon after it was signed, or never. */
export const WINDOW_MILLIS = 5_000;

export const textOfWrite = (number: number): string => `write ${number}`;

export type FromReplica =
  | { readonly kind: 'answered'; readonly number: number; readonly isDone: boolean }
  | { readonly kind: 'hash'; readonly seq: number; readonly hash: string }
  | {
      readonly kind: 'state';
      readonly seq: number;
      /** Null while it is open. */
      readonly closedBecause: string | null;
      readonly holdsMarket: boolean;
      readonly haltedBecause: string | null;
      /** How far the history in the database goes. */
      readonly archivedUpTo: number;
    };

/** Every replica hashes its state after the same entries. */
export const HASH_EVERY_ENTRIES = 2_000;
const ORDER_EVERY = 3;
const TELL_MILLIS = 100;
/** So that a start late in a torture takes no longer than an early one. */
const SNAPSHOT_EVERY_ENTRIES = 40_000;
const ROWS_MAX = 100_000;

const tell = (message: FromReplica): void => {
  process.send?.(message);
};

let skew = 0;

function skewed({ wallNow, ...clock }: Clock): Clock {
  return { ...clock, wallNow: () => millis(wallNow() + skew) };
}

const clock = skewed(createSystemClock());

async function begin(order: ReplicaOrder): Promise<Replica> {
  const { urls, name, venue, dataFolder } = order;
  ({ skew } = order);
  const journal = await openJournal({
    dataFolder,
    version: ENGINE_VERSION,
    id: venue,
  });
  let remote: Replica | undefined;
  const feed = await openFeed(order, {
    isHolder: () => remote?.hasMandate('archive') === true,
    remake: async function* (after, upTo) {
      await remote?.flush();
      yield* remakeRows(journal, after, upTo);
    },
  });
  const present = await recoverOwn(journal, feed);
  const made = new Replica({
    log: new StreamLog({
      messages: new NatsLog(await connectNats(urls), name, proofMac(name, venue)),
      maker: { venue, engine: SNAPSHOT_VERSION },
      clock,
    }),
    name,
    clock,
    journal,
    present,
    own: { duties: ['market', 'snapshots', 'archive'], hashEvery: HASH_EVERY_ENTRIES },
    onApplied: ({ seq }, rows) => {
      feed?.offer(rows);
      if (seq % HASH_EVERY_ENTRIES === 0)
        tell({ kind: 'hash', seq, hash: stateHash(present.state) });
    },
  });
  remote = made;
  feed?.start();
  const snapshots = createOwnTaker(present, journal);
  let savedSeq = present.state.seq;
  setInterval(() => {
    if (present.state.seq >= savedSeq + SNAPSHOT_EVERY_ENTRIES) {
      savedSeq = present.state.seq;
      const begun = snapshots.begin();
      void made.flush().then(begun.save);
    }
    tell({
      kind: 'state',
      seq: present.state.seq,
      closedBecause: made.findClosed() ?? null,
      holdsMarket: made.hasMandate('market'),
      haltedBecause: made.haltedBecause,
      archivedUpTo: feed?.archivedUpTo ?? 0,
    });
  }, TELL_MILLIS);
  return made;
}

/** A database that is away is waited for. */
async function openFeed(
  { records: url, venue }: ReplicaOrder,
  parts: Pick<SharedFeedParts, 'isHolder' | 'remake'>,
): Promise<SharedFeed | undefined> {
  if (url === null) return undefined;
  const records = await openTortured(url, venue);
  const patience = createPatience({ tell: () => undefined });
  const archive = await patience.reach(() => openPostgresArchive(records));
  const archivedUpTo = await patience.reach(archive.archivedUpTo);
  const isKept = (): boolean => true;
  return new SharedFeed({
    ...parts,
    archive,
    archivedUpTo,
    isKept,
    logger: logNothing,
    rowsMax: ROWS_MAX,
  });
}

/** The state that the segments lead to. They end with a whole batch. */
async function recoverOwn(journal: Journal, feed: SharedFeed | undefined): Promise<Present> {
  const archivedUpTo = feed?.archivedUpTo ?? journal.lastSeq;
  const { present } = await findStart({ journal, archivedUpTo, logger: logNothing });
  for await (const entries of journal.read(toSeq(present.state.seq + 1)))
    for (const entry of entries) feed?.offer(applyEntry(present, entry).rows);
  return present;
}

let count = 0;

const NOBODY = { resolve: () => undefined, reject: () => undefined };

function submit(remote: Replica, writes: readonly Write[]): void {
  for (const { number, signedAt } of writes) {
    count += 1;
    const text = textOfWrite(number);
    const note = { kind: 'record-note', actor: 'torture', topic: 'cluster', text } as const;
    const request = { words: [number, 1, 2, 3] as const, receivedAt: clock.wallNow() };
    const until = millis(signedAt + WINDOW_MILLIS);
    const resolve = ({ events }: Applied): void => {
      const answered = events.find((event) => event.kind === 'request-answered');
      tell({ kind: 'answered', number, isDone: answered?.outcome.kind === 'done' });
    };
    remote.submit({ command: note, request, until }, { resolve, reject: () => undefined });
    if (count % ORDER_EVERY === 0) remote.submit({ command: loadOrder(count) }, NOBODY);
  }
}

if (import.meta.main) {
  let remote: Replica | undefined;
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (message: ToReplica) => {
    if (message.kind === 'begin') remote = await begin(message.order);
    else if (remote === undefined) return;
    else if (message.kind === 'submit') submit(remote, message.writes);
    else if (message.kind === 'set-skew') ({ skew } = message);
    else for (const command of message.commands) remote.submit({ command }, NOBODY);
  });
}
