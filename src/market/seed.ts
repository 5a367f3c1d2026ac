/**
 * The seed of a market: 256 bits from which every price and every order of the house is drawn. It
 * is drawn from the system's randomness, or made from a word so that others can repeat the market.
 * Whoever knows the key knows the future of the market, so it goes nowhere but into its own file.
 * The commitment is public: it fixes the key without telling it.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { EarlierKey } from './random.ts';

export interface Seed {
  readonly key: Uint8Array;
  /** The word that the key was made from; null if the key was drawn. */
  readonly word: string | null;
  /** What a fork goes on from: keys with the first beat that is not theirs, oldest first. */
  readonly earlier?: readonly EarlierKey[];
}

export const KEY_BYTES = 32;
export const WORD_LENGTH_MAX = 64;

export const seedOfWord = (word: string): Seed => ({
  key: createHash('sha256').update(`perpetua market seed of the word ${word}`).digest(),
  word,
});

export const drawSeed = (): Seed => ({ key: randomBytes(KEY_BYTES), word: null });

/** Everyone may know it from the first second on. A seed that is revealed later must match it. */
export const commitmentOf = ({ key }: Pick<Seed, 'key'>): string =>
  createHash('sha256').update('perpetua market commitment ').update(key).digest('hex');

/** The key of the generated week. It may be public: nothing leads back from it to the seed. */
export const historyKeyOf = ({ key }: Pick<Seed, 'key'>): Uint8Array =>
  createHmac('sha256', key).update('perpetua generated history').digest();

/** How people are told which market this is; only a word that somebody chose is said. */
export const describeSeed = (seed: Seed): string =>
  seed.word === null
    ? `seed drawn, commitment ${commitmentOf(seed).slice(0, 12)}`
    : `seed ${seed.word}`;
