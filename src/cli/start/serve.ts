/** Opens the two doors of a venue: the interface for everyone, and the operator's. */
import { createAdminServer } from '../../gateway/admin/admin-server.ts';
import { loadAdminToken } from '../../gateway/admin/token.ts';
import type { KeyStore } from '../../gateway/keys/key-store.ts';
import type { Log } from '../../gateway/log.ts';
import { createMetrics } from '../../gateway/metrics.ts';
import { createGateway, type Gateway } from '../../gateway/server.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Settings } from '../settings/settings.ts';
import { type AdminAddress, type DataFiles, writeJson } from './data-files.ts';
import { edgeSettingsOf } from './edge-settings.ts';
import { routeEverything } from './route-everything.ts';

export interface ServeParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly settings: Settings;
  readonly files: DataFiles;
  readonly log: Log;
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
  const { venue, keys, settings, files, log } = parts;
  const edge = edgeSettingsOf(settings);
  const metrics = createMetrics(venue, { process: true });
  const gateway = createGateway({ venue, keys, settings: edge, log, metrics });
  await routeEverything(gateway, files);
  const token = await loadAdminToken(files.adminToken);
  const isRemoteAllowed = !LOOPBACK_NAMES.has(settings.adminHost);
  const { connections } = edge;
  const admin = createAdminServer({
    venue,
    keys,
    token,
    metrics,
    log,
    connections,
    isRemoteAllowed,
  });
  const close = async (): Promise<void> => {
    await Promise.all([gateway.close(), admin.close()]);
  };
  try {
    const adminUrl = await admin.listen({ host: settings.adminHost, port: settings.adminPort });
    const port = await gateway.listen({ host: settings.host, port: settings.port });
    const baseUrl = `http://${nameOf(settings.host)}:${port}`;
    await writeJson(files.admin, { address: adminUrl, token, baseUrl } satisfies AdminAddress);
    return { gateway, baseUrl, adminUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** What to type into a browser on this machine. */
function nameOf(host: string): string {
  if (EVERYWHERE.has(host) || LOOPBACK_NAMES.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
