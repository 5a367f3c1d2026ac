import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUERY_LENGTH_MAX, readQuery } from './read-request.ts';

const read = (text: string): unknown => {
  const reading = readQuery(text);
  return reading.ok ? Object.fromEntries(reading.value) : `${reading.field}: ${reading.problem}`;
};

test.each([
  ['', {}],
  ['symbol=cmt_btcusdt&limit=15', { symbol: 'cmt_btcusdt', limit: '15' }],
  ['a=1%2C2&b=x+y&c=%E2%82%AC', { a: '1,2', b: 'x y', c: '€' }],
  ['flag&empty=&&x=a=b', { flag: '', empty: '', x: 'a=b' }],
])('[WIRE-2] %j is read', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each([
  ['symbol=a&symbol=b', 'symbol: given twice'],
  ['symbol=%', 'symbol: bad percent escape'],
  ['symbol=%ff', 'symbol: bad percent escape'],
  ['%zz=1', ': a parameter name has a bad percent escape'],
  [`a=${'x'.repeat(QUERY_LENGTH_MAX)}`, ': the query is longer than 4096 characters'],
])('[WIRE-2] %j is refused by name', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test('[WIRE-2] more than 32 parameters are refused', () => {
  const many = Array.from({ length: 33 }, (_, at) => `p${at}=1`).join('&');
  expect(read(many)).toBe('p32: more than 32 parameters');
});

test('[WIRE-2] what URLSearchParams writes is read back', () => {
  const entries = fc.dictionary(fc.string(), fc.string(), { maxKeys: 8 });
  fc.assert(
    fc.property(entries, (sent) => {
      const names = Object.keys(sent).filter((name) => name !== '' && name !== '__proto__');
      const pairs = names.map((name): [string, string] => [name, sent[name] ?? '']);
      expect(read(new URLSearchParams(pairs).toString())).toEqual(Object.fromEntries(pairs));
    }),
  );
});
