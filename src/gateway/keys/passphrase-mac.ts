/**
 * Passphrases at rest: an HMAC under the key-encryption key, bound to its owner as the secret
 * beside it is. Whoever holds that key can open the secret too: a slow hash would protect nothing.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import type { SecretOwner } from './seal-secret.ts';

export interface PassphraseMac {
  readonly mac: string;
}

export const macPassphrase = (
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  passphrase: string,
): PassphraseMac => ({ mac: digest(kek, owner, passphrase).toString('base64') });

/** In constant time. */
export function isPassphraseRight(
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  stored: PassphraseMac,
  passphrase: string,
): boolean {
  const given = digest(kek, owner, passphrase);
  const wanted = Buffer.from(stored.mac, 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The first word keeps it apart from whatever else may be made with the same key. */
const digest = (kek: KeyEncryptionKey, owner: SecretOwner, passphrase: string): Buffer =>
  createHmac('sha256', kek.key)
    .update(`passphrase|${owner.key}|${owner.account}|${owner.version}|${passphrase}`)
    .digest();
