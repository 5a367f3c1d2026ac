/**
 * What the market and a contest ask of `node:crypto`, for a browser: the build of the page puts it
 * in that place, so the code that draws a market is one. Only what is published passes through
 * here, no secret, so nothing is lost by the time it takes.
 */
import { unsafe } from '@noble/ciphers/aes.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { assert } from '../domain/assert.ts';

interface Sum {
  readonly update: (part: Uint8Array) => unknown;
  readonly digest: () => Uint8Array;
}

interface Digest {
  readonly update: (part: string | Uint8Array) => Digest;
  readonly digest: (form?: 'hex') => string | Uint8Array;
}

export function createHash(name: string): Digest {
  assert(name === 'sha256', 'a result is summed in no other way', name);
  return digestOf(sha256.create());
}

export function createHmac(name: string, key: Uint8Array): Digest {
  assert(name === 'sha256', 'keys are derived in no other way', name);
  return digestOf(hmac.create(sha256, key));
}

function digestOf(sum: Sum): Digest {
  const own: Digest = {
    update: (part) => {
      sum.update(typeof part === 'string' ? new TextEncoder().encode(part) : part);
      return own;
    },
    digest: (form) => {
      const bytes = sum.digest();
      if (form === undefined) return bytes;
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
  return own;
}

/** Words of a block of sixteen bytes. */
const BLOCK_WORDS = 4;

export function createCipheriv(name: string, key: Uint8Array) {
  assert(name === 'aes-256-ecb', 'numbers are drawn in no other way', name);
  const keys = unsafe.expandKeyLE(key);
  const update = (blocks: Uint8Array): Uint8Array => {
    const made = blocks.slice();
    const words = new Uint32Array(made.buffer);
    for (let at = 0; at < words.length; at += BLOCK_WORDS) {
      const [one, two, three, four] = words.subarray(at, at + BLOCK_WORDS);
      const { s0, s1, s2, s3 } = unsafe.encrypt(keys, one!, two!, three!, four!);
      words[at] = s0;
      words[at + 1] = s1;
      words[at + 2] = s2;
      words[at + 3] = s3;
    }
    return made;
  };
  return { setAutoPadding: () => undefined, update };
}

/** Who checks a result draws nothing. */
export function randomBytes(): never {
  throw new Error('a browser draws no seed');
}
