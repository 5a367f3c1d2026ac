/** One request on its way through the edge: who, when, in which language. */
import { performance } from 'node:perf_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Millis } from '../domain/units.ts';
import type { WireDialect } from '../wire/dialect.ts';
import type { Locale } from '../wire/locale.ts';
import type { ClientAddress } from './client-address.ts';
import type { Edge } from './edge.ts';
import { localeFrom } from './request-locale.ts';
import { type RequestTarget, splitTarget } from './request-target.ts';

export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The path of its endpoint, for metrics; `unknown` where there is none. */
  readonly endpoint: string;
  /** In whose words it is answered. */
  readonly dialect: WireDialect;
  readonly target: RequestTarget;
  readonly client: ClientAddress;
  readonly locale: Locale;
  readonly now: Millis;
  readonly startedAt: number;
}

export function beginVisit(
  edge: Edge,
  { endpoint, dialect }: Pick<Visit, 'endpoint' | 'dialect'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit {
  const { raw } = request;
  return {
    request,
    reply,
    endpoint,
    dialect,
    target: splitTarget(raw.url ?? '/'),
    client: edge.findClient(raw),
    locale: localeFrom(raw.headers),
    now: edge.venue.clock.wallNow(),
    startedAt: performance.now(),
  };
}
