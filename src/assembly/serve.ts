/** Opens the two servers of a venue: the public interface and the admin server. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isLoopback } from '../gateway/address.ts';
import { createAdminServer } from '../gateway/admin/admin-server.ts';
import { loadAdminToken } from '../gateway/admin/token.ts';
import {
  type Credentials,
  findCredentials,
  type VenueFiles,
  writeAdminAddress,
} from '../gateway/data-files.ts';
import { DIALECTS } from '../gateway/dialects.ts';
import { type Faults, openFaults } from '../gateway/faults/faults.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { ListenPlace } from '../gateway/http-server.ts';
import type { KeyStore } from '../gateway/keys/key-store.ts';
import type { Budgets } from '../gateway/limits/limiter.ts';
import type { JsonLogger } from '../gateway/logger.ts';
import { createMetrics } from '../gateway/metrics.ts';
import { createFileNotes, type VenueNotes } from '../gateway/notes.ts';
import { createGateway } from '../gateway/server.ts';
import type { GatewaySettings } from '../gateway/settings.ts';
import { wholeMoney } from '../market/genesis.ts';
import type { PacedClock } from '../venue/clock.ts';
import type { FileVenue } from '../venue/open-venue.ts';
import type { Venue } from '../venue/venue.ts';
import { type DoorPlace, findDoorPlace, readTls } from './door-place.ts';
import type { Controls } from './drive-time.ts';
import { edgeSettingsOf, latencyOf } from './edge-settings.ts';
import { type SharedDoors, shareDoors } from './gateways/share-doors.ts';
import { venueLoggerOf } from './log-lines.ts';
import type { OpenCompetition } from './open-competition.ts';
import { providePage } from './provide-page.ts';
import { createPublication, type Lend } from './publish-result.ts';
import { mayPickKeys, routeEverything } from './route-everything.ts';
import { NO_FILE, portsOf, type Settings } from './settings.ts';

export interface ServeParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly settings: Settings;
  readonly files: VenueFiles;
  /** Where the tokens of operators are, if not in those files. */
  readonly notes?: VenueNotes;
  /** What a publication needs besides the data folder. */
  readonly lend?: Lend;
  /** The keys of its sandbox accounts, if no file lists them. */
  readonly credentials: readonly Credentials[];
  readonly logger: JsonLogger;
  readonly competition: OpenCompetition;
  /** Absent if nobody may change time or market. */
  readonly controls?: Pick<Controls, 'time' | 'steps' | 'market'>;
  /** The command that runs this venue; absent if a program embeds it. */
  readonly program?: readonly string[] | undefined;
  /** When aborted, building the page is given up. */
  readonly stop?: AbortSignal | undefined;
  /** Where the venue has files: processes of their own may serve the public port. */
  readonly shared?: { readonly venue: FileVenue; readonly clock: PacedClock } | undefined;
}

export interface Reach {
  readonly open: DoorPlace;
  readonly admin: DoorPlace;
  /** Whether the page may pick sandbox keys at all. */
  readonly mayPickKeys: boolean;
  readonly hasPage: boolean;
}

export interface Doors {
  readonly gateway: Gateway;
  readonly faults: Faults;
  /** The interface, as a person on this machine reaches it. */
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly adminToken: string;
  /** Where the root is that of a dialect, by its name. */
  readonly rootUrls: ReadonlyMap<string, string>;
  readonly reach: Reach;
  /** Accepts nothing new, and resolves when all open requests are answered. */
  readonly close: () => Promise<void>;
}

/** Rejects as openDoors would where something else listens, or a certificate is of no use. */
export async function expectFreeDoors(settings: Settings): Promise<void> {
  await readTls(settings);
  const { host, port, adminHost, adminPort } = settings;
  await expectFree({ host: addressOf(adminHost), port: adminPort });
  for (const each of [port, ...portsOf(settings).values()])
    await expectFree({ host: addressOf(host), port: each });
}

async function expectFree(place: ListenPlace): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(place), 'listening');
  } finally {
    server.close();
  }
}

export interface OpenGatewayParts
  extends Pick<ServeParts, 'venue' | 'keys' | 'settings' | 'logger'> {
  /** Kept by another process; otherwise by this one. */
  readonly budgets?: Budgets | undefined;
  /** Instead of those that follow from the settings. */
  readonly edge?: GatewaySettings | undefined;
}

/** The interface to callers, without routes: it does not listen yet. */
export async function openGateway(parts: OpenGatewayParts) {
  const { venue, keys, settings, logger, budgets, edge = edgeSettingsOf(settings) } = parts;
  const { sandbox: isSandbox, market } = settings;
  const metrics = createMetrics(venue, { process: true });
  const tls = await readTls(settings);
  const hasMarket = market !== 'off';
  const faults = await openFaults({ home: keys.home, venue, isSandbox, hasMarket });
  metrics.watch('faults_met_total', faults.met);
  const made = { venue, keys, faults, budgets, logger, metrics, settings: edge, tls };
  const gateway = createGateway(made);
  gateway.http.onClosing(() => void faults.close());
  return { gateway, metrics, faults };
}

export async function openDoors(parts: ServeParts): Promise<Doors> {
  const opened = await openGateway(parts);
  try {
    return await openBoth(parts, opened);
  } catch (error) {
    // A server that is not closed would keep the process alive.
    await opened.gateway.close();
    throw error;
  }
}

