/** What acts share besides the venue. */
import type { AccountId } from '../../domain/ids.ts';
import type { Venue } from '../../venue/venue.ts';
import { type AiLogs, createMemoryAiLogs } from '../ai-logs.ts';
import { createPageLists, type PageLists } from './page-lists.ts';
import { type RecentOrders, watchRecentOrders } from './recent-orders.ts';

export interface Shared {
  readonly recent: RecentOrders;
  readonly pages: PageLists;
  /** Where the logs of decisions go: to memory unless the composition says otherwise. */
  aiLogs: AiLogs;
  /** Whose logs are taken: everybody's unless the composition says otherwise. */
  mayUpload: (account: AccountId) => boolean;
}

export const createShared = (venue: Venue): Shared => ({
  recent: watchRecentOrders(venue),
  pages: createPageLists(),
  aiLogs: createMemoryAiLogs(),
  mayUpload: () => true,
});
