/**
 * Finds the route of a request by method and path. A path may hold names (`/keys/:key`) and end in
 * a star. The values of names are percent-decoded.
 */
import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import createTree from 'find-my-way';
import { assert } from '../domain/assert.ts';

export interface RequestTarget {
  readonly path: string;
  /** As it came, without its question mark. */
  readonly query: string;
}

/** A request as it came, before anybody read its body. */
export interface Incoming {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
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
  readonly serve: (message: IncomingMessage, response: ServerResponse) => void;
}

export interface Fallbacks {
  readonly serveUnknown: Serve;
  readonly refusePath: (incoming: Incoming, problem: string) => void;
}

const NO_NAMES: PathNames = {};

export function createRouter({ serveUnknown, refusePath }: Fallbacks): Router {
  const refuse =
    (problem: string) =>
    (path: string, message: IncomingMessage, response: ServerResponse): void =>
      refusePath({ message, response, ...bare(message) }, `'${path}' ${problem}`);
  const refuseBad = refuse('is not a valid url component');
  const tree = createTree({
    onBadUrl: refuseBad,
    onMaxParamLength: refuse('is too long'),
    // Queries are read from the target as it came.
    querystringParser: () => ({}),
  });
  const literal = new Map<string, Map<string, Serve>>();
  return {
    add: ({ method, path, isLiteral = false }, serve) => {
      const atPath = literal.get(path) ?? new Map<string, Serve>();
      assert(!atPath.has(method), 'a route is added once', `${method} ${path}`);
      if (isLiteral) literal.set(path, atPath.set(method, serve));
      else
        tree.on(method, path, (message, response, names, target: RequestTarget) =>
          serve({ message, response, target, names }),
        );
    },
    has: (path) => tree.hasRoute('GET', path),
    serve: (message, response) => {
      const target = requestTarget(message.url);
      const { path } = target;
      // Node itself leaves out the body of an answer to HEAD.
      const method = message.method === 'HEAD' ? 'GET' : (message.method ?? '');
      const serve = literal.get(path)?.get(method);
      if (serve !== undefined) return serve({ message, response, target, names: NO_NAMES });
      const found = isMethod(method) ? tree.find(method, path) : null;
      if (found !== null) return void found.handler(message, response, found.params, target, {});
      if (!isDecodable(path)) return refuseBad(path, message, response);
      return serveUnknown({ message, response, target, names: NO_NAMES });
    },
  };
}

const bare = ({ url }: IncomingMessage): Pick<Incoming, 'target' | 'names'> => ({
  target: requestTarget(url),
  names: NO_NAMES,
});

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
