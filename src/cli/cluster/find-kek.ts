/** The key-encryption key of the replicas, for verbs that write what replicas read. */

import { KEK_VARIABLE } from '../../assembly/cluster/provide-kek.ts';
import { KeyFault } from '../../gateway/keys/kept-keys.ts';
import {
  findKeyEncryptionKey,
  type KeyEncryptionKey,
  parseKeyEncryptionKey,
} from '../../gateway/keys/key-encryption-key.ts';

/** Replicas take only what carries a MAC under this key. */
export async function findKek(path: string): Promise<KeyEncryptionKey> {
  const { [KEK_VARIABLE]: given } = process.env;
  if (given !== undefined) return parseKeyEncryptionKey(given, KEK_VARIABLE);
  const found = await findKeyEncryptionKey(path);
  if (found !== undefined) return found;
  throw new KeyFault(
    `there is no key-encryption key at ${path}: name that of the replicas with --key-file, or ` +
      `put it into ${KEK_VARIABLE}`,
  );
}
