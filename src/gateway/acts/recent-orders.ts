/**
 * Recently finished orders of traders, by id. A bot asks for its order right after placing it, when
 * it may have finished already. This answers without the archive, which may be a moment behind.
 */
import type { OrderId } from '../../domain/ids.ts';
import { isFinal } from '../../domain/order.ts';
import type { Applied, Venue } from '../../venue/venue.ts';
import { KeptMap } from '../kept-map.ts';

/** A few megabytes, and more orders than can finish while the archive catches up. */
export const RECENT_ORDERS_MAX = 20_000;

type Tracked = Applied['orders'][number];

/** The archive is never this far behind. */
const LIFE_MILLIS = 3_600_000;

export interface RecentOrders {
  readonly find: (id: OrderId) => Tracked | undefined;
  readonly stop: () => void;
}

export function watchRecentOrders(
  venue: Pick<Venue, 'listen' | 'read'>,
  keptMax = RECENT_ORDERS_MAX,
): RecentOrders {
  const kept = new KeptMap<OrderId, Tracked>({ keptMax, lifeMillis: LIFE_MILLIS });
  const stop = venue.listen(({ at, orders }) => {
    for (const tracked of orders) {
      const { order } = tracked;
      if (!isFinal(order.status)) continue;
      if (venue.read.account.role(order.account) !== 'trader') continue;
      kept.keep(order.id, tracked, at);
    }
  });
  return { find: (id) => kept.find(id), stop };
}
