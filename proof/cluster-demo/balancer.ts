/**
 * A small balancer before the replicas of `perpetua cluster demo`: all requests with one API key go
 * to the same replica while that answers, and to the same other one when it does not. A request
 * that gets no answer is sent again elsewhere: it is the same signed request, so it counts once.
 * In production a proxy does this; see deploy/.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { findNamedKey } from '../../src/gateway/dialects.ts';

export interface BalancerParts {
  readonly port: number;
  readonly replicas: readonly { readonly name: string; readonly port: number }[];
  /** Called when a replica begins or ceases to answer. */
  readonly onChange?: (name: string, isUp: boolean) => void;
}

export interface Balancer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

interface Upstream {
  readonly name: string;
  readonly port: number;
  readonly agent: Agent;
  /** The sockets that were handed through. */
  readonly tunnels: Set<Socket>;
  isUp: boolean;
}

/** Callers are on this machine as well, so replicas need not be told their addresses. */
const HOST = '127.0.0.1';
const LOOK_MILLIS = 250;
/** A replica that twice does not say how it is within this time is left alone until it does. */
const HEALTH_MILLIS = 1_000;
const SILENCES_MAX = 2;
/** As long as clients wait for an answer, and longer than an election of the log. */
const PATIENCE_MILLIS = 10_000;
const AGAIN_MILLIS = 100;
const BODY_BYTES_MAX = 1_048_576;
const UNAVAILABLE = 503;
const NOT_KNOWN = 504;

