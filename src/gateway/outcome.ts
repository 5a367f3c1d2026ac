/**
 * What a caller is told, and how it is written: JSON always, errors in their one shape, and the
 * headers around it. Written to the socket's own response, because on the way of an order every
 * microsecond of a framework is one too many.
 */
import type { AccountId } from '../domain/ids.ts';
import { type ErrorCode, type WireError, wireError } from '../wire/errors.ts';
import type { Edge } from './edge.ts';
import type { StoredAnswer } from './replay-cache.ts';
import { WARNING_HEADER } from './sandbox-help.ts';
import { JSON_TYPE, SECURITY_HEADERS } from './security-headers.ts';
import type { Visit } from './visit.ts';

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
  /** The address is shut out: it hears this, and nothing more. */
  readonly isLast?: boolean;
  /** What the caller may send as `if-none-match` next time. */
  readonly etag?: string;
}

const REPEAT_HEADER = 'x-idempotent-replay';
const COMMON_HEADERS: readonly string[] = [
  'content-type',
  JSON_TYPE,
  ...Object.entries(SECURITY_HEADERS).flat(),
];

export function errorOutcome(
  { dialect, locale, now }: Pick<Visit, 'dialect' | 'locale' | 'now'>,
  error: WireError,
): Outcome {
  const { status, body } = dialect.formatError(error, locale, now);
  return { status, body: JSON.stringify(body), code: error.code };
}

export const tooMany = (visit: Visit, retryAfterSeconds: number): Outcome => ({
  ...errorOutcome(visit, wireError('429')),
  retryAfterSeconds: Math.max(1, retryAfterSeconds),
  mayRetry: true,
});

/** Takes the weight of a call from its address, or says when to come back. */
export function chargeAddress(edge: Edge, visit: Visit, weight: number): Outcome | undefined {
  const { group } = visit.client;
  const wait = edge.limiter.takeAddress(group, weight, visit.startedAt);
  if (wait === 0) return undefined;
  const isLast = edge.limiter.noteTold(group, visit.startedAt);
  return { ...tooMany(visit, wait), isLast };
}

/** Writes the answer; the account is named where it is known who asked. */
export function send(edge: Edge, visit: Visit, outcome: Outcome, account?: AccountId): void {
  const { response, endpoint, startedAt } = visit;
  const { status, body, code } = outcome;
  const length = Buffer.byteLength(body);
  const headers = headersOf(edge, visit, outcome, account, length);
  if (outcome.isLast === true && edge.crowd.dismiss(visit.client.group, response.socket))
    response.shouldKeepAlive = false;
  // What is all ASCII need not be encoded, and mostly it is.
  response.writeHead(status, headers).end(body, length === body.length ? 'latin1' : 'utf8');
  edge.metrics.noteRequest(endpoint, status, edge.venue.clock.monotonicNow() - startedAt);
  if (code !== undefined) logRefusal(edge, visit, outcome, account);
  else tellWitnesses(edge, visit, body, account);
}

/** The call is answered: what a witness makes of it concerns neither the caller nor the others. */
function tellWitnesses(edge: Edge, visit: Visit, body: string, account?: AccountId): void {
  for (const witness of edge.witnesses) {
    try {
      witness(visit, body, account);
    } catch (error) {
      edge.log.error({ err: error }, 'a witness of a call failed');
    }
  }
}

/** Names and values in turn. */
function headersOf(
  { limiter }: Edge,
  { client, startedAt: now }: Visit,
  outcome: Outcome,
  account: AccountId | undefined,
  length: number,
): string[] {
  const { retryAfterSeconds, warning } = outcome;
  const headers = COMMON_HEADERS.slice();
  headers.push('content-length', String(length));
  headers.push('x-used-weight-10s', String(limiter.addressUsed(client.group, now)));
  if (account !== undefined) {
    headers.push('x-uid-used-weight-10s', String(limiter.weightUsed(account, now)));
    headers.push('x-order-count-1s', String(limiter.ordersUsed(account, now)));
  }
  if (retryAfterSeconds !== undefined) headers.push('retry-after', String(retryAfterSeconds));
  if (warning !== undefined) headers.push(WARNING_HEADER, warning);
  if (outcome.etag !== undefined) headers.push('etag', outcome.etag);
  if (outcome.isRepeat === true) headers.push(REPEAT_HEADER, '1');
  return headers;
}

/** Enough to find out what went wrong, and nothing that proves who somebody is. */
function logRefusal(edge: Edge, visit: Visit, outcome: Outcome, account?: AccountId): void {
  const { method, target, client } = visit;
  const { status, code } = outcome;
  const facts = { method, path: target.path.slice(0, 200), status, code };
  edge.log.info({ ...facts, client: client.text, account }, 'refused');
}
