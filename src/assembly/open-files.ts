/** Opens a venue whose journal is in its data folder, or in memory alone, up to its market. */

import { accessSync, chmodSync, constants } from 'node:fs';
import type { Contract } from '../domain/contract.ts';
import type { Millis } from '../domain/units.ts';
import {
  type Credentials,
  closeToOthers,
  type DataFiles,
  dataFilesOf,
  keepOutOfGit,
  NO_FILES,
  type VenueFiles,
} from '../gateway/data-files.ts';
import type { KeyStore } from '../gateway/keys/key-store.ts';
import { loadContracts } from '../gateway/load-contracts.ts';
import { createFileNotes, type VenueNotes } from '../gateway/notes.ts';
import { makeFolder } from '../journal/files.ts';
import { findJournal } from '../journal/find-journal.ts';
import type { Chaos, Happening } from '../market/chaos.ts';
import { createGenesis } from '../market/genesis.ts';
import { timeOf } from '../market/memory.ts';
import { historyKeyOf, type Seed } from '../market/seed.ts';
import { createPacedClock, createSystemClock, type PacedClock } from '../venue/clock.ts';
import {
  type FileVenue,
  openFileVenue,
  openFleetingVenue,
  type VenueImage,
} from '../venue/open-venue.ts';
import type { Read } from '../venue/read.ts';
import { ENTRIES_KEPT_ALL, type VenueSettings } from '../venue/settings.ts';
import type { Venue } from '../venue/venue.ts';
import type { Views } from '../views/views.ts';
import { driveTime } from './drive-time.ts';
import { latencyOf } from './edge-settings.ts';
import { beginHistory, type HistoryNote, recallHistory, recallNoted } from './first-history.ts';
import { findOwnStart, provideSeed } from './market-seed.ts';
import { openKeys } from './open-keys.ts';
import { beginMarket, type OpenMarket, tellOff } from './open-market.ts';
import { contractsOnTape, type FoundTapes, findTapes, openTape } from './open-tape.ts';
import { findSandbox, provideCredentials } from './provide-keys.ts';
import type { Assembled, HomeParts } from './put-together.ts';
import { expectFreeDoors } from './serve.ts';
import type { Settings } from './settings.ts';
import { failedAt } from './step-failed.ts';

/** A venue whose journal is here, with what moves its time. */
export type FilesHome = Awaited<ReturnType<typeof openFiles>>;

export type OpenVenue = Assembled<FilesHome>;

/** A fleeting venue at one moment. It shares nothing that changes with that venue. */
export interface Origin {
  readonly image: VenueImage;
  readonly keys: KeyStore;
  readonly credentials: readonly Credentials[];
  /** Undefined if the market is off. */
  readonly seed: Seed | undefined;
  /** Undefined if no candles were generated. */
  readonly history: HistoryNote | undefined;
  /** What was in force of the chaos that somebody asked for. */
  readonly chaos: readonly Happening[];
}

/** A venue of which nothing outlives its process: it has no files of any kind. */
export interface Fleeting {
  /** What it goes on from; otherwise it begins. */
  readonly origin?: Origin | undefined;
  /** Whether a week of candles before its first moment is generated, which takes a second. */
  readonly hasHistory?: boolean;
  /** Instead of the table that the settings name. */
  readonly contracts?: readonly Contract[];
}

export async function openFiles(parts: HomeParts, fleeting?: Fleeting) {
  const { settings, closings, stop, byHand, lines, logger } = parts;
  const files = fleeting === undefined ? await prepareFiles(settings) : NO_FILES;
  const { wallNow, monotonicNow } = byHand ?? createSystemClock();
  const { speed, time } = settings;
  const notes = createFileNotes(files);
  const tapes = await findTapes(settings);
  const startAt = await findOwnStart(notes, tapes?.firstAt ?? settings.startAt);
  const isStepped = time === 'stepped';
  const clock = createPacedClock({ wallNow, monotonicNow, speed, startAt, isStepped });
  const foundation = { ...parts, files, notes, clock, startAt, tapes, fleeting };
  const { venue, keys, seed, takeImage } = await openFoundation(foundation);
  closings.add(() => venue.closingStep ?? 'the venue', venue.close);
  stop?.throwIfAborted();
  const warn = (message: string): void => lines.warn(message);
  const credentials =
    fleeting?.origin?.credentials ??
    (await provideCredentials(keys, findSandbox(venue.read, settings), notes, warn));
  stop?.throwIfAborted();
  const kept = fleeting === undefined ? notes : null;
  const market = await (seed === undefined
    ? tellOff(venue)
    : tapes === undefined
      ? beginMarket({ venue, settings, seed, notes: kept, warn })
      : undefined);
  if (market !== undefined) closings.add('the market', market.close);
  for (const happening of fleeting?.origin?.chaos ?? []) market?.chaos.begin(happening);
  stop?.throwIfAborted();
  const history =
    market === undefined || fleeting?.hasHistory === false
      ? undefined
      : await makeHistory(venue, market, files);
  const tape = tapes && (await openTape({ venue, clock, settings, tapes, seed, logger }));
  const controls = driveTime({ venue, clock, market, tape, settings, logger });
  const { driver } = controls;
  if (market !== undefined && isBeatNeeded(venue, clock)) await driver.kick();
  while (tape?.hasBegun() === false) await driver.kick();
  if (byHand === undefined) driver.start();
  closings.add('the beat of the market', () => driver.stop());
  const takeOrigin =
    takeImage &&
    (async (): Promise<Origin> => ({
      image: await takeImage(),
      keys: await keys.copy(),
      credentials,
      seed: market?.seed() ?? seed,
      history: history ?? fleeting?.origin?.history,
      chaos:
        market === undefined ? [] : leftOf(market.chaos, timeOf(venue.read.market.memory().beat)),
    }));
  return {
    venue,
    files,
    keys,
    registry: { files },
    ready: async () => credentials,
    serving: { controls, shared: fleeting === undefined ? { venue, clock } : undefined },
    clock,
    driver,
    controls,
    /** Undefined if the market is off. */
    market,
    /** Undefined if it plays no recorded one. */
    tape,
    /** What another venue needs to go on from here. Undefined if this one is in files. */
    takeOrigin,
  };
}

