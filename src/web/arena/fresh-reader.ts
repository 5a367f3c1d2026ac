/** Reads answers of the public interface, and keeps each with its entity tag until it changes. */

/** Missing is an answer too: there is nothing with that name. */
export type FreshAnswer<Value> = Value | 'missing' | 'unreachable';

interface Kept {
  readonly tag: string;
  readonly text: string;
}

const KEPT_MAX = 20;

export function createFreshReader(): <Value extends object>(
  url: string,
) => Promise<FreshAnswer<Value>> {
  const kept = new Map<string, Kept>();
  return async (url) => {
    try {
      const known = kept.get(url);
      const headers: Record<string, string> =
        known === undefined ? {} : { 'if-none-match': known.tag };
      const response = await fetch(url, { headers, cache: 'no-store', credentials: 'omit' });
      if (response.status === 404) return 'missing';
      if (response.status === 304 && known !== undefined) return JSON.parse(known.text);
      if (!response.ok) return 'unreachable';
      const text = await response.text();
      const tag = response.headers.get('etag');
      if (tag !== null) keep(kept, url, { tag, text });
      return JSON.parse(text);
    } catch {
      return 'unreachable';
    }
  };
}

/** The oldest goes first. */
function keep(kept: Map<string, Kept>, url: string, one: Kept): void {
  kept.delete(url);
  kept.set(url, one);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) return;
    kept.delete(oldest);
  }
}
