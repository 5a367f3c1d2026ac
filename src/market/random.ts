/**
 * Seeded randomness of the market: the same seed draws the same numbers. Four 32-bit words are
 * added, shifted and rotated with a counter. Good for prices and order flow, not for secrets.
 */

export interface Random {
  readonly words: Int32Array;
}

const WARM_UP_ROUNDS = 15;
const TWO_POW_32 = 0x1_0000_0000;

/** The salt tells apart several sources of one seed, and one start of a venue from the next. */
export function createRandom(seed: number, salt = 0): Random {
  const high = Math.floor(seed / TWO_POW_32);
  const random = { words: Int32Array.of(seed, high ^ 0x3c6ef372, salt, 1) };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) nextWord(random);
  return random;
}

/** Evenly spread in [0, 1). */
export const nextUnit = (random: Random): number => nextWord(random) / TWO_POW_32;

export const nextChance = (random: Random, probability: number): boolean =>
  nextUnit(random) < probability;

/** Evenly spread between two bounds. */
export const nextBetween = (random: Random, low: number, high: number): number =>
  low + nextUnit(random) * (high - low);

/** Normally distributed, mean zero, deviation one. */
export function nextNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - nextUnit(random)));
  return radius * Math.cos(2 * Math.PI * nextUnit(random));
}

/** How often something happens that happens `mean` times on average; at most `most` times. */
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

function nextWord({ words }: Random): number {
  const [a = 0, b = 0, c = 0, counter = 0] = words;
  const sum = (a + b + counter) | 0;
  words[3] = counter + 1;
  words[0] = b ^ (b >>> 9);
  words[1] = c + (c << 3);
  words[2] = ((c << 21) | (c >>> 11)) + sum;
  return sum >>> 0;
}
