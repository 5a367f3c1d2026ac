/**
 * A request that changes something is carried out once, however often it is sent. An exact repeat
 * gets the first answer from the cache, or waits for it. A restart empties the cache, but the
 * venue remembers the request and the outcome of its one command: the repeat is then parsed and
 * formatted again, and nothing is done.
 */
import { hash } from 'node:crypto';
import { assert } from '../domain/assert.ts';
import type { EventOf } from '../domain/event.ts';
import { COMMAND_LIFE } from '../domain/limits.ts';
import type { IdentityWords, RequestIdentity } from '../domain/request-identity.ts';
import { type Millis, millis } from '../domain/units.ts';
import type { Applied } from '../venue/venue.ts';
import type { Verified } from './authenticate.ts';
import type { PrivateCall } from './call.ts';
import type { Edge } from './edge.ts';
import { withdrawHouse } from './faults/withdraw-house.ts';
import { type Reply, tooMany } from './reply.ts';
import type { Visit } from './visit.ts';

/** How a call submits its one command, and the outcome if the same call came before. */
export type Submission = Pick<PrivateCall, 'submitOnce' | 'before'>;

type AnswerCall = (visit: Visit, submission: Submission) => Promise<Reply>;

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
  edge: Edge,
  visit: Visit,
  verified: Verified,
  answer: AnswerCall,
): Promise<Reply> {
  const { venue } = edge;
  const request = identifyRequest(verified, visit.now);
  const until = millis(Math.min(verified.until, visit.now + COMMAND_LIFE));
  const first = venue.read.answered(request);
  let isRepeat = first !== undefined;
  let isUsed = false;
  let fault: string | undefined;
  const submitOnce: Submission['submitOnce'] = async (command) => {
    assert(!isUsed, 'a call leads to one command', command.kind);
    isUsed = true;
    if (first !== undefined) return first.outcome;
    const withdrawn = edge.faults?.isOn === true ? await withdrawHouse(edge, command) : undefined;
    fault = withdrawn?.kind;
    const submitted = venue.submit(command, { request, until });
    withdrawn?.offerAgain();
    const answered = answerIn(await submitted);
    isRepeat = answered.isRepeat;
    return answered.outcome;
  };
  // A repeat is answered as of the moment when the first came, so that both read alike.
  const seen = first === undefined ? visit : { ...visit, now: first.receivedAt };
  const answered = await answer(seen, { submitOnce, before: first?.outcome });
  const reply = fault === undefined ? answered : { ...answered, fault };
  return isRepeat && reply.mayRetry !== true ? { ...reply, isRepeat } : reply;
}

/**
 * Sixteen bytes that tell one signed request from every other. The signature covers timestamp,
 * method, path, query and body under a secret that one key has; hashed once more with the key it
 * says nothing about either, and may stand in a journal that others read.
 */
const identifyRequest = (
  { key, signature }: Pick<Verified, 'key' | 'signature'>,
  receivedAt: Millis,
): RequestIdentity => ({ words: identityWords(key.key, signature), receivedAt });

export function identityWords(key: string, signature: string): IdentityWords {
  const digest = hash('sha256', `${key} ${signature}`, 'buffer');
  const wordAt = (place: number): number => digest.readInt32LE(place * 4);
  return [wordAt(0), wordAt(1), wordAt(2), wordAt(3)];
}

/** An entry with a request has one answer. Events that the command set off come after it. */
function answerIn({ events }: Applied): EventOf<'request-answered'> {
  for (const event of events) if (event.kind === 'request-answered') return event;
  assert(false, 'an entry with a request holds no answer');
}

/** For a call that only reads. */
export const NO_SUBMISSION: Submission = {
  before: undefined,
  submitOnce: async ({ kind }) => {
    assert(false, 'a call that only reads changes something', kind);
  },
};