async function openBoth(
  parts: ServeParts,
  { gateway, metrics, faults }: Awaited<ReturnType<typeof openGateway>>,
): Promise<Doors> {
  const { settings, files, logger, competition, notes = createFileNotes(parts.files) } = parts;
  // Known once the servers listen.
  let where: { readonly baseUrl: string; readonly adminUrl: string } | undefined;
  let shared: SharedDoors | undefined;
  const folder = settings.page ? await providePage(logger, parts.stop) : undefined;
  parts.stop?.throwIfAborted();
  routeEverything(gateway, {
    page: {
      settings,
      venue: parts.venue,
      folder,
      findAdmin: () => where?.adminUrl,
      listKeys: () =>
        files.credentials === null ? parts.credentials : (findCredentials(files.credentials) ?? []),
    },
    competition,
    hasSockets: findShared(parts) === undefined || portsOf(settings).size > 0,
    steps: parts.controls?.steps,
  });
  const warn = (words: string): void => logger.warn(words);
  const token = await loadAdminToken(notes, 'adminToken', warn);
  const admin = createAdminServer({
    venue: parts.venue,
    keys: parts.keys,
    token,
    observerToken: await loadAdminToken(notes, 'observerToken', warn),
    competition,
    publication:
      parts.program === undefined || files.folder === null
        ? undefined
        : createPublication(parts.program, files.folder, parts.lend),
    metrics,
    logger,
    connections: edgeSettingsOf(settings).connections,
    isRemoteAllowed: !isLoopback(addressOf(settings.adminHost)),
    page: folder,
    findBaseUrl: () => where?.baseUrl,
    listGateways: settings.gateways === 0 ? undefined : () => shared?.list() ?? [],
    ...usualsOf(settings),
    time: parts.controls?.time,
    market: parts.controls?.market,
    faults,
  });
  try {
    await admin.listen({ host: addressOf(settings.adminHost), port: settings.adminPort });
    const adminAt = findDoorPlace(admin);
    const adminUrl = `http://${bracketed(knockedAt(adminAt.address))}:${adminAt.port}`;
    const opened = await openPublic(parts, { gateway, adminUrl, page: folder });
    shared = opened;
    const { place: open } = opened;
    const close = async (): Promise<void> => {
      await opened.close();
      await Promise.all([gateway.close(), admin.close()]);
    };
    const baseUrl = `${schemeOf(settings)}://${nameOf(open, settings.host)}:${open.port}`;
    where = { baseUrl, adminUrl };
    await writeAdminAddress(files.admin, { address: adminUrl, token, baseUrl }, warn);
    const hasPage = folder !== undefined;
    const reach = { open, admin: adminAt, hasPage, mayPickKeys: mayPickKeys(settings) };
    const rootUrls = await openRoots(settings, gateway, baseUrl);
    return { gateway, faults, baseUrl, adminUrl, adminToken: token, rootUrls, reach, close };
  } catch (error) {
    await admin.close();
    throw error;
  }
}

/** Ports whose root is that of a dialect, which this process serves. */
async function openRoots(settings: Settings, { http }: Gateway, baseUrl: string) {
  const host = addressOf(settings.host);
  const urls = new Map<string, string>();
  for (const [id, wanted] of portsOf(settings)) {
    const dialect = DIALECTS.find((each) => each.id === id);
    const path = dialect?.prefixes[0]?.replace(/\/$/, '') ?? '';
    const port = await http.listenUnder(path, { host, port: wanted });
    urls.set(id, baseUrl.replace(/\d+$/, String(port)));
  }
  return urls;
}

const schemeOf = ({ tlsCert }: Settings) => (tlsCert === NO_FILE ? 'http' : 'https');

/** What a new account is given. */
const usualsOf = (settings: Settings) => ({
  usualDeposit: settings.sandbox ? wholeMoney(settings.sandboxWallet) : undefined,
  usualLatency: latencyOf(settings),
});

interface PublicParts extends Pick<Doors, 'gateway' | 'adminUrl'> {
  readonly page: string | undefined;
}

/** What processes with the public port need; undefined where this one serves it. */
function findShared({ settings, files, shared, program }: ServeParts) {
  const { folder } = files;
  const script = program?.[1];
  if (settings.gateways === 0 || shared === undefined) return undefined;
  return folder === null || script === undefined ? undefined : { ...shared, folder, script };
}

/** Opens the public port, here or in processes of its own. */
async function openPublic(
  parts: ServeParts,
  { gateway, adminUrl, page }: PublicParts,
): Promise<SharedDoors> {
  const { settings } = parts;
  const host = addressOf(settings.host);
  const shared = findShared(parts);
  if (shared === undefined) {
    await gateway.listen({ host, port: settings.port });
    const list = (): never[] => [];
    return { place: findDoorPlace(gateway.http), list, close: async () => undefined };
  }
  return shareDoors({
    ...parts,
    ...shared,
    gateway,
    page: page ?? null,
    adminUrl,
    host,
    port: settings.port,
    stop: parts.stop,
    logger: venueLoggerOf(parts.logger),
  });
}

/**
 * `localhost` may stand for two addresses. Only one is used, because connections are counted and
 * closed on one server.
 */
const addressOf = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host);

/** An address to connect to, if the server listens on all of them. */
const knockedAt = (address: string): string =>
  address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** What to type into a browser on this machine. */
function nameOf({ address }: DoorPlace, host: string): string {
  const here = knockedAt(address);
  return here === '127.0.0.1' || here === '::1' ? 'localhost' : bracketed(host);
}
