/**
 * The one command that a signed call leads to. The venue remembers the call, also through a crash:
 * sent again, the call is answered with what became of the first, and nothing is done.
 */
import { assert } from '../domain/assert.ts';
import type { RequestAnswered } from '../domain/event.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import type { Applied, Venue } from '../venue/venue.ts';
import type { PrivateCall } from './call.ts';
import type { Outcome } from './outcome.ts';
import type { Visit } from './visit.ts';

export interface Errand extends Pick<PrivateCall, 'carryOut' | 'before'> {
  /** A repeat is answered as of the moment when the first came, so that both read alike. */
  readonly asOf: (visit: Visit) => Visit;
  /** Says with the answer whether it is that to a repeat. */
  readonly label: (outcome: Outcome) => Outcome;
}

export function openErrand(venue: Venue, request: RequestIdentity): Errand {
  const first = venue.read.answered(request);
  let isRepeat = first !== undefined;
  let isUsed = false;
  return {
    before: first?.outcome,
    carryOut: async (command) => {
      assert(!isUsed, 'a call leads to one command', command.kind);
      isUsed = true;
      if (first !== undefined) return first.outcome;
      const answer = answerIn(await venue.submit(command, request));
      isRepeat = answer.isRepeat;
      return answer.outcome;
    },
    asOf: (visit) => (first === undefined ? visit : { ...visit, now: first.receivedAt }),
    label: (outcome) =>
      isRepeat && outcome.mayRetry !== true ? { ...outcome, isRepeat } : outcome,
  };
}

/** Every entry with a request has one answer; what it set off comes after it. */
function answerIn({ events }: Applied): RequestAnswered {
  for (const event of events) if (event.kind === 'request-answered') return event;
  assert(false, 'an entry with a request holds no answer');
}

/** Of a call that only reads. */
export const NO_ERRAND: Errand = {
  before: undefined,
  carryOut: async ({ kind }) => {
    assert(false, 'a call that only reads changes something', kind);
  },
  asOf: (visit) => visit,
  label: (outcome) => outcome,
};
