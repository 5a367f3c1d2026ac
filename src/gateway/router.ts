/**
 * Finds the route of a request by method and path. A path may hold names (`/keys/:key`) and end in
 * a star. The values of names are percent-decoded.
 */
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  METHODS,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import createTree from 'find-my-way';
import { assert } from '../domain/assert.ts';

export interface RequestTarget {
  readonly path: string;
  /** As it came, without its question mark. */
  readonly query: string;
}

/** A request as it came by HTTP, before anybody read its body. */
export interface Request {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
}

/** Where an answer by HTTP is written: Node's response, or a plain one. */
export interface Outlet {
  /** Whether the connection stays open after the answer. */
  shouldKeepAlive: boolean;
  readonly socket: Socket | null;
  /** Names and values in turn. */
  writeHead(status: number, headers: string[]): Outlet;
  end(body: string | Uint8Array, encoding: 'latin1' | 'utf8'): void;
}

/** A request that was read without Node. */
export interface PlainRequest extends Request {
  readonly method: string;
  readonly url: string;
  /** Undefined for none. */
  readonly body: Buffer | undefined;
  /** Of all of it. */
  readonly bytes: number;
}

/** How a plain request is served; undefined if Node has to. */
export type FindPlain = (request: PlainRequest) => ((response: Outlet) => void) | undefined;

/** A request on its way to its route. */
export interface Incoming {
  readonly request: Request;
  readonly response: Outlet;
  /** What is still to be read; undefined for none. */
  readonly body: IncomingMessage | Buffer | undefined;
  readonly target: RequestTarget;
  /** The values of the names in the path. */
  readonly names: PathNames;
}

export type PathNames = Readonly<Record<string, string | undefined>>;

export type Serve = (incoming: Incoming) => void;

export interface RouteTerms {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Whether the path must match as it was sent, without decoding. A signed path must. */
  readonly isLiteral?: boolean;
}

export interface Router {
  readonly add: (terms: RouteTerms, serve: Serve) => void;
  readonly has: (path: string) => boolean;
  /** How a plain request is served; undefined if its path does not match as it was sent. */
  readonly findPlain: FindPlain;
  readonly serve: (message: IncomingMessage, response: ServerResponse) => void;
  /** From now on each answer ends its connection. */
  readonly end: () => void;
}

export interface Fallbacks {
  readonly serveUnknown: Serve;
  readonly refusePath: (request: Request, response: Outlet, problem: string) => void;
}

const NO_NAMES: PathNames = {};

export function createRouter({ serveUnknown, refusePath }: Fallbacks): Router {
  const refuse =
    (problem: string) =>
    (path: string, message: IncomingMessage, response: ServerResponse): void =>
      refusePath(message, response, `'${path}' ${problem}`);
  const refuseBad = refuse('is not a valid url component');
  const tree = createTree({
    onBadUrl: refuseBad,
    onMaxParamLength: refuse('is too long'),
    // Queries are read from the target as it came.
    querystringParser: () => ({}),
  });
  const literal = new Map<string, Map<string, Serve>>();
  let isEnding = false;
  const findLiteral = (method: string, path: string): Serve | undefined =>
    literal.get(path)?.get(method);
  return {
    findPlain: (request) => {
      const target = requestTarget(request.url);
      const serve = findLiteral(request.method, target.path);
      if (serve === undefined) return undefined;
      return (response) => {
        if (isEnding) response.shouldKeepAlive = false;
        serve({ request, response, body: request.body, target, names: NO_NAMES });
      };
    },
    add: ({ method, path, isLiteral = false }, serve) => {
      const atPath = literal.get(path) ?? new Map<string, Serve>();
      assert(!atPath.has(method), 'a route is added once', `${method} ${path}`);
      if (isLiteral) literal.set(path, atPath.set(method, serve));
      else
        tree.on(method, path, (message, response, names, target: RequestTarget) =>
          serve({ request: message, body: message, response, target, names }),
        );
    },
    has: (path) => tree.hasRoute('GET', path),
    end: () => {
      isEnding = true;
    },
    serve: (message, response) => {
      if (isEnding) response.shouldKeepAlive = false;
      const target = requestTarget(message.url);
      const { path } = target;
      // Node itself leaves out the body of an answer to HEAD.
      const method = message.method === 'HEAD' ? 'GET' : (message.method ?? '');
      const serve = findLiteral(method, path);
      const incoming = { request: message, body: message, response, target, names: NO_NAMES };
      if (serve !== undefined) return serve(incoming);
      const found = isMethod(method) ? tree.find(method, path) : null;
      if (found !== null) return void found.handler(message, response, found.params, target, {});
      if (!isDecodable(path)) return refuseBad(path, message, response);
      return serveUnknown(incoming);
    },
  };
}

type Method = Parameters<ReturnType<typeof createTree>['find']>[0];
const KNOWN: ReadonlySet<string> = new Set(METHODS);
const isMethod = (method: string): method is Method => KNOWN.has(method);

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

const SLASH = 0x2f;

/**
 * Leading slashes become one: widely copied samples join a base address that ends in a slash with a
 * path that begins with one, and sign a single slash. A whole address, as sent to a proxy, loses
 * its scheme and host. Nothing else is changed: no decoding, no sorting.
 */
export function normalTarget(url: string): string {
  if (url.charCodeAt(0) === SLASH)
    return url.charCodeAt(1) === SLASH ? url.replace(/^\/+/, '/') : url;
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path.replace(/^\/+/, '/') : `/${path}`;
}

export function splitTarget(target: string): RequestTarget {
  const at = target.indexOf('?');
  return at < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, at), query: target.slice(at + 1) };
}

/** Of a request as Node gives it. */
export const requestTarget = (url: string | undefined): RequestTarget =>
  splitTarget(normalTarget(url ?? '/'));
