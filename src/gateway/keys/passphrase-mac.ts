/**
 * Passphrases at rest: an HMAC under the key-encryption key, bound to its owner as the secret
 * beside it is. Whoever holds that key can open the secret too: a slow hash would protect nothing.
 */
import { createHmac } from 'node:crypto';
import { isSameDigest } from '../same-digest.ts';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import type { SecretOwner } from './seal-secret.ts';

export interface PassphraseMac {
  readonly mac: string;
}

export const macPassphrase = (
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  passphrase: string,
): PassphraseMac => ({ mac: digest(kek, owner, passphrase) });

/** In constant time. */
export const isPassphraseRight = (
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  stored: PassphraseMac,
  passphrase: string,
): boolean => isSameDigest(stored.mac, digest(kek, owner, passphrase));

/** The first word keeps it apart from whatever else may be made with the same key. */
const digest = (kek: KeyEncryptionKey, owner: SecretOwner, passphrase: string): string =>
  createHmac('sha256', kek.key)
    .update(`passphrase|${owner.key}|${owner.account}|${owner.version}|${passphrase}`)
    .digest('base64');
