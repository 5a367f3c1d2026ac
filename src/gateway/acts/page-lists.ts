/**
 * Numbered pages of a list that goes on changing. The first page fixes the list for as long as
 * somebody reads on, so that an order placed or canceled meanwhile neither pushes another out of
 * sight nor shows it twice.
 */
import type { OrderId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';

/** How long somebody may take to ask for the next page. */
const LIST_LIFE_MILLIS = 60_000;
/** Readers at a time; a list has at most some thousand ids. */
const LISTS_MAX = 1_000;

export interface PageTerms {
  /** Whose list, and of what: equal for all pages of one reading. */
  readonly name: string;
  readonly limit: number;
  /** From zero. */
  readonly page: number;
  readonly now: Millis;
}

export interface PageLists {
  /** The ids of a page, out of the list as it was when its first page was read. */
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
