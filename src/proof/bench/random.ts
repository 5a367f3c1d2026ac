/** Seeded random numbers for workloads: the same seed gives the same numbers on every machine. */
import { createWords, WORDS } from '../../domain/random-words.ts';
import { nextUnit, type Random } from '../../market/random.ts';

const WARM_UP_ROUNDS = 12;

export const seedRandom = (seed: number): Random =>
  createWords([seed, Math.floor(seed / WORDS), 0x6a09e667], WARM_UP_ROUNDS);

/** A whole number from `low` to `high`, both included. */
export const nextWhole = (random: Random, low: number, high: number): number =>
  low + Math.floor(nextUnit(random) * (high - low + 1));
