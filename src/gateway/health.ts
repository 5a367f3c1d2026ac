/**
 * Whether the venue trades, for load balancers and people: 200 while it does, 503 otherwise. An
 * archive that has failed does not stop trading, so a load balancer must not take the venue away
 * for it: the answer stays 200, and `status` and `degradedBecause` tell whoever watches. The file
 * and the reason are in the log and on the operator's port; strangers read this one.
 */
import type { Venue } from '../venue/venue.ts';
import { jsonPage, type Page } from './reply.ts';

const DEGRADED =
  'history is no longer stored: finished orders, fills and bills since then are missing from ' +
  'answers until a restart writes them again';

export function healthPage(venue: Pick<Venue, 'health' | 'read'>): Page {
  const { status, haltedBecause, seq, queued, archiveLag, archiveFailedBecause } = venue.health();
  const isTrading = status === 'trading';
  const isDegraded = isTrading && archiveFailedBecause !== null;
  return jsonPage(isTrading ? 200 : 503, {
    status: isDegraded ? 'degraded' : status,
    haltedBecause,
    degradedBecause: archiveFailedBecause === null ? null : DEGRADED,
    seq,
    queued,
    archiveLag,
    candlesGeneratedUntil: venue.read.market.generatedUntil(),
  });
}
