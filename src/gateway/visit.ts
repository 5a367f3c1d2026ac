/** One request on its way through the edge: who, when, in which language, and what it was told. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountId } from '../domain/ids.ts';
import type { Millis } from '../domain/units.ts';
import type { Locale } from '../wire/locale.ts';
import { type ErrorCode, errorBody, type WireError, wireError } from '../wire/v2/errors.ts';
import type { ClientAddress } from './client-address.ts';
import type { Edge } from './edge.ts';
import type { StoredAnswer } from './replay-cache.ts';
import { localeFrom } from './request-locale.ts';
import { type RequestTarget, splitTarget } from './request-target.ts';
import { WARNING_HEADER } from './sandbox-help.ts';

export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly target: RequestTarget;
  readonly client: ClientAddress;
  readonly locale: Locale;
  readonly now: Millis;
}

/** An answer and what else the caller is told with it. */
export interface Outcome extends StoredAnswer {
  /** The code of an error, for the log. */
  readonly code?: ErrorCode;
  readonly retryAfterSeconds?: number;
  readonly warning?: string | undefined;
  /** What was asked for had been done before. */
  readonly isRepeat?: boolean;
  /** Nothing was done, and trying the same again is right. */
  readonly mayRetry?: boolean;
}

const REPEAT_HEADER = 'x-idempotent-replay';
const JSON_TYPE = 'application/json; charset=utf-8';

export function beginVisit(edge: Edge, request: FastifyRequest, reply: FastifyReply): Visit {
  const { raw } = request;
  return {
    request,
    reply,
    target: splitTarget(raw.url ?? '/'),
    client: edge.findClient(raw),
    locale: localeFrom(raw.headers),
    now: edge.venue.clock.wallNow(),
  };
}

export const errorOutcome = (
  { locale, now }: Pick<Visit, 'locale' | 'now'>,
  error: WireError,
): Outcome => ({
  status: error.status,
  body: JSON.stringify(errorBody(error, locale, now)),
  code: error.code,
});

export const tooMany = (visit: Visit, retryAfterSeconds: number): Outcome => ({
  ...errorOutcome(visit, wireError('429')),
  retryAfterSeconds: Math.max(1, retryAfterSeconds),
  mayRetry: true,
});

/** Takes the weight of a call from its address, or says when to come back. */
export function chargeAddress(edge: Edge, visit: Visit, weight: number): Outcome | undefined {
  const wait = edge.limiter.takeAddress(visit.client.group, weight, visit.now);
  return wait > 0 ? tooMany(visit, wait) : undefined;
}

/** Writes the answer; the account is named where it is known who asked. */
export function send(edge: Edge, visit: Visit, outcome: Outcome, account?: AccountId): void {
  const { reply, client, now } = visit;
  const { limiter } = edge;
  reply.header('content-type', JSON_TYPE);
  reply.header('x-used-weight-10s', limiter.addressUsed(client.group, now));
  if (account !== undefined) {
    const { weight, orders } = limiter.accountUsed(account, now);
    reply.header('x-uid-used-weight-10s', weight).header('x-order-count-1s', orders);
  }
  const { retryAfterSeconds, warning } = outcome;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (warning !== undefined) reply.header(WARNING_HEADER, warning);
  if (outcome.isRepeat === true) reply.header(REPEAT_HEADER, 1);
  if (outcome.code !== undefined) logRefusal(edge, visit, outcome, account);
  void reply.code(outcome.status).send(outcome.body);
}

/** Enough to find out what went wrong, and nothing that proves who somebody is. */
function logRefusal(edge: Edge, visit: Visit, outcome: Outcome, account?: AccountId): void {
  const { request, target, client } = visit;
  const { status, code } = outcome;
  const facts = { method: request.method, path: target.path.slice(0, 200), status, code };
  edge.log.info({ ...facts, client: client.text, account }, 'refused');
}
