/** Whether the venue trades, for load balancers and people: 200 while it does, 503 otherwise. */
import type { FastifyReply } from 'fastify';
import { generatedUntil } from '../venue/read-market.ts';
import type { Venue } from '../venue/venue.ts';

export function answerHealth(
  venue: Pick<Venue, 'health' | 'views'>,
  reply: FastifyReply,
): FastifyReply {
  const { status, haltedBecause, seq, queued, archiveLag } = venue.health();
  const candlesGeneratedUntil = generatedUntil(venue);
  const state = { status, haltedBecause, seq, queued, archiveLag, candlesGeneratedUntil };
  const body = JSON.stringify(state);
  return reply
    .code(status === 'trading' ? 200 : 503)
    .type('application/json')
    .send(body);
}
