/**
 * Seeded randomness of the market: the same seed draws the same numbers. Four 32-bit words are
 * added, shifted and rotated with a counter. Good for prices and order flow, not for secrets.
 */
export interface Random {
  readonly words: Int32Array;
}
/** The salt tells apart several sources of one seed, and one start of a venue from the next. */
export declare function createRandom(seed: number, salt?: number): Random;
/** Evenly spread in [0, 1). */
export declare const nextUnit: (random: Random) => number;
export declare const nextChance: (random: Random, probability: number) => boolean;
/** Evenly spread between two bounds. */
export declare const nextBetween: (random: Random, low: number, high: number) => number;
/** Normally distributed, mean zero, deviation one. */
export declare function nextNormal(random: Random): number;
/** How often something happens that happens `mean` times on average; at most `most` times. */
export declare function nextCount(random: Random, mean: number, most: number): number;
