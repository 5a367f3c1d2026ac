/**
 * One number for the meaning of a state. Two states hash alike when no command could tell them
 * apart, however their books, heaps and maps are laid out in memory.
 */
import { createHasher, digest, hashPlain } from '../domain/hash.ts';
import { takeSnapshot } from './snapshot.ts';
import type { VenueState } from './state.ts';

export function stateHash(state: VenueState): string {
  const hasher = createHasher();
  hashPlain(hasher, takeSnapshot(state));
  return digest(hasher);
}
