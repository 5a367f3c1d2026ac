/**
 * The archive as the venue's callers see it. Rows that still gather are posted before a query is,
 * so an answer never lacks history that was acknowledged before the query.
 */
import type { Archive } from '../archive/archive.ts';

/** Flushing takes a while where another process writes the archive. */
export function createFlushedArchive(archive: Archive, flush: () => void | Promise<void>): Archive {
  const flushed = <Answer>(ask: (archive: Archive) => Promise<Answer>): Promise<Answer> => {
    const flushing = flush();
    return flushing instanceof Promise ? flushing.then(() => ask(archive)) : ask(archive);
  };
  return {
    write: (entries) => flushed((to) => to.write(entries)),
    archivedUpTo: () => flushed((from) => from.archivedUpTo()),
    findOrder: (id) => flushed((from) => from.findOrder(id)),
    findClientOrder: (account, id) => flushed((from) => from.findClientOrder(account, id)),
    orders: (query) => flushed((from) => from.orders(query)),
    triggerOrders: (query) => flushed((from) => from.triggerOrders(query)),
    fills: (query) => flushed((from) => from.fills(query)),
    countFills: (filter, max) => flushed((from) => from.countFills(filter, max)),
    bills: (query) => flushed((from) => from.bills(query)),
    funding: (query) => flushed((from) => from.funding(query)),
    liquidations: (query) => flushed((from) => from.liquidations(query)),
    close: () => archive.close(),
  };
}
