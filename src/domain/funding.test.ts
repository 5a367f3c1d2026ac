import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { usdt } from '../../test/kit/driver.ts';
import { notionalOf } from './contract.ts';
import {
  fundingIntervalBefore,
  fundingPayment,
  fundingRateFrom,
  nextFundingAt,
  premiumOf,
  weightedPremium,
} from './funding.ts';
import { EIGHT_HOURS } from './limits.ts';
import { fineTicks, fundingRate, lots, millis, money, ticks, toBigInt } from './units.ts';

const BTC = exampleContract();
const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 0, 5);

test('[FND-1] impact prices of 92,050 and 92,070 over an index of 92,000 are 0.0543 %', () => {
  const impact = { bid: fineTicks(92_050_000), ask: fineTicks(92_070_000) };
  expect(premiumOf(fineTicks(92_000_000), impact)).toBe(54_348);
});

test('[FND-1] an index between the impact prices is no premium', () => {
  const impact = { bid: fineTicks(91_990_000), ask: fineTicks(92_010_000) };
  expect(premiumOf(fineTicks(92_000_000), impact)).toBe(0);
});

test('[FND-1] an impact ask below the index is a negative premium', () => {
  const impact = { bid: fineTicks(91_900_000), ask: fineTicks(91_908_000) };
  expect(premiumOf(fineTicks(92_000_000), impact)).toBe(-100_000);
});

test('[FND-2] the i-th sample weighs i', () => {
  expect(weightedPremium(1n * 600n + 2n * 0n + 3n * 0n, 3)).toBe(100);
  expect(weightedPremium(1n * 0n + 2n * 0n + 3n * 600n, 3)).toBe(300);
  expect(weightedPremium(0n, 0)).toBe(0);
});

test.each([
  [54_348, 10_000],
  [120_000, 70_000],
  [-30_000, 10_000],
  [-200_000, -150_000],
  [500_000, 300_000],
  [-500_000, -300_000],
  [60_000, 10_000],
  [60_001, 10_001],
  [-40_000, 10_000],
  [-40_001, 9_999],
])('[FND-3] over eight hours a mean premium of %i gives a rate of %i', (premium, rate) => {
  expect(fundingRateFrom(fundingRate(premium), EIGHT_HOURS)).toBe(rate);
});

test('[FND-3] the rate is scaled to the interval before it is capped', () => {
  expect(fundingRateFrom(fundingRate(0), millis(4 * HOUR))).toBe(5_000);
  expect(fundingRateFrom(fundingRate(500_000), millis(4 * HOUR))).toBe(225_000);
  expect(fundingRateFrom(fundingRate(120_000), millis(HOUR))).toBe(8_750);
  expect(fundingRateFrom(fundingRate(200_000), millis(24 * HOUR))).toBe(300_000);
});

test('[FND-4] 0.05 BTC at 92,000 and 0.0125 % pay 0.575', () => {
  const notional = notionalOf(BTC, ticks(920_000), lots(500));
  expect(fundingPayment('long', notional, fundingRate(12_500))).toBe(money(usdt('0.575')));
  expect(fundingPayment('short', notional, fundingRate(12_500))).toBe(money(usdt('-0.575')));
});

test('[FND-4] a negative rate makes shorts pay', () => {
  expect(fundingPayment('long', money(100_000_000n), fundingRate(-7))).toBe(-7);
  expect(fundingPayment('short', money(100_000_000n), fundingRate(-7))).toBe(7);
});

test('[FND-4] payers round up, receivers down', () => {
  expect(fundingPayment('long', money(1n), fundingRate(1))).toBe(1);
  expect(fundingPayment('short', money(1n), fundingRate(1))).toBe(0);
  expect(fundingPayment('long', money(1n), fundingRate(-1))).toBe(0);
  expect(fundingPayment('short', money(1n), fundingRate(-1))).toBe(1);
});

test('[FND-4] whatever the sizes and the rate, no more is received than paid', () => {
  const sizes = fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: -300_000, max: 300_000 }), (longs, parts) => {
      const rate = fundingRate(parts);
      const total = longs.reduce((sum, value) => sum + value, 0n);
      const paid = longs.reduce(
        (sum, each) => sum + toBigInt(fundingPayment('long', money(each), rate)),
        0n,
      );
      const residue = paid + toBigInt(fundingPayment('short', money(total), rate));
      expect(residue >= 0n && residue <= BigInt(longs.length + 1)).toBe(true);
    }),
  );
});

test('[FND-5] the next settlement is strictly later, over midnight too', () => {
  expect(nextFundingAt(BTC, millis(MONDAY))).toBe(MONDAY + 8 * HOUR);
  expect(nextFundingAt(BTC, millis(MONDAY + 8 * HOUR - 1))).toBe(MONDAY + 8 * HOUR);
  expect(nextFundingAt(BTC, millis(MONDAY + 8 * HOUR))).toBe(MONDAY + 16 * HOUR);
  expect(nextFundingAt(BTC, millis(MONDAY + 23 * HOUR))).toBe(MONDAY + 24 * HOUR);
});

test('[FND-5] an interval reaches back to the settlement before, over midnight too', () => {
  const odd = exampleContract({ fundingTimes: ['01:00:00', '04:00:00', '23:30:00'] });
  expect(fundingIntervalBefore(odd, millis(MONDAY + 4 * HOUR))).toBe(3 * HOUR);
  expect(fundingIntervalBefore(odd, millis(MONDAY + 1 * HOUR))).toBe(1.5 * HOUR);
  const daily = exampleContract({ fundingTimes: ['12:00:00'] });
  expect(fundingIntervalBefore(daily, millis(MONDAY + 12 * HOUR))).toBe(24 * HOUR);
});
