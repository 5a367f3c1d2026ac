/**
 * Finds the route of a request by method and path. A path may hold names (`/keys/:key`) and end in
 * a star; what stands in place of a name is percent-decoded.
 */
import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import createTree from 'find-my-way';
import { type RequestTarget, requestTarget } from './request-target.ts';

/** A request as it came, before anybody read its body. */
export interface Incoming {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
  /** What stood in the path in place of each name. */
  readonly names: PathNames;
}

export type PathNames = Readonly<Record<string, string | undefined>>;

export type Serve = (incoming: Incoming) => void;

export interface RouteTerms {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Whether only this very text is meant: a path that is signed is not decoded. */
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
    onMaxParamLength: refuse('is exceeding the max param length'),
    // Queries are read from the target as it came.
    querystringParser: () => ({}),
  });
  return {
    add: ({ method, path, isLiteral = false }, serve) =>
      tree.on(method, path, (message, response, names, target: RequestTarget) => {
        const meant = isLiteral && target.path !== path ? serveUnknown : serve;
        meant({ message, response, target, names });
      }),
    has: (path) => tree.hasRoute('GET', path),
    serve: (message, response) => {
      const target = requestTarget(message.url);
      // Asked for the head of an answer only, Node leaves out the rest by itself.
      const method = message.method === 'HEAD' ? 'GET' : (message.method ?? '');
      const found = isMethod(method) ? tree.find(method, target.path) : null;
      if (found !== null) found.handler(message, response, found.params, target, {});
      else if (isDecodable(target.path))
        serveUnknown({ message, response, target, names: NO_NAMES });
      else refuseBad(target.path, message, response);
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
