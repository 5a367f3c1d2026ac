/**
 * Secrets at rest. A signature must be computed again here, so its secret cannot be hashed; it is
 * encrypted under a key that has a file of its own, and bound to its owner: a ciphertext moved to
 * another record does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import { KeyFault } from './key-fault.ts';

export interface SealedSecret {
  /** Which key-encryption key opens it. */
  readonly kek: string;
  readonly nonce: string;
  readonly text: string;
  readonly tag: string;
}

/** Whose secret it is. */
export interface SecretOwner {
  readonly key: string;
  readonly account: number;
  readonly version: number;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OPTIONS = { authTagLength: TAG_BYTES };

export function sealSecret(
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  secret: string,
): SealedSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', kek.key, nonce, OPTIONS);
  cipher.setAAD(bindingOf(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    kek: kek.id,
    nonce: nonce.toString('base64'),
    text: text.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** The bytes of the secret; a fault where the ciphertext, its owner or the key is another. */
export function openSecret(
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  sealed: SealedSecret,
): Buffer {
  if (sealed.kek !== kek.id)
    throw new KeyFault(
      `the secret of ${owner.key} was sealed with key-encryption key ${sealed.kek}, ` +
        `but ${kek.id} was given`,
    );
  const nonce = Buffer.from(sealed.nonce, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', kek.key, nonce, OPTIONS);
  decipher.setAAD(bindingOf(owner));
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(sealed.text, 'base64')), decipher.final()]);
  } catch {
    throw new KeyFault(`the record of ${owner.key} is damaged: its secret does not open`);
  }
}

const bindingOf = ({ key, account, version }: SecretOwner): Buffer =>
  Buffer.from(`${key}|${account}|${version}`);
