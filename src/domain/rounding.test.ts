import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '../../test/kit/driver.ts';
import {
  divideDown,
  divideHalfEven,
  divideUp,
  feeOn,
  mulPpmUp,
  wholeDown,
  wholeHalfEven,
  wholeUp,
} from './money.ts';
import { money, ppm, toBigInt } from './units.ts';

test.each([
  { dividend: 7n, divisor: 2n, down: 3n, up: 4n, even: 4n },
  { dividend: 5n, divisor: 2n, down: 2n, up: 3n, even: 2n },
  { dividend: 6n, divisor: 2n, down: 3n, up: 3n, even: 3n },
  { dividend: 0n, divisor: 3n, down: 0n, up: 0n, even: 0n },
  { dividend: 4n, divisor: 3n, down: 1n, up: 2n, even: 1n },
  { dividend: 5n, divisor: 3n, down: 1n, up: 2n, even: 2n },
  { dividend: -4n, divisor: 3n, down: -2n, up: -1n, even: -1n },
  { dividend: -5n, divisor: 3n, down: -2n, up: -1n, even: -2n },
  { dividend: -5n, divisor: 2n, down: -3n, up: -2n, even: -2n },
  { dividend: -7n, divisor: 2n, down: -4n, up: -3n, even: -4n },
  { dividend: -6n, divisor: 3n, down: -2n, up: -2n, even: -2n },
])('[MON-9] $dividend / $divisor', ({ dividend, divisor, down, up, even }) => {
  expect(divideDown(dividend, divisor)).toBe(down);
  expect(divideUp(dividend, divisor)).toBe(up);
  expect(divideHalfEven(dividend, divisor)).toBe(even);
  expect(wholeHalfEven(Number(dividend), Number(divisor))).toBe(Number(even));
});

const dividends = fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n });
const divisors = fc.bigInt({ min: 1n, max: 2n ** 70n });

test('[MON-9] down and up are the nearest whole numbers on either side', () => {
  fc.assert(
    fc.property(dividends, divisors, (dividend, divisor) => {
      const down = divideDown(dividend, divisor);
      const up = divideUp(dividend, divisor);
      expect(down * divisor <= dividend && (down + 1n) * divisor > dividend).toBe(true);
      expect(up * divisor >= dividend && (up - 1n) * divisor < dividend).toBe(true);
    }),
  );
});

test('[MON-9] half-even is never further off than half, and even where it is exactly half', () => {
  fc.assert(
    fc.property(dividends, divisors, (dividend, divisor) => {
      const nearest = divideHalfEven(dividend, divisor);
      const twice = (dividend - nearest * divisor) * 2n;
      const off = twice < 0n ? -twice : twice;
      expect(off <= divisor).toBe(true);
      if (off === divisor) expect(nearest % 2n).toBe(0n);
    }),
  );
});

test('[MON-9] whole numbers divide exactly up to 2^53, where a float quotient would not', () => {
  const odd = Number.MAX_SAFE_INTEGER;
  expect(wholeDown(odd, 2)).toBe(4_503_599_627_370_495);
  expect(wholeDown(odd - 1, odd)).toBe(0);
  expect(wholeUp(9_007_199_254_740_001, 1_000)).toBe(9_007_199_254_741);
  expect([wholeDown(9, 3), wholeUp(9, 3), wholeUp(10, 3), wholeUp(0, 3)]).toEqual([3, 3, 4, 0]);
});

test('[MON-3] a fee is rounded up, a rebate keeps less', () => {
  const value = money(usdt('27.22659'));
  expect(feeOn(value, ppm(600))).toBe(money(usdt('0.01633596')));
  expect(feeOn(value, ppm(-200))).toBe(money(-usdt('0.00544531')));
  expect(feeOn(value, ppm(0))).toBe(0);
  expect(feeOn(money(1n), ppm(1))).toBe(1);
  expect(feeOn(money(1n), ppm(-999_999))).toBe(0);
});

test('[MON-3] what both sides of a fill pay never falls below what their rates say', () => {
  const values = fc.bigInt({ min: 0n, max: 2n ** 62n });
  const rates = fc.integer({ min: -1_000, max: 1_000 });
  fc.assert(
    fc.property(values, rates, rates, (value, first, second) => {
      const paid =
        toBigInt(feeOn(money(value), ppm(first))) + toBigInt(feeOn(money(value), ppm(second)));
      const dust = paid * 1_000_000n - value * BigInt(first + second);
      expect(dust >= 0n && dust < 2_000_000n).toBe(true);
    }),
  );
});

test('[MON-9] a share of money says its direction, also where the money is owed', () => {
  expect(mulPpmUp(money(10n), ppm(150_000))).toBe(2);
  expect(mulPpmUp(money(-10n), ppm(150_000))).toBe(-1);
});
