/**
 * Amendments of orders, as callers asked for them: the journal holds every one, but no view lists
 * them. The latest of each account are kept while the venue runs.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { FactHome } from '../../facts/fact.ts';
import type { Amendment } from '../../wire/order-target.ts';
import { KeptMap } from '../kept-map.ts';

const ACCOUNTS_MAX = 1_000;
const PER_ACCOUNT_MAX = 1_000;
const LIFE_MILLIS = 90 * 86_400_000;
/** Ids of an account rise within a millisecond, and across restarts. */
const IDS_PER_MILLI = 1_000;

export interface Amendments {
  readonly note: (account: AccountId, amended: Omit<Amendment, 'id' | 'count'>) => void;
  /** Oldest first. */
  readonly list: (account: AccountId) => readonly Amendment[];
}

/** Each process keeps them, and tells the others of its own. */
export function createAmendments(home: Pick<FactHome, 'news'>): Amendments {
  const kept = new KeptMap<AccountId, readonly Amendment[]>({
    keptMax: ACCOUNTS_MAX,
    lifeMillis: LIFE_MILLIS,
  });
  const list = (account: AccountId): readonly Amendment[] => kept.find(account) ?? [];
  const note: Amendments['note'] = (account, amended) => {
    const known = list(account);
    const id = Math.max((known.at(-1)?.id ?? 0) + 1, amended.at * IDS_PER_MILLI);
    const same = known.filter(({ order }) => order === amended.order);
    const count = (same.at(-1)?.count ?? 0) + 1;
    kept.keep(
      account,
      [...known.slice(1 - PER_ACCOUNT_MAX), { ...amended, id, count }],
      amended.at,
    );
  };
  const tell = home.news<Parameters<Amendments['note']>>('amended', (noted) => note(...noted));
  return {
    list,
    note: (account, amended) => {
      note(account, amended);
      tell([account, amended]);
    },
  };
}
