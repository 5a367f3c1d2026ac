/**
 * The HTTP server under the routes: bodies stay bytes, limits on everything that a caller can make
 * long, slow or many, and the one shape of errors for whatever goes wrong before a handler is
 * reached.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyError, type FastifyInstance, fastify } from 'fastify';
import type { Millis } from '../domain/units.ts';
import {
  both,
  errorBody,
  type FormatError,
  formatPlainError,
  type WireError,
  wireError,
} from '../wire/errors.ts';
import { bodyTooLong } from '../wire/read-body.ts';
import { Crowd } from './connections/crowd.ts';
import { paceRequests, TOO_MANY_CHUNKS } from './connections/pace-requests.ts';
import { createTurns, type Turns } from './connections/turns.ts';
import { endConnectionsWith } from './end-connections.ts';
import type { Endpoints } from './endpoints.ts';
import type { Log } from './log.ts';
import { localeFrom } from './request-locale.ts';
import { normalTarget } from './request-target.ts';
import { JSON_TYPE, SECURITY_HEADERS } from './security-headers.ts';
import type { ConnectionSettings } from './settings.ts';

export interface HttpParts {
  readonly connections: ConnectionSettings;
  /** Who is connected, and whose turn it is; each server has its own where they are left out. */
  readonly crowd?: Crowd;
  readonly turns?: Turns;
  /** Served before the framework sees a request. */
  readonly endpoints?: Endpoints;
  readonly log: Log;
  readonly now: () => Millis;
  /** In whose words a refusal at a path is put; the plain ones where it is left out. */
  readonly formatErrorAt?: (path: string) => FormatError;
  /** Told of requests that were refused before they reached a handler. */
  readonly noteRefused?: (status: number) => void;
  /** Told who sent what is no proper request, and so is charged by nobody else. */
  readonly chargeBroken?: (socket: Socket, kind: Broken) => void;
}

/** No HTTP at all, a request that cannot be served, or one that was given up or never came. */
export type Broken = 'garbage' | 'unfit' | 'given-up';

export function createHttpServer(parts: HttpParts): FastifyInstance {
  const { connections, log, now, noteRefused = () => undefined } = parts;
  const { endpoints, formatErrorAt = () => formatPlainError, turns = createTurns() } = parts;
  const crowd = parts.crowd ?? new Crowd({ terms: connections, ...NOBODY });
  const noteBroken = (socket: Socket, kind: Broken): void => {
    noteRefused(400);
    parts.chargeBroken?.(socket, kind);
  };
  let isClosing = false;
  const http = fastify({
    logger: false,
    bodyLimit: connections.bodyBytesMax,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    rewriteUrl: ({ url }) => normalTarget(url ?? '/'),
    // Queries are read from the raw target: what Fastify would make of them is not looked at.
    routerOptions: { querystringParser: () => ({}) },
    serverFactory: (handle: RequestListener) =>
      guard(
        createServer(serverOptions(connections), (message, response) => {
          // Whoever is still talking when the server closes is not kept alive after the answer.
          if (isClosing) response.shouldKeepAlive = false;
          if (endpoints?.serve(message, response) !== true) handle(message, response);
        }),
        { connections, crowd, turns },
      ),
    clientErrorHandler: (error, socket) => {
      noteBroken(socket, GARBAGE.test(error.code ?? '') ? 'garbage' : 'given-up');
      answerBrokenRequest(error, socket, now());
    },
    frameworkErrors: (error, { headers, socket }, { raw }) => {
      noteBroken(socket, 'unfit');
      const text = errorText(headers, brokenRequest(error.message), now());
      raw.writeHead(400, { ...SECURITY_HEADERS, 'content-type': JSON_TYPE }).end(text);
    },
  });
  http.addHook('preClose', async () => {
    isClosing = true;
    crowd.close();
  });
  endConnectionsWith(http);
  http.server.on('checkExpectation', ({ headers, socket }, response) => {
    noteBroken(socket, 'unfit');
    const text = errorText(headers, brokenRequest('only 100-continue can be expected'), now());
    response.writeHead(400, { ...SECURITY_HEADERS, 'content-type': JSON_TYPE }).end(text);
  });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  http.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });
  http.setErrorHandler((error: FastifyError, request, reply) => {
    const wrong = describe(error);
    noteRefused(wrong.status);
    if (wrong.status >= 500) log.error({ err: error, path: request.raw.url }, 'a request failed');
    const format = formatErrorAt(normalTarget(request.raw.url ?? '/'));
    const { status, body } = format(wrong, localeFrom(request.headers), now());
    void reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body));
  });
  return http;
}

/** Who is unwelcome is not let in, and who is in gets one answer at a time. */
function guard(
  server: Server,
  { connections, crowd, turns }: Required<Pick<HttpParts, 'connections' | 'crowd' | 'turns'>>,
): Server {
  server.timeout = connections.stalledMillis;
  const blockList = { check: (address: string): boolean => crowd.isUnwelcome(address) };
  // Until somebody serves sockets, a request that offers another protocol is only a request.
  Object.assign(server, { blockList, shouldUpgradeCallback: () => false });
  paceRequests(server, turns, (socket) => crowd.enter(socket));
  return server;
}

const NOBODY = { isTrusted: () => false, isShutOut: () => false };

const serverOptions = (connections: ConnectionSettings): ServerOptions => ({
  maxHeaderSize: connections.headerBytesMax,
  headersTimeout: connections.headersMillis,
  requestTimeout: connections.requestMillis,
  keepAliveTimeout: connections.keepAliveMillis,
  connectionsCheckingInterval: connections.checkEveryMillis,
  requireHostHeader: false,
});

/** What Fastify refuses by itself is always the caller's mistake; anything else is ours. */
function describe(error: FastifyError): WireError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLong();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wireError('40007');
    default:
      return (error.statusCode ?? 500) < 500 ? brokenRequest(error.message) : wireError('50000');
  }
}

const brokenRequest = (problem: string): WireError =>
  wireError('40017', { detail: both(problem.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)) });

const errorText = (headers: IncomingHttpHeaders, error: WireError, now: Millis): string =>
  JSON.stringify(errorBody(error, localeFrom(headers), now));

/** What the parser could make nothing of. A request that breaks off is none of it. */
const GARBAGE = new RegExp(`^HPE_(?!INVALID_EOF_STATE$)|^${TOO_MANY_CHUNKS}$`);

const PROBLEMS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the headers are too long',
  [TOO_MANY_CHUNKS]: 'the body comes in too many chunks',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
};

/** For what is no HTTP at all, or never ends: there is no request to answer, only a socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, now: Millis): void {
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
