/** Passphrases at rest: Argon2id, so that a stolen file does not give them away. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

export interface SlowHash {
  readonly salt: string;
  readonly hash: string;
  readonly memoryKib: number;
  readonly passes: number;
}

export interface SlowHashCost {
  readonly memoryKib: number;
  readonly passes: number;
}

export const DEFAULT_HASH_COST: SlowHashCost = { memoryKib: 65_536, passes: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

export async function hashSlowly(text: string, cost: SlowHashCost): Promise<SlowHash> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await compute(text, salt, cost);
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), ...cost };
}

export async function matchesSlowly(text: string, stored: SlowHash): Promise<boolean> {
  const hash = await compute(text, Buffer.from(stored.salt, 'base64'), stored);
  const expected = Buffer.from(stored.hash, 'base64');
  return expected.length === hash.length && timingSafeEqual(hash, expected);
}

const compute = (text: string, salt: Buffer, cost: SlowHashCost): Promise<Buffer> =>
  new Promise((resolve, fail) => {
    const parameters = {
      message: text,
      nonce: salt,
      parallelism: 1,
      tagLength: HASH_BYTES,
      memory: cost.memoryKib,
      passes: cost.passes,
    };
    argon2('argon2id', parameters, (error, hash) => (error === null ? resolve(hash) : fail(error)));
  });
