/** The homes of a shared log, each behind the same few calls. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Entry } from '../../src/domain/command.ts';
import { seq } from '../../src/domain/units.ts';
import { createState } from '../../src/engine/create-state.ts';
import { SNAPSHOT_VERSION } from '../../src/engine/snapshot.ts';
import {
  type BatchMaker,
  decodeLogBatch,
  decodeRecords,
  type RecordsEnd,
} from '../../src/journal/log-batch.ts';
import { createSystemClock } from '../../src/venue/clock.ts';
import { logNothing } from '../../src/venue/logger.ts';
import { type FileVenue, openFileVenue } from '../../src/venue/open-venue.ts';
import { LinkLog } from '../../src/venue/replica/link-log.ts';
import { ownerSocketOf } from '../../src/venue/replica/messages.ts';
import { NatsLog } from '../../src/venue/replica/nats-log.ts';
import { OwnerDoor } from '../../src/venue/replica/owner-door.ts';
import { StreamLog } from '../../src/venue/replica/stream-log.ts';
import type { SharedLog } from '../../src/venue/venue-log.ts';
import { alter, recordsOf, segmentPaths } from '../journal/data-folder.ts';
import { connectTo, macOf, openServers, openSoon } from '../replica/nats-kit.ts';

export interface LogHome {
  readonly maker: BatchMaker;
  /** Hands a batch over. What becomes of it, followers tell. */
  readonly append: (bytes: Uint8Array) => Promise<void>;
  /** All entries from the first on: those that are there, and each that comes, in an own list. */
  readonly follow: () => Promise<readonly Entry[]>;
  /** As after a power cut in which the end of what was written last is lost. */
  readonly tear: () => Promise<LogHome>;
  /** As after an orderly stop. */
  readonly reopen: () => Promise<LogHome>;
}

/** Undefined where the programs for it are missing. */
export type OpenHome = () => Promise<LogHome | undefined>;

export const HOMES: Readonly<Record<string, OpenHome>> = {
  'files in this process': () => openFiles(createFolder(), followFiles),
  'a socket to the process with the files': () => openFiles(createFolder(), followSocket),
  'a JetStream stream': openJetStream,
};

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Journal = NonNullable<FileVenue['journal']>;

interface Held {
  readonly journal: Journal;
  readonly append: (bytes: Uint8Array) => void;
  readonly folder: string;
}

/** How batches get to the files and entries come from there. */
interface Way {
  readonly append: (bytes: Uint8Array) => void;
  readonly follow: LogHome['follow'];
  readonly close: () => Promise<void>;
}

async function openFiles(
  dataFolder: string,
  openWay: (held: Held) => Promise<Way>,
): Promise<LogHome> {
  const venue = await openFileVenue({ dataFolder, settings: { tickEveryMillis: 3_600_000 } });
  const { journal } = venue;
  if (journal === undefined) throw new Error('a venue in files has a journal');
  const maker = { venue: journal.id, engine: SNAPSHOT_VERSION };
  const append = (bytes: Uint8Array): void => {
    const decoded = decodeLogBatch(bytes, maker);
    if (decoded.kind === 'batch') venue.submitBatch(decoded.batch, () => undefined);
  };
  const way = await openWay({ journal, append, folder: dataFolder });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await way.close();
    await venue.close();
  };
  onTestFinished(close);
  return {
    maker,
    append: async (bytes) => way.append(bytes),
    follow: way.follow,
    tear: async () => {
      const copy = createFolder();
      // Other threads change these meanwhile, and a start makes them again from the journal.
      const isLost = (path: string): boolean =>
        /\.(?:sock|tmp)$|archive\.sqlite|snapshots$/.test(path);
      cpSync(dataFolder, copy, { recursive: true, filter: (path) => !isLost(path) });
      await close();
      const path = segmentPaths(copy).at(-1)!;
      alter(path, (bytes) => bytes.fill(0, recordsOf(path).at(-1)));
      return openFiles(copy, openWay);
    },
    reopen: async () => {
      await close();
      return openFiles(dataFolder, openWay);
    },
  };
}

/** As the process with the files itself reads what is durable. */
async function followFiles({ journal, append }: Held): Promise<Way> {
  const followers = new Set<(records: Uint8Array) => void>();
  journal.onDurable = (records) => {
    for (const follower of followers) follower(records);
  };
  return {
    append,
    follow: async () => {
      const end: RecordsEnd = { seq: 0, chain: undefined };
      const entries: Entry[] = [];
      const take = (records: Uint8Array): void => {
        entries.push(...decodeRecords(records, end));
      };
      followers.add(take);
      for (const { bytes } of journal.readRecords(seq(1))) take(bytes);
      return entries;
    },
    close: async () => followers.clear(),
  };
}

async function followSocket({ journal, append, folder }: Held): Promise<Way> {
  const engine = SNAPSHOT_VERSION;
  const door = new OwnerDoor({
    ...{ path: ownerSocketOf(folder), journal, engine, append, logger: logNothing },
    ...{ facts: () => null, answers: new Map(), reckon: () => [] },
  });
  await door.listen();
  const logs: LinkLog[] = [];
  const connect = async (): Promise<{ log: LinkLog; entries: Entry[] }> => {
    const log = new LinkLog({
      ...{ dataFolder: folder, name: 'test', clock: createSystemClock() },
      ...{ onFacts: () => undefined, onNotice: () => undefined, onEnd: () => undefined },
    });
    logs.push(log);
    await log.welcomed();
    const entries = hearAll(log);
    await log.caughtUp();
    return { log, entries };
  };
  const { log: first } = await connect();
  return {
    append: (bytes) => first.append({ session: '', number: 0, bytes }),
    follow: async () => (await connect()).entries,
    close: async () => {
      for (const log of logs) await log.close();
      await door.close();
    },
  };
}

/** All entries from the first on, as they come. */
function hearAll(log: SharedLog): Entry[] {
  const entries: Entry[] = [];
  log.follow(createState(), {
    ...{ session: 'nobody', haltedBecause: null, waitingCount: 0 },
    apply: (more) => void entries.push(...more),
    refuse: () => undefined,
    drop: () => undefined,
    hear: () => undefined,
    reconnect: () => undefined,
    halt: (because) => {
      throw new Error(because);
    },
    send: () => undefined,
  });
  return entries;
}

async function openJetStream(): Promise<LogHome | undefined> {
  const servers = await openServers(1);
  if (servers === undefined) return undefined;
  const { urls, kill, start } = servers;
  const { venue } = await openSoon(await connectTo(urls), 'home', 1);
  const maker = { venue, engine: SNAPSHOT_VERSION };
  const mac = macOf('home', venue);
  const connection = await connectTo(urls);
  const log = new NatsLog(connection, 'home', mac);
  const home: LogHome = {
    maker,
    append: async (bytes) => {
      // A server that died takes its answers along.
      const attempt = () => Promise.race([log.append(bytes).catch(() => 'lost'), pause(1_000)]);
      while ((await attempt()) !== 'stored');
    },
    follow: async () => {
      const followed = new StreamLog({
        messages: new NatsLog(await connectTo(urls), 'home', mac),
        ...{ maker, clock: createSystemClock() },
      });
      onTestFinished(() => followed.stop());
      return hearAll(followed);
    },
    tear: async () => {
      await kill('n1');
      start('n1');
      await openSoon(await connectTo(urls), 'home', 1);
      return home;
    },
    reopen: () => home.tear(),
  };
  return home;
}
