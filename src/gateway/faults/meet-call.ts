/**
 * A call on its way through the faults of its account: it may wait, be refused, get an old answer,
 * or lose the answer after its effect. The answer names the faults that it met in a header.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccountId } from '../../domain/ids.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { findNamedKey } from '../dialects.ts';
import type { Edge } from '../edge.ts';
import { errorReply, type Reply } from '../reply.ts';
import type { Visit } from '../visit.ts';
import { type Faults, type RunningFault, waitOf } from './faults.ts';
import { FAULT_KINDS, type FaultHook } from './kinds.ts';

/** In the address of a socket. */
const KEY_NAME = 'ACCESS-KEY';
const KEY_BEGIN_LENGTH = 13;

export interface FaultyCall {
  readonly visit: Visit;
  readonly endpoint: Pick<Endpoint, 'id' | 'permission'>;
  /** Whether the answer shows the book, or a price that comes from it. */
  readonly showsBook?: boolean | undefined;
  /** Undefined for a public endpoint. */
  readonly account: AccountId | undefined;
}

/** Undefined if the answer is lost. */
export async function meetFaults(
  edge: Edge,
  faults: Faults,
  { visit, endpoint, showsBook, account = findNamed(edge, visit.headers) }: FaultyCall,
  serve: () => Promise<Reply>,
): Promise<Reply | undefined> {
  const met: string[] = [];
  const meet = (hook: FaultHook): RunningFault | undefined => {
    const fault = faults.find(hook, account);
    if (fault?.hit() !== true) return undefined;
    met.push(fault.kind);
    return fault;
  };
  const slow = meet('before');
  if (slow !== undefined) await faults.wait(waitOf(slow));
  const refusing = meet('instead');
  const stale = refusing === undefined && showsBook === true ? meet('stale') : undefined;
  const reply =
    (refusing && refusedReply(visit, refusing)) ??
    (stale === undefined ? await serve() : await keptReply(stale, visit, serve));
  const hasEffect = endpoint.permission === 'trade' && reply.code === undefined;
  if (hasEffect && meet('after') !== undefined) {
    edge.logger.info({ path: endpoint.id, account }, 'an answer was lost on request');
    visit.socket.destroy();
    const lost = { status: 0, body: '', fault: met.join(', ') };
    for (const follow of edge.followers) follow(visit, lost, account);
    return undefined;
  }
  const named = reply.fault === undefined ? met : [...met, reply.fault];
  return named.length === 0 ? reply : { ...reply, fault: named.join(', ') };
}

/**
 * The account of a public call or socket: that of the key that it names, though nothing is signed.
 * A browser's socket has no headers of its own, and names it in its address, by the beginning:
 * addresses stand in the logs of proxies, and a whole id opens listen keys.
 */
export function findNamed(
  { keys }: Pick<Edge, 'keys'>,
  headers: IncomingHttpHeaders,
  query = '',
): AccountId | undefined {
  const whole = findNamedKey(headers);
  if (whole !== undefined) return keys.find(whole)?.account;
  const begin = new URLSearchParams(query).get(KEY_NAME) ?? '';
  if (begin.length < KEY_BEGIN_LENGTH) return undefined;
  return keys.list().find(({ key }) => key.startsWith(begin))?.account;
}

function refusedReply(visit: Visit, { kind, settings }: RunningFault): Reply | undefined {
  const error = FAULT_KINDS[kind].error?.(settings);
  if (error === undefined) return undefined;
  const { retryAfterSeconds } = settings;
  const reply = errorReply(visit, error);
  return retryAfterSeconds === undefined ? reply : { ...reply, retryAfterSeconds };
}

/** More different questions than a bot asks; further ones are served as they are. */
const KEPT_MAX = 500;

async function keptReply(
  { kept }: RunningFault,
  { target: { path, query } }: Visit,
  serve: () => Promise<Reply>,
): Promise<Reply> {
  const question = `${path}?${query}`;
  const known = kept.get(question);
  if (known !== undefined) return known;
  const reply = await serve();
  if (reply.code === undefined && kept.size < KEPT_MAX) kept.set(question, reply);
  return reply;
}
