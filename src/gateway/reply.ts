/** Answers, and how they are written to the socket. */
import { createHash } from 'node:crypto';
import type { AccountId } from '../domain/ids.ts';
import type { RejectReason } from '../domain/reject.ts';
import { findDiskFault } from '../facts/disk-fault.ts';
import { RecordsError } from '../facts/records.ts';
import { NotStorable, VenueUnavailable } from '../venue/venue.ts';
import {
  both,
  type ErrorCode,
  isWireError,
  type Shortage,
  type WireError,
  wireError,
} from '../wire/errors.ts';
import type { Answer } from './call.ts';
import type { Edge } from './edge.ts';
import { FAULT_HEADER } from './faults/faults.ts';
import type { StoredAnswer } from './replay-cache.ts';
import type { Outlet } from './router.ts';
import { WARNING_HEADER } from './sandbox-help.ts';
import type { HttpVisit, Visit } from './visit.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A page that needs more sets its own policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** An answer as JSON text, with what goes into headers and logs. */
export interface Reply extends StoredAnswer {
  /** The code of an error, for the log. */
  readonly code?: ErrorCode;
  /** Why the engine refused, for a header. */
  readonly reason?: RejectReason | undefined;
  readonly retryAfterSeconds?: number;
  readonly warning?: string | undefined;
  /** The faults that the call met. */
  readonly fault?: string | undefined;
  /** The request was carried out before. */
  readonly isRepeat?: boolean;
  /** The caller may send the same request again: nothing was done, or it counts once. */
  readonly mayRetry?: boolean;
  /** The address is shut out after this answer. */
  readonly isLast?: boolean;
  /** For the `if-none-match` of a later request. */
  readonly etag?: string;
  /** The body is plain text, not JSON. */
  readonly isText?: boolean;
}

/** What a limit says, nothing if all is well: at once, unless another process keeps the budgets. */
export type Limited = Reply | undefined | Promise<Reply | undefined>;

/** A page, a document or a file, with the headers that differ from those of every answer. */
export interface PageReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string | Uint8Array;
}

export const jsonPage = (status: number, value: object): PageReply => ({
  status,
  headers: { 'content-type': JSON_TYPE },
  body: JSON.stringify(value),
});

/** The answer to a request that was carried out before. A header marks it as a repeat. */
interface RepeatedAnswer {
  readonly kind: 'repeated-answer';
  readonly body: object;
}

export const repeatedAnswer = (body: object): RepeatedAnswer => ({ kind: 'repeated-answer', body });

const isRepeatedAnswer = (answer: object): answer is RepeatedAnswer =>
  'kind' in answer && answer.kind === 'repeated-answer';

export function replyOf(visit: Visit, answer: Answer): Reply {
  if (typeof answer === 'string') return { status: 200, body: answer };
  if (isWireError(answer)) return errorReply(visit, answer);
  if (isRepeatedAnswer(answer))
    return { status: 200, body: JSON.stringify(answer.body), isRepeat: true };
  return { status: 200, body: JSON.stringify(answer) };
}

export function errorReply(
  { dialect, locale, now }: Pick<Visit, 'dialect' | 'locale' | 'now'>,
  error: WireError,
): Reply {
  const { status, body } = dialect.formatError(error, locale, now);
  const told = { status, code: error.code, reason: error.reason };
  return typeof body === 'string'
    ? { ...told, body, isText: true }
    : { ...told, body: JSON.stringify(body) };
}

/** A client that already has this answer gets a 304. */
export function tagged({ method, headers }: Visit, reply: Reply): Reply {
  if (reply.status !== 200 || method !== 'GET') return reply;
  const etag = `"${createHash('sha1').update(reply.body).digest('base64url')}"`;
  return headers['if-none-match'] === etag ? { status: 304, body: '', etag } : { ...reply, etag };
}

export const tooMany = (visit: Visit, retryAfterSeconds: number, short?: Shortage): Reply => ({
  ...errorReply(visit, { ...wireError('429'), ...(short === undefined ? {} : { short }) }),
  retryAfterSeconds: Math.max(1, retryAfterSeconds),
  mayRetry: true,
});

const AGAIN_SECONDS = 1;

/** This process cannot answer at the moment, and did nothing. */
export function unavailableReply(visit: Visit, because: string): Reply {
  const error = wireError('50000', { detail: both(because) });
  const told = errorReply(visit, { ...error, status: 503, short: 'room' });
  return { ...told, retryAfterSeconds: AGAIN_SECONDS, mayRetry: true };
}

/** The answer to an exception: the venue is not available, or the code has a bug. */
export function thrownReply(
  { logger }: Pick<Edge, 'logger'>,
  visit: Visit,
  thrown: unknown,
): Reply {
  const path = visit.target.path.slice(0, 200);
  if (thrown instanceof NotStorable)
    return errorReply(visit, wireError('40017', { detail: both(thrown.message) }));
  if (isAway(thrown)) {
    logger.warn({ path }, thrown.message);
    return { ...unavailableReply(visit, AWAY), mayRetry: visit.method === 'GET' };
  }
  if (!(thrown instanceof VenueUnavailable)) {
    logger.error({ err: thrown, path }, 'a request failed');
    return errorReply(visit, findDiskFault(thrown) === undefined ? wireError('50000') : STORELESS);
  }
  logger.warn({ path, reason: thrown.reason, fate: thrown.fate }, thrown.message);
  const isLost = thrown.fate === 'not-applied';
  if (thrown.reason === 'cut-off' && isLost)
    return unavailableReply(visit, `${thrown.message}; nothing was done`);
  if (thrown.reason === 'overloaded' && isLost) return tooMany(visit, AGAIN_SECONDS, 'room');
  const error = wireError('50000', { detail: both(fateText(thrown)) });
  const told = isLost ? error : ({ ...error, short: 'knowledge' } as const);
  // What is pending counts once, and its repeat tells what became of it.
  return { ...errorReply(visit, told), mayRetry: thrown.fate !== 'unknown' };
}

