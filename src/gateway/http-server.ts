/**
 * The HTTP server of a port. It limits the length, duration and number of requests, gives each one
 * to its route, answers malformed requests, and closes cleanly.
 */

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Millis } from '../domain/units.ts';
import { clearTimeout, setTimeout } from '../machine/timers.ts';
import { both, errorBody, localeOf, type WireError, wireError } from '../wire/errors.ts';
import type { Crowd } from './connections/crowd.ts';
import { watchHandshakes } from './connections/handshakes.ts';
import { paceRequests, TOO_MANY_CHUNKS, type Turns } from './connections/pace-requests.ts';
import { JSON_TYPE, writePage } from './reply.ts';
import { createRouter, type FindPlain, type Outlet, type Request, type Serve } from './router.ts';
import type { ConnectionSettings } from './settings.ts';

/** A certificate and its private key, as PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

export interface HttpParts {
  /** Undefined for plain HTTP. */
  readonly tls?: Tls | undefined;
  readonly connections: ConnectionSettings;
  /** The open connections, and the turns that their addresses take. */
  readonly crowd: Crowd;
  readonly turns: Turns;
  readonly now: () => Millis;
  /** Answers requests that have no route. */
  readonly serveUnknown: Serve;
  /** Called for each malformed request, which no route charges for. */
  readonly noteBroken: (socket: Socket, kind: Broken) => void;
}

/** Not HTTP; a request that cannot be served, or that broke off or never came; broken frames. */
export type Broken = 'garbage' | 'unfit' | 'given-up' | 'bad-frame';

export interface ListenPlace {
  readonly host: string;
  readonly port: number;
}

/** A socket that another process bound. */
export interface InheritedPlace {
  readonly fd: number;
}

/** Longer than any answer takes, and well within what a stop may last. */
const GRACE_MILLIS = 1_500;

export type HttpServer = ReturnType<typeof createHttpServer>;

export function createHttpServer(parts: HttpParts) {
  const { crowd, now, noteBroken, serveUnknown } = parts;
  const closing: (() => void)[] = [];
  const closed: (() => void)[] = [];
  let end: Promise<void> | undefined;
  const refuse = ({ headers, socket }: Request, response: Outlet, problem: string): void => {
    noteBroken(socket, 'unfit');
    const body = errorText(headers, brokenRequest(problem), now());
    writePage(response, { status: 400, headers: { 'content-type': JSON_TYPE }, body });
  };
  const router = createRouter({ serveUnknown, refusePath: refuse });
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    router.serve(message, response);
  };
  const open = (listener: RequestListener, findPlainHere: FindPlain): Server => {
    const opened = openServer(parts, listener);
    guard(opened, parts, findPlainHere);
    opened.on('checkExpectation', (message: IncomingMessage, response: ServerResponse) =>
      refuse(message, response, 'only 100-continue can be expected'),
    );
    opened.on('clientError', (error: BrokenError, socket: Socket) => {
      // There is nobody to answer without a handshake, and its connection is charged when it ends.
      if (/^ERR_(?:SSL|TLS)/.test(error.code ?? '')) return void socket.destroy();
      noteBroken(socket, GARBAGE.test(error.code ?? '') ? 'garbage' : 'given-up');
      answerBrokenRequest(error, socket, now());
    });
    return opened;
  };
  const server = open(serve, router.findPlain);
  /** Those of further ports, and what stands before their paths. */
  const further = new Map<Server, string>();
  let upgrades: Upgrades | undefined;
  return {
    server,
    /** Lets requests become sockets, at every port. */
    upgrade: (terms: Upgrades): void => {
      upgrades = terms;
      takeUpgrades(server, '', terms);
      for (const [each, path] of further) takeUpgrades(each, path, terms);
    },
    /** Listens at a second port, for clients whose root is this path. */
    listenUnder: (path: string, where: ListenPlace): Promise<number> => {
      const opened = open(
        (message, response) => serve(under(path, message), response),
        (request) => router.findPlain({ ...request, url: `${path}${request.url}` }),
      );
      if (upgrades !== undefined) takeUpgrades(opened, path, upgrades);
      further.set(opened, path);
      return listen(opened, where);
    },
    add: router.add,
    has: router.has,
    /** Answers with the port it listens at. */
    listen: (where: ListenPlace | InheritedPlace) => listen(server, where),
    /** Accepts nothing new, and resolves when running requests are answered. */
    close: (): Promise<void> => {
      router.end();
      end ??= closeServers([server, ...further.keys()], crowd, closing).then(() => {
        for (const act of closed) act();
      });
      return end;
    },
    /** Called when closing begins, and when the last connection is gone. */
    onClosing: (act: () => void) => void closing.push(act),
    onClosed: (act: () => void) => void closed.push(act),
  };
}

