/**
 * Seeded random numbers: the same seed gives the same numbers on every machine. Four 32-bit words
 * are added, shifted and rotated with a counter (the "small fast counting" scheme); good for
 * workloads and tests, not for secrets.
 */

export interface Random {
  readonly state: Int32Array;
}

const WARM_UP_ROUNDS = 12;
const TWO_POW_32 = 0x1_0000_0000;

export function createRandom(seed: number): Random {
  const random = { state: Int32Array.of(seed, Math.floor(seed / TWO_POW_32), 0x6a09e667, 1) };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) nextWord(random);
  return random;
}

/** Evenly spread in [0, 1). */
export const nextUnit = (random: Random): number => nextWord(random) / TWO_POW_32;

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

function nextWord({ state }: Random): number {
  const sum = (state[0]! + state[1]! + state[3]!) | 0;
  state[3] = state[3]! + 1;
  state[0] = state[1]! ^ (state[1]! >>> 9);
  state[1] = state[2]! + (state[2]! << 3);
  state[2] = ((state[2]! << 21) | (state[2]! >>> 11)) + sum;
  return sum >>> 0;
}
