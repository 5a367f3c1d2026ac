/** Seeded random numbers for workloads: the same seed gives the same numbers on every machine. */
import { createWords, nextWord, type RandomWords, WORDS } from '../../domain/random-words.ts';

export type Random = RandomWords;

const WARM_UP_ROUNDS = 12;

export const createRandom = (seed: number): Random =>
  createWords([seed, Math.floor(seed / WORDS), 0x6a09e667], WARM_UP_ROUNDS);

/** Evenly spread in [0, 1). */
export const nextUnit = (random: Random): number => nextWord(random) / WORDS;

/** A whole number from `low` to `high`, both included. */
export const nextBetween = (random: Random, low: number, high: number): number =>
  low + Math.floor(nextUnit(random) * (high - low + 1));

export const nextChance = (random: Random, probability: number): boolean =>
  nextUnit(random) < probability;

/** Normally distributed, mean zero, deviation one. */
export function nextNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - nextUnit(random)));
  return radius * Math.cos(2 * Math.PI * nextUnit(random));
}
