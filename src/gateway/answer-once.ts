/**
 * A request that changes something is carried out once, however often it is sent. An exact repeat
 * gets the first answer from the cache, or waits for it. A restart empties the cache, but the
 * venue remembers the request and the outcome of its one command: the repeat is then parsed and
 * formatted again, and nothing is done.
 */
import { hash } from 'node:crypto';
import { assert } from '../domain/assert.ts';
import type { Command } from '../domain/command.ts';
import type { EventOf } from '../domain/event.ts';
import { COMMAND_LIFE } from '../domain/limits.ts';
import type { IdentityWords, RequestIdentity } from '../domain/request-identity.ts';
import { type Millis, millis } from '../domain/units.ts';
import type { Applied } from '../venue/venue.ts';
import { rejectError } from '../wire/reject-error.ts';
import type { Verified } from './authenticate.ts';
import type { PrivateCall } from './call.ts';
import type { Edge } from './edge.ts';
import { withdrawHouse } from './faults/withdraw-house.ts';
import { errorReply, type Reply, tooMany } from './reply.ts';
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
  if (verified.nonce !== undefined) return answerNumbered(edge, visit, verified, answer);
  for (;;) {
    const replay = edge.replay.begin({ signature, timestamp }, visit.now);
    if (replay.kind === 'full') return tooMany(visit, 1);
    if (replay.kind === 'repeat') {
      const stored = await replay.answer;
      if (stored !== undefined) return { ...stored, isRepeat: true };
      // The first did nothing after all, so this one tries.
      continue;
    }
    const request = identifyRequest(verified, visit.now);
    const first = edge.venue.read.answered(request);
    const { submitOnce, tell } = submissionOf(edge, visit, verified, request, first);
    // A repeat is answered as of the moment when the first came, so that both read alike.
    const seen = first === undefined ? visit : { ...visit, now: first.receivedAt };
    const reply = tell(await answer(seen, { submitOnce, before: first?.outcome }));
    if (reply.mayRetry === true) replay.pending.forget();
    else replay.pending.keep({ status: reply.status, body: reply.body });
    return reply;
  }
}

/** A batch of nothing: the entry spends the nonce, and that is all. */
const NOTHING: Command = { kind: 'batch', commands: [] };

/**
 * A request with a nonce is refused when it comes again, so nothing of it is remembered here. The
 * nonce is spent also where the call leads to no command.
 */
async function answerNumbered(
  edge: Edge,
  visit: Visit,
  verified: Verified,
  answer: AnswerCall,
): Promise<Reply> {
  let isUsed = false;
  const request = identifyRequest(verified, visit.now);
  const submission = submissionOf(edge, visit, verified, request, undefined);
  const submitOnce: Submission['submitOnce'] = (command) => {
    isUsed = true;
    return submission.submitOnce(command);
  };
  const reply = submission.tell(await answer(visit, { submitOnce, before: undefined }));
  if (isUsed || reply.mayRetry === true) return reply;
  const spent = await submission.submitOnce(NOTHING);
  if (spent.kind !== 'refused' || reply.status !== 200) return reply;
  return errorReply(visit, rejectError(spent.reject, { command: null, contract: null }));
}

type First = ReturnType<Edge['venue']['read']['answered']>;

/** How the one command of a call is submitted, and what its answer tells besides. */
function submissionOf(
  edge: Edge,
  visit: Visit,
  verified: Verified,
  request: RequestIdentity,
  first: First,
) {
  const { venue } = edge;
  const until = millis(Math.min(verified.until, visit.now + COMMAND_LIFE));
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
  const tell = (answered: Reply): Reply => {
    const reply = fault === undefined ? answered : { ...answered, fault };
    return isRepeat && reply.mayRetry !== true ? { ...reply, isRepeat } : reply;
  };
  return { submitOnce, tell };
}

/**
 * Sixteen bytes that tell one signed request from every other. The signature covers timestamp,
 * method, path, query and body under a secret that one key has; hashed once more with the key it
 * says nothing about either, and may stand in a journal that others read.
 */
const identifyRequest = (
  { key, signature, nonce }: Pick<Verified, 'key' | 'signature' | 'nonce'>,
  receivedAt: Millis,
): RequestIdentity => ({
  words: identityWords(key.key, signature),
  receivedAt,
  ...(nonce === undefined ? {} : { nonce }),
});

export function identityWords(key: string, signature: string): IdentityWords {
  // As text: a digest in a buffer of its own costs more than the hashing.
  digest.write(hash('sha256', `${key} ${signature}`, 'hex'), 'hex');
  const wordAt = (place: number): number => digest.readInt32LE(place * 4);
  return [wordAt(0), wordAt(1), wordAt(2), wordAt(3)];
}

const digest = Buffer.alloc(32);

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
