import { expect, test } from 'vitest';
import { exampleContract, shippedContracts } from '../../test/kit/contracts.ts';
import { usdt } from '../../test/kit/driver.ts';
import type { Contract } from '../domain/contract.ts';
import { fineTicks, fundingRate, lots, money, ppm, ticks } from '../domain/units.ts';
import {
  findFineTicks,
  findMoney,
  findPpm,
  formatFineTicks,
  formatFundingRate,
  formatLots,
  formatMoney,
  formatPpm,
  formatTicks,
  lotText,
  parseLots,
  parseTicks,
  tickText,
} from './quantity.ts';

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
  expect(findMoney('1000.12345678')).toBe(usdt('1000.12345678'));
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
