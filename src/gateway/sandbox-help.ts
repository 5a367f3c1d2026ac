/**
 * Help for people who write their first client: why a signature does not match, and which headers
 * have another name here. Only for sandboxes: it tells more than a competition should.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type ErrorCode, type WireError, wireError } from '../wire/errors.ts';
import {
  type Candidate,
  explainSignature,
  mistakenTexts,
  prehash,
  type SignedRequest,
} from '../wire/prehash.ts';
import { hmacOf } from './keys/check-proof.ts';

export interface FailedSignature {
  readonly request: SignedRequest;
  readonly host: string;
  /** As it was sent. */
  readonly signature: string;
  readonly key: string;
  readonly passphrase: string;
  readonly secret: KeyObject;
}

/** Which text should have been signed, and which common mistake was made instead. */
export function explainFailedSignature(failed: FailedSignature): string {
  const { request, signature, secret } = failed;
  const expectedText = prehash(request);
  const isSent = (digest: Buffer): boolean =>
    signature === digest.toString('base64') || signature.toLowerCase() === digest.toString('hex');
  const isSentWith = (key: KeyObject, text: string): boolean => isSent(digest(key, text));
  const matched = mistakenTexts(request, failed.host).find(({ text }: Candidate) =>
    isSentWith(secret, text),
  );
  return explainSignature({
    sent: signature,
    expectedText,
    matched: matched?.mistake ?? null,
    isHex: isSentWith(secret, expectedText),
    isKeyedByPassphrase: isSentWith(keyOf(failed.passphrase), expectedText),
    isKeyedByApiKey: isSentWith(keyOf(failed.key), expectedText),
  });
}

const digest = (key: KeyObject, text: string): Buffer =>
  Buffer.from(hmacOf(key, { head: '', body: Buffer.from(text, 'utf8') }, 'hex'), 'hex');

const keyOf = (text: string): KeyObject => createSecretKey(Buffer.from(text, 'utf8'));

/** How other interfaces end the names of the headers that are missing with these codes. */
const FOREIGN_HEADERS: Readonly<Partial<Record<ErrorCode, RegExp>>> = {
  '40001': /(?:^|[-_])(?:access|api)[-_]?key$/,
  '40002': /(?:^|[-_])(?:sign|signature)$/,
  '40003': /(?:^|[-_])timestamp$/,
  '40011': /(?:^|[-_])passphrase$/,
};

const OWN_HEADERS = ['access-key', 'access-sign', 'access-timestamp', 'access-passphrase'];
const SHOWN_NAME_MAX = 40;

/** Names both headers if a missing one was sent under the name of another interface. */
export function explainHeaders(error: WireError, headers: IncomingHttpHeaders): WireError {
  const pattern = FOREIGN_HEADERS[error.code];
  const found = Object.keys(headers).find(
    (name) => pattern?.test(name) === true && !OWN_HEADERS.includes(name),
  );
  if (found === undefined) return error;
  const shown = found.slice(0, SHOWN_NAME_MAX).toUpperCase();
  const names = OWN_HEADERS.join(', ').toUpperCase();
  const detail = {
    en: `found ${shown}, the headers are called ${names}`,
    zh: `收到${shown}，请求头应为${names}`,
  };
  return wireError(error.code, { detail });
}

export const WARNING_HEADER = 'x-warning';
