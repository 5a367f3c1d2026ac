/** The token that lets the operator in: made once, kept in a file that only its owner can read. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isMissing, setAside, writePrivateFile } from '../keys/private-file.ts';

const TOKEN = /^[0-9a-f]{64}$/;

/**
 * Reads the file, or makes a new token where there is none; a null path keeps it nowhere. One that
 * cannot be used is set aside and told of: a token is easily made anew, and no reason not to open.
 */
export async function loadAdminToken(
  path: string | null,
  tell: (message: string) => void = () => undefined,
): Promise<string> {
  const token = randomBytes(32).toString('hex');
  if (path === null) return token;
  try {
    const known = (await readFile(path, 'utf8')).trim();
    if (TOKEN.test(known)) return known;
    tell(`${path} is not 64 hexadecimal digits; ${await replaced(path)}`);
  } catch (error) {
    if (!isMissing(error)) tell(`${path} cannot be read; ${await replaced(path)}`);
  }
  await writePrivateFile(path, `${token}\n`);
  return token;
}

const replaced = async (path: string): Promise<string> =>
  `it is kept as ${await setAside(path)}, and a new token takes its place`;

/** From an `Authorization` header, in constant time whatever its length. */
export function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
