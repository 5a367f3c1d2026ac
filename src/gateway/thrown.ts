/** What a handler threw, as an answer: the venue is not available, or we made a mistake. */
import { NotStorable, VenueUnavailable } from '../venue/venue.ts';
import { both, wireError } from '../wire/errors.ts';
import type { Edge } from './edge.ts';
import { errorOutcome, type Outcome, tooMany } from './outcome.ts';
import type { Visit } from './visit.ts';

const OVERLOADED_SECONDS = 1;

export function thrownOutcome(edge: Edge, visit: Visit, thrown: unknown): Outcome {
  const path = visit.target.path.slice(0, 200);
  if (thrown instanceof NotStorable)
    return errorOutcome(visit, wireError('40017', { detail: both(thrown.message) }));
  if (!(thrown instanceof VenueUnavailable)) {
    edge.log.error({ err: thrown, path }, 'a request failed');
    return errorOutcome(visit, wireError('50000'));
  }
  edge.log.warn({ path, reason: thrown.reason, fate: thrown.fate }, thrown.message);
  const isLost = thrown.fate === 'not-applied';
  if (thrown.reason === 'overloaded' && isLost) return tooMany(visit, OVERLOADED_SECONDS);
  const en = isLost
    ? `the venue is ${thrown.reason}; nothing was done`
    : `the venue is ${thrown.reason}; whether this was done is not known, ask before repeating`;
  return { ...errorOutcome(visit, wireError('50000', { detail: both(en) })), mayRetry: isLost };
}
