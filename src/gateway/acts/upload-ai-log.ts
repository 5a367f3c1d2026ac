/** Stores a team's log of a decision of its model, unchanged. */
import type { AiLog } from '../../wire/ai-log.ts';
import { type WireError, wireError } from '../../wire/errors.ts';
import type { PrivateCall } from '../call.ts';
import { findOwnOrder, unknownOrderError } from './find-order.ts';

/** Refuses an account that is not on the list. Runs before the log is read. */
export const admitUpload = ({ shared, account }: PrivateCall): WireError | undefined =>
  shared.mayUpload(account) ? undefined : wireError('40753', { detail: NOT_LISTED });

/** Returns undefined if the log was stored, otherwise the error. */
export async function uploadAiLog(call: PrivateCall, log: AiLog): Promise<WireError | undefined> {
  const { account, now, venue, shared } = call;
  // Some programs send zero for no order.
  const order = log.order === 0 ? null : log.order;
  if (order !== null && (await findOwnOrder(call, order)) === undefined) return unknownOrderError();
  await shared.aiLogs.append({ ...log, order, account, at: now, venueAt: venue.clock.venueNow() });
  return undefined;
}

const NOT_LISTED = {
  en: 'the account is not on the list for this',
  zh: '账户不在白名单中',
};
