/** Seeded random numbers for workloads: the same seed gives the same numbers on every machine. */

import { nextUnit, type Random } from '../../src/market/random.ts';
import { createWords, nextWord, WORDS } from '../random-words.ts';

const WARM_UP_ROUNDS = 12;

export function seedRandom(seed: number): Random {
  const words = createWords([seed, Math.floor(seed / WORDS), 0x6a09e667], WARM_UP_ROUNDS);
  return { nextWord: () => nextWord(words) };
}

/** A whole number from `low` to `high`, both included. */
export const nextWhole = (random: Random, low: number, high: number): number =>
  low + Math.floor(nextUnit(random) * (high - low + 1));
