/**
 * The key that seals secrets. It has a file of its own: beside them in the data folder, unless the
 * setting `keyFile` names another place.
 */
import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { KeyFault } from './key-record.ts';
import { findText, writePrivateFile } from './private-file.ts';

export interface KeyEncryptionKey {
  /** Distinguishes keys without revealing them. */
  readonly id: string;
  readonly key: KeyObject;
}

const KEY_BYTES = 32;

/** Throws unless the text is 64 hexadecimal digits. */
export function parseKeyEncryptionKey(text: string, whence: string): KeyEncryptionKey {
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new KeyFault(`${whence}: a key-encryption key is 64 hexadecimal digits`);
  const bytes = Buffer.from(hex, 'hex');
  const id = createHash('sha256').update('kek').update(bytes).digest('hex').slice(0, 12);
  return { id, key: createSecretKey(bytes) };
}

/** Undefined if there is no such file. */
export async function findKeyEncryptionKey(path: string): Promise<KeyEncryptionKey | undefined> {
  const text = findText(path);
  return text === undefined ? undefined : parseKeyEncryptionKey(text, path);
}

/** For a venue that keeps nothing. */
export const drawKeyEncryptionKey = (): KeyEncryptionKey =>
  parseKeyEncryptionKey(randomBytes(KEY_BYTES).toString('hex'), 'the key that was drawn');

/** For a venue that has sealed nothing yet. */
export async function makeKeyEncryptionKey(path: string): Promise<KeyEncryptionKey> {
  const text = randomBytes(KEY_BYTES).toString('hex');
  await writePrivateFile(path, `${text}\n`);
  return parseKeyEncryptionKey(text, path);
}
