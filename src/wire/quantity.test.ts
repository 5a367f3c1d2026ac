import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract, shippedContracts } from '../../test/kit/contracts.ts';
import { usdt } from '../../test/kit/driver.ts';
import type { Contract } from '../domain/contract.ts';
import { fineTicks, fundingRate, lots, money, ppm, ticks } from '../domain/units.ts';
import {
  findDecimal,
  findFineTicks,
  findMoney,
  findPpm,
  formatDecimal,
  formatFineTicks,
  formatFundingRate,
  formatLots,
  formatMoney,
  formatPpm,
  formatShort,
  formatTicks,
  isPlainDecimal,
  isZeroDecimal,
  lotText,
  parseLots,
  parseTicks,
  tickText,
} from './quantity.ts';

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

const btc = exampleContract();
const coarse = exampleContract({ priceDecimals: 2, priceEndStep: 5 });
const shipped = (symbol: string): Contract =>
  shippedContracts().find((contract) => contract.symbol === symbol)!;

test.each([
  { text: '0.0001', size: 1 },
  { text: '0.03000', size: 300 },
  { text: '1', size: 10_000 },
])('[DEC-3] $text BTC is $size lots', ({ text, size }) => {
  expect(parseLots(btc, text)).toBe(size);
});

test('[DEC-3] 2592 ADA is refused and told the lot of 10; 2590 is 259 lots', () => {
  const ada = shipped('cmt_adausdt');
  expect(parseLots(ada, '2592')).toEqual({ reason: 'size-invalid', given: '2592', limit: '10' });
  expect(parseLots(ada, '2590')).toBe(259);
});

test('[DEC-3] 13.11 LTC is refused and told the lot of 0.1', () => {
  const reject = { reason: 'size-invalid', given: '13.11', limit: '0.1' };
  expect(parseLots(shipped('cmt_ltcusdt'), '13.11')).toEqual(reject);
});

test.each(['0', '0.00005', '-1', '1e3', 'NaN', ''])('[DEC-3] a size of "%s" is refused', (text) => {
  expect(parseLots(btc, text)).toEqual({ reason: 'size-invalid', given: text, limit: '0.0001' });
});

test('[DEC-3] a size beyond what a book can hold is above the maximum, not wrapped', () => {
  expect(parseLots(btc, '214748.3647')).toBe(2 ** 31 - 1);
  const reject = { reason: 'size-above-maximum', given: '214748.3648', limit: '1200.0000' };
  expect(parseLots(btc, '214748.3648')).toEqual(reject);
});

test('[DEC-4] a price is a multiple of the tick, or the reject names it', () => {
  expect(parseTicks(btc, '90755.3')).toBe(907_553);
  expect(parseTicks(btc, '100000.0')).toBe(1_000_000);
  const reject = { reason: 'price-invalid', given: '90755.35', limit: '0.1' };
  expect(parseTicks(btc, '90755.35')).toEqual(reject);
});

test('[DEC-4] with end step 5 at two decimals 9000.15 is a price, 8999.13 is not', () => {
  expect(parseTicks(coarse, '9000.15')).toBe(180_003);
  const reject = { reason: 'price-invalid', given: '8999.13', limit: '0.05' };
  expect(parseTicks(coarse, '8999.13')).toEqual(reject);
  expect(formatTicks(coarse, ticks(180_003))).toBe('9000.15');
});

test.each(['0', '0.0', '-5', '1e5', '', '99999999999999'])(
  '[DEC-4] a price of "%s" is refused',
  (text) => {
    expect(parseTicks(btc, text)).toMatchObject({ reason: 'price-invalid', given: text });
  },
);

test('[DEC-4] the highest price is the last one a book can index', () => {
  expect(parseTicks(btc, '13421772.7')).toBe(2 ** 27 - 1);
  const reject = { reason: 'price-invalid', given: '13421772.8', limit: '13421772.7' };
  expect(parseTicks(btc, '13421772.8')).toEqual(reject);
});

test('[DEC-2] each quantity is written its own way', () => {
  expect(formatMoney(money(usdt('5413.06877369')))).toBe('5413.06877369');
  expect(formatMoney(money(-usdt('1.5')))).toBe('-1.50000000');
  expect(formatTicks(btc, ticks(1_000_000))).toBe('100000.0');
  expect(formatLots(btc, lots(300))).toBe('0.0300');
  expect(formatLots(shipped('cmt_adausdt'), lots(259))).toBe('2590');
  expect(formatFineTicks(btc, fineTicks(90_797_161))).toBe('90797.161');
  expect(formatPpm(ppm(200))).toBe('0.0002');
  expect(formatPpm(ppm(-200))).toBe('-0.0002');
  expect(formatPpm(ppm(10_000))).toBe('0.01');
});

test('[DEC-2] a funding rate is written in its shortest form like other rates', () => {
  expect(formatFundingRate(fundingRate(10_000))).toBe('0.0001');
  expect(formatFundingRate(fundingRate(-12_345))).toBe('-0.00012345');
  expect(formatFundingRate(fundingRate(0))).toBe('0');
});

test('[DEC-2] steps are written as people write them', () => {
  expect([tickText(btc), tickText(coarse), lotText(btc)]).toEqual(['0.1', '0.05', '0.0001']);
  expect(lotText(shipped('cmt_dogeusdt'))).toBe('100');
});

test('[DEC-1] money, rates and index prices are exact or nothing', () => {
  expect(findMoney('1000.12345678')).toBe(money(usdt('1000.12345678')));
  expect(findMoney('1.123456789')).toBeUndefined();
  expect(findPpm('0.0006')).toBe(600);
  expect(findPpm('0.0000001')).toBeUndefined();
  expect(findFineTicks(btc, '90797.161')).toBe(90_797_161);
  expect(findFineTicks(btc, '90797.1611')).toBeUndefined();
  expect(findFineTicks(coarse, '9000.1505')).toBe(18_000_301);
  expect(findFineTicks(coarse, '9000.1503')).toBeUndefined();
});

test('[DEC-1] a number too large to be kept exactly is nothing', () => {
  expect(findFineTicks(btc, '9007199254740.991')).toBe(Number.MAX_SAFE_INTEGER);
  expect(findFineTicks(btc, '9007199254740.993')).toBeUndefined();
  expect(findPpm('9007199254.740991')).toBe(Number.MAX_SAFE_INTEGER);
  expect(findPpm('9007199254.740993')).toBeUndefined();
});
