/**
 * The key that seals secrets. It has a file of its own: beside them in the data folder, unless the
 * setting `keyFile` names another place. A signature must be computed again here, so its secret
 * cannot be hashed; it is encrypted, and bound to its owner: a ciphertext moved to another record
 * does not open.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { KeyFault, type KeyRecord } from './key-record.ts';
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

export type SealedSecret = KeyRecord['secret'];

/** Whose secret it is. */
export type SecretOwner = Pick<KeyRecord, 'key' | 'account' | 'version'>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OPTIONS = { authTagLength: TAG_BYTES };

export const sealSecret = (
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  secret: string,
): SealedSecret => sealText(kek, bindingOf(owner), secret);

/** The bytes of the secret; a fault where the ciphertext, its owner or the key is another. */
export const openSecret = (
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  sealed: SealedSecret,
): Buffer => openBytes(kek, bindingOf(owner), `the record of ${owner.key}`, sealed);

const bindingOf = ({ key, account, version }: SecretOwner): string =>
  `${key}|${account}|${version}`;

/** A text that opens only with the same key and the same binding. */
export function sealText(kek: KeyEncryptionKey, binding: string, plain: string): SealedSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', kek.key, nonce, OPTIONS);
  cipher.setAAD(Buffer.from(binding));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return {
    kek: kek.id,
    nonce: nonce.toString('base64'),
    text: text.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** Throws a fault that names what does not open. */
export const openText = (
  kek: KeyEncryptionKey,
  binding: string,
  name: string,
  sealed: SealedSecret,
): string => openBytes(kek, binding, name, sealed).toString('utf8');

function openBytes(
  kek: KeyEncryptionKey,
  binding: string,
  name: string,
  sealed: SealedSecret,
): Buffer {
  if (sealed.kek !== kek.id)
    throw new KeyFault(
      `${name} was sealed with key-encryption key ${sealed.kek}, but ${kek.id} was given`,
    );
  const nonce = Buffer.from(sealed.nonce, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', kek.key, nonce, OPTIONS);
  decipher.setAAD(Buffer.from(binding));
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(sealed.text, 'base64')), decipher.final()]);
  } catch {
    throw new KeyFault(`${name} is damaged: its secret does not open`);
  }
}
