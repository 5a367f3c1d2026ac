/**
 * Amendments of orders, as callers asked for them: the journal holds every one, but no view lists
 * them. The latest of each account are kept while the venue runs.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';
import type { Amendment } from '../../wire/order-target.ts';
import { KeptMap } from '../kept-map.ts';

const ACCOUNTS_MAX = 1_000;
const PER_ACCOUNT_MAX = 1_000;
const LIFE_MILLIS = 90 * 86_400_000;
/** Ids rise within a millisecond, and across restarts. */
const IDS_PER_MILLI = 1_000;

export interface Amendments {
  readonly note: (account: AccountId, amended: Omit<Amendment, 'id' | 'count'>) => void;
  /** Oldest first. */
  readonly list: (account: AccountId) => readonly Amendment[];
}

export function createAmendments(): Amendments {
  const kept = new KeptMap<AccountId, readonly Amendment[]>({
    keptMax: ACCOUNTS_MAX,
    lifeMillis: LIFE_MILLIS,
  });
  let last = 0;
  const list = (account: AccountId): readonly Amendment[] => kept.find(account) ?? [];
  const nextId = (at: Millis): number => {
    last = Math.max(last + 1, at * IDS_PER_MILLI);
    return last;
  };
  return {
    list,
    note: (account, amended) => {
      const known = list(account);
      const same = known.filter(({ order }) => order === amended.order);
      const count = (same.at(-1)?.count ?? 0) + 1;
      const made = { ...amended, id: nextId(amended.at), count };
      kept.keep(account, [...known.slice(1 - PER_ACCOUNT_MAX), made], amended.at);
    },
  };
}
