/** One request on its way through the gateway: its sender, moment, language and body. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis, Monotonic } from '../domain/units.ts';
import type { WireDialect } from '../wire/dialect.ts';
import { type Locale, type WireError, wireError } from '../wire/errors.ts';
import { bodyTooLong, type Fields } from '../wire/read-request.ts';
import type { ClientAddress } from './address.ts';
import type { Edge } from './edge.ts';
import type { Incoming, PathNames, RequestTarget } from './router.ts';

export interface Visit {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Undefined if there is none. */
  readonly body: Buffer | undefined;
  /** The fields of the body, where they were read to find the endpoint. */
  readonly fields?: Fields;
  readonly socket: Socket;
  /** Its label in the metrics: the path of the endpoint. */
  readonly endpoint: string;
  /** The dialect of its answer. */
  readonly dialect: WireDialect;
  readonly target: RequestTarget;
  readonly names: PathNames;
  readonly client: ClientAddress;
  readonly locale: Locale;
  /** The wall clock at its arrival, which signatures are checked against. */
  readonly now: Millis;
  /** The same moment on the clock of budgets, penalties and latencies. */
  readonly startedAt: Monotonic;
}

/** A request that came by HTTP. Others come in frames of a socket. */
export interface HttpVisit extends Visit {
  readonly response: ServerResponse;
}

export type About = Pick<Visit, 'endpoint' | 'dialect'>;

export function beginVisit(
  edge: Edge,
  { endpoint, dialect }: About,
  { message, response, target, names }: Incoming,
  body: Buffer | undefined,
): HttpVisit {
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
    locale: localeOf(headers['locale']),
    now: edge.venue.clock.wallNow(),
    startedAt: edge.venue.clock.monotonicNow(),
  };
}

/** From the `locale` header: Chinese where it asks for it, English otherwise. */
export const localeOf = (header: string | readonly string[] | undefined): Locale =>
  typeof header === 'string' && /^zh\b/i.test(header.trim()) ? 'zh' : 'en';

/** Undefined stands for no body. A request that breaks off is never reported. */
export type Received = Buffer | undefined | WireError;

/** Collects the body of a request up to the limit; reports at once if there is none. */
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
  // Joined once at the end, so that a body of single bytes is not copied again for each.
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

/** Without a signature any content type is accepted, but it must be well formed. */
export const findMediaFault = ({ headers }: IncomingMessage): WireError | undefined => {
  const type = headers['content-type'];
  return type === undefined || MEDIA_TYPE.test(type) ? undefined : wireError('40007');
};
