/**
 * The key that seals what the replicas share. All of them need the same one: from the environment,
 * or from a file that each has a copy of. The first replica of a new venue makes it.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  findKeyEncryptionKey,
  makeKeyEncryptionKey,
  parseKeyEncryptionKey,
} from '../../gateway/keys/key-encryption-key.ts';
import { makeFolder } from '../../journal/files.ts';

export const KEK_VARIABLE = 'PERPETUA_KEK';

/** The key, and what takes back one that was made for a venue that has another. */
export async function provideKek(path: string, given: string | undefined) {
  const nothing = (): void => undefined;
  if (given !== undefined)
    return { kek: parseKeyEncryptionKey(given, KEK_VARIABLE), takeBack: nothing };
  const found = await findKeyEncryptionKey(path);
  if (found !== undefined) return { kek: found, takeBack: nothing };
  makeFolder(dirname(path));
  const own = `${path}.${randomUUID()}`;
  try {
    const kek = await makeKeyEncryptionKey(own);
    linkSync(own, path);
    return { kek, takeBack: () => rmSync(path) };
  } catch (error) {
    // Another replica that shares this file was faster.
    const made = await findKeyEncryptionKey(path);
    if (made === undefined) throw error;
    return { kek: made, takeBack: nothing };
  } finally {
    rmSync(own, { force: true });
  }
}
