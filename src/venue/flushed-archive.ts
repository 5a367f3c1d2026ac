/**
 * The archive as the venue's callers see it: what still gathers is posted before a question is, so
 * that an answer never lacks what was acknowledged before the question.
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
