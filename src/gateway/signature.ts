/** The HMAC of a signed text, and its comparison with the one that was sent. */
import { hash, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The bytes that were signed. */
export interface SignedText {
  /** Characters stand for bytes, as they came from the socket. */
  readonly head: string;
  readonly body: Buffer | undefined;
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER = 0x36;
const OUTER = 0x5c;

/** The key of an HMAC as it is hashed before the text, and before the digest of both. */
type Pads = readonly [inner: Buffer, outer: Buffer];
const padsOf = new WeakMap<KeyObject, Pads>();

/**
 * HMAC by its definition, RFC 2104. Node's own object for it takes twice as long as the two hashes
 * that it is made of, and its pads are worked out once per secret here.
 */
export function hmacOf(
  secret: KeyObject,
  { head, body }: SignedText,
  encoding: 'base64' | 'hex',
): string {
  const [inner, outer] = padsOf.get(secret) ?? padKey(secret);
  const length = BLOCK_BYTES + head.length + (body?.length ?? 0);
  const text = length <= signed.length ? signed : Buffer.allocUnsafe(length);
  text.set(inner);
  text.write(head, BLOCK_BYTES, 'latin1');
  if (body !== undefined) text.set(body, BLOCK_BYTES + head.length);
  digested.set(outer);
  // As text: a digest in a buffer of its own costs more than the hashing.
  digested.write(hash('sha256', text.subarray(0, length), 'hex'), BLOCK_BYTES, 'hex');
  return hash('sha256', digested, encoding);
}

function padKey(secret: KeyObject): Pads {
  const key = secret.export();
  const short = key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key;
  const padded = Buffer.concat([short], BLOCK_BYTES);
  const padWith = (pad: number): Buffer => Buffer.from(padded.map((byte) => byte ^ pad));
  const pads: Pads = [padWith(INNER), padWith(OUTER)];
  padsOf.set(secret, pads);
  return pads;
}

/** An order and its headers fit. */
const signed = Buffer.alloc(4_096);
const digested = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

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
