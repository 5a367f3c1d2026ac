/**
 * Calls in frames: each takes the path of a call by HTTP, with its limits, its signature and its
 * protection against repeats, and is answered in a frame.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { AccountId } from '../../domain/ids.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import type { CallTarget, FrameCall } from '../../wire/socket-dialect.ts';
import type { Dialect } from '../dialect.ts';
import type { Gateway } from '../gateway.ts';
import { errorReply, type Reply, reportReply } from '../reply.ts';
import type { PrivateRoute, PublicRoute } from '../route.ts';
import type { Visit } from '../visit.ts';
import type { Connection } from './connection.ts';
import { nameAccount } from './socket-faults.ts';
import { textFrame } from './text-frame.ts';

export interface CallParts {
  readonly gateway: Pick<Gateway, 'edge' | 'receiveFrame'>;
  readonly connection: Connection;
  readonly dialect: Dialect;
  /** Of the handshake. */
  readonly headers: IncomingHttpHeaders;
  readonly query: string;
  readonly socket: Socket;
  /** Tells the frames of one connection from those of every other, and from each other. */
  readonly session: string;
  readonly count: () => number;
}

/** Calls of one connection that may wait for their answers at once. */
const CALLS_WAITING_MAX = 100;

/** Names of calls that a connection remembers: more than it can make while one of them is valid. */
const NAMES_KEPT_MAX = 2_000;

const TOO_MANY = 'too many calls are waiting for their answers';

export type SocketCalls = ReturnType<typeof openCalls>;

export function openCalls(parts: CallParts) {
  const { connection, dialect, query } = parts;
  const routes = new Map(
    dialect.routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]),
  );
  const routeOf = ({ call }: FrameCall) =>
    isWireError(call) ? undefined : routes.get(`${call.method} ${call.path}`);
  /** Also makes calls that nobody asked for, such as for the first frame of a channel. */
  const ask = async (frame: FrameCall): Promise<void> => {
    const { call, nobody } = frame;
    const route = routeOf(frame);
    if (nobody !== undefined && connection.key === undefined) refuse(parts, frame, nobody);
    else if (isWireError(call) || route === undefined)
      refuse(parts, frame, isWireError(call) ? call : wireError('404'));
    else await carryOut(parts, frame, call, route);
  };
  let waiting = 0;
  const named = new Set<string>();
  const isFirst = (name: string): boolean => {
    const isNew = !named.has(name);
    named.add(name);
    const [oldest = ''] = named;
    if (named.size > NAMES_KEPT_MAX) named.delete(oldest);
    return isNew;
  };
  /** Answers whether the frame was a call. */
  const hear = (text: string | undefined): boolean => {
    const frame = connection.dialect.readCall?.(text ?? '', query);
    if (frame === undefined) return false;
    if (!connection.isOpen) return true;
    if (routeOf(frame) !== undefined && waiting >= CALLS_WAITING_MAX) {
      refuse(parts, frame, wireError('429', { detail: both(TOO_MANY) }));
      return true;
    }
    const { unique } = frame;
    // Nobody can make a call, and fill a memory, without a key.
    if (unique !== undefined && connection.key !== undefined && !isFirst(unique.name)) {
      refuse(parts, frame, unique.again);
      return true;
    }
    waiting += 1;
    const done = (): void => {
      waiting -= 1;
    };
    void ask(frame).finally(done);
    return true;
  };
  return { hear, ask };
}

function carryOut(
  parts: CallParts,
  frame: FrameCall,
  call: CallTarget,
  route: PublicRoute | PrivateRoute,
): Promise<void> {
  const { gateway, dialect } = parts;
  const visit = visitOf(parts, call);
  return gateway.receiveFrame(dialect, route, visit, (seen, reply, account) => {
    if (account !== undefined) nameAccount(gateway.edge, parts.connection, account);
    tell(parts, frame, seen, reply, account);
    reportReply(gateway.edge, seen, reply, account);
    if (reply.isLast === true) parts.connection.cutOff('too many requests from this address');
  });
}

/** Answers a frame that leads to no call. It costs as much as a light one. */
function refuse(parts: CallParts, frame: FrameCall, error: WireError): void {
  const { edge } = parts.gateway;
  const nowhere = { method: 'GET', path: '', query: '', headers: {} } as const;
  const visit = visitOf(parts, nowhere);
  const limiter = edge.limiterOf(parts.dialect);
  const wait = limiter.takeAddress(visit.client.group, 1, visit.startedAt);
  tell(parts, frame, visit, errorReply(visit, wait === 0 ? error : wireError('429')));
  if (wait > 0 && limiter.noteTold(visit.client.group, visit.startedAt))
    parts.connection.cutOff('too many requests from this address');
}

function visitOf(
  { gateway, connection, dialect, headers, socket, session, count }: CallParts,
  call: CallTarget,
): Visit {
  const { key } = connection;
  const { clock } = gateway.edge.venue;
  const { client, locale } = connection.peer;
  return {
    method: call.method,
    headers: { ...headers, ...call.headers },
    body: call.body === undefined ? undefined : Buffer.from(call.body),
    ...(key === undefined ? {} : { session: { key, mark: `${session} ${count()}` } }),
    socket,
    endpoint: call.path,
    dialect,
    target: { path: call.path, query: call.query },
    names: {},
    client,
    locale,
    now: clock.wallNow(),
    startedAt: clock.monotonicNow(),
  };
}

function tell(
  { gateway, connection }: CallParts,
  { answer }: FrameCall,
  { client, startedAt, dialect }: Visit,
  { status, body, retryAfterSeconds }: Reply,
  account?: AccountId,
): void {
  const used = gateway.edge.limiterOf(dialect).counts(client.group, account, startedAt);
  connection.send(textFrame(answer({ status, body, retryAfterSeconds, used })));
}
