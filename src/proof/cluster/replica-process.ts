/**
 * The program of one replica under torture. It starts from its own segments, follows the log from
 * there, submits what its parent tells it to, and tells what was acknowledged and how it is.
 */
import { randomBytes } from 'node:crypto';
import type { Command } from '../../domain/command.ts';
import { millis, seq as toSeq } from '../../domain/units.ts';
import { SNAPSHOT_VERSION } from '../../engine/snapshot.ts';
import { stateHash } from '../../engine/state-hash.ts';
import type { Journal } from '../../journal/journal.ts';
import { openJournal } from '../../journal/open-journal.ts';
import { type Clock, createSystemClock } from '../../venue/clock.ts';
import { findStart } from '../../venue/find-start.ts';
import { logNothing } from '../../venue/log.ts';
import { ENGINE_VERSION } from '../../venue/open-file-venue.ts';
import { applyEntry, type Present } from '../../venue/present.ts';
import { connectNats, NatsLog } from '../../venue/replica/nats-log.ts';
import { RemoteReplica } from '../../venue/replica/remote-replica.ts';
import { loadOrder } from './callers.ts';
import { proofMac } from './proof-mac.ts';

export interface ReplicaOrder {
  readonly urls: string;
  readonly name: string;
  readonly venue: string;
  /** How wrong its wall clock is. */
  readonly skew: number;
  /** Of its own segments. */
  readonly dataFolder: string;
}

export type ToReplica =
  | { readonly kind: 'begin'; readonly order: ReplicaOrder }
  | { readonly kind: 'run'; readonly commands: readonly Command[] }
  /** A note under each of these names, and an order now and then. */
  | { readonly kind: 'submit'; readonly names: readonly string[] };

export type FromReplica =
  | { readonly kind: 'acknowledged'; readonly name: string }
  | { readonly kind: 'hash'; readonly seq: number; readonly hash: string }
  | {
      readonly kind: 'state';
      readonly seq: number;
      readonly isOpen: boolean;
      readonly holdsMarket: boolean;
      readonly haltedBecause: string | null;
    };

/** Every replica hashes its state after the same entries. */
export const HASH_EVERY_ENTRIES = 2_000;
const ORDER_EVERY = 3;
const TELL_MILLIS = 100;

const tell = (message: FromReplica): void => {
  process.send?.(message);
};

function skewed({ wallNow, ...clock }: Clock, skew: number): Clock {
  return { ...clock, wallNow: () => millis(wallNow() + skew) };
}

async function begin(order: ReplicaOrder): Promise<RemoteReplica> {
  const { urls, name, venue, skew, dataFolder } = order;
  const journal = await openJournal({
    dataFolder,
    version: ENGINE_VERSION,
    id: venue,
  });
  const present = await recoverOwn(journal);
  const clock = skewed(createSystemClock(), skew);
  const remote = new RemoteReplica({
    log: new NatsLog(await connectNats(urls), name, proofMac(name, venue)),
    clock,
    journal,
    present,
    maker: { venue, engine: SNAPSHOT_VERSION },
    newSession: () => randomBytes(8).toString('hex'),
    own: { duties: ['market', 'snapshots'], markEvery: HASH_EVERY_ENTRIES },
    onApplied: ({ seq }) => {
      if (seq % HASH_EVERY_ENTRIES === 0)
        tell({ kind: 'hash', seq, hash: stateHash(present.state) });
    },
  });
  const { replica } = remote;
  setInterval(() => {
    tell({
      kind: 'state',
      seq: present.state.seq,
      isOpen: replica.isOpen(clock.monotonicNow()),
      holdsMarket: replica.findMandate('market') !== undefined,
      haltedBecause: replica.haltedBecause,
    });
  }, TELL_MILLIS);
  return remote;
}

/** The state that the segments lead to. They end with a whole batch. */
async function recoverOwn(journal: Journal): Promise<Present> {
  const { lastSeq } = journal;
  const { present } = await findStart({ journal, archivedUpTo: lastSeq, log: logNothing });
  for await (const entries of journal.read(toSeq(present.state.seq + 1)))
    for (const entry of entries) applyEntry(present, entry);
  return present;
}

let count = 0;

function submit(remote: RemoteReplica, names: readonly string[]): void {
  for (const name of names) {
    count += 1;
    const note = { kind: 'record-note', actor: 'torture', topic: 'cluster', text: name } as const;
    remote.submit({ command: note }, () => tell({ kind: 'acknowledged', name }));
    if (count % ORDER_EVERY === 0) remote.submit({ command: loadOrder(count) });
  }
}

if (import.meta.main) {
  let remote: RemoteReplica | undefined;
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (message: ToReplica) => {
    if (message.kind === 'begin') remote = await begin(message.order);
    else if (remote === undefined) return;
    else if (message.kind === 'submit') submit(remote, message.names);
    else for (const command of message.commands) remote.submit({ command });
  });
}
