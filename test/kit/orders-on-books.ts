/** Every order on a book, whosever it is. */
import type { Venue } from '../../src/venue/venue.ts';
import type { TrackedOrder } from '../../src/views/orders.ts';

export const ordersOnBooks = ({ read }: Pick<Venue, 'read'>): TrackedOrder[] =>
  read.account
    .list()
    .flatMap(({ id }) => read.account.orders({ account: id, contract: null, group: 'working' }));
