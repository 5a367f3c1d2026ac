/**
 * Seeded random numbers for the simulator: the same seed gives the same market on every machine.
 * Four 32-bit words are added, shifted and rotated with a counter. Whole numbers in, whole numbers
 * out.
 */

export interface Dice {
  readonly words: Int32Array;
}

const WARM_UP_ROUNDS = 15;
const TWO_POW_32 = 0x1_0000_0000;

/**
 * The salt tells apart several dice of one seed, so that drawing from one leaves the others alone.
 */
export function createDice(seed: number, salt = 0): Dice {
  const high = Math.floor(seed / TWO_POW_32);
  const dice = { words: Int32Array.of(seed, high, 0x3c6ef372 ^ salt, 1) };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) nextWord(dice);
  return dice;
}

/** A whole number from `low` to `high`, both included. */
export const roll = (dice: Dice, low: number, high: number): number =>
  high <= low ? low : low + Math.floor((nextWord(dice) / TWO_POW_32) * (high - low + 1));

/** True in so many of a hundred cases. */
export const chance = (dice: Dice, percent: number): boolean => roll(dice, 1, 100) <= percent;

export function pick<Item>(dice: Dice, items: readonly Item[]): Item {
  const item = items[roll(dice, 0, items.length - 1)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** One of the items, or undefined where there is none. */
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

function nextWord({ words }: Dice): number {
  const [a = 0, b = 0, c = 0, counter = 0] = words;
  const sum = (a + b + counter) | 0;
  words[3] = counter + 1;
  words[0] = b ^ (b >>> 9);
  words[1] = c + (c << 3);
  words[2] = ((c << 21) | (c >>> 11)) + sum;
  return sum >>> 0;
}
