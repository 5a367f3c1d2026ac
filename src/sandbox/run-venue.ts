/**
 * Opens a venue, from its data folder to its servers. Everything opened is added to the closings,
 * so that the caller can close it even if opening fails half-way.
 */

import {
  type Credentials,
  closeToOthers,
  type DataFiles,
  dataFilesOf,
} from '../gateway/data-files.ts';
import type { KeyStore } from '../gateway/keys/key-store.ts';
import { loadContracts } from '../gateway/load-contracts.ts';
import { createLog, type JsonLog } from '../gateway/log.ts';
import { createGenesis } from '../market/genesis.ts';
import { missingHouse } from '../market/house-picture.ts';
import { historyKeyOf, type Seed } from '../market/seed.ts';
import { createSystemClock, type MachineClock } from '../venue/clock.ts';
import type { Log as VenueLog } from '../venue/log.ts';
import { type FileVenue, openFileVenue } from '../venue/open-file-venue.ts';
import { openFleetingVenue } from '../venue/open-fleeting-venue.ts';
import { createPacedClock, type PacedClock } from '../venue/paced-clock.ts';
import type { Read } from '../venue/read.ts';
import { ENTRIES_KEPT_ALL, type VenueSettings } from '../venue/settings.ts';
import type { TimeDriver } from '../venue/time-driver.ts';
import type { Venue } from '../venue/venue.ts';
import { asOne } from './chaos-control.ts';
import type { Closings } from './closings.ts';
import { driveTime } from './drive-time.ts';
import { beginHistory, recallHistory } from './first-history.ts';
import { openLogLines } from './log-lines.ts';
import { newNotes, offNotes } from './market-notes.ts';
import { findOwnStart, provideSeed } from './market-seed.ts';
import { openCompetition } from './open-competition.ts';
import { openKeys } from './open-keys.ts';
import { type OpenMarket, openMarket } from './open-market.ts';
import { prepareFolder } from './prepare-folder.ts';
import { findSandbox, provideCredentials } from './sandbox-keys.ts';
import { type Doors, openDoors } from './serve.ts';
import type { Settings } from './settings.ts';
import { failedAt } from './step-failed.ts';

export interface OpenVenue {
  readonly settings: Settings;
  readonly venue: FileVenue;
  readonly clock: PacedClock;
  readonly driver: TimeDriver;
  readonly doors: Doors;
  readonly files: DataFiles;
  readonly credentials: readonly Credentials[];
  /** Undefined if the market is off. */
  readonly market: OpenMarket | undefined;
}

export interface RunChoices {
  /** When aborted, nothing more is opened: the call rejects after the current step. */
  readonly stop?: AbortSignal;
  /**
   * A clock for tests. Time does not pass by itself then: the test moves the clock and calls driver
   * and ticker.
   */
  readonly byHand?: MachineClock;
  /**
   * Nothing of this venue outlives its process: it has no journal on disk, no archive and no
   * snapshots.
   */
  readonly isFleeting?: boolean;
}

