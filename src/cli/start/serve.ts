/** Opens the two doors of a venue: the interface for everyone, and the operator's. */
import { createAdminServer } from '../../gateway/admin/admin-server.ts';
import { loadAdminToken } from '../../gateway/admin/token.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { KeyStore } from '../../gateway/keys/key-store.ts';
import type { Log } from '../../gateway/log.ts';
import { createMetrics, type Metrics } from '../../gateway/metrics.ts';
import { createGateway } from '../../gateway/server.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Settings } from '../settings/settings.ts';
import { type AdminAddress, type DataFiles, writeJson } from './data-files.ts';
import { edgeSettingsOf, socketSettingsOf } from './edge-settings.ts';
import { wholeMoney } from './genesis.ts';
import type { OpenCompetition } from './open-competition.ts';
import { providePage } from './provide-page.ts';
import { routeEverything } from './route-everything.ts';
import type { Controls } from './run-time.ts';

export interface ServeParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly settings: Settings;
  readonly files: DataFiles;
  readonly log: Log;
  readonly competition: OpenCompetition;
  /** Left out where nobody changes time or market. */
  readonly controls?: Pick<Controls, 'time' | 'market'>;
}

export interface Doors {
  readonly gateway: Gateway;
  /** The interface, as a person on this machine reaches it. */
  readonly baseUrl: string;
  readonly adminUrl: string;
  /** Accepts nothing new, and resolves when what was under way is answered. */
  readonly close: () => Promise<void>;
}

export async function openDoors(parts: ServeParts): Promise<Doors> {
  const { venue, keys, settings, log } = parts;
  const metrics = createMetrics(venue, { process: true });
  const gateway = createGateway({ venue, keys, settings: edgeSettingsOf(settings), log, metrics });
  try {
    return await openBoth(parts, gateway, metrics);
  } catch (error) {
    // A door that is made and not closed keeps the process alive.
    await gateway.close();
    throw error;
  }
}

async function openBoth(parts: ServeParts, gateway: Gateway, metrics: Metrics): Promise<Doors> {
  const { settings, files, log, competition } = parts;
  // Known once the doors are open.
  let where: { readonly baseUrl: string; readonly adminUrl: string } | undefined;
  const page = {
    folder: settings.page ? await providePage(log) : undefined,
    mayPickKeys: settings.sandbox && settings.pageKeys && settings.trustedProxies.length === 0,
    findConsole: () => (where === undefined ? undefined : `${where.adminUrl}/console`),
  };
  routeEverything(gateway, files, page, competition, socketSettingsOf(settings));
  const token = await loadAdminToken(files.adminToken);
  const admin = createAdminServer({
    venue: parts.venue,
    keys: parts.keys,
    token,
    observerToken: await loadAdminToken(files.observerToken),
    competition,
    metrics,
    log,
    connections: edgeSettingsOf(settings).connections,
    isRemoteAllowed: !LOOPBACK_NAMES.has(settings.adminHost),
    page: page.folder,
    findBaseUrl: () => where?.baseUrl,
    usualDeposit: settings.sandbox ? wholeMoney(settings.sandboxWallet) : undefined,
    time: parts.controls?.time,
    market: parts.controls?.market,
  });
  const close = async (): Promise<void> => {
    await Promise.all([gateway.close(), admin.close()]);
  };
  try {
    const adminUrl = await admin.listen({ host: settings.adminHost, port: settings.adminPort });
    const port = await gateway.listen({ host: settings.host, port: settings.port });
    const baseUrl = `http://${nameOf(settings.host)}:${port}`;
    where = { baseUrl, adminUrl: hereOf(adminUrl) };
    await writeJson(files.admin, { address: adminUrl, token, baseUrl } satisfies AdminAddress);
    return { gateway, baseUrl, adminUrl, close };
  } catch (error) {
    await admin.close();
    throw error;
  }
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** An address to knock at, where the door listens everywhere. */
const hereOf = (url: string): string => url.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, '//localhost');

/** What to type into a browser on this machine. */
function nameOf(host: string): string {
  if (EVERYWHERE.has(host) || LOOPBACK_NAMES.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
