/**
 * A small non-cryptographic hash for comparing meanings: two 32-bit lanes of multiply-and-rotate
 * mixing, sixteen hex digits. It finds differences between honest states; it does not resist an
 * attacker.
 */

import { isMoneyField } from './money-fields.ts';

export interface Hasher {
  first: number;
  second: number;
}

const FIRST_SEED = 0x9747b28c;
const SECOND_SEED = 0x3c6ef372;
const TWO_POW_32 = 0x1_0000_0000;
const WORD = 0xffff_ffffn;
const WORD_BITS = 32n;
const END_OF_AMOUNT = 0x5bd1e995;

export const createHasher = (): Hasher => ({ first: FIRST_SEED | 0, second: SECOND_SEED | 0 });

/** Folds a safe integer of either sign. */
export function hashNumber(hasher: Hasher, value: number): void {
  mixWord(hasher, value | 0);
  mixWord(hasher, Math.floor(value / TWO_POW_32) | 0);
}

export function hashBigint(hasher: Hasher, value: bigint): void {
  let rest = value < 0n ? -value : value;
  mixWord(hasher, value < 0n ? 1 : 0);
  while (rest > 0n) {
    mixWord(hasher, Number(rest & WORD) | 0);
    rest >>= WORD_BITS;
  }
  mixWord(hasher, END_OF_AMOUNT);
}

export function hashText(hasher: Hasher, value: string): void {
  mixWord(hasher, value.length);
  for (let at = 0; at < value.length; at += 1) mixWord(hasher, value.charCodeAt(at));
}

/** What `hashBigint` folds for the same amount. */
function hashAmount(hasher: Hasher, value: number): void {
  let rest = Math.abs(value);
  mixWord(hasher, value < 0 ? 1 : 0);
  while (rest > 0) {
    mixWord(hasher, rest | 0);
    rest = Math.floor(rest / TWO_POW_32);
  }
  mixWord(hasher, END_OF_AMOUNT);
}

/**
 * Folds plain data of any shape, as what the field of this name holds; the order of an object's
 * keys does not matter.
 */
export function hashPlain(hasher: Hasher, value: unknown, field = ''): void {
  if (typeof value === 'number') (isMoneyField(field) ? hashAmount : hashNumber)(hasher, value);
  else if (typeof value === 'bigint') hashBigint(hasher, value);
  else if (typeof value === 'string') hashText(hasher, value);
  else if (typeof value === 'boolean') hashNumber(hasher, value ? 1 : 2);
  else if (Array.isArray(value)) {
    hashNumber(hasher, value.length);
    for (const item of value) hashPlain(hasher, item, field);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value).sort()) {
      hashText(hasher, key);
      hashPlain(hasher, Reflect.get(value, key), key);
    }
  } else hashText(hasher, String(value));
}

/** Half of the digest, as a number from 0 on. */
export const digestNumber = ({ first, second }: Hasher): number => avalanche(first ^ second);

export function digest(hasher: Hasher): string {
  return hexOf(digestNumber(hasher)) + hexOf(avalanche(hasher.second));
}

function mixWord(hasher: Hasher, word: number): void {
  let first = Math.imul(hasher.first ^ word, 0x85ebca6b);
  first = (first << 13) | (first >>> 19);
  let second = Math.imul(hasher.second + word, 0xc2b2ae35);
  second = (second << 15) | (second >>> 17);
  hasher.first = (Math.imul(first, 5) + 0xe6546b64) | 0;
  hasher.second = (Math.imul(second, 9) ^ first) | 0;
}

function avalanche(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const hexOf = (word: number): string => word.toString(16).padStart(8, '0');
