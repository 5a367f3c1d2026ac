/**
 * Works out after a restart which orders of the last season had no log in time. Orders come from
 * the archive and from the live ones, logs from their file.
 */
import { type Cursor, isPlaced } from '../archive/archive.ts';
import { type AccountId, NO_ORDER, type OrderId } from '../domain/ids.ts';
import type { Order } from '../domain/order.ts';
import type { Millis } from '../domain/units.ts';
import type { AiLogNote, AiLogs } from '../gateway/ai-logs.ts';
import { type AiDuty, isLogDue } from '../gateway/competition/ai-duty.ts';
import type { Venue } from '../venue/venue.ts';

const PAGE = 500;

export async function recallDuty(venue: Venue, duty: AiDuty, logs: AiLogs): Promise<void> {
  const season = venue.read.season.current();
  if (season === null || !season.rules.requiresAiLog) return;
  const { startedAt = null, endedAt = null } = venue.contest.seasons.at(-1) ?? {};
  if (startedAt === null) return;
  await venue.archived();
  const logged = firstLogs(await logs.notes());
  for (const { account } of venue.read.season.entrants()) {
    const own = logged.get(account);
    await eachOrder(venue, account, startedAt, ({ id, createdAt }) => {
      if (isLogDue(season.rules, createdAt) && createdAt <= (endedAt ?? createdAt))
        duty.noteOrder(account, id, createdAt, own?.get(id) ?? null);
    });
  }
}

/** When the first log of each order came. */
function firstLogs(notes: Iterable<AiLogNote>): Map<AccountId, Map<OrderId, Millis>> {
  const found = new Map<AccountId, Map<OrderId, Millis>>();
  for (const { account, order, venueAt } of notes) {
    if (order === null) continue;
    const own = found.get(account) ?? new Map<OrderId, Millis>();
    found.set(account, own);
    if (!own.has(order)) own.set(order, venueAt);
  }
  return found;
}

/**
 * Counts each order once: one that ends meanwhile is in the archive too, and a fired trigger is in
 * both lists.
 */
async function eachOrder(
  venue: Venue,
  account: AccountId,
  from: Millis,
  note: (order: Readonly<Order>) => void,
): Promise<void> {
  const live = new Set<OrderId>();
  const look = (order: Readonly<Order>): void => {
    const isOwn = order.origin === 'trader' && order.parent === NO_ORDER;
    if (isOwn && order.createdAt >= from) note(order);
  };
  for (const group of ['working', 'untriggered'] as const)
    for (const { order } of venue.read.account.orders({ account, contract: null, group })) {
      live.add(order.id);
      look(order);
    }
  for (const ask of ['orders', 'triggerOrders'] as const) {
    let before: Cursor | undefined;
    do {
      const page = await venue.archive[ask]({ account, from, before, limit: PAGE });
      for (const { order } of page.rows)
        if (!live.has(order.id) && isPlaced(order) === (ask === 'orders')) look(order);
      before = page.next ?? undefined;
    } while (before !== undefined);
  }
}
