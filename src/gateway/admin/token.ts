/** The token that lets the operator in: made once, kept in a file that only its owner can read. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isMissing, writePrivateFile } from '../keys/private-file.ts';

const TOKEN = /^[0-9a-f]{64}$/;

/** Reads the file, or makes a new token where there is none. */
export async function loadAdminToken(path: string): Promise<string> {
  try {
    const token = (await readFile(path, 'utf8')).trim();
    if (!TOKEN.test(token)) throw new Error(`${path}: an admin token is 64 hexadecimal digits`);
    return token;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const token = randomBytes(32).toString('hex');
  await writePrivateFile(path, `${token}\n`);
  return token;
}

/** From an `Authorization` header, in constant time whatever its length. */
export function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
