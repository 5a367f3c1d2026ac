/**
 * Checks who signed a call of this dialect. The key stands in a header; timestamp, recvWindow and
 * signature are parameters. Signed is the query followed by the body, as they were sent, without
 * the signature itself. There is no passphrase.
 */
import { assert } from '../../domain/assert.ts';
import { REQUEST_LIFE } from '../../domain/limits.ts';
import { type Millis, millis } from '../../domain/units.ts';
import { KEY_HEADER } from '../../wire/binance/endpoint.ts';
import { malformed, refusal } from '../../wire/binance/errors.ts';
import {
  type Authenticate,
  admit,
  type HexProof,
  headerText,
  isAuthFailure,
  refuse,
  verifyHexProof,
  verifyKey,
} from '../authenticate.ts';

export const authenticateForm: Authenticate = (authority, request, need) => {
  const { headers, client, now, method, target } = request;
  const name = headerText(headers[KEY_HEADER.toLowerCase()]);
  if (name === '') return refuse(refusal('-2014', 'API-key format invalid.', '40001'));
  if (need.isKeyEnough === true) {
    const key = verifyKey(authority.keys, name, client, () => true);
    if (isAuthFailure(key)) return key;
    return admit(authority, key, need, now) ?? { key, timestamp: now, until: now, signature: '' };
  }
  const query = splitForm(target.query);
  const body = splitForm(request.body?.toString('latin1') ?? '');
  const find = (field: string): string => query.proof.get(field) ?? body.proof.get(field) ?? '';
  const signature = find('signature');
  return verifyHexProof(
    authority,
    {
      key: name,
      client,
      now,
      signature,
      times: readTimes({ signature, find, odd: query.odd ?? body.odd, now }),
      texts: () => signedTexts(query.rest + body.rest),
      // The signature covers neither of the two: the same fields may be sent elsewhere.
      mark: `${method} ${target.path}`,
      refused: (text) =>
        refusal('-1022', `Signature for this request is not valid. ${text}`.trim(), '40009'),
    },
    need,
  );
};

const WINDOW_USUAL_MILLIS = 5_000;
const WINDOW_MAX_MILLIS = 60_000;
/** How far a caller's clock may be ahead. */
const AHEAD_MAX_MILLIS = 1_000;

assert(WINDOW_MAX_MILLIS + AHEAD_MAX_MILLIS < REQUEST_LIFE, 'a repeat comes after it is forgotten');

interface SentTimes {
  readonly signature: string;
  readonly find: (field: string) => string;
  readonly odd: string | undefined;
  /** Wall time: it does not run faster when the venue does. */
  readonly now: Millis;
}

function readTimes({ signature, find, odd, now }: SentTimes): HexProof['times'] {
  const [timestamp, recvWindow] = [find('timestamp'), find('recvwindow')];
  if (odd !== undefined) return malformed(odd, 'Its value has a bare =; send %3D.');
  if (signature === '') return malformed('signature');
  if (!/^\d{1,16}$/.test(timestamp)) return malformed('timestamp');
  if (recvWindow !== '' && !/^\d{1,9}$/.test(recvWindow)) return malformed('recvWindow');
  const window = Number(recvWindow || WINDOW_USUAL_MILLIS);
  if (window > WINDOW_MAX_MILLIS)
    return refusal('-1131', `recvWindow must not be above ${WINDOW_MAX_MILLIS}.`);
  const sentAt = millis(Number(timestamp));
  const clock = `the clock of the server reads ${now}`;
  if (sentAt >= now + AHEAD_MAX_MILLIS)
    return refusal(
      '-1021',
      `Timestamp for this request was ${AHEAD_MAX_MILLIS}ms ahead of the server's time: ${clock}.`,
      '40008',
    );
  if (now - sentAt > window)
    return refusal(
      '-1021',
      `Timestamp for this request is outside of the recvWindow: ${clock}.`,
      '40008',
    );
  return { timestamp: sentAt, until: millis(sentAt + window) };
}

interface SplitForm {
  readonly proof: ReadonlyMap<string, string>;
  /** The text as it came, without the signature. */
  readonly rest: string;
  /**
   * A field whose value has a bare `=`. It might be another field that stood at the beginning of
   * the body: query and body are signed without anything between them.
   */
  readonly odd?: string | undefined;
}

const PROOF: ReadonlySet<string> = new Set(['signature', 'timestamp', 'recvwindow']);
const PROOF_LENGTHS: ReadonlySet<number> = new Set([...PROOF].map(({ length }) => length));

function splitForm(text: string): SplitForm {
  const proof = new Map<string, string>();
  if (text === '') return { proof, rest: '' };
  const rest: string[] = [];
  let odd: string | undefined;
  /** Where what comes after the last signature begins. */
  let from = 0;
  for (let start = 0, end = 0; start <= text.length; start = end + 1) {
    const next = text.indexOf('&', start);
    end = next < 0 ? text.length : next;
    const equals = text.indexOf('=', start);
    const at = equals < 0 || equals > end ? end : equals;
    // Most fields are told from those of the proof by the length of their names.
    const name = PROOF_LENGTHS.has(at - start) ? text.slice(start, at).toLowerCase() : '';
    if (PROOF.has(name)) proof.set(name, text.slice(at + 1, end));
    if (name === 'signature') {
      if (start > from) rest.push(text.slice(from, start - 1));
      from = end + 1;
    } else if (text.slice(at + 1, end).includes('=')) odd ??= text.slice(start, at);
  }
  if (from <= text.length) rest.push(text.slice(from));
  return { proof, rest: rest.join('&'), odd };
}

/**
 * Most clients sign what they send. Some sign their values before they are escaped, and one sends
 * a plus where it has signed `%20`. Characters stand for bytes.
 */
function signedTexts(raw: string): readonly string[] {
  if (!/[%+]/.test(raw)) return [raw];
  return [raw, ...(MARKS.test(raw) ? [] : decoded(raw)), raw.replaceAll('+', '%20')];
}

/** Escaped `%`, `&`, `+` and `=`. Decoded, they would pass for the marks of another form. */
const MARKS = /%(?:25|26|2b|3d)/i;

function decoded(raw: string): readonly string[] {
  try {
    const text = decodeURIComponent(raw.replaceAll('+', ' '));
    return [Buffer.from(text, 'utf8').toString('latin1')];
  } catch {
    return [];
  }
}
