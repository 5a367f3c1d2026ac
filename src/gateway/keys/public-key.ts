/** The public half of an RSA key, for callers who sign with a private half that they alone have. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { KeyRefusal } from './key-record.ts';

const BITS_MIN = 2_048;
/** A longer one costs more to check than a flood of orders may. */
const BITS_MAX = 4_096;

/** The text as it is kept. */
export function checkedPublicKey(pem: string): string {
  // A private key has its public half in it, and must not be read for that.
  if (/PRIVATE KEY/.test(pem))
    throw new KeyRefusal('that is a private key: keep it, and send the public one');
  const key = keyIn(pem);
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key?.asymmetricKeyType !== 'rsa' || bits < BITS_MIN || bits > BITS_MAX)
    throw new KeyRefusal(`a public key is RSA of ${BITS_MIN} to ${BITS_MAX} bits, in PEM`);
  return publicKeyText(key);
}

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

export const publicKeyText = (key: KeyObject): string =>
  key.export({ type: 'spki', format: 'pem' }).toString();

/** By RSA-SHA256 with the padding of PKCS #1 v1.5. Characters stand for bytes. */
export const hasSigned = (key: KeyObject, text: string, signature: Buffer): boolean =>
  verify('sha256', Buffer.from(text, 'latin1'), key, signature);
