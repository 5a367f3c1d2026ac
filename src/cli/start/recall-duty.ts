/**
 * After a restart: which orders of the running season still owe a log. Orders come from the archive
 * and from those that live, logs from their file.
 */
import type { Cursor } from '../../archive/archive.ts';
import { type AccountId, NO_ORDER } from '../../domain/ids.ts';
import type { Order } from '../../domain/order.ts';
import type { Millis } from '../../domain/units.ts';
import type { AiLogs } from '../../gateway/ai-logs.ts';
import type { AiDuty } from '../../gateway/competition/ai-duty.ts';
import type { Venue } from '../../venue/venue.ts';

const PAGE = 500;

export async function recallDuty(venue: Venue, duty: AiDuty, logs: AiLogs): Promise<void> {
  const { season } = venue.state;
  const record = venue.contest.seasons.at(-1);
  const isDue = season !== null && season.rules.requiresAiLog && season.phase !== 'closed';
  if (!isDue || record === undefined || record.startedAt === null) return;
  for (const account of season.entrants.keys())
    await recallOrders(venue, duty, account, record.startedAt);
  for (const { account, order, venueAt } of logs.notes())
    if (order !== null) duty.noteLog(account, order, venueAt);
}

async function recallOrders(
  venue: Venue,
  duty: AiDuty,
  account: AccountId,
  from: Millis,
): Promise<void> {
  const note = (order: Readonly<Order>): void => {
    const isOwn = order.origin === 'trader' && order.parent === NO_ORDER;
    if (isOwn && order.createdAt >= from) duty.noteOrder(account, order.id, order.createdAt);
  };
  for (const desk of venue.state.accounts[account]?.desks ?? [])
    for (const list of desk === undefined ? [] : [desk.working, desk.untriggered])
      for (let order = list.first; order !== null; order = order.next) note(order);
  for (const ask of ['orders', 'triggerOrders'] as const) {
    let before: Cursor | undefined;
    do {
      const page = await venue.archive[ask]({ account, from, before, limit: PAGE });
      for (const { order } of page.rows) note(order);
      before = page.next ?? undefined;
    } while (before !== undefined);
  }
}
