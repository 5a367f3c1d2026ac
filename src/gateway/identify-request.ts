/**
 * Sixteen bytes that tell one signed request from every other. The signature covers timestamp,
 * method, path, query and body under a secret that one key has; hashed once more with the key it
 * says nothing about either, and may stand in a journal that others read.
 */
import { hash } from 'node:crypto';
import type { IdentityWords, RequestIdentity } from '../domain/request-identity.ts';
import type { Millis } from '../domain/units.ts';
import type { Verified } from './credentials-check.ts';

export const identifyRequest = (
  { key, signature }: Pick<Verified, 'key' | 'signature'>,
  receivedAt: Millis,
): RequestIdentity => ({ words: identityWords(key.key, signature), receivedAt });

export function identityWords(key: string, signature: string): IdentityWords {
  const digest = hash('sha256', `${key} ${signature}`, 'buffer');
  const wordAt = (place: number): number => digest.readInt32LE(place * 4);
  return [wordAt(0), wordAt(1), wordAt(2), wordAt(3)];
}
