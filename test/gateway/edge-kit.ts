/** A gateway over a venue in memory, on a real socket, with a few endpoints and a client. */
import { createHmac } from 'node:crypto';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { Writable } from 'node:stream';
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import { accountId } from '../../src/domain/ids.ts';
import { money } from '../../src/domain/units.ts';
import type { PrivateCall } from '../../src/gateway/call.ts';
import { createLogger } from '../../src/gateway/create-logger.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { Tls } from '../../src/gateway/http-server.ts';
import { parseKeyEncryptionKey } from '../../src/gateway/keys/key-encryption-key.ts';
import { createMemoryKeys } from '../../src/gateway/keys/key-home.ts';
import { type IssuedKey, type KeyStore, openKeyStore } from '../../src/gateway/keys/key-store.ts';
import { createMetrics } from '../../src/gateway/metrics.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { DEFAULT_GATEWAY_SETTINGS, type GatewaySettings } from '../../src/gateway/settings.ts';
import { ENDPOINTS, type EndpointId } from '../../src/gateway/v2/calls.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { START } from '../kit/driver.ts';
import { type MemoryVenue, openMemoryVenue } from '../kit/open-memory-venue.ts';

export const ACCOUNT = accountId(1_001);

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: OutgoingHttpHeaders;
  /** Aborted when the caller goes away. */
  readonly stop?: AbortSignal;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
  readonly json: any;
}

export interface EdgeKit {
  readonly memory: MemoryVenue;
  readonly keys: KeyStore;
  readonly gateway: Gateway;
  readonly port: number;
  readonly issued: IssuedKey;
  /** Every line that was logged. */
  readonly lines: string[];
  /** The calls that reached a private handler. */
  readonly calls: PrivateCall[];
  /** What private handlers answer; may be replaced. */
  respond: (call: PrivateCall) => object | Promise<object>;
  readonly send: (sent: Sent) => Promise<Received>;
  /** Signed as it should be, unless parts of it are changed. */
  readonly sendSigned: (sent: Sent, changes?: Partial<Signing>) => Promise<Received>;
  readonly close: () => Promise<void>;
}

export interface Signing {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
  readonly timestamp: string;
  /** The text that is signed. */
  readonly text: string;
  readonly encoding: 'base64' | 'hex';
}

const OPENED = [
  'orderPlaceOrder',
  'orderBatchOrders',
  'orderCancelOrder',
  'accountAssets',
] as const;

export async function openEdgeKit(
  changes: Partial<GatewaySettings> = {},
  serveMore: (gateway: Gateway) => void = () => undefined,
  tls?: Tls,
): Promise<EdgeKit> {
  const settings = { ...DEFAULT_GATEWAY_SETTINGS, ...changes };
  const memory = await openMemoryVenue({ start: START, genesis: genesis() });
  const { venue } = memory;
  const kek = parseKeyEncryptionKey('ab'.repeat(32), 'test');
  const now = venue.clock.wallNow;
  const keys = await openKeyStore({ home: createMemoryKeys(), kek, clock: venue.clock });
  const issued = await keys.create({
    account: ACCOUNT,
    name: 'alice',
    permissions: ['read', 'trade'],
    allowlist: null,
    passphrase: null,
    expiresAt: null,
  });
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger('debug', sink);
  const metrics = createMetrics(venue, { process: false });
  const gateway = createGateway({ venue, keys, settings, logger, metrics, tls });
  const calls: PrivateCall[] = [];
  gateway.routePublic({
    endpoint: endpoint('marketTime'),
    handler: ({ now: at }) => ({ timestamp: at }),
  });
  const kit = { respond: (_call: PrivateCall): object | Promise<object> => ({ order_id: '1' }) };
  for (const id of OPENED)
    gateway.routePrivate({
      endpoint: endpoint(id),
      handler: (call) => {
        calls.push(call);
        return kit.respond(call);
      },
      count: ({ size }) => (id === 'orderBatchOrders' ? size : 1),
    });
  serveMore(gateway);
  const port = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const send = (sent: Sent): Promise<Received> => sendTo(port, sent);
  return Object.assign(kit, {
    memory,
    keys,
    gateway,
    port,
    issued,
    lines,
    calls,
    send,
    sendSigned: (sent: Sent, signing: Partial<Signing> = {}) =>
      send(sign(sent, { ...defaults(issued, now()), ...signing })),
    close: async () => {
      await gateway.close();
      await venue.close();
    },
  });
}

const genesis = () => [
  ...shippedContracts().map((contract) => ({ kind: 'list-contract' as const, contract })),
  { kind: 'open-account' as const, role: 'trader' as const, terms: DEFAULT_TERMS },
  { kind: 'deposit' as const, account: ACCOUNT, amount: money(10_000n * 100_000_000n) },
];

export const endpoint = (id: EndpointId): Endpoint =>
  ENDPOINTS.find((candidate) => candidate.id === id)!;

const defaults = ({ key, secret, passphrase }: IssuedKey, now: number) => ({
  key: key.key,
  secret,
  passphrase,
  timestamp: String(now),
  encoding: 'base64' as const,
});

function sign(sent: Sent, signing: Omit<Signing, 'text'> & { readonly text?: string }): Sent {
  const { timestamp, encoding } = signing;
  const method = sent.method ?? (sent.body === undefined ? 'GET' : 'POST');
  const hmac = createHmac('sha256', signing.secret);
  if (signing.text === undefined)
    hmac.update(`${timestamp}${method}${sent.path.replace(/^\/+/, '/')}`).update(sent.body ?? '');
  else hmac.update(signing.text);
  const headers = {
    'ACCESS-KEY': signing.key,
    'ACCESS-SIGN': hmac.digest(encoding),
    'ACCESS-PASSPHRASE': signing.passphrase,
    'ACCESS-TIMESTAMP': timestamp,
    'Content-Type': 'application/json',
    ...sent.headers,
  };
  return { ...sent, method, headers };
}

export function sendTo(port: number, sent: Sent): Promise<Received> {
  const { path, body } = sent;
  const method = sent.method ?? (body === undefined ? 'GET' : 'POST');
  return new Promise((resolve, fail) => {
    const options = { host: '127.0.0.1', port, path, method, agent: false as const };
    const { stop: signal } = sent;
    const more = { headers: { ...sent.headers }, ...(signal === undefined ? {} : { signal }) };
    const outgoing = request({ ...options, ...more }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', fail);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, headers, text, json: parsed(text) });
      });
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
