/**
 * Whether the venue trades, for load balancers and people: 200 while it does, 503 otherwise. A
 * failed archive does not stop trading, and a load balancer must not take the venue out of service
 * for it. So the answer stays 200, and `status` and `degradedBecause` say that history is missing.
 * This page is public: the file and the reason are only in the log and on the operator's port.
 */
import type { Venue } from '../venue/venue.ts';
import { jsonPage, type PageReply } from './reply.ts';

const DEGRADED =
  'history is no longer stored: finished orders, fills and bills since then are missing from ' +
  'answers until a restart writes them again';

export function healthPage(venue: Pick<Venue, 'health' | 'read'>): PageReply {
  const health = venue.health();
  const { status, haltedBecause, seq, queued, archiveLag, archiveFailedBecause, behind } = health;
  const isTrading = status === 'trading';
  const isDegraded = isTrading && archiveFailedBecause !== null;
  return jsonPage(isTrading ? 200 : 503, {
    status: isDegraded ? 'degraded' : status,
    haltedBecause,
    degradedBecause: archiveFailedBecause === null ? null : DEGRADED,
    seq,
    ...(behind === undefined ? {} : { behind }),
    queued,
    archiveLag,
    market: venue.read.market.note(),
    candlesGeneratedUntil: venue.read.market.generatedUntil(),
  });
}
