/** Seeded randomness of the market: the same seed draws the same numbers. */
import { createWords, nextWord, type RandomWords, WORDS } from '../domain/random-words.ts';

export type Random = RandomWords;

const WARM_UP_ROUNDS = 15;

/** The salt distinguishes several sources of one seed, and one start of a venue from the next. */
export const createRandom = (seed: number, salt = 0): Random =>
  createWords([seed, Math.floor(seed / WORDS) ^ 0x3c6ef372, salt], WARM_UP_ROUNDS);

/** Uniform in [0, 1). */
export const nextUnit = (random: Random): number => nextWord(random) / WORDS;

export const nextChance = (random: Random, probability: number): boolean =>
  nextUnit(random) < probability;

/** Uniform between two bounds. */
export const nextBetween = (random: Random, low: number, high: number): number =>
  low + nextUnit(random) * (high - low);

/** Normally distributed, mean zero, deviation one. */
export function nextNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - nextUnit(random)));
  return radius * Math.cos(2 * Math.PI * nextUnit(random));
}

/**
 * A Poisson draw: how often an event happens that happens `mean` times on average; at most `most`.
 */
export function nextCount(random: Random, mean: number, most: number): number {
  const threshold = Math.exp(-mean);
  let count = 0;
  let product = nextUnit(random);
  while (product > threshold && count < most) {
    count += 1;
    product *= nextUnit(random);
  }
  return count;
}
