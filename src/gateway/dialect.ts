/** A dialect as the gateway serves it: its words, and handlers for its endpoints. */
import type { AccountId } from '../domain/ids.ts';
import type { WireDialect } from '../wire/dialect.ts';
import type { PageLists } from './acts/page-lists.ts';
import type { RecentOrders } from './acts/recent-orders.ts';
import type { AiLogs } from './ai-logs.ts';
import type { Gateway } from './gateway.ts';

export interface Dialect extends WireDialect {
  readonly serve: (gateway: Gateway, parts: DialectParts) => void;
}

/** Shared by all handlers, besides the venue. */
export interface DialectParts {
  readonly recent: RecentOrders;
  readonly pages: PageLists;
  readonly aiLogs: AiLogs;
  /** Whose logs of decisions are taken. */
  readonly mayUpload: (account: AccountId) => boolean;
}
