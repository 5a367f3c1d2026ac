/**
 * Brings a venue that had a folder for itself into a cluster. Its entries came in no batches, so
 * they do not go into the log: the log begins behind the last of them, and every replica with a
 * snapshot of that moment. What the replicas share besides goes into the database.
 *
 * The stream is made first and opened last, so an import that was interrupted is known as such: no
 * replica starts on it, and the same import goes on. Everything in between can be done twice.
 */
import { existsSync } from 'node:fs';
import { copyArchive } from '../../archive/postgres-archive.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { findRecordsVenue } from '../../facts/open-records.ts';
import { createPatience } from '../../facts/patience.ts';
import { createPostgresFacts } from '../../facts/postgres-facts.ts';
import { openAiLogFile } from '../../gateway/ai-logs.ts';
import { copyRegistry, ONLY_HERE } from '../../gateway/competition/registry.ts';
import { type DataFiles, dataFilesOf } from '../../gateway/data-files.ts';
import type { KeyEncryptionKey } from '../../gateway/keys/key-encryption-key.ts';
import { createMemoryKeys, findRecords } from '../../gateway/keys/key-home.ts';
import { KEYS, type KeyRecord } from '../../gateway/keys/key-record.ts';
import { openKeyStore } from '../../gateway/keys/key-store.ts';
import { createFileNotes, NOTE_NAMES, openPostgresNotes } from '../../gateway/notes.ts';
import { copyAiLogs } from '../../gateway/postgres-ai-logs.ts';
import { createSystemClock } from '../../venue/clock.ts';
import type { Logger } from '../../venue/logger.ts';
import { openStopped, type StoppedVenue } from '../../venue/open-stopped.ts';
import { LogMac } from '../../venue/replica/log-mac.ts';
import { connectNats } from '../../venue/replica/nats-log.ts';
import { NatsSnapshots } from '../../venue/replica/nats-snapshots.ts';
import { beginRestore, hasStream, LOG_COPIES } from '../../venue/replica/nats-stream.ts';
import { finishImport, IMPORT_PLACE } from '../../venue/replica/restore-stream.ts';
import { recallHistory } from '../first-history.ts';
import { findSeedFile } from '../market-seed.ts';
import { hideSecrets } from '../setting.ts';
import { StartRefused } from '../step-failed.ts';
import { judgeLogAccess } from './judge-access.ts';
import { openShared, type SharedRecords } from './open-shared.ts';

export interface ImportParts {
  readonly data: string;
  readonly log: string;
  readonly records: string;
  readonly venue: string;
  /** Which the keys of the folder are sealed with, and which all replicas get. */
  readonly kek: KeyEncryptionKey;
  readonly keyFile: string;
  /** The key itself, if it is not in the file. */
  readonly givenKek: string | undefined;
  readonly unsafe: boolean;
  readonly logger: Logger;
  readonly progress: (doing: string) => void;
}

export type Imported = Awaited<ReturnType<typeof importVenue>>;

/** So far ahead of the clock no replica could go on soon. */
const AHEAD_MAX_MILLIS = 2_000;

/** Rejects with StartRefused, and with what the folder, its keys, the log or the database say. */
export async function importVenue(parts: ImportParts) {
  const files = dataFilesOf(parts.data);
  const warn = (message: string): void => parts.logger('warn', message);
  parts.progress('reading the folder');
  const stopped = await openStopped({
    dataFolder: files.folder,
    logger: parts.logger,
    prologue: (views) => recallHistory(files.history, views, warn),
  });
  try {
    const keys = await findKeys(files, parts.kek);
    expectFit(stopped, files);
    await copyVenue(parts, files, { stopped, keys });
    const { id: venue, seq, at, hash } = stopped;
    return { venue, seq, at, hash, keys: keys.length };
  } finally {
    await stopped.close();
  }
}

/** Throws KeyFault where the key-encryption key is another. */
async function findKeys(
  { keys: path }: DataFiles,
  kek: KeyEncryptionKey,
): Promise<readonly KeyRecord[]> {
  const keys = await findRecords(path);
  if (keys === undefined) throw new StartRefused(`${path} is missing: put it back from a copy`);
  await openKeyStore({ home: createMemoryKeys(keys, path), kek, clock: createSystemClock() });
  return keys;
}

function expectFit(stopped: StoppedVenue, files: DataFiles): void {
  const { isReplica, at, seq, hasSeason, hasMarket } = stopped;
  const { folder, competition, marketSeed } = files;
  if (isReplica)
    throw new StartRefused(
      `${folder} is that of a replica, and its log is elsewhere. Where that is lost, perpetua ` +
        'cluster restore makes it anew',
    );
  if (seq === 0) throw new StartRefused(`${folder} has no entry yet: begin with a replica instead`);
  const seeds = findSeedFile(marketSeed);
  if (hasMarket && seeds === undefined)
    throw new StartRefused(`${marketSeed} is missing, and the market goes on from it: put it back`);
  if ((seeds?.startAt ?? null) !== null || at > createSystemClock().wallNow() + AHEAD_MAX_MILLIS)
    throw new StartRefused(
      `the venue of ${folder} has a time of its own, and is at ${new Date(at).toISOString()}. ` +
        'A cluster has the time of its log, so this venue cannot become one',
    );
  if (hasSeason && !existsSync(competition))
    throw new StartRefused(`${competition} is missing, but there was a season. ${ONLY_HERE}`);
}

