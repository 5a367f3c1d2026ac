/**
 * The seed file of a fork. What was drawn up to the point stays as it is; what follows is drawn
 * from the same seed or from another. A fork has its own time: it goes on at its point whatever the
 * wall clock says, so that it can be compared with what the original did.
 */

import { type SeedFile, seedFileOf, seedFrom } from '../../assembly/market-seed.ts';
import type { Millis } from '../../domain/units.ts';
import { beatAt } from '../../market/memory.ts';
import { drawSeed, type Seed, seedOfWord } from '../../market/seed.ts';

/** The same seed, a new one that nobody knows, or that of a word. */
export type SeedChoice =
  | { readonly kind: 'same' }
  | { readonly kind: 'new' }
  | { readonly kind: 'word'; readonly word: string };

export function forkSeed(file: SeedFile | undefined, choice: SeedChoice, at: Millis): SeedFile {
  const next = beatAt(at) + 1;
  // A venue without a market has none; a fork of it may be given one.
  const begun = file?.seeds ?? [seedFrom(0, drawSeed())];
  const seeds = begun.filter(({ fromBeat }) => fromBeat <= next);
  const another = findSeed(choice);
  const all = another === undefined ? seeds : [...seeds, seedFrom(next, another)];
  return seedFileOf(all, file?.startAt ?? at);
}

function findSeed(choice: SeedChoice): Seed | undefined {
  if (choice.kind === 'same') return undefined;
  return choice.kind === 'new' ? drawSeed() : seedOfWord(choice.word);
}
