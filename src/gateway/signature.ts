/** The HMAC of a signed text, and its comparison with the one that was sent. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The bytes that were signed. */
export interface SignedText {
  /** Characters stand for bytes, as they came from the socket. */
  readonly head: string;
  readonly body: Buffer | undefined;
}

export function hmacOf(
  secret: KeyObject,
  { head, body }: SignedText,
  encoding: 'base64' | 'hex',
): string {
  const hmac = createHmac('sha256', secret).update(head, 'latin1');
  return (body === undefined ? hmac : hmac.update(body)).digest(encoding);
}

/** 32 bytes have 44 characters in Base64 and 64 in hexadecimal. */
const DIGEST_LENGTH_MAX = 64;
const given = Buffer.alloc(DIGEST_LENGTH_MAX);
const wanted = Buffer.alloc(DIGEST_LENGTH_MAX);

/** Compares two texts of SHA-256 digests in constant time, also if the lengths differ. */
export function isSameDigest(text: string, computed: string): boolean {
  given.write(text, 'latin1');
  wanted.write(computed, 'latin1');
  const { length } = computed;
  const isSame = timingSafeEqual(given.subarray(0, length), wanted.subarray(0, length));
  return isSame && text.length === length;
}
