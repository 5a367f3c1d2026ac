/**
 * A venue from its data folder to its open doors, and back. What was opened is closed again in the
 * other order, also where opening fails half-way.
 */
import { destination } from 'pino';
import { loadKeyEncryptionKey } from '../../gateway/keys/key-encryption-key.ts';
import { openKeyStore } from '../../gateway/keys/key-store.ts';
import { createLog, type Log } from '../../gateway/log.ts';
import { TICK_MILLIS } from '../../market/market-loop.ts';
import type { Log as VenueLog } from '../../venue/log.ts';
import { openFileVenue } from '../../venue/open-file-venue.ts';
import type { Venue } from '../../venue/venue.ts';
import { loadContracts } from '../load-contracts.ts';
import type { Settings } from '../settings/settings.ts';
import { type Credentials, type DataFiles, dataFilesOf, prepareFolder } from './data-files.ts';
import { createGenesis, findSandbox } from './genesis.ts';
import { type OpenMarket, openMarket } from './open-market.ts';
import { provideCredentials } from './sandbox-keys.ts';
import { type Doors, openDoors } from './serve.ts';

export interface OpenVenue {
  readonly venue: Venue;
  readonly doors: Doors;
  readonly files: DataFiles;
  readonly credentials: readonly Credentials[];
  /** Undefined where the market is off. */
  readonly market: OpenMarket | undefined;
  /** Stops accepting, flushes, saves a snapshot, lets go of everything. */
  readonly close: () => Promise<void>;
}

type Closing = () => Promise<void>;

export async function runVenue(settings: Settings): Promise<OpenVenue> {
  const closings: Closing[] = [];
  const close = async (): Promise<void> => {
    for (let last = closings.pop(); last !== undefined; last = closings.pop()) await last();
  };
  try {
    return { ...(await openAll(settings, closings)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openAll(settings: Settings, closings: Closing[]): Promise<Omit<OpenVenue, 'close'>> {
  const files = dataFilesOf(settings.data);
  prepareFolder(files.folder);
  const log = createLog(settings.logLevel, destination(2));
  const { contracts: table } = settings;
  const contracts = loadContracts(table === 'shipped' ? undefined : table);
  const venue = await openFileVenue({
    dataFolder: files.folder,
    log: venueLogOf(log),
    genesis: createGenesis(contracts, settings),
  });
  closings.push(venue.close);
  const kek = await loadKeyEncryptionKey(
    settings.keyFile === 'data' ? files.keyEncryptionKey : settings.keyFile,
  );
  const keys = await openKeyStore({ path: files.keys, kek, now: venue.clock.wallNow });
  const sandbox = findSandbox(venue.state, settings);
  const credentials = await provideCredentials(keys, sandbox, files.credentials);
  const market = await beginMarket(venue, settings, log);
  if (market !== undefined) closings.push(market.loop.stop);
  const doors = await openDoors({ venue, keys, settings, files, log });
  closings.push(doors.close);
  return { venue, doors, files, credentials, market };
}

/** The first tick is over before a door opens: nobody ever sees an empty market. */
async function beginMarket(
  venue: Venue,
  settings: Settings,
  log: Log,
): Promise<OpenMarket | undefined> {
  if (settings.market === 'off') return undefined;
  const market = openMarket(venue, settings, (message) => log.warn(message));
  await market.loop.tick();
  market.loop.start(TICK_MILLIS);
  return market;
}

const venueLogOf =
  (log: Log): VenueLog =>
  (level, message, facts) =>
    log[level](facts ?? {}, message);