export async function openBalancer(parts: BalancerParts): Promise<Balancer> {
  const upstreams = parts.replicas.map(({ name, port }) => {
    const agent = new Agent({ keepAlive: true });
    return { name, port, agent, tunnels: new Set<Socket>(), isUp: false };
  });
  const server = createServer((message, response) => {
    serve(upstreams, message, response).catch(() => response.destroy());
  });
  server.on('upgrade', (message, socket, head) => {
    socket.on('error', () => socket.destroy());
    tunnel(upstreams, message, socket, head).catch(() => socket.destroy());
  });
  const watching = upstreams.map((upstream) => watch(upstream, parts.onChange));
  server.listen(parts.port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    for (const stop of watching) stop();
    throw error;
  }
  const bound = server.address();
  return {
    port: bound !== null && typeof bound === 'object' ? bound.port : parts.port,
    close: async () => {
      for (const stop of watching) stop();
      for (const upstream of upstreams) letGo(upstream);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Asks a replica again and again whether it trades. Returns a function that stops it. */
function watch(upstream: Upstream, onChange: BalancerParts['onChange']): () => void {
  let isAsking = false;
  let silences = 0;
  const look = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const isTrading = await findTrading(upstream);
    isAsking = false;
    silences = isTrading === undefined ? silences + 1 : 0;
    const isUp = isTrading ?? (upstream.isUp && silences < SILENCES_MAX);
    if (isUp === upstream.isUp) return;
    upstream.isUp = isUp;
    if (!isUp) letGo(upstream);
    onChange?.(upstream.name, isUp);
  };
  const timer = setInterval(look, LOOK_MILLIS);
  void look();
  return () => clearInterval(timer);
}

/** Undefined if it does not answer. */
async function findTrading({ port }: Upstream): Promise<boolean | undefined> {
  try {
    const signal = AbortSignal.timeout(HEALTH_MILLIS);
    const answer = await fetch(`http://${HOST}:${port}/healthz`, { signal });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return undefined;
  }
}

/** What is under way there is sent again elsewhere; clients open their sockets again. */
function letGo({ agent, tunnels }: Upstream): void {
  agent.destroy();
  for (const socket of tunnels) socket.destroy();
}

async function serve(
  upstreams: readonly Upstream[],
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(message);
  if (body === undefined) return refuse(response, 413, 'the body is too long');
  const deadline = performance.now() + PATIENCE_MILLIS;
  const tried = new Set<Upstream>();
  let isKnown = true;
  for (;;) {
    const upstream = await choose(upstreams, keyOf(message), tried, deadline);
    if (upstream === undefined)
      return isKnown
        ? refuse(response, UNAVAILABLE, 'no replica answers; nothing was done')
        : refuse(response, NOT_KNOWN, 'no replica answers; whether this was done is not known');
    if (response.closed) return;
    const answer = await attempt(upstream, message, body, response);
    const isLate = performance.now() > deadline;
    if (answer instanceof Error) {
      // It may have come as far as the log.
      isKnown = message.method === 'GET';
      if (isLate || !mayRepeat(message)) return refuse(response, 502, answer.message);
    } else if (answer.statusCode !== UNAVAILABLE || isLate) {
      return passOn(answer, response);
    } else {
      answer.resume();
    }
    tried.add(upstream);
    await pause(AGAIN_MILLIS);
  }
}

/** A signed request counts once, however often it comes; a question changes nothing. */
const mayRepeat = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' || method === 'HEAD' || findNamedKey(headers) !== undefined;

/** Callers without a key are told apart by their addresses. */
const keyOf = ({ headers, socket }: IncomingMessage): string =>
  findNamedKey(headers) ?? socket.remoteAddress ?? '';

/** Of those that answer, the one this key prefers; first one that was not tried. */
async function choose(
  upstreams: readonly Upstream[],
  key: string,
  tried: Set<Upstream>,
  deadline: number,
): Promise<Upstream | undefined> {
  for (;;) {
    const up = upstreams.filter(({ isUp }) => isUp);
    if (up.every((each) => tried.has(each))) tried.clear();
    const [best] = up
      .filter((each) => !tried.has(each))
      .sort((first, second) => preference(key, second) - preference(key, first));
    if (best !== undefined || performance.now() > deadline) return best;
    await pause(AGAIN_MILLIS);
  }
}

/** When a replica goes away, only its own keys move to others. */
const preference = (key: string, { name }: Upstream): number =>
  createHash('sha256').update(`${name} ${key}`).digest().readUInt32LE();

async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Resolves with the head of the answer, or with the error that came instead. */
function attempt(
  { port, agent }: Upstream,
  message: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<IncomingMessage | Error> {
  const { method, url: path } = message;
  const headers = { ...withoutHops(message.headers), 'content-length': String(body.length) };
  return new Promise((resolve) => {
    const sending = request({ host: HOST, port, agent, method, path, headers }, resolve);
    const drop = (): void => void sending.destroy();
    response.on('close', drop);
    sending.on('error', resolve).on('close', () => response.off('close', drop));
    sending.end(body);
  });
}

const HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

const withoutHops = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name)));

function passOn(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? UNAVAILABLE, withoutHops(answer.headers));
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}

function refuse(response: ServerResponse, status: number, because: string): void {
  const text = JSON.stringify({ code: String(status), msg: `the balancer: ${because}` });
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(text);
}

/** Hands a socket through to a replica, with what the client said so far. */
async function tunnel(
  upstreams: readonly Upstream[],
  message: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MILLIS;
  const tried = new Set<Upstream>();
  for (;;) {
    const upstream = await choose(upstreams, keyOf(message), tried, deadline);
    if (upstream === undefined) {
      client.end(`HTTP/1.1 ${UNAVAILABLE} Service Unavailable\r\nconnection: close\r\n\r\n`);
      return;
    }
    const server = connect(upstream.port, HOST);
    try {
      await once(server, 'connect');
      return join(upstream, server, client, [headOf(message), head]);
    } catch {
      server.destroy();
      tried.add(upstream);
    }
  }
}

function headOf(message: IncomingMessage): string {
  const lines = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
  return [`${message.method} ${message.url} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function join(
  { tunnels }: Upstream,
  server: Socket,
  client: Duplex,
  said: readonly (string | Buffer)[],
): void {
  tunnels.add(server);
  server.on('close', () => {
    tunnels.delete(server);
    client.destroy();
  });
  server.on('error', () => server.destroy());
  client.on('close', () => server.destroy());
  for (const part of said) server.write(part);
  server.pipe(client).pipe(server);
}
