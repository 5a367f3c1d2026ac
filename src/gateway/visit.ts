/** One request on its way through the gateway: who sent it, when, in which language, and what. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis, Monotonic } from '../domain/units.ts';
import type { WireDialect } from '../wire/dialect.ts';
import { type WireError, wireError } from '../wire/errors.ts';
import type { Locale } from '../wire/locale.ts';
import { bodyTooLong } from '../wire/read-body.ts';
import type { ClientAddress } from './client-address.ts';
import type { Edge } from './edge.ts';
import { localeFrom } from './request-locale.ts';
import type { RequestTarget } from './request-target.ts';
import type { Incoming, PathNames } from './router.ts';

export interface Visit {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came; undefined where there was no body. */
  readonly body: Buffer | undefined;
  readonly socket: Socket;
  readonly response: ServerResponse;
  /** The path of its endpoint, for metrics; `unknown` where there is none. */
  readonly endpoint: string;
  /** In whose words it is answered. */
  readonly dialect: WireDialect;
  readonly target: RequestTarget;
  readonly names: PathNames;
  readonly client: ClientAddress;
  readonly locale: Locale;
  /** The wall clock when it came: signatures go by it. */
  readonly now: Millis;
  /** The same moment for budgets, penalties and how long it took. */
  readonly startedAt: Monotonic;
}

export type About = Pick<Visit, 'endpoint' | 'dialect'>;

export function beginVisit(
  edge: Edge,
  { endpoint, dialect }: About,
  { message, response, target, names }: Incoming,
  body: Buffer | undefined,
): Visit {
  const { headers, socket } = message;
  return {
    method: message.method ?? '',
    headers,
    body,
    socket,
    response,
    endpoint,
    dialect,
    target,
    names,
    client: edge.findClient(message),
    locale: localeFrom(headers),
    now: edge.venue.clock.wallNow(),
    startedAt: edge.venue.clock.monotonicNow(),
  };
}

/** Undefined stands for no body. A request that breaks off is not told of: nobody waits for it. */
export type Received = Buffer | undefined | WireError;

/** Gathers the body of a request: at once where there is none, and never more than is allowed. */
export function receiveBody(
  message: IncomingMessage,
  bytesMax: number,
  tell: (received: Received) => void,
): void {
  const { headers } = message;
  const length = Number(headers['content-length'] ?? 0);
  const isEmpty = length === 0 && headers['transfer-encoding'] === undefined;
  if (isEmpty || length > bytesMax) {
    tell(isEmpty ? undefined : bodyTooLong());
    return;
  }
  // Joined once: whoever sends single bytes must not have the rest copied for each.
  const chunks: Buffer[] = [];
  let received = 0;
  const gather = (chunk: Buffer): void => {
    chunks.push(chunk);
    received += chunk.length;
    if (received <= bytesMax) return;
    message.off('data', gather).off('end', finish);
    tell(bodyTooLong());
  };
  const finish = (): void => tell(chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]);
  message.on('data', gather).on('end', finish);
}

const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** A content type need not be that of JSON where nothing is signed, but it must be one. */
export const findMediaFault = ({ headers }: IncomingMessage): WireError | undefined => {
  const type = headers['content-type'];
  return type === undefined || MEDIA_TYPE.test(type) ? undefined : wireError('40007');
};