/** Which requests become sockets, and what is done with them. */
export interface Upgrades {
  readonly isMeant: (message: IncomingMessage) => boolean;
  readonly open: (message: IncomingMessage, stream: Duplex, head: Buffer) => void;
}

function takeUpgrades(server: Server, path: string, { isMeant, open }: Upgrades): void {
  Object.assign(server, { shouldUpgradeCallback: isMeant });
  server.on('upgrade', (message: IncomingMessage, stream: Duplex, head: Buffer) =>
    open(under(path, message), stream, head),
  );
}

/** Resolves when its last connection is gone. */
const endServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // A server that never listened reports an error here, and is closed all the same.
    server.close(() => resolve());
    server.closeIdleConnections();
  });

/** The request as one to the first port. */
function under(path: string, message: IncomingMessage): IncomingMessage {
  message.url = `${path}${message.url ?? '/'}`;
  return message;
}

function listen(server: Server, where: ListenPlace | InheritedPlace): Promise<number> {
  return new Promise((resolve, fail) => {
    server.once('error', fail);
    server.listen(where, () => {
      server.off('error', fail);
      const bound = server.address();
      resolve(bound !== null && typeof bound === 'object' ? bound.port : 0);
    });
  });
}

/**
 * Closing waits for every connection, and some never end: a request that does not finish, a socket
 * that does not answer. After a grace period they are cut.
 */
async function closeServers(
  servers: readonly Server[],
  crowd: Crowd,
  closing: readonly (() => void)[],
): Promise<void> {
  crowd.close();
  for (const act of closing) act();
  const timer = setTimeout(() => crowd.cut(), GRACE_MILLIS).unref();
  await Promise.all(servers.map(endServer));
  clearTimeout(timer);
}

function openServer({ connections, tls }: HttpParts, serve: RequestListener): Server {
  const options = serverOptions(connections);
  if (tls === undefined) return createServer(options, serve);
  return createTlsServer({ ...options, ...tls, allowHalfOpen: true }, serve);
}

/** Refuses unwelcome connections, and serves one request of a connection at a time. */
function guard(server: Server, parts: HttpParts, findPlain: FindPlain): void {
  const { connections, crowd, turns, tls, noteBroken, now } = parts;
  server.timeout = connections.stalledMillis;
  const blockList = { check: (address: string): boolean => crowd.isUnwelcome(address) };
  Object.assign(server, {
    blockList,
    // Without sockets, a request that offers to upgrade is an ordinary request.
    shouldUpgradeCallback: () => false,
    // Who ends its side after a request still waits for the answer, which ends the connection.
    httpAllowHalfOpen: true,
    // Node takes a connection for idle whose request it has not read itself.
    closeIdleConnections: () => crowd.endIdle(),
  });
  const { keepAliveMillis, stalledMillis } = connections;
  const pace = { turns, findPlain, now, keepAliveMillis, stalledMillis };
  if (tls === undefined) paceRequests(server, 'connection', pace, (socket) => crowd.enter(socket));
  else {
    const millis = connections.headersMillis;
    const noteFailed = (socket: Socket): void => noteBroken(socket, 'given-up');
    const findGuest = watchHandshakes(server, { crowd, millis, noteFailed });
    paceRequests(server, 'secureConnection', pace, findGuest);
  }
}

const serverOptions = (connections: ConnectionSettings): ServerOptions => ({
  maxHeaderSize: connections.headerBytesMax,
  headersTimeout: connections.headersMillis,
  requestTimeout: connections.requestMillis,
  keepAliveTimeout: connections.keepAliveMillis,
  connectionsCheckingInterval: connections.checkEveryMillis,
  requireHostHeader: false,
});

const brokenRequest = (problem: string): WireError =>
  wireError('40017', { detail: both(problem.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)) });

const errorText = (headers: IncomingHttpHeaders, error: WireError, now: Millis): string =>
  JSON.stringify(errorBody(error, localeOf(headers['locale']), now));

type BrokenError = Error & { readonly code?: string };

/** Bytes that are not HTTP. A request that breaks off is not meant. */
const GARBAGE = new RegExp(`^HPE_(?!INVALID_EOF_STATE$)|^${TOO_MANY_CHUNKS}$`);

const PROBLEMS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the headers are too long',
  [TOO_MANY_CHUNKS]: 'the body comes in too many chunks',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
};

/** Answers on the bare socket: there is no request object for malformed or endless input. */
function answerBrokenRequest(error: BrokenError, socket: Socket, now: Millis): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem = PROBLEMS[error.code ?? ''] ?? 'the request is not valid HTTP';
  const body = JSON.stringify(errorBody(brokenRequest(problem), 'en', now));
  socket.end(
    'HTTP/1.1 400 Bad Request\r\n' +
      `content-type: ${JSON_TYPE}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
    () => socket.destroySoon(),
  );
}
