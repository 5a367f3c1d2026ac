/** Puts every endpoint of every dialect on the wire. */
import type { AccountId } from '../domain/ids.ts';
import { createPageLists } from './acts/page-lists.ts';
import { watchRecentOrders } from './acts/recent-orders.ts';
import { type AiLogs, createMemoryAiLogs } from './ai-logs.ts';
import { DIALECTS } from './dialects.ts';
import type { Gateway } from './gateway.ts';

export interface DialectSettings {
  /** Storage for the logs of decisions; memory by default. */
  readonly aiLogs?: AiLogs;
  /** Who may upload such logs; every account by default. */
  readonly mayUpload?: (account: AccountId) => boolean;
}

export function serveDialects(gateway: Gateway, settings: DialectSettings = {}): void {
  const { edge, http } = gateway;
  const recent = watchRecentOrders(edge.venue);
  http.onClosed(() => recent.stop());
  const parts = {
    recent,
    pages: createPageLists(),
    aiLogs: settings.aiLogs ?? createMemoryAiLogs(),
    mayUpload: settings.mayUpload ?? (() => true),
  };
  edge.namings.push(...DIALECTS);
  for (const dialect of DIALECTS) dialect.serve(gateway, parts);
}