export async function runVenue(
  settings: Settings,
  closings: Closings,
  { stop, byHand, isFleeting = false }: RunChoices = {},
): Promise<OpenVenue> {
  const files = dataFilesOf(settings.data);
  prepareFolder(files.folder);
  closeToOthers(files);
  const log = createLog(settings.logLevel, openLogLines());
  const { contracts: table } = settings;
  const contracts = loadContracts(table === 'shipped' ? undefined : table);
  const tell = venueLogOf(log);
  const { wallNow, monotonicNow } = byHand ?? createSystemClock();
  const { speed, time } = settings;
  const startAt = findOwnStart(files.marketSeed, settings.startAt);
  const isStepped = time === 'stepped';
  const clock = createPacedClock({ wallNow, monotonicNow, speed, startAt, isStepped });
  const opened = Promise.withResolvers<Prepared>();
  const openIt = isFleeting ? openFleetingVenue : openFileVenue;
  const venue = await openIt({
    dataFolder: files.folder,
    clock,
    log: tell,
    genesis: createGenesis(contracts, settings),
    prepare: async (read) => opened.resolve(await prepare(read, settings, files, clock, startAt)),
    prologue: (views) => recallHistory(files.history, views, (words) => log.warn(words)),
    settings: {
      ...venueSettingsOf(settings),
      // Where a market beats, its beats alone move time.
      ...(byHand === undefined && settings.market === 'off' ? {} : { tickEveryMillis: 0 }),
    },
  }).catch(failedAt(files.folder));
  closings.add(() => venue.closingStep ?? 'the venue', venue.close);
  stop?.throwIfAborted();
  const { keys, seed } = await opened.promise;
  const sandbox = findSandbox(venue.read, settings);
  const warn = (words: string): void => log.warn(words);
  const credentials = await provideCredentials(keys, sandbox, files.credentials, warn);
  stop?.throwIfAborted();
  const market = await (seed === undefined
    ? tellOff(venue)
    : beginMarket(venue, settings, seed, files, log));
  if (market !== undefined) closings.add('the market', market.close);
  stop?.throwIfAborted();
  const controls = driveTime({ venue, clock, market, settings, log: tell });
  if (market !== undefined && isBeatNeeded(venue, clock)) await controls.driver.kick();
  if (byHand === undefined) controls.driver.start();
  closings.add('the beat of the market', () => controls.driver.stop());
  const competition = await openCompetition({ venue, keys, files, log: tell }).catch(
    failedAt(files.competition),
  );
  closings.add('the competition', competition.close);
  stop?.throwIfAborted();
  const parts = { venue, keys, settings, files, log, controls, competition, stop };
  const doors = await openDoors(parts);
  closings.add('requests under way', doors.close);
  const { driver } = controls;
  return { settings, venue, clock, driver, doors, files, credentials, market };
}

interface Prepared {
  readonly keys: KeyStore;
  /** Undefined if the market is off. */
  readonly seed: Seed | undefined;
}

/** The files that must be there before the first entry, so that no entry is without them. */
async function prepare(
  read: Read,
  settings: Settings,
  files: DataFiles,
  clock: PacedClock,
  startAt: number | undefined,
): Promise<Prepared> {
  const keys = await openKeys(settings, clock, read.account).catch(failedAt(files.keys));
  if (settings.market === 'off') return { keys, seed: undefined };
  const memory = read.market.memory();
  const begin = { startAt, lastAt: read.at() };
  return { keys, seed: await provideSeed(files.marketSeed, settings.seed, memory, begin) };
}

const venueSettingsOf = ({ journalKeep, snapshotSeconds }: Settings): Partial<VenueSettings> => ({
  entriesKept: journalKeep === 'all' ? ENTRIES_KEPT_ALL : journalKeep,
  snapshotEveryMillis: snapshotSeconds * 1_000,
});

/**
 * Nobody ever sees an empty market, or one that stood still while the venue was closed: a beat
 * comes before a server opens. Where time did not go on meanwhile, nothing is out of date.
 */
const isBeatNeeded = ({ read }: Venue, { hasOwnTime }: PacedClock): boolean =>
  !hasOwnTime || read.listing.list().every(({ index }) => index === 0);

/** A venue without a market says so, if its journal had one before. */
async function tellOff(venue: Venue): Promise<undefined> {
  const said = asOne(offNotes(venue.read.market.memory()));
  if (said !== undefined) await venue.submit(said);
}

async function beginMarket(
  venue: Venue,
  settings: Settings,
  seed: Seed,
  files: DataFiles,
  log: JsonLog,
): Promise<OpenMarket> {
  const missing = missingHouse(venue.read);
  if (missing.length > 0) await venue.submit({ kind: 'batch', commands: missing });
  const memory = venue.read.market.memory();
  const market = openMarket(venue, settings, seed, (message) => log.warn(message));
  try {
    await market.feed.choose(settings.feed);
    const { terms, feed } = market;
    const contracts = venue.read.listing.contracts();
    const notes = asOne(newNotes({ seed, feed: feed.kind(), contracts, terms }, memory));
    if (notes !== undefined) await venue.submit(notes);
    const at = venue.clock.venueNow();
    const key = historyKeyOf(seed);
    await beginHistory(venue, {
      path: files.history,
      terms,
      key,
      prices: () => market.peek(at),
      at,
    });
  } catch (error) {
    await market.close();
    throw error;
  }
  return market;
}

const venueLogOf =
  (log: JsonLog): VenueLog =>
  (level, message, facts) =>
    log[level](facts ?? {}, message);