interface Found {
  readonly stopped: StoppedVenue;
  readonly keys: readonly KeyRecord[];
}

async function copyVenue(parts: ImportParts, files: DataFiles, found: Found): Promise<void> {
  const { log, venue: name, unsafe, logger, kek, progress } = parts;
  const { stopped } = found;
  const patience = createPatience({ tell: (message) => logger('warn', message) });
  const connection = await connectNats(log).catch((error: unknown) => {
    throw new StartRefused(`no NATS server answers at ${hideSecrets(log)} (${reasonOf(error)})`);
  });
  try {
    const strangers = judgeLogAccess(log, connection.info);
    if (strangers.length > 0 && !unsafe) throw new StartRefused(...strangers);
    if (!(await hasStream(connection, name))) {
      const other = await findRecordsVenue(parts.records, patience);
      if (other !== undefined)
        throw new StartRefused(
          `${other.name} has the records of the venue ${other.venue}, and nothing is ` +
            'overwritten: give it an empty database with --records',
        );
    }
    const copies = unsafe ? 1 : LOG_COPIES;
    const place = { first: IMPORT_PLACE, last: IMPORT_PLACE, importedSeq: stopped.seq };
    const begun = await beginRestore(connection, name, { copies, venue: stopped.id, ...place });
    if (typeof begun === 'string') throw new StartRefused(begun);
    if (begun.last >= IMPORT_PLACE)
      throw new StartRefused(`${files.folder} is in ${name} already: start the replicas`);
    await copyRecords(parts, files, found);
    progress('sharing the snapshot');
    const mac = new LogMac(kek.key, { name, venue: stopped.id });
    const snapshots = new NatsSnapshots(connection, name, { copies, mac });
    await snapshots.save(stopped.seq, stopped.snapshot);
    const shared = await snapshots.read(stopped.seq);
    if (shared === undefined || !Buffer.from(shared).equals(stopped.snapshot))
      throw new StartRefused(
        `the snapshot of entry ${stopped.seq} does not stay in the object store: it has later ` +
          `ones of another venue ${name}. Give the venue another --venue NAME`,
      );
    await finishImport({ connection, name });
  } finally {
    await connection.close();
  }
}

async function copyRecords(
  { records: url, keyFile, givenKek: kek, unsafe, logger, progress }: ImportParts,
  files: DataFiles,
  { stopped, keys }: Found,
): Promise<void> {
  const patience = createPatience({ tell: (message) => logger('warn', message) });
  const shared = await openShared({
    url,
    venue: stopped.id,
    keyFile,
    kek,
    clock: createSystemClock(),
    logger,
    patience,
    unsafe,
    isLoss: false,
  });
  const { records, archive } = shared;
  try {
    if ((await archive.archivedUpTo()) > stopped.seq)
      throw new StartRefused(
        `${records.name} has the records of replicas that have gone on from this folder, and ` +
          'nothing is overwritten: give it an empty database with --records',
      );
    progress('copying keys and notes');
    await copyKeys(keys, shared);
    const [from, to] = [createFileNotes(files), await openPostgresNotes(records, shared.kek)];
    for (const name of NOTE_NAMES) {
      const text = await from.find(name);
      if (text !== undefined) await to.write(name, text);
    }
    if (existsSync(files.competition)) await copyRegistry(files.competition, records);
    progress('copying logs of decisions');
    const aiLogs = existsSync(files.aiLogs) ? await openAiLogFile(files.aiLogs) : undefined;
    if (aiLogs !== undefined) await copyAiLogs(aiLogs, records).finally(() => aiLogs.close());
    progress('copying the history');
    await copyArchive(stopped.archive, records, stopped.seq);
  } finally {
    await records.close();
  }
}

/** As they are, sealed. Each of them must open again where replicas read it. */
async function copyKeys(
  keys: readonly KeyRecord[],
  { records, kek }: SharedRecords,
): Promise<void> {
  const home = createPostgresFacts(records);
  const { ask } = await home.open(KEYS);
  for (const record of keys) await ask(record.key, { record });
  const stored = await openKeyStore({ home, kek, clock: createSystemClock() });
  if (stored.list().length !== keys.length)
    throw new StartRefused(
      `${records.name} has ${stored.list().length} keys, and the folder ${keys.length}: give it ` +
        'an empty database with --records',
    );
}
