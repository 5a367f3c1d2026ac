/**
 * Orders of traders that ended lately, by id. A bot asks for its order right after placing it; that
 * it is over already must not send the question to the archive, which may be a moment behind.
 */
import type { OrderId } from '../../domain/ids.ts';
import { isFinal, type Order } from '../../domain/order.ts';
import type { Venue } from '../../venue/venue.ts';

/** Some megabytes, and far more than the archive is ever behind. */
export const RECENT_ORDERS_MAX = 20_000;

export interface RecentOrders {
  readonly find: (id: OrderId) => Readonly<Order> | undefined;
  readonly stop: () => void;
}

export function watchRecentOrders(
  venue: Pick<Venue, 'listen' | 'state'>,
  keptMax = RECENT_ORDERS_MAX,
): RecentOrders {
  const kept = new Map<OrderId, Readonly<Order>>();
  const stop = venue.listen(({ orders }) => {
    for (const { order } of orders) {
      if (!isFinal(order.status)) continue;
      if (venue.state.accounts[order.account]?.role !== 'trader') continue;
      kept.set(order.id, order);
      if (kept.size > keptMax) dropOldest(kept);
    }
  });
  return { find: (id) => kept.get(id), stop };
}

function dropOldest<Key>(kept: Map<Key, unknown>): void {
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    return;
  }
}
