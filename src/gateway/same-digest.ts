/** Compares what was given with a digest of SHA-256, both in Base64. */
import { timingSafeEqual } from 'node:crypto';

/** Base64 of 32 bytes. */
const DIGEST_LENGTH = 44;
const given = Buffer.alloc(DIGEST_LENGTH);
const wanted = Buffer.alloc(DIGEST_LENGTH);

/** In constant time. What is too long or too short is compared too, as far as it fits. */
export function isSameDigest(text: string, computed: string): boolean {
  given.write(text, 'latin1');
  wanted.write(computed, 'latin1');
  return timingSafeEqual(given, wanted) && text.length === DIGEST_LENGTH;
}
