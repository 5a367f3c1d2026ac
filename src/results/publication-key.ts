/**
 * The key that signs results: Ed25519, made once for a data folder and readable by its owner alone.
 * Everything about it has one form only, so that a changed byte is a changed key.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_FILE = 'publication-key.pem';
const SIGNATURE = /^[0-9a-f]{128}\n$/;

export type PublicationKey = ReturnType<typeof takePublicationKey>;

export function takePublicationKey(dataFolder: string) {
  const path = join(dataFolder, KEY_FILE);
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(path, pem, { mode: 0o600, flag: 'wx' });
  }
  const privateKey = createPrivateKey(readFileSync(path));
  const publicKey = createPublicKey(privateKey);
  return {
    publicPem: pemOf(publicKey),
    publicHex: hexOf(publicKey),
    sign: (bytes: Uint8Array) => `${sign(null, bytes, privateKey).toString('hex')}\n`,
  };
}

/** The key in the folder; undefined if it is not exactly a key as we write it. */
export function findPublicKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' && pemOf(key) === pem ? key : undefined;
  } catch {
    return undefined;
  }
}

export const isSigned = (key: KeyObject, bytes: Uint8Array, signature: string): boolean =>
  SIGNATURE.test(signature) && verify(null, bytes, key, Buffer.from(signature.trim(), 'hex'));

const pemOf = (key: KeyObject): string => String(key.export({ type: 'spki', format: 'pem' }));

/** The 32 bytes themselves: short enough to be read aloud. */
export const hexOf = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
