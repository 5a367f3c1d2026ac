/**
 * Seeded random words: the same seed gives the same words on every machine. Four 32-bit words are
 * added, shifted and rotated with a counter (the "small fast counting" scheme); good for prices,
 * workloads and tests, not for secrets. The engine itself never draws.
 */

export type RandomWords = Int32Array;

/** The first rounds are thrown away, until the seed has reached every word. */
export function createWords(seed: readonly [number, number, number], rounds: number): RandomWords {
  const words = Int32Array.of(...seed, 1);
  for (let round = 0; round < rounds; round += 1) nextWord(words);
  return words;
}

/** From 0 up to, and not including, 2^32. */
export function nextWord(words: RandomWords): number {
  const sum = (words[0]! + words[1]! + words[3]!) | 0;
  words[3] = words[3]! + 1;
  words[0] = words[1]! ^ (words[1]! >>> 9);
  words[1] = words[2]! + (words[2]! << 3);
  words[2] = ((words[2]! << 21) | (words[2]! >>> 11)) + sum;
  return sum >>> 0;
}

/** How many different words there are. */
export const WORDS = 0x1_0000_0000;
