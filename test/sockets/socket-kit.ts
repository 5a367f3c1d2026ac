/** The sockets on a real port over a venue in memory, and clients that remember what they heard. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { MemoryArchive } from '../../src/archive/memory-archive.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { createLogger } from '../../src/gateway/create-logger.ts';
import { type Faults, openFaults } from '../../src/gateway/faults/faults.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { parseKeyEncryptionKey } from '../../src/gateway/keys/key-encryption-key.ts';
import { createMemoryKeys } from '../../src/gateway/keys/key-home.ts';
import {
  type IssuedKey,
  type KeyStore,
  type NewKey,
  openKeyStore,
} from '../../src/gateway/keys/key-store.ts';
import { createMetrics } from '../../src/gateway/metrics.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { DEFAULT_GATEWAY_SETTINGS } from '../../src/gateway/settings.ts';
import { serveSockets } from '../../src/gateway/sockets/serve-sockets.ts';
import type { SocketSettings } from '../../src/gateway/sockets/settings.ts';
import { openVenue } from '../../src/venue/open-venue.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { START } from '../kit/driver.ts';
import { createManualClock, type ManualClock } from '../kit/manual-clock.ts';
import { createGatedJournal, type GatedJournal } from '../venue/gated-journal.ts';
import { genesisOf } from '../venue/market.ts';

export const PUBLIC = '/v2/ws/public';
export const PRIVATE = '/v2/ws/private';
export const SYMBOL = 'cmt_btcusdt';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
export type Anything = any;
export type Headers = Readonly<Record<string, string>>;

export interface SocketKit {
  readonly venue: Venue;
  readonly journal: GatedJournal;
  readonly clock: ManualClock;
  readonly gateway: Gateway;
  readonly keys: KeyStore;
  readonly faults: Faults;
  readonly port: number;
  readonly issue: (account: AccountId, changes?: Partial<NewKey>) => Promise<IssuedKey>;
  readonly connect: (path?: string, headers?: Headers, protocols?: string[]) => Promise<Client>;
  readonly connectAs: (issued: IssuedKey) => Promise<Client>;
  /** The answer to a handshake that is refused. */
  readonly refusal: (path: string, headers?: Headers) => Promise<Refusal>;
  /** Signed for the private socket of version 2, or for another path. */
  readonly headersOf: (issued: IssuedKey, changes?: Partial<Headers>, path?: string) => Headers;
}

export interface Client {
  readonly socket: WebSocket;
  readonly frames: Anything[];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly say: (message: string | Buffer | object) => void;
  /** The first frame so far, or to come, that is it. */
  readonly heard: (isIt: (frame: Anything) => boolean) => Promise<Anything>;
  /** Subscribes and waits for the answer. */
  readonly subscribe: (channel: string) => Promise<void>;
  /** Everything that was sent before this is heard after it. */
  readonly settle: () => Promise<void>;
  /** The payloads of a channel so far. */
  readonly payloads: (channel: string) => Anything[];
}

export interface Refusal {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly json: Anything;
}

const FAST = {
  flushEveryMillis: 1,
  mergeMillis: { ticker: 0, kline: 0, depth: 0, trades: 0 },
} satisfies Partial<SocketSettings>;

export async function openSocketKit(settings: Partial<SocketSettings> = {}): Promise<SocketKit> {
  const clock = createManualClock(START);
  const journal = createGatedJournal();
  const venue = await openVenue({
    journal,
    archive: new MemoryArchive(),
    clock,
    settings: { tickEveryMillis: 0, snapshotRest: 0 },
    genesis: genesisOf(4),
  });
  const kek = parseKeyEncryptionKey('ab'.repeat(32), 'test');
  const keys = await openKeyStore({ home: createMemoryKeys(), kek, clock });
  const metrics = createMetrics(venue, { process: false });
  const logger = createLogger('silent');
  const faults = await openFaults({ home: keys.home, venue, isSandbox: true, hasMarket: true });
  const parts = { venue, keys, settings: DEFAULT_GATEWAY_SETTINGS, logger, metrics, faults };
  const gateway = createGateway(parts);
  serveSockets(gateway, { ...FAST, ...settings });
  const port = await gateway.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    journal.release();
    await faults.close();
    await gateway.close();
    await venue.close();
  });
  const headersOf = headersFor(clock);
  const connect: SocketKit['connect'] = (path = PUBLIC, headers = {}, protocols = []) =>
    openClient(`ws://127.0.0.1:${port}${path}`, headers, protocols);
  return {
    venue,
    journal,
    clock,
    gateway,
    keys,
    faults,
    port,
    issue: (account, changes = {}) =>
      keys.create({
        account,
        name: `account ${account}`,
        permissions: ['read', 'trade'],
        allowlist: null,
        passphrase: null,
        expiresAt: null,
        ...changes,
      }),
    connect,
    connectAs: (issued) => connect(PRIVATE, headersOf(issued)),
    refusal: (path, headers = {}) => findRefusal(`ws://127.0.0.1:${port}${path}`, headers),
    headersOf,
  };
}

const headersFor =
  (clock: ManualClock): SocketKit['headersOf'] =>
  ({ key, secret, passphrase }, changes = {}, path = PRIVATE) => {
    const timestamp = changes['ACCESS-TIMESTAMP'] ?? String(clock.wallNow());
    const hmac = createHmac('sha256', secret).update(`${timestamp}${path}`);
    const headers = {
      'ACCESS-KEY': key.key,
      'ACCESS-PASSPHRASE': passphrase,
      'ACCESS-TIMESTAMP': timestamp,
      'ACCESS-SIGN': hmac.digest('base64'),
      ...changes,
    };
    return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  };

export async function openClient(
  url: string,
  headers: Headers = {},
  protocols: string[] = [],
): Promise<Client> {
  const socket = new WebSocket(url, protocols, { headers });
  const frames: Anything[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    for (const look of waiting) look();
  });
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  socket.on('close', (code, reason) => closed.resolve({ code, reason: String(reason) }));
  const opened = Promise.withResolvers<void>();
  socket.on('error', opened.reject);
  socket.once('open', opened.resolve);
  await opened.promise;
  const heard: Client['heard'] = (isIt) =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = frames.find(isIt);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const say: Client['say'] = (message) =>
    socket.send(
      typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
    );
  let pings = 0;
  return {
    socket,
    frames,
    closed: closed.promise,
    say,
    heard,
    subscribe: async (channel) => {
      say({ event: 'subscribe', channel });
      await heard((frame) => frame.event === 'subscribed' && frame.channel === channel);
    },
    settle: async () => {
      pings += 1;
      const time = `settle ${pings}`;
      say({ event: 'ping', time });
      await heard((frame) => frame.event === 'pong' && frame.time === time);
    },
    payloads: (channel) =>
      frames.filter((frame) => frame.event === 'payload' && frame.channel === channel),
  };
}

function findRefusal(url: string, headers: Headers): Promise<Refusal> {
  const socket = new WebSocket(url, { headers });
  return new Promise((resolve, fail) => {
    socket.on('error', () => undefined);
    socket.once('open', () => fail(new Error('it was not refused')));
    socket.once('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const json = JSON.parse(Buffer.concat(chunks).toString('utf8'));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json });
      });
    });
  });
}
