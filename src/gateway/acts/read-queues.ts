/** Reads where an account's orders stand in the queues of the book. */
import { sideOf } from '../../domain/side.ts';
import { lots } from '../../domain/units.ts';
import type { QueuePlace, QueuePlaces } from '../../wire/queue-place.ts';
import type { PrivateCall } from '../call.ts';

export function readQueues({ venue, account }: PrivateCall): QueuePlaces {
  const { read } = venue;
  const living = read.account.orders({ account, contract: null, group: 'working' });
  const places = living.flatMap(({ order }): QueuePlace[] => {
    const side = sideOf(order.positionSide, order.effect);
    let [ahead, behind, isPassed] = [0, 0, false];
    read.listing.visitQueue(order.contract, side, order.workingPrice, ({ id }, left) => {
      if (id === order.id) isPassed = true;
      else if (isPassed) behind += left;
      else ahead += left;
    });
    return isPassed ? [{ order, ahead: lots(ahead), behind: lots(behind) }] : [];
  });
  return { model: read.market.queueModel(), places };
}
