/** Whether the venue trades, for load balancers and people: 200 while it does, 503 otherwise. */
import type { FastifyReply } from 'fastify';
import type { Venue } from '../venue/venue.ts';

export function answerHealth(venue: Pick<Venue, 'health'>, reply: FastifyReply): FastifyReply {
  const { status, haltedBecause, seq, queued, archiveLag } = venue.health();
  const body = JSON.stringify({ status, haltedBecause, seq, queued, archiveLag });
  return reply
    .code(status === 'trading' ? 200 : 503)
    .type('application/json')
    .send(body);
}
