/** The text that a request is signed over. Making the digest is the gateway's and the client's. */

export interface SignedRequest {
  /** As in the ACCESS-TIMESTAMP header. */
  readonly timestamp: string;
  readonly method: string;
  /** Without host and query. */
  readonly path: string;
  /** As sent, without its question mark; empty where there is none. */
  readonly query: string;
  /** Exactly as sent; empty for a GET. */
  readonly body: string;
}

/** Leading slashes count as one: a popular sample joins two, and signs one. */
export const normalizePath = (path: string): string =>
  path.startsWith('//') ? path.replace(/^\/+/, '/') : path;

export const prehash = (request: SignedRequest): string => `${prehashHead(request)}${request.body}`;

/** Everything before the body, which may be bytes that are no text. */
export const prehashHead = (request: Omit<SignedRequest, 'body'>): string => {
  const { timestamp, method, path, query } = request;
  const question = query === '' ? '' : `?${query}`;
  return `${timestamp}${method.toUpperCase()}${normalizePath(path)}${question}`;
};

export const SOCKET_PATH = '/v2/ws/private';

/** A private socket is signed over its path alone. */
export const socketPrehash = (timestamp: string, path = SOCKET_PATH): string =>
  `${timestamp}${path}`;
