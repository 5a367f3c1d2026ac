/** One request on its way through the edge: who, when, in which language. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Millis, Monotonic } from '../domain/units.ts';
import type { WireDialect } from '../wire/dialect.ts';
import type { Locale } from '../wire/locale.ts';
import type { ClientAddress } from './client-address.ts';
import type { Edge } from './edge.ts';
import type { Incoming } from './endpoints.ts';
import { localeFrom } from './request-locale.ts';
import { normalTarget, type RequestTarget, splitTarget } from './request-target.ts';

export interface Visit {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came; undefined where there was no body. */
  readonly body: Buffer | undefined;
  readonly response: ServerResponse;
  /** The path of its endpoint, for metrics; `unknown` where there is none. */
  readonly endpoint: string;
  /** In whose words it is answered. */
  readonly dialect: WireDialect;
  readonly target: RequestTarget;
  readonly client: ClientAddress;
  readonly locale: Locale;
  /** The wall clock when it came: signatures go by it. */
  readonly now: Millis;
  /** The same moment for budgets, penalties and how long it took. */
  readonly startedAt: Monotonic;
}

export function beginVisit(
  edge: Edge,
  { endpoint, dialect }: Pick<Visit, 'endpoint' | 'dialect'>,
  { message, response, target }: Incoming,
  body: Buffer | undefined,
): Visit {
  const { headers } = message;
  return {
    method: message.method ?? '',
    headers,
    body,
    response,
    endpoint,
    dialect,
    target,
    client: edge.findClient(message),
    locale: localeFrom(headers),
    now: edge.venue.clock.wallNow(),
    startedAt: edge.venue.clock.monotonicNow(),
  };
}

/** The same for what the framework received. Whoever answers it takes it away from there. */
export function beginFramedVisit(
  edge: Edge,
  about: Pick<Visit, 'endpoint' | 'dialect'>,
  request: FastifyRequest,
  { raw: response }: FastifyReply,
): Visit {
  const { raw: message } = request;
  const target = splitTarget(normalTarget(message.url ?? '/'));
  return beginVisit(edge, about, { message, response, target }, bodyOf(request));
}

/** The bytes as they came; undefined where there was no body. */
export const bodyOf = ({ body }: { readonly body: unknown }): Buffer | undefined =>
  Buffer.isBuffer(body) ? body : undefined;
