/** Keeps what a team says about a decision of its model, as it was said. */
import type { AiLog } from '../../wire/ai-log.ts';
import { type WireError, wireError } from '../../wire/errors.ts';
import type { PrivateCall } from '../call.ts';
import { findOwnOrder, unknownOrderError } from './find-order.ts';

/** Judged before the log is read: who is not on the list is told that and nothing else. */
export const admitUpload = ({ shared, account }: PrivateCall): WireError | undefined =>
  shared.mayUpload(account) ? undefined : wireError('40753', { detail: NOT_LISTED });

/** Undefined where the log is kept. */
export async function uploadAiLog(call: PrivateCall, log: AiLog): Promise<WireError | undefined> {
  const { account, now, venue, shared } = call;
  // Zero is how some programs say that there is no order.
  const order = log.order === 0 ? null : log.order;
  if (order !== null && (await findOwnOrder(call, order)) === undefined) return unknownOrderError();
  await shared.aiLogs.append({ ...log, order, account, at: now, venueAt: venue.clock.venueNow() });
  return undefined;
}

const NOT_LISTED = {
  en: 'the account is not on the list for this',
  zh: '账户不在白名单中',
};
