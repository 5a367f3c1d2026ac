import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createHasher,
  digest,
  type Hasher,
  hashBigint,
  hashNumber,
  hashPlain,
  hashText,
} from './hash.ts';

function hashOf(feed: (hasher: Hasher) => void): string {
  const hasher = createHasher();
  feed(hasher);
  return digest(hasher);
}

const numberHash = (value: number) => hashOf((hasher) => hashNumber(hasher, value));
const bigintHash = (value: bigint) => hashOf((hasher) => hashBigint(hasher, value));
const textHash = (value: string) => hashOf((hasher) => hashText(hasher, value));

test('[SNP-3] a hash is sixteen hex digits and repeats itself', () => {
  expect(numberHash(42)).toMatch(/^[0-9a-f]{16}$/);
  expect(numberHash(42)).toBe(numberHash(42));
});

test('[SNP-3] neighbours, signs and high halves of numbers differ', () => {
  const values = [0, 1, -1, 2, 2 ** 31, 2 ** 32, -(2 ** 32), 2 ** 32 + 1, 2 ** 53 - 1];
  expect(new Set(values.map(numberHash)).size).toBe(values.length);
});

test('[SNP-3] neighbours, signs and long bigints differ', () => {
  const values = [0n, 1n, -1n, 2n ** 32n, 2n ** 64n, 2n ** 64n + 1n, -(2n ** 64n), 2n ** 96n];
  expect(new Set(values.map(bigintHash)).size).toBe(values.length);
});

test('[SNP-3] money hashes alike as a number and as a bigint, and unlike a count', () => {
  const plainHash = (value: object) => hashOf((hasher) => hashPlain(hasher, value));
  fc.assert(
    fc.property(fc.maxSafeInteger(), (amount) => {
      const exact = BigInt(amount);
      const same = plainHash({ wallet: exact, totals: [exact] });
      expect(plainHash({ wallet: amount, totals: [amount] })).toBe(same);
      expect(plainHash({ size: amount })).not.toBe(plainHash({ size: exact }));
    }),
  );
});

test('[SNP-3] two texts are not their joined text', () => {
  const apart = hashOf((hasher) => {
    hashText(hasher, 'ab');
    hashText(hasher, 'c');
  });
  const elsewhere = hashOf((hasher) => {
    hashText(hasher, 'a');
    hashText(hasher, 'bc');
  });
  expect(apart).not.toBe(elsewhere);
  expect(textHash('')).not.toBe(textHash('\0'));
});

test('[SNP-3] a hundred thousand values in a row do not collide', () => {
  const seen = new Set<string>();
  for (let value = -50_000; value < 50_000; value += 1) seen.add(numberHash(value));
  expect(seen.size).toBe(100_000);
});

test('[SNP-3] the order of what is hashed matters', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (first, second) => {
      fc.pre(first !== second);
      const pair = (one: number, other: number) =>
        hashOf((hasher) => {
          hashNumber(hasher, one);
          hashNumber(hasher, other);
        });
      expect(pair(first, second)).not.toBe(pair(second, first));
    }),
  );
});
