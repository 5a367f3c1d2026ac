/**
 * Opens a replica of a venue: it follows the log, shares records with the others, and does the
 * duties that fall to it.
 */
import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../../domain/command.ts';
import { createPatience, type Patience } from '../../facts/patience.ts';
import {
  type Credentials,
  type DataFiles,
  dataFilesOf,
  jsonText,
  NO_FILES,
  parseCredentials,
} from '../../gateway/data-files.ts';
import { writePrivateFile } from '../../gateway/keys/private-file.ts';
import type { VenueNotes } from '../../gateway/notes.ts';
import { createSystemClock } from '../../venue/clock.ts';
import type { Logger } from '../../venue/logger.ts';
import { LogMac } from '../../venue/replica/log-mac.ts';
import { NatsLog } from '../../venue/replica/nats-log.ts';
import { NatsSnapshots } from '../../venue/replica/nats-snapshots.ts';
import { openClusterVenue } from '../../venue/replica/open-replica.ts';
import type { ClusterVenue } from '../../venue/replica/replica.ts';
import { answerWho } from '../../venue/replica/who.ts';
import { type SeasonClock, startSeasonClock } from '../../venue/season-clock.ts';
import { recallLogged } from '../first-history.ts';
import { loadNamed, prepareFolder } from '../open-files.ts';
import { keyFileOf } from '../open-keys.ts';
import { findSandbox } from '../provide-keys.ts';
import type { HomeParts, Prepared } from '../put-together.ts';
import { type Doors, expectFreeDoors } from '../serve.ts';
import { NOTHING_NAMED, type Settings } from '../settings.ts';
import { failedAt } from '../step-failed.ts';
import { createReplicaControls, holdMarket } from './hold-market.ts';
import { openLog, watchServers } from './open-log.ts';
import { findRemains, openShared, rememberNotes } from './open-shared.ts';

/** A replica as one of several: those who look after all of them know it by its name. */
export type ReplicaHome = Awaited<ReturnType<typeof openReplica>>;

export type RunningReplica = Prepared<ReplicaHome> & { readonly doors: Doors | undefined };

/** Resolves when it has caught up. */
export async function openReplica(parts: HomeParts) {
  const { settings, closings, stop, logger } = parts;
  if (settings.doors) await expectFreeDoors(settings);
  const files = dataFilesOf(settings.data);
  prepareFolder(files);
  const contracts = loadNamed(settings.contracts);
  const patience = createPatience({ tell: (message) => logger('warn', message), stop });
  const { reach } = patience;
  const following = await followLog({ ...parts, files, patience });
  const { name, venue, records, keys } = following;
  const notes = rememberNotes(following.notes, venue);
  const market = holdMarket({ venue, settings, contracts, keys, notes, logger });
  closings.add('the market', market.close);
  await until(venue, stop, () => venue.isOpen());
  return {
    name,
    venue,
    files,
    keys,
    reach,
    registry: {
      files: NO_FILES,
      records,
      startClock: ((_, ...told) =>
        holdSeasonClock(venue, ...told)) satisfies typeof startSeasonClock,
    },
    ready: async () => {
      await untilReady(venue, settings, stop);
      return reach(() => copyCredentials(venue, notes, files, settings));
    },
    serving: {
      notes: patientNotes(notes, patience),
      lend: () => lendSeed(notes, files),
      controls: createReplicaControls(venue, settings.market === 'off' ? undefined : market),
    },
    opened: async ({ baseUrl }: Doors) => {
      await reach(() => copyTokens(notes, files));
      patience.end();
      following.tellAddress(baseUrl);
    },
  };
}

interface FollowParts extends HomeParts {
  readonly files: DataFiles;
  readonly patience: Patience;
}

/** The venue as a replica, with what it shares besides the log. It has not caught up yet. */
async function followLog(parts: FollowParts) {
  const { settings, files, logger, kek, stop, patience, closings } = parts;
  const clock = createSystemClock();
  const opened = await openLog({
    ...parts,
    stop,
    wallNow: clock.wallNow,
    findRemains: () => findRemains(settings, files.folder, patience),
  });
  const { connection, venue: id } = opened;
  // Owned by the venue once that is open; closing twice does no harm.
  closings.add('the log', () => connection.close());
  const keyFile = keyFileOf(settings, files);
  const shared = await openShared({
    ...parts,
    kek,
    url: settings.records,
    venue: id,
    keyFile,
    clock,
    isLoss: opened.last > 0 && !settings.unsafe,
    unsafe: settings.unsafe,
  });
  const { records, archive, kek: key } = shared;
  closings.add('the records', records.close);
  stop?.throwIfAborted();
  const name = nameOf(settings);
  const mac = new LogMac(key.key, { name: settings.venue, venue: id });
  const log = new NatsLog(connection, settings.venue, mac);
  const venue = await openClusterVenue({
    name,
    venue: id,
    log,
    clock,
    logger,
    dataFolder: files.folder,
    archive: { ...archive, archivedUpTo: () => patience.reach(archive.archivedUpTo) },
    importedSeq: opened.importedSeq,
    snapshots: new NatsSnapshots(connection, settings.venue, { ...opened, mac }),
    prologue: recallLogged,
    // All entries are kept: they are a second copy of the log, from which it can be made anew.
    settings: { snapshotEveryMillis: settings.snapshotSeconds * 1_000 },
  }).catch(failedAt(files.folder));
  closings.add('the replica', venue.close);
  const servers = watchServers(settings.logMonitor, logger);
  closings.add('the watch over the servers of the log', async () => servers.close());
  let address: string | null = null;
  answerWho(connection, settings.venue, () => {
    const serverFaults = servers.faults();
    return { ...venue.describe(), address, recordsAwayMillis: records.awayMillis(), serverFaults };
  });
  /** Those who look after all replicas are told where this one is. */
  const tellAddress = (told: string): void => {
    address = told;
  };
  return { ...shared, name, venue, tellAddress };
}

