/** The text that a request signs. The client and the gateway compute its digest. */

export interface SignedRequest {
  /** The ACCESS-TIMESTAMP header. */
  readonly timestamp: string;
  readonly method: string;
  /** Without host and query. */
  readonly path: string;
  /** As sent, without its question mark; empty if there is none. */
  readonly query: string;
  /** Exactly as sent; empty for a GET. */
  readonly body: string;
}

/** Returns the path with one leading slash: a popular sample sends two and signs one. */
export const normalizePath = (path: string): string =>
  path.startsWith('//') ? path.replace(/^\/+/, '/') : path;

export const prehash = (request: SignedRequest): string => `${prehashHead(request)}${request.body}`;

/** Returns the text before the body. The body may be bytes that are not text. */
export const prehashHead = (request: Omit<SignedRequest, 'body'>): string => {
  const { timestamp, method, path, query } = request;
  const question = query === '' ? '' : `?${query}`;
  return `${timestamp}${method.toUpperCase()}${normalizePath(path)}${question}`;
};
