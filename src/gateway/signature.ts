/** The HMAC of a signed text, and its comparison with the one that was sent. */
import { createHmac, type Hmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The bytes that were signed. */
export interface SignedText {
  /** Characters stand for bytes, as they came from the socket. */
  readonly head: string;
  readonly body: Buffer | undefined;
}

export function hmacOf(secret: KeyObject, { head, body }: SignedText): Hmac {
  const hmac = createHmac('sha256', secret).update(head, 'latin1');
  return body === undefined ? hmac : hmac.update(body);
}

/** Base64 of 32 bytes. */
const DIGEST_LENGTH = 44;
const given = Buffer.alloc(DIGEST_LENGTH);
const wanted = Buffer.alloc(DIGEST_LENGTH);

/** Compares two SHA-256 digests in Base64 in constant time, also if the lengths differ. */
export function isSameDigest(text: string, computed: string): boolean {
  given.write(text, 'latin1');
  wanted.write(computed, 'latin1');
  return timingSafeEqual(given, wanted) && text.length === DIGEST_LENGTH;
}
