/**
 * Asks a model at an address that speaks as OpenAI's does. The key goes into one header and nowhere
 * else: what comes back is searched for it before anyone keeps it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ContestError } from '../contest/contest-terms.ts';
import { type Environment, type Heard, heardSince } from '../contest/line-talk.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { ModelTerms } from './arena-terms.ts';
import { readModelAnswer } from './prompt.ts';

/** Servers that are busy say so with these, and are asked again while there is time. */
const BUSY: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const AGAIN_MILLIS = 500;
/** A server closes connections that rest, as they do while the market moves on. */
const FAILURES_MAX = 2;
const ANSWER_BYTES_MAX = 1_048_576;
const SHOWN_LENGTH = 300;

export function findKey(
  { name, keyVariable }: ModelTerms,
  environment: Environment,
): string | undefined {
  if (keyVariable === undefined) return undefined;
  // A header loses such spaces, and what is said back has none.
  const key = environment[keyVariable]?.trim();
  if (key !== undefined && key !== '') return key;
  throw new ContestError(`the key of ${name} is not in the environment: set ${keyVariable}`);
}

/** Takes a key out of a text, also out of JSON in JSON, which may write it otherwise. */
export function hideKey(key: string | undefined, text: string): string {
  if (key === undefined) return text;
  const letters = Array.from({ length: key.length }, (_, at) => {
    const code = key.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\\\{0,9}(?:\\u${code}|u${code})`;
  });
  return text.replaceAll(new RegExp(letters.join(''), 'gi'), '…');
}

export async function askModel(
  { url, key }: { readonly url: string; readonly key: string | undefined },
  request: string,
  answerMillis: number,
): Promise<Heard> {
  const hide = (text: string): string => hideKey(key, text);
  const began = performance.now();
  const signal = AbortSignal.timeout(answerMillis);
  const none = (why: string): Heard => heardSince(began, null, why);
  // What is cut off must not end in the middle of a key.
  const shown = (text: string): string => hide(text).slice(0, SHOWN_LENGTH);
  const send = async () => {
    const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: request,
      // Another address must not get the key.
      redirect: 'error',
      signal,
    });
    return { response, body: await readBody(response) };
  };
  try {
    for (let failures = 0; ; ) {
      const sent = await send().catch((error: unknown) => {
        failures += 1;
        if (signal.aborted || failures > FAILURES_MAX) throw error;
      });
      if (sent === undefined || BUSY.has(sent.response.status)) {
        await sleep(AGAIN_MILLIS, undefined, { signal });
        continue;
      }
      const { response, body } = sent;
      if (body === undefined) return none(`its answer has more than ${ANSWER_BYTES_MAX} bytes`);
      if (!response.ok) return none(`${response.status}: ${shown(body)}`);
      const { text, tokensIn, tokensOut } = readModelAnswer(body);
      if (text === null) return none(`it said nothing: ${shown(body)}`);
      return { ...heardSince(began, hide(text), null), tokensIn, tokensOut };
    }
  } catch (error) {
    if (signal.aborted) return none(`no answer within ${answerMillis / 1_000} s`);
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return none(`it cannot be reached: ${shown(reasonOf(cause))}`);
  }
}

/** Undefined where it goes on and on. */
async function readBody({ body }: Response): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES_MAX) return undefined;
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}
