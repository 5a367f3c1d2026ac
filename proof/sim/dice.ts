/** Seeded random numbers for the simulator: whole numbers in, whole numbers out. */
import { createWords, nextWord, type RandomWords, WORDS } from './random-words.ts';

export type Dice = RandomWords;

const WARM_UP_ROUNDS = 15;

/**
 * The salt tells apart several dice of one seed, so that drawing from one leaves the others alone.
 */
export const createDice = (seed: number, salt = 0): Dice =>
  createWords([seed, Math.floor(seed / WORDS), 0x3c6ef372 ^ salt], WARM_UP_ROUNDS);

/** A whole number from `low` to `high`, both included. */
export const roll = (dice: Dice, low: number, high: number): number =>
  high <= low ? low : low + Math.floor((nextWord(dice) / WORDS) * (high - low + 1));

/** True in this many of a hundred cases. */
export const chance = (dice: Dice, percent: number): boolean => roll(dice, 1, 100) <= percent;

export function pick<Item>(dice: Dice, items: readonly Item[]): Item {
  const item = items[roll(dice, 0, items.length - 1)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** One of the items, or undefined if there is none. */
export const findPick = <Item>(dice: Dice, items: readonly Item[]): Item | undefined =>
  items[roll(dice, 0, items.length - 1)];

/** One of the keys, each as likely as its weight. At least one weight is positive. */
export function pickWeighted<Key extends string>(
  dice: Dice,
  weights: readonly (readonly [Key, number])[],
): Key {
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  let left = roll(dice, 1, total);
  for (const [key, weight] of weights) {
    left -= weight;
    if (left <= 0) return key;
  }
  throw new RangeError('all weights are zero');
}
