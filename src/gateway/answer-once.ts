/**
 * What changes something is done once, however often exactly the same request is sent. A repeat
 * gets the first answer out of the cache, or waits for it. After a crash the cache is empty, but
 * the venue remembers the request and what became of its one command: then the call is read and
 * worded again, and nothing is done.
 */
import { assert } from '../domain/assert.ts';
import type { RequestAnswered } from '../domain/event.ts';
import type { Applied } from '../venue/venue.ts';
import type { PrivateCall } from './call.ts';
import type { Verified } from './credentials-check.ts';
import type { Edge } from './edge.ts';
import { identifyRequest } from './identify-request.ts';
import { type Reply, tooMany } from './reply.ts';
import type { Visit } from './visit.ts';

/** How a call has its one command carried out, and what became of it if it came before. */
export type Errand = Pick<PrivateCall, 'carryOut' | 'before'>;

type AnswerCall = (visit: Visit, errand: Errand) => Promise<Reply>;

export async function answerOnce(
  edge: Edge,
  visit: Visit,
  verified: Verified,
  answer: AnswerCall,
): Promise<Reply> {
  const { signature, timestamp } = verified;
  for (;;) {
    const replay = edge.replay.begin({ signature, timestamp }, visit.now);
    if (replay.kind === 'full') return tooMany(visit, 1);
    if (replay.kind === 'repeat') {
      const stored = await replay.answer;
      if (stored !== undefined) return { ...stored, isRepeat: true };
      // The first did nothing after all, so this one tries.
      continue;
    }
    const reply = await answerRemembered(edge, visit, verified, answer);
    if (reply.mayRetry === true) replay.pending.forget();
    else replay.pending.keep({ status: reply.status, body: reply.body });
    return reply;
  }
}

async function answerRemembered(
  { venue }: Edge,
  visit: Visit,
  verified: Verified,
  answer: AnswerCall,
): Promise<Reply> {
  const request = identifyRequest(verified, visit.now);
  const first = venue.read.answered(request);
  let isRepeat = first !== undefined;
  let isUsed = false;
  const carryOut: Errand['carryOut'] = async (command) => {
    assert(!isUsed, 'a call leads to one command', command.kind);
    isUsed = true;
    if (first !== undefined) return first.outcome;
    const answered = answerIn(await venue.submit(command, request));
    isRepeat = answered.isRepeat;
    return answered.outcome;
  };
  // A repeat is answered as of the moment when the first came, so that both read alike.
  const seen = first === undefined ? visit : { ...visit, now: first.receivedAt };
  const reply = await answer(seen, { carryOut, before: first?.outcome });
  return isRepeat && reply.mayRetry !== true ? { ...reply, isRepeat } : reply;
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
};
