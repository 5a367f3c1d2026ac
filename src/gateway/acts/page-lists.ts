/**
 * Numbered pages of a list that keeps changing. Reading the first page fixes the list until the
 * reader stops. An order that is placed or canceled meanwhile then neither hides another order nor
 * shows it twice.
 */
import type { OrderId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';

/** How long a reader may take to ask for the next page. */
const LIST_LIFE_MILLIS = 60_000;
/** The number of lists kept at a time. A list has at most a few thousand ids. */
const LISTS_MAX = 1_000;

export interface PageTerms {
  /** Names the account and the query: equal for all pages of one reading. */
  readonly name: string;
  readonly limit: number;
  /** Counted from zero. */
  readonly page: number;
  readonly now: Millis;
}

export interface PageLists {
  /** Returns the ids of a page, from the list as it was when its first page was read. */
  readonly pageOf: (terms: PageTerms, present: readonly OrderId[]) => readonly OrderId[];
}

interface KeptList {
  readonly ids: readonly OrderId[];
  readonly readAt: Millis;
}

export function createPageLists(listsMax = LISTS_MAX): PageLists {
  const kept = new Map<string, KeptList>();
  const keep = (name: string, list: KeptList): void => {
    kept.delete(name);
    kept.set(name, list);
    for (const [oldest, { readAt }] of kept) {
      if (kept.size <= listsMax && list.readAt - readAt <= LIST_LIFE_MILLIS) return;
      kept.delete(oldest);
    }
  };
  const listOf = ({ name, page, now }: PageTerms, present: readonly OrderId[]) => {
    const known = kept.get(name);
    if (page === 0 || known === undefined) return present;
    return Math.abs(now - known.readAt) <= LIST_LIFE_MILLIS ? known.ids : present;
  };
  return {
    pageOf: (terms, present) => {
      const { name, limit, page, now } = terms;
      const ids = listOf(terms, present);
      if (ids.length > limit) keep(name, { ids, readAt: now });
      return ids.slice(page * limit, (page + 1) * limit);
    },
  };
}
