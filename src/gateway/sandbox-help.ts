/**
 * Help for people who write their first client: why a signature does not match, and which fields
 * mean nothing here. Only for sandboxes: it tells more than a competition should.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { TObject } from 'typebox';
import { type Candidate, explainSignature, mistakenTexts } from '../wire/explain-signature.ts';
import { prehash, type SignedRequest } from '../wire/prehash.ts';
import { type Fields, findUnknownFields, unknownFieldsText } from '../wire/read-request.ts';
import { hmacOf } from './credentials-check.ts';

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
export function explainFailure(failed: FailedSignature): string {
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
  hmacOf(key, { head: '', body: Buffer.from(text, 'utf8') }).digest();

const keyOf = (text: string): KeyObject => createSecretKey(Buffer.from(text, 'utf8'));

export const WARNING_HEADER = 'x-warning';

/** The fields that were sent and ignored, in one line; undefined where there are none. */
export function findWarning(schema: TObject, fields: Fields): string | undefined {
  if (knowsAll(schema, fields)) return undefined;
  return unknownFieldsText(findUnknownFields(schema, fields));
}

const knownNames = new WeakMap<TObject, ReadonlySet<string>>();

function knowsAll(schema: TObject, fields: Fields): boolean {
  let known = knownNames.get(schema);
  if (known === undefined) {
    known = new Set(Object.keys(schema.properties));
    knownNames.set(schema, known);
  }
  for (const name of fields.keys()) if (!known.has(name)) return false;
  return true;
}