/**
 * A new venue is not made where its ports are taken. One that is there already is locked first: who
 * starts it twice is told that it runs, and not that its ports are taken.
 */
async function prepareFiles(settings: Settings): Promise<VenueFiles> {
  const files = dataFilesOf(settings.data);
  if (findJournal(files.folder) === undefined) await expectFreeDoors(settings);
  prepareFolder(files);
  return files;
}

interface FoundationParts extends HomeParts {
  readonly files: VenueFiles;
  readonly notes: VenueNotes;
  readonly clock: PacedClock;
  readonly startAt: number | undefined;
  readonly tapes: FoundTapes | undefined;
  readonly fleeting: Fleeting | undefined;
}

interface Foundation {
  readonly venue: FileVenue;
  readonly keys: KeyStore;
  /** Undefined if the market is off. */
  readonly seed: Seed | undefined;
  /** Undefined if the venue is in files. */
  readonly takeImage: (() => Promise<VenueImage>) | undefined;
}

/** The engine with its journal, and what must be there before its first entry. */
async function openFoundation(parts: FoundationParts): Promise<Foundation> {
  const { settings, files, clock, tapes, logger, lines, fleeting, byHand } = parts;
  const { contracts: table } = settings;
  const listed = fleeting?.contracts ?? loadNamed(table);
  const contracts =
    tapes === undefined ? listed : contractsOnTape(listed, tapes, (words) => lines.warn(words));
  const prepared = Promise.withResolvers<Pick<Foundation, 'keys' | 'seed'>>();
  const options = {
    clock,
    logger,
    genesis: createGenesis(contracts, settings, latencyOf(settings)),
    prepare: async (read: Read) => prepared.resolve(await prepare(read, parts)),
    settings: {
      ...venueSettingsOf(settings),
      // Where a market beats, its beats alone move time.
      ...(byHand === undefined && settings.market === 'off' ? {} : { tickEveryMillis: 0 }),
    },
  };
  if (files.folder === null) {
    const { image, history } = fleeting?.origin ?? {};
    const prologue = (views: Views): void => recallNoted(history, views);
    const venue = await openFleetingVenue({ ...options, prologue, image });
    return { venue, ...(await prepared.promise), takeImage: venue.takeImage };
  }
  const { folder, history } = files;
  const prologue = (views: Views): void =>
    recallHistory(history, views, (told) => lines.warn(told));
  const venue = await openFileVenue({ ...options, prologue, dataFolder: folder }).catch(
    failedAt(folder),
  );
  return { venue, ...(await prepared.promise), takeImage: undefined };
}

/** The table that a setting names. */
export function loadNamed(table: string): readonly Contract[] {
  try {
    return loadContracts(table);
  } catch (error) {
    return failedAt(table)(error);
  }
}

/** The files that must be there before the first entry, so that no entry is without them. */
async function prepare(
  read: Read,
  { settings, files, notes, clock, startAt, fleeting }: FoundationParts,
): Promise<Pick<Foundation, 'keys' | 'seed'>> {
  if (fleeting?.origin !== undefined) return fleeting.origin;
  const keys = await openKeys(settings, files, clock, read.account).catch(failedAt(files.keys));
  const isDrawn = settings.feed !== 'tape' || settings.disguise;
  if (settings.market === 'off' || !isDrawn) return { keys, seed: undefined };
  const memory = read.market.memory();
  const begin = { startAt, lastAt: read.at() };
  return { keys, seed: await provideSeed(notes, settings.seed, memory, begin) };
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

function makeHistory(
  venue: Venue,
  { terms, peek, seed, feed }: OpenMarket,
  { history: path }: VenueFiles,
): Promise<HistoryNote | undefined> {
  const at = venue.clock.venueNow();
  return beginHistory(venue, path, {
    terms,
    key: historyKeyOf(seed()),
    prices: () => peek(at),
    past: feed.past,
    at,
  });
}

/** A shock that has happened in part is asked for again as the rest of it. */
const leftOf = (chaos: Chaos, at: Millis): Happening[] =>
  chaos.list().map((happening) => {
    const { trouble, since, until } = happening;
    if (trouble.kind !== 'shock' || until === null || at <= since) return happening;
    const factor = trouble.factor ** ((until - at) / (until - since));
    return { ...happening, trouble: { ...trouble, factor }, since: at };
  });

/** Makes a data folder ready for a start. Only its owner may read it: it holds keys. */
export function prepareFolder(files: DataFiles): void {
  const { folder } = files;
  const isNew = makeFolder(folder);
  chmodSync(folder, 0o700);
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  if (isNew) keepOutOfGit(folder);
  closeToOthers(files);
}
