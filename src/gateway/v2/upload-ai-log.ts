/** order/uploadAiLog: what a team says about a decision of its model, kept as it was said. */
import type { AccountId } from '../../domain/ids.ts';
import { isWireError, wireError } from '../../wire/errors.ts';
import { uploadedRecord } from '../../wire/v2/format-outcome.ts';
import { parseAiLog } from '../../wire/v2/parse-order-query.ts';
import { findOwnOrder, unknownOrder } from '../acts/find-order.ts';
import type { RecentOrders } from '../acts/recent-orders.ts';
import type { AiLogs } from '../ai-logs.ts';
import type { Answer, PrivateCall } from '../call.ts';

export interface AiLogParts {
  readonly aiLogs: AiLogs;
  /** Whose logs are taken: everybody's in a sandbox, those of entrants in a competition. */
  readonly mayUpload: (account: AccountId) => boolean;
  readonly recent: RecentOrders;
}

export async function uploadAiLog(parts: AiLogParts, call: PrivateCall): Promise<Answer> {
  const { account, now } = call;
  if (!parts.mayUpload(account)) return wireError('40753', { detail: NOT_LISTED });
  const log = parseAiLog(call.fields);
  if (isWireError(log)) return log;
  // Zero is how some programs say that there is no order.
  const order = log.order === 0 ? null : log.order;
  if (order !== null && (await findOwnOrder(call, parts.recent, order)) === undefined)
    return unknownOrder();
  const venueAt = call.venue.clock.venueNow();
  await parts.aiLogs.append({ ...log, order, account, at: now, venueAt });
  return uploadedRecord(now);
}

const NOT_LISTED = {
  en: 'the account is not on the list for this',
  zh: '账户不在白名单中',
};
