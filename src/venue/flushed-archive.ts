/**
 * The archive as the venue's callers see it. Rows that still gather are posted before a query is,
 * so an answer never lacks history that was acknowledged before the query.
 */
import type { Archive } from '../archive/archive.ts';

export function createFlushedArchive(archive: Archive, flush: () => void): Archive {
  const flushed = (): Archive => {
    flush();
    return archive;
  };
  return {
    write: (entries) => flushed().write(entries),
    archivedUpTo: () => flushed().archivedUpTo(),
    findOrder: (id) => flushed().findOrder(id),
    findClientOrder: (account, id) => flushed().findClientOrder(account, id),
    orders: (query) => flushed().orders(query),
    triggerOrders: (query) => flushed().triggerOrders(query),
    fills: (query) => flushed().fills(query),
    countFills: (filter, max) => flushed().countFills(filter, max),
    bills: (query) => flushed().bills(query),
    funding: (query) => flushed().funding(query),
    liquidations: (query) => flushed().liquidations(query),
    close: () => flushed().close(),
  };
}
