/** What became of a signed request, from the entry it led to or from the memory of the state. */
import { assert } from '../domain/assert.ts';
import type { RequestAnswered } from '../domain/event.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import { type Answered, findAnswered } from '../engine/request-memory.ts';
import type { Applied, Venue } from './venue.ts';

export type { Answered };

/** Undefined for a request that led to no command in the last minute, or is still on its way. */
export const answeredBefore = (
  { state }: Pick<Venue, 'state'>,
  { words }: RequestIdentity,
): Answered | undefined => findAnswered(state.requests, words);

/** Every entry with a request has one answer; what it set off comes after it. */
export function answerIn({ events }: Applied): RequestAnswered {
  for (const event of events) if (event.kind === 'request-answered') return event;
  assert(false, 'an entry with a request holds no answer');
}
