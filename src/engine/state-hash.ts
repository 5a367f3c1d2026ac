/**
 * One number for the meaning of a state. Two states hash alike when no command could tell them
 * apart, how ever their books, heaps and maps are laid out in memory.
 */
import {
  createHasher,
  digest,
  type Hasher,
  hashBigint,
  hashNumber,
  hashText,
} from '../domain/hash.ts';
import { takeSnapshot } from './snapshot.ts';
import type { VenueState } from './state.ts';

export function stateHash(state: VenueState): string {
  const hasher = createHasher();
  hashPlain(hasher, takeSnapshot(state));
  return digest(hasher);
}

function hashPlain(hasher: Hasher, value: unknown): void {
  if (typeof value === 'number') hashNumber(hasher, value);
  else if (typeof value === 'bigint') hashBigint(hasher, value);
  else if (typeof value === 'string') hashText(hasher, value);
  else if (typeof value === 'boolean') hashNumber(hasher, value ? 1 : 2);
  else if (Array.isArray(value)) {
    hashNumber(hasher, value.length);
    for (const item of value) hashPlain(hasher, item);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value).sort()) {
      hashText(hasher, key);
      hashPlain(hasher, Reflect.get(value, key));
    }
  } else hashText(hasher, String(value));
}
