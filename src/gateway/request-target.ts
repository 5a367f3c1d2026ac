/**
 * The target of a request as it is routed and signed. Widely copied samples join a base address
 * that ends in a slash with a path that begins with one: the doubled slash goes over the wire, the
 * single one is signed. Nothing else is changed: no decoding, no sorting.
 */

export interface RequestTarget {
  readonly path: string;
  /** As it came, without its question mark. */
  readonly query: string;
}

const SLASH = 0x2f;

/** Leading slashes become one; a whole address, as sent to a proxy, loses its scheme and host. */
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
