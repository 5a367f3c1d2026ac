/** The three parts of a credential, and where their randomness comes from. */
import { randomBytes, randomInt } from 'node:crypto';

/** Lets scanners recognise a key that was published by mistake. */
const PREFIX = 'perp_';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ISSUED_PASSPHRASE_LENGTH = 20;

/** Public, and not to be guessed: 128 random bits. */
export const newApiKey = (): string => PREFIX + randomBytes(16).toString('hex');

/** The key of the signature: 256 random bits, as text that clients use as it is. */
export const newSecret = (): string => randomBytes(32).toString('hex');

export const newPassphrase = (): string =>
  Array.from({ length: ISSUED_PASSPHRASE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(
    '',
  );

/** What a person may choose. */
export const isPassphrase = (text: string): boolean => /^[A-Za-z0-9]{8,32}$/.test(text);
