/** State that all acts share, besides the venue. */
import type { AccountId } from '../../domain/ids.ts';
import type { TimeRefused, TimeStepped } from '../../venue/time-control.ts';
import type { Venue } from '../../venue/venue.ts';
import { type AiLogs, createMemoryAiLogs } from '../ai-logs.ts';
import { CandleTexts } from '../candle-texts.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { ListenKeys } from '../keys/listen-keys.ts';
import { type Amendments, createAmendments } from './amendments.ts';
import { createPageLists, type PageLists } from './page-lists.ts';
import { type RecentOrders, watchRecentOrders } from './recent-orders.ts';

export interface Shared {
  readonly recent: RecentOrders;
  readonly pages: PageLists;
  readonly candleTexts: CandleTexts;
  readonly listenKeys: ListenKeys;
  /** Amendments of orders, as far as they are remembered. */
  readonly amendments: Amendments;
  /** Whether conditional orders are taken in the old shape of a dialect too. */
  legacyConditionalOrders: boolean;
  /** The store of decision logs: in memory, unless the composition sets another. */
  aiLogs: Pick<AiLogs, 'append'>;
  /** Whether an account may upload logs: every account, unless the composition limits it. */
  mayUpload: (account: AccountId) => boolean;
  /** Lets venue time pass: refused, unless the composition says how. */
  stepTime: (byMillis: number) => Promise<TimeStepped | TimeRefused>;
}

const NO_STEPS: TimeRefused = {
  refused: 'nobody may change the time of this venue',
  isForbidden: true,
};

export const createShared = (venue: Venue, { listenKeys, home }: KeyStore): Shared => ({
  listenKeys,
  recent: watchRecentOrders(venue),
  pages: createPageLists(),
  candleTexts: new CandleTexts(),
  amendments: createAmendments(home),
  legacyConditionalOrders: false,
  aiLogs: createMemoryAiLogs(),
  mayUpload: () => true,
  stepTime: async () => NO_STEPS,
});
