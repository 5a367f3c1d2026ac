import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlain, stringifyPlain } from './plain-json.ts';

test('[SNP-2] money keeps every digit through JSON', () => {
  const value = { wallet: 9_223_372_036_854_775_807n, owed: -1n, none: 0n };
  expect(stringifyPlain(value)).toBe(
    '{"wallet":{"$n":"9223372036854775807"},"owed":{"$n":"-1"},"none":{"$n":"0"}}',
  );
  expect(parsePlain(stringifyPlain(value))).toEqual(value);
});

test('[SNP-2] money is written alike at any size, and read back in its own form', () => {
  const value = { wallet: 5, totals: [-1, 0, 2n ** 53n], size: 5, given: 5n };
  const text =
    '{"wallet":{"$n":"5"},"totals":[{"$n":"-1"},{"$n":"0"},{"$n":"9007199254740992"}],' +
    '"size":5,"given":{"$n":"5"}}';
  expect(stringifyPlain(value)).toBe(text);
  expect(parsePlain(text)).toEqual(value);
  expect(stringifyPlain(5, 'wallet')).toBe('{"$n":"5"}');
});

test('[SNP-2] bytes stay bytes, and what only looks like them is left as it is', () => {
  const value = { some: Uint8Array.of(0, 15, 255), none: new Uint8Array() };
  expect(stringifyPlain(value)).toBe('{"some":{"$b":"000fff"},"none":{"$b":""}}');
  expect(parsePlain(stringifyPlain(value))).toEqual(value);
  expect(parsePlain('{"$b":"0g"}')).toEqual({ $b: '0g' });
});

test('[SNP-2] a number stays a number and a text of digits stays a text', () => {
  const value = { lots: 12, text: '12', list: [1, '1', 1n], nothing: null, yes: true };
  expect(parsePlain(stringifyPlain(value))).toEqual(value);
});

test('[SNP-2] what only looks like money is left as it is', () => {
  expect(parsePlain('{"$n":"12x"}')).toEqual({ $n: '12x' });
  expect(parsePlain('{"$n":12}')).toEqual({ $n: 12 });
});

test('[SNP-2] any plain value comes back as it went', () => {
  const leaf = fc.oneof(
    fc.bigInt(),
    fc.maxSafeInteger(),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
  );
  const plain = fc.array(
    fc.dictionary(
      fc.string().map((key) => `k${key}`),
      leaf,
    ),
  );
  fc.assert(
    fc.property(plain, (value) => {
      const copy = value.map((each) => ({ ...each }));
      expect(parsePlain(stringifyPlain(value))).toEqual(copy);
    }),
  );
});