const nameOf = ({ replicaName, data }: Settings): string =>
  replicaName === NOTHING_NAMED
    ? `${hostname()}/${basename(dataFilesOf(data).folder)}`
    : replicaName;

/** The tokens of the operator are looked for while the doors open. */
const patientNotes = (notes: VenueNotes, { reach }: Patience): VenueNotes => ({
  ...notes,
  find: (name) => reach(() => notes.find(name)),
  provide: (name, text) => reach(() => notes.provide(name, text)),
});

/** One replica starts and ends the seasons. */
function holdSeasonClock(venue: ClusterVenue, logger?: Logger, sandbox?: string): SeasonClock {
  let clock: SeasonClock | undefined;
  const { read, listen } = venue;
  const own = {
    read,
    listen,
    submit: (command: Command) => venue.submitFor('season-clock', command),
  };
  const deafen = venue.onDuty((duty, isHeld) => {
    if (duty !== 'season-clock') return;
    clock?.stop();
    clock = isHeld ? startSeasonClock(own, logger, sandbox) : undefined;
  });
  return {
    stop: () => {
      deafen();
      clock?.stop();
    },
  };
}

const LOOK_MILLIS = 50;
/** A market that stood still for longer is waited for, if anybody takes it up at all. */
const OLD_MILLIS = 5_000;

/**
 * Nobody ever sees an empty market, one that stood still while all replicas were stopped, or one
 * that this replica does not know up to now.
 */
async function untilReady(
  venue: ClusterVenue,
  { market }: Settings,
  stop: AbortSignal | undefined,
): Promise<void> {
  const isBegun = (): boolean => {
    const rows = venue.read.listing.list();
    if (market === 'off' || rows.length === 0) return rows.length > 0;
    const oldestAt = Math.min(...rows.map(({ indexAt }) => indexAt));
    return oldestAt > 0 && venue.read.now() - oldestAt < OLD_MILLIS;
  };
  const patience = venue.clock.monotonicNow() + 2 * OLD_MILLIS;
  const mayBeOld = (): boolean =>
    venue.clock.monotonicNow() > patience && venue.read.listing.list().length > 0;
  await until(venue, stop, () => venue.isOpen() && (isBegun() || mayBeOld()));
}

/** Throws if the replica can follow no further, or shall stop. */
async function until(
  venue: ClusterVenue,
  stop: AbortSignal | undefined,
  isSo: () => boolean,
): Promise<void> {
  while (!isSo()) {
    stop?.throwIfAborted();
    const { haltedBecause } = venue.describe();
    if (haltedBecause !== null) throw new Error(haltedBecause);
    await sleep(LOOK_MILLIS);
  }
}

/** A result is made from the data folder, where the seed of the market is not otherwise. */
async function lendSeed(notes: VenueNotes, { marketSeed }: DataFiles): Promise<() => void> {
  const text = await notes.find('marketSeed');
  if (text !== undefined) await writePrivateFile(marketSeed, text);
  return () => rmSync(marketSeed, { force: true });
}

/** The tokens of the operator and of observers, where the texts of a venue say that they are. */
async function copyTokens(notes: VenueNotes, files: DataFiles): Promise<void> {
  for (const name of ['adminToken', 'observerToken'] as const) {
    const text = await notes.find(name);
    if (text !== undefined) await writePrivateFile(files[name], text);
  }
}

/** How often the list of keys is looked for: it is made after the accounts are. */
const LOOKS = 100;

/** The keys of the sandbox accounts, also where a person looks for them. */
async function copyCredentials(
  { read }: ClusterVenue,
  notes: VenueNotes,
  files: DataFiles,
  settings: Settings,
): Promise<readonly Credentials[]> {
  const looks = findSandbox(read, settings).length === 0 ? 1 : LOOKS;
  let text = await notes.find('credentials');
  for (let look = 1; text === undefined && look < looks; look += 1) {
    await sleep(LOOK_MILLIS);
    text = await notes.find('credentials');
  }
  if (text === undefined) return [];
  const known = parseCredentials(text, notes.placeOf('credentials'));
  await writePrivateFile(files.credentials, jsonText(known));
  return known;
}
