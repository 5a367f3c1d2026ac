/** Reads where an account's orders stand in the queues of the book. */

import type { AccountId } from '../../domain/ids.ts';
import { sideOf } from '../../domain/side.ts';
import { lots } from '../../domain/units.ts';
import type { Read } from '../../venue/read.ts';
import type { QueuePlace, QueuePlaces } from '../../wire/queue-place.ts';

export function readQueues(read: Read, account: AccountId): QueuePlaces {
  const living = read.account.orders({ account, contract: null, group: 'working' });
  const places = living.flatMap(({ order }): QueuePlace[] => {
    const side = sideOf(order.positionSide, order.effect);
    let [ahead, behind, isPassed] = [0, 0, false];
    read.listing.visitQueue(order.contract, side, order.workingPrice, ({ id }, left) => {
      if (id === order.id) isPassed = true;
      else if (isPassed) behind += left;
      else ahead += left;
    });
    const contract = read.listing.contract(order.contract);
    return isPassed ? [{ contract, order, ahead: lots(ahead), behind: lots(behind) }] : [];
  });
  return { model: read.market.queueModel(), places };
}