/**
 * A command takes effect within COMMAND_LIFE, a replica that answers may lack the last two seconds,
 * and one second is for the clocks of the log.
 */
const FINAL_AFTER_SECONDS = 15;

function fateText({ reason, fate }: VenueUnavailable): string {
  if (fate === 'not-applied') return `the venue is ${reason}; nothing was done`;
  return fate === 'unknown'
    ? `the venue is ${reason}; whether this was done is not known, ask before repeating`
    : 'whether this was done is not known yet, ask before repeating: ' +
        `${FINAL_AFTER_SECONDS} seconds after you sent it, the answer is final`;
}

const STORELESS: WireError = {
  ...wireError('50000', {
    detail: both('the venue cannot store anything at the moment, and this needs it'),
  }),
  status: 507,
};

/** Where it is, is the operator's business. */
const AWAY = 'the database of the venue cannot be reached at the moment, and this needs it';

const isAway = (thrown: unknown): thrown is RecordsError | VenueUnavailable =>
  thrown instanceof RecordsError
    ? thrown.fault === 'away'
    : thrown instanceof VenueUnavailable && thrown.reason === 'away';

/** The answer while this process may answer nobody. */
export function closedReply({ venue }: Pick<Edge, 'venue'>, visit: Visit): Reply | undefined {
  const because = venue.findClosed?.();
  return because === undefined
    ? undefined
    : unavailableReply(visit, `${because}; nothing was done`);
}

const COMMON_HEADERS: readonly string[] = [
  'content-type',
  JSON_TYPE,
  ...Object.entries(SECURITY_HEADERS).flat(),
];
const TEXT_HEADERS = COMMON_HEADERS.with(1, 'text/plain; charset=utf-8');

/** Further headers are names and values in turn. */
export function writeReply(
  response: Outlet,
  { status, body, retryAfterSeconds, etag, isText }: Reply,
  further: readonly string[] = [],
): void {
  const length = Buffer.byteLength(body);
  const headers = (isText === true ? TEXT_HEADERS : COMMON_HEADERS).concat(further);
  headers.push('content-length', String(length));
  if (retryAfterSeconds !== undefined) headers.push('retry-after', String(retryAfterSeconds));
  if (etag !== undefined) headers.push('etag', etag);
  // Most answers are ASCII, which needs no encoding.
  response.writeHead(status, headers).end(body, length === body.length ? 'latin1' : 'utf8');
}

export function writePage(response: Outlet, { status, headers, body }: PageReply): void {
  const written = Object.entries({ ...SECURITY_HEADERS, ...headers }).flat();
  if (status !== 304) written.push('content-length', String(Buffer.byteLength(body)));
  response.writeHead(status, written).end(body, 'utf8');
}

export const SEQ_HEADER = 'x-venue-seq';

/** How far the journal is, as the caller may be told: see receive-call.ts. */
export const seqHeader = ({ venue }: Pick<Edge, 'venue'>): readonly string[] => [
  SEQ_HEADER,
  String(venue.read.seq()),
];

const REPEAT_HEADER = 'x-idempotent-replay';
/** One code may stand for many reasons. */
const REASON_HEADER = 'x-venue-reason';

/** Writes an answer with the used budgets in headers, and reports it. */
export const createTell = (edge: Edge) => (visit: HttpVisit, reply: Reply, account?: AccountId) => {
  const { crowd } = edge;
  const { response, client, startedAt } = visit;
  const limiter = edge.limiterOf(visit.dialect);
  const headers = limiter.usage(client.group, account, startedAt);
  headers.push(SEQ_HEADER, String(edge.venue.read.seq()));
  if (reply.reason !== undefined) headers.push(REASON_HEADER, reply.reason);
  if (reply.warning !== undefined) headers.push(WARNING_HEADER, reply.warning);
  if (reply.isRepeat === true) headers.push(REPEAT_HEADER, '1');
  if (reply.fault !== undefined) headers.push(FAULT_HEADER, reply.fault);
  if (reply.isLast === true && crowd.dismiss(client.group, response.socket))
    response.shouldKeepAlive = false;
  writeReply(response, reply, headers);
  reportReply(edge, visit, reply, account);
};

/** Reports an answer to metrics and log, and to those who follow calls. */
export function reportReply(edge: Edge, visit: Visit, reply: Reply, account?: AccountId): void {
  const { metrics, venue } = edge;
  const { endpoint, startedAt } = visit;
  metrics.noteRequest(endpoint, reply.status, venue.clock.monotonicNow() - startedAt);
  for (const follow of edge.followers) follow(visit, reply, account);
  if (reply.code !== undefined) logRefusal(edge, visit, reply, account);
  else tellWitnesses(edge, visit, reply.body, account);
}

/** Enough to find the mistake, and no credentials. */
function logRefusal(edge: Edge, visit: Visit, reply: Reply, account?: AccountId): void {
  const { method, target, client } = visit;
  const { status, code } = reply;
  const facts = { method, path: target.path.slice(0, 200), status, code };
  edge.logger.info({ ...facts, client: client.text, account }, 'refused');
}

/** The call is already answered, so a witness that fails must not affect the caller. */
function tellWitnesses(edge: Edge, visit: Visit, body: string, account?: AccountId): void {
  for (const witness of edge.witnesses) {
    try {
      witness(visit, body, account);
    } catch (error) {
      edge.logger.error({ err: error }, 'a witness of a call failed');
    }
  }
}
