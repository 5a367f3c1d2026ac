/**
 * Passphrases in older key files: an Argon2id hash, which takes a quarter of a second and 64 MiB to
 * compute. When such a passphrase is first used correctly, its record is replaced by a new one.
 * Node has Argon2id since 24.7; elsewhere everything but these passphrases works.
 */
import * as crypto from 'node:crypto';
import Type, { type Static } from 'typebox';

export const OLD_PASSPHRASE = Type.Object({
  salt: Type.String(),
  hash: Type.String(),
  memoryKib: Type.Integer(),
  passes: Type.Integer(),
});

export type OldPassphrase = Readonly<Static<typeof OLD_PASSPHRASE>>;

export function isOldPassphraseRight(text: string, stored: OldPassphrase): Promise<boolean> {
  const expected = Buffer.from(stored.hash, 'base64');
  const parameters = {
    message: text,
    nonce: Buffer.from(stored.salt, 'base64'),
    parallelism: 1,
    tagLength: expected.length,
    memory: stored.memoryKib,
    passes: stored.passes,
  };
  return new Promise((resolve, fail) => {
    crypto.argon2('argon2id', parameters, (error, hash) =>
      error === null ? resolve(crypto.timingSafeEqual(hash, expected)) : fail(error),
    );
  });
}
