import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findDecimal,
  formatDecimal,
  formatShort,
  isPlainDecimal,
  isZeroDecimal,
} from './decimal.ts';

test.each([
  { text: '0', decimals: 0, units: 0n },
  { text: '90755.3', decimals: 1, units: 907_553n },
  { text: '0.0300', decimals: 2, units: 3n },
  { text: '0.03', decimals: 4, units: 300n },
  { text: '7.000000000000', decimals: 0, units: 7n },
  { text: '007', decimals: 1, units: 70n },
  { text: '123456789012345.12345678', decimals: 8, units: 12_345_678_901_234_512_345_678n },
  { text: '1234567890123456789', decimals: 0, units: 1_234_567_890_123_456_789n },
  { text: '80000.10000000000000', decimals: 1, units: 800_001n },
  { text: `${'0'.repeat(99)}7`, decimals: 0, units: 7n },
])('[DEC-1] $text with $decimals decimals is $units', ({ text, decimals, units }) => {
  expect(findDecimal(text, decimals)).toBe(units);
});

const NOT_PLAIN = [
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '-1',
  '-0',
  '.5',
  '5.',
  '.',
  '1.2.3',
  '1,5',
  '1_000',
  '1e3',
  '1E3',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  '１',
  '1'.repeat(101),
  `0.${'0'.repeat(99)}`,
];

test.each(NOT_PLAIN)('[DEC-1] "%s" is no number', (text) => {
  expect(findDecimal(text, 8)).toBeUndefined();
});

test('[DEC-1] a decimal too many is nothing, not a rounded number', () => {
  expect(findDecimal('0.05', 1)).toBeUndefined();
  expect(findDecimal('1.00000001', 7)).toBeUndefined();
  expect(findDecimal('1.5', 0)).toBeUndefined();
  expect(findDecimal('0.30000000000000004', 4)).toBeUndefined();
});

test('[DEC-1] [DEC-2] what was written reads back the same', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
      expect(findDecimal(formatDecimal(value, decimals), decimals)).toBe(value);
      expect(findDecimal(formatShort(value, decimals), decimals)).toBe(value);
    }),
  );
});

test.each([
  { value: 541_306_877_369n, decimals: 8, fixed: '5413.06877369', short: '5413.06877369' },
  { value: 5n, decimals: 8, fixed: '0.00000005', short: '0.00000005' },
  { value: -5n, decimals: 8, fixed: '-0.00000005', short: '-0.00000005' },
  { value: -150n, decimals: 1, fixed: '-15.0', short: '-15' },
  { value: 0n, decimals: 4, fixed: '0.0000', short: '0' },
  { value: 120n, decimals: 0, fixed: '120', short: '120' },
  { value: 10_000n, decimals: 6, fixed: '0.010000', short: '0.01' },
  { value: 1_000_000n, decimals: 6, fixed: '1.000000', short: '1' },
  { value: 10n, decimals: 1, fixed: '1.0', short: '1' },
  { value: 1_000n, decimals: 1, fixed: '100.0', short: '100' },
])('[DEC-2] $value of $decimals decimals is $fixed, in short $short', (row) => {
  expect(formatDecimal(row.value, row.decimals)).toBe(row.fixed);
  expect(formatShort(row.value, row.decimals)).toBe(row.short);
});

/** The same in the plainest way. */
function oracle(text: string, decimals: number): bigint | undefined {
  const match = text.length > 100 ? null : /^(\d+)(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[2]?.replace(/0+$/, '') ?? '';
  if (match === null || fraction.length > decimals) return undefined;
  return BigInt(match[1] + fraction.padEnd(decimals, '0'));
}

test('[DEC-1] every text reads as it does in the plainest way', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0000012345'), maxLength: 60 });
  const anything = fc.string({ unit: fc.constantFrom(...'0012345.-'), maxLength: 30 });
  const pair = fc.tuple(digits, digits).map(([whole, fraction]) => `${whole}.${fraction}`);
  const texts = fc.oneof(anything, digits, pair);
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 12 }), (text, decimals) => {
      expect(findDecimal(text, decimals)).toBe(oracle(text, decimals));
      expect(isPlainDecimal(text)).toBe(/^\d+(?:\.\d+)?$/.test(text));
      expect(isZeroDecimal(text)).toBe(oracle(text, 0) === 0n);
    }),
    { numRuns: 5_000 },
  );
});
