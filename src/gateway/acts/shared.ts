/** What all acts share besides the venue: what was read, placed, amended or written before. */
import type { AccountId, OrderId } from '../../domain/ids.ts';
import { isFinal } from '../../domain/order.ts';
import type { Millis } from '../../domain/units.ts';
import type { FactHome } from '../../facts/fact.ts';
import type { TimeRefused, TimeStepped } from '../../venue/time-control.ts';
import type { Applied, Venue } from '../../venue/venue.ts';
import type { Amendment } from '../../wire/order-target.ts';
import { type AiLogs, createMemoryAiLogs } from '../ai-logs.ts';
import { type Guards, startGuards } from '../guards.ts';
import { KeptMap } from '../kept-map.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { ListenKeys } from '../keys/listen-keys.ts';

export interface Shared {
  readonly recent: ReturnType<typeof watchRecentOrders>;
  readonly pages: ReturnType<typeof createPageLists>;
  readonly candleTexts: CandleTexts;
  readonly listenKeys: ListenKeys;
  readonly guards: Guards;
  readonly keys: Pick<KeyStore, 'find' | 'list' | 'create' | 'setStatus'>;
  /** Amendments of orders, as far as they are remembered. */
  readonly amendments: ReturnType<typeof createAmendments>;
  /** Whether conditional orders are taken in the old shape of a dialect too. */
  legacyConditionalOrders: boolean;
  /** The store of decision logs: in memory, unless the composition sets another. */
  aiLogs: Pick<AiLogs, 'append'>;
  /** Whether an account may upload logs: every account, unless the composition limits it. */
  mayUpload: (account: AccountId) => boolean;
  /** Whether accounts may change how late they are: where the venue is a sandbox. */
  mayBeLate: boolean;
  /** Lets venue time pass: refused, unless the composition says how. */
  stepTime: (byMillis: number) => Promise<TimeStepped | TimeRefused>;
}

const NO_STEPS: TimeRefused = {
  refused: 'nobody may change the time of this venue',
  isForbidden: true,
};

export const createShared = (venue: Venue, keys: KeyStore): Shared => ({
  listenKeys: keys.listenKeys,
  guards: startGuards({ home: keys.home, fact: keys.guards, venue }),
  keys,
  recent: watchRecentOrders(venue),
  pages: createPageLists(),
  candleTexts: new CandleTexts(),
  amendments: createAmendments(keys.home),
  legacyConditionalOrders: false,
  aiLogs: createMemoryAiLogs(),
  mayUpload: () => true,
  mayBeLate: false,
  stepTime: async () => NO_STEPS,
});

const ACCOUNTS_MAX = 1_000;
const PER_ACCOUNT_MAX = 1_000;
const LIFE_MILLIS = 90 * 86_400_000;
/** Ids of an account rise within a millisecond, and across restarts. */
const IDS_PER_MILLI = 1_000;

type NoteAmended = (account: AccountId, amended: Omit<Amendment, 'id' | 'count'>) => void;

/**
 * Amendments of orders, as callers asked for them: the journal holds every one, but no view lists
 * them. Each process keeps the latest of each account, and tells the others of its own.
 */
export function createAmendments(home: Pick<FactHome, 'news'>) {
  const kept = new KeptMap<AccountId, readonly Amendment[]>({
    keptMax: ACCOUNTS_MAX,
    lifeMillis: LIFE_MILLIS,
  });
  /** Oldest first. */
  const list = (account: AccountId): readonly Amendment[] => kept.find(account) ?? [];
  const keep: NoteAmended = (account, amended) => {
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
  const tell = home.news<Parameters<NoteAmended>>('amended', (noted) => keep(...noted));
  const note: NoteAmended = (account, amended) => {
    keep(account, amended);
    tell([account, amended]);
  };
  return { list, note };
}

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

interface KeptList {
  readonly ids: readonly OrderId[];
  readonly readAt: Millis;
}

/**
 * Numbered pages of a list that keeps changing. Reading the first page fixes the list until the
 * reader stops. An order that is placed or canceled meanwhile then neither hides another order nor
 * shows it twice.
 */
export function createPageLists(listsMax = LISTS_MAX) {
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
    /** Returns the ids of a page, from the list as it was when its first page was read. */
    pageOf: (terms: PageTerms, present: readonly OrderId[]): readonly OrderId[] => {
      const { name, limit, page, now } = terms;
      const ids = listOf(terms, present);
      if (ids.length > limit) keep(name, { ids, readAt: now });
      return ids.slice(page * limit, (page + 1) * limit);
    },
  };
}

/**
 * Those of the last half second of a busy venue, or of hours of a quiet one. What lives longer at
 * a thousand orders a second becomes old, and the collector is at work all the time.
 */
export const RECENT_ORDERS_MAX = 512;

type Tracked = Applied['orders'][number];

/** Where fewer end, for so long. */
const RECENT_MILLIS = 3_600_000;

/**
 * Recently finished orders of traders, by id. A bot asks for its order right after placing it, when
 * it may have finished already. This answers without waiting until the archive has stored it.
 */
export function watchRecentOrders(
  venue: Pick<Venue, 'listen' | 'read'>,
  keptMax = RECENT_ORDERS_MAX,
) {
  const kept = new KeptMap<OrderId, Tracked>({ keptMax, lifeMillis: RECENT_MILLIS });
  const stop = venue.listen(({ at, orders }) => {
    for (const tracked of orders) {
      const { order } = tracked;
      if (!isFinal(order.status)) continue;
      if (venue.read.account.role(order.account) !== 'trader') continue;
      kept.keep(order.id, tracked, at);
    }
  });
  return { find: (id: OrderId) => kept.find(id), stop };
}

/** Some twenty megabytes. */
const ROWS_MAX = 100_000;

/** The texts of one series by the beginnings of its candles. */
type Texts = Map<number, string>;

/**
 * The texts of candles that are over. They do not change any more, and writing a thousand of them
 * costs more than everything else of an answer. Series that nobody asks for are forgotten first.
 */
export class CandleTexts {
  readonly #rowsMax: number;
  /** The series that was asked for last comes last. */
  readonly #series = new Map<string, Texts>();
  #rows = 0;

  constructor(rowsMax = ROWS_MAX) {
    this.#rowsMax = rowsMax;
  }

  /**
   * The texts of these candles. Those that begin before `settled` are over, and written once for a
   * series.
   */
  textsOf<Row extends { readonly openAt: number }>(
    series: string,
    rows: readonly Row[],
    settled: number,
    write: (row: Row) => string,
  ): string[] {
    const kept = this.#series.get(series) ?? new Map();
    this.#series.delete(series);
    this.#series.set(series, kept);
    const before = kept.size;
    const texts = rows.map((row) => {
      const known = kept.get(row.openAt);
      if (known !== undefined) return known;
      const text = write(row);
      if (row.openAt < settled) kept.set(row.openAt, text);
      return text;
    });
    this.#rows += kept.size - before;
    this.#forget();
    return texts;
  }

  #forget(): void {
    for (const [series, kept] of this.#series) {
      if (this.#rows <= this.#rowsMax) return;
      this.#series.delete(series);
      this.#rows -= kept.size;
    }
  }
}
