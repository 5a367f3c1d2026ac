/**
 * Verifies who sent something: a key, a passphrase, a moment and a signature over given bytes. The
 * order of the checks is part of the interface: the first that fails gives the code. An unknown key
 * costs as much as a wrong signature.
 */
import { createHmac, createSecretKey, type Hmac, type KeyObject, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Millis, millis } from '../domain/units.ts';
import { type ErrorCode, type WireError, wireError } from '../wire/errors.ts';
import type { ClientAddress } from './client-address.ts';
import { isAllowed } from './keys/allowlist.ts';
import type { ApiKey } from './keys/kept-keys.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { PassphraseVerdict } from './keys/passphrase-check.ts';
import { isSameDigest } from './same-digest.ts';

/** What came in the headers, all of it present and the timestamp within the window. */
export interface SignedHeaders {
  readonly key: string;
  readonly signature: string;
  readonly passphrase: string;
  /** As it came: it is part of what was signed. */
  readonly timestampText: string;
  readonly timestamp: Millis;
}

/** The bytes that were signed. */
export interface SignedText {
  /** Characters stand for bytes, as they came from the socket. */
  readonly head: string;
  readonly body: Buffer | undefined;
}

export interface Verified {
  readonly key: ApiKey;
  readonly timestamp: Millis;
  /** As computed here. */
  readonly signature: string;
}

export interface AuthFailure {
  readonly error: WireError;
  /** Whoever sends many of these is guessing. */
  readonly isGuess: boolean;
  /** Zero where waiting would not help. */
  readonly retryAfterSeconds: number;
  /** The secret with which the signature failed, where help may be given with it. */
  readonly secret: KeyObject | undefined;
}

export const isAuthFailure = (outcome: object): outcome is AuthFailure => 'error' in outcome;

export const refuse = (error: WireError, more: Partial<AuthFailure> = {}): AuthFailure => ({
  error,
  isGuess: false,
  retryAfterSeconds: 0,
  secret: undefined,
  ...more,
});

const NOBODY = createSecretKey(randomBytes(32));

/** Missing headers, then the form of the timestamp, then its distance from the wall clock. */
export function readSignedHeaders(
  headers: IncomingHttpHeaders,
  windowMillis: number,
  now: Millis,
): SignedHeaders | AuthFailure {
  const missing = (code: ErrorCode): AuthFailure => refuse(wireError(code));
  const key = textOf(headers['access-key']);
  if (key === '') return missing('40001');
  const signature = textOf(headers['access-sign']);
  if (signature === '') return missing('40002');
  const timestampText = textOf(headers['access-timestamp']);
  if (timestampText === '') return missing('40003');
  const passphrase = textOf(headers['access-passphrase']);
  if (passphrase === '') return missing('40011');
  const timestamp = checkTimestamp(timestampText, windowMillis, now);
  if (typeof timestamp !== 'number') return timestamp;
  return { key, signature, passphrase, timestampText, timestamp };
}

const textOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' ? header : (header?.[0] ?? '');

function checkTimestamp(
  timestampText: string,
  windowMillis: number,
  now: Millis,
): Millis | AuthFailure {
  if (!/^\d{13}$/.test(timestampText)) {
    const isSeconds = /^\d{10}(?:\.\d+)?$/.test(timestampText);
    const en = `must be Unix time in milliseconds, 13 digits${isSeconds ? ', not seconds' : ''}`;
    const zh = `必须是13位毫秒时间戳${isSeconds ? '，而不是秒' : ''}`;
    return refuse(wireError('40005', { detail: { en, zh } }));
  }
  const timestamp = millis(Number(timestampText));
  if (Math.abs(now - timestamp) > windowMillis)
    return refuse(
      wireError('40008', {
        detail: {
          en: `the server's clock reads ${now}, which is ${now - timestamp} ms later`,
          zh: `服务器时间为${now}，相差${now - timestamp}毫秒`,
        },
      }),
    );
  return timestamp;
}

/** At once, unless the key's record is of the old form and has to be worked out. */
export function verifyCredentials(
  keys: KeyStore,
  sent: SignedHeaders,
  signed: SignedText,
  client: ClientAddress,
): Verified | AuthFailure | Promise<Verified | AuthFailure> {
  const key = keys.find(sent.key);
  const secret = key === undefined ? NOBODY : keys.secretOf(key);
  const signature = hmacOf(secret, signed).digest('base64');
  const isSigned = isSameDigest(sent.signature, signature);
  if (key === undefined) return refuse(wireError('40006'), { isGuess: true });
  if (!isAllowed(key.allowlist, client.address)) return refuse(notAllowed(client));
  if (!isSigned) return refuse(wireError('40009'), { isGuess: true, secret });
  const { timestamp } = sent;
  const judge = (verdict: PassphraseVerdict): Verified | AuthFailure =>
    judgePassphrase(verdict) ?? { key, timestamp, signature };
  const verdict = keys.checkPassphrase(key, sent.passphrase);
  return verdict instanceof Promise ? verdict.then(judge) : judge(verdict);
}

export function hmacOf(secret: KeyObject, { head, body }: SignedText): Hmac {
  const hmac = createHmac('sha256', secret).update(head, 'latin1');
  return body === undefined ? hmac : hmac.update(body);
}

function judgePassphrase(verdict: PassphraseVerdict): AuthFailure | undefined {
  if (verdict === 'right') return undefined;
  if (verdict === 'wrong') return refuse(wireError('40012'), { isGuess: true });
  const retryAfterSeconds = Math.ceil(verdict.lockedMillis / 1_000);
  const en = 'too many wrong passphrases for this key';
  const detail = { en, zh: '该API key的Passphrase错误次数过多' };
  return refuse(wireError('429', { detail }), { retryAfterSeconds });
}

const notAllowed = ({ text }: ClientAddress): WireError =>
  wireError('40018', {
    detail: {
      en: `${text} is not on the allowlist of this key`,
      zh: `${text}不在该API key的白名单中`,
    },
  });
