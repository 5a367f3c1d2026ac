/**
 * Decides who may open a socket. The address must not try too often nor have too many open, and a
 * private socket needs a key that may read. The signature is over the timestamp and the path, in
 * the handshake's headers. A browser cannot set those: it logs in by message afterwards
 * (await-login.ts).
 */
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Monotonic } from '../../domain/units.ts';
import { both, type FormattedError, wireError } from '../../wire/errors.ts';
import type { SocketDialect } from '../../wire/socket-dialect.ts';
import type { ClientAddress } from '../address.ts';
import {
  type AuthFailure,
  admit,
  isAuthFailure,
  readSignedHeaders,
  refuse,
  type Verified,
  verifyCredentials,
} from '../authenticate.ts';
import type { Edge } from '../edge.ts';
import { type Buckets, createBuckets, take, waitMillis } from '../limits/limiter.ts';
import { explainHeaders } from '../sandbox-help.ts';
import type { SocketSettings } from './settings.ts';

export interface Door {
  readonly settings: SocketSettings;
  readonly attempts: Buckets<string>;
  /** Open connections by group of addresses, including connections that are being opened. */
  readonly open: Map<string, number>;
}

export const createDoor = (settings: SocketSettings): Door => ({
  settings,
  attempts: createBuckets(settings.attempts, settings.addressesKeptMax),
  open: new Map(),
});

/** Counts a connection of the address. Returns an error if there may be none. */
export function enter(
  { settings, attempts, open }: Door,
  { limiter }: Pick<Edge, 'limiter'>,
  { group }: ClientAddress,
  now: Monotonic,
): AuthFailure | undefined {
  const wait = waitMillis(attempts, group, 1, now);
  if (wait > 0) {
    limiter.charge({ group, refusals: 1 }, now);
    return tooMany('too many connection attempts', Math.ceil(wait / 1_000));
  }
  take(attempts, group, 1, now);
  const penalty = limiter.takeAddress(group, 1, now);
  if (penalty > 0) return tooMany('too many requests from this address', penalty);
  const count = open.get(group) ?? 0;
  const { connectionsPerAddressMax: most } = settings;
  if (count >= most) {
    limiter.charge({ group, refusals: 1 }, now);
    return tooMany(`an address may have at most ${most} connections open`, 1);
  }
  open.set(group, count + 1);
  return undefined;
}

const tooMany = (text: string, retryAfterSeconds: number): AuthFailure =>
  refuse(wireError('429', { detail: both(text) }), { retryAfterSeconds });

/** This process may answer nobody at the moment. */
export const closedTo = (because: string): AuthFailure =>
  refuse(
    { ...wireError('50000', { detail: both(because) }), status: 503, short: 'room' },
    { retryAfterSeconds: 1 },
  );

export function leave({ open }: Door, { group }: ClientAddress): void {
  const count = (open.get(group) ?? 0) - 1;
  if (count > 0) open.set(group, count);
  else open.delete(group);
}

export async function identify(
  { authority, limiter, venue }: Pick<Edge, 'authority' | 'limiter' | 'venue'>,
  { id, signedPath }: Pick<SocketDialect, 'id' | 'signedPath'>,
  { headers, client }: { readonly headers: IncomingHttpHeaders; readonly client: ClientAddress },
): Promise<Verified | AuthFailure> {
  const now = venue.clock.wallNow();
  const sent = readSignedHeaders(headers, authority.windowMillis, now);
  if (isAuthFailure(sent))
    return authority.explains ? { ...sent, error: explainHeaders(sent.error, headers) } : sent;
  const head = `${sent.timestampText}${signedPath}`;
  const verified = await verifyCredentials(authority.keys, sent, { head, body: undefined }, client);
  if (!isAuthFailure(verified))
    return admit(authority, verified.key, { permission: 'read', dialect: id }, now) ?? verified;
  if (verified.isGuess)
    limiter.charge({ group: client.group, guesses: 1 }, venue.clock.monotonicNow());
  if (!authority.explains || verified.error.code !== '40009') return verified;
  const text = `sign "${head}" with HMAC-SHA256 and send it as Base64`;
  return { ...verified, error: wireError('40009', { detail: both(text) }) };
}

export function noSuchSocket(dialects: readonly SocketDialect[]): AuthFailure {
  const paths = dialects.flatMap(({ publicPath, privatePath }) => [publicPath, privatePath]);
  return refuse(wireError('404', { detail: both(`sockets are ${paths.join(', ')}`) }));
}

/** Counts an incoming message and returns whether it is within the budget. */
export type MayHear = (bytes: number) => boolean;

const THIS = 'this socket';

/** The budget of incoming messages of a socket. Pings and pongs count; long messages count more. */
export function createMessageBudget(
  { messages, bytesPerMessage }: Pick<SocketSettings, 'messages' | 'bytesPerMessage'>,
  now: () => Monotonic,
): MayHear {
  const buckets = createBuckets<string>(messages, 1);
  return (bytes) => {
    const at = now();
    if (waitMillis(buckets, THIS, 1, at) > 0) return false;
    take(buckets, THIS, 1 + Math.floor(bytes / bytesPerMessage), at);
    return true;
  };
}

/** Answers a refused handshake like any other request, and ends the connection. */
export function refuseUpgrade(
  stream: Duplex,
  { status, body: told }: FormattedError<object | string>,
  retryAfterSeconds: number,
  further: readonly string[] = [],
): void {
  const body = typeof told === 'string' ? told : JSON.stringify(told);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    ...(retryAfterSeconds > 0 ? [`retry-after: ${retryAfterSeconds}`] : []),
    ...further,
  ];
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => stream.destroy());
}
