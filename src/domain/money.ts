/**
 * Arithmetic of money, exact at any size. Each function first computes with numbers, and computes
 * again with bigints where the result might not be exact: a sum or a product that is rounded is
 * never below 2^53, so a result of at most 2^53 - 1 either way is the true one. Division names its
 * rounding, so that a reader can tell who gets the dust: never the side that could farm it.
 */
import { MONEY_MAX } from './limits.ts';
import { type Money, money, NO_MONEY, type Ppm, toBigInt } from './units.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/** Whether a sum or product of whole numbers that came out as this is the true one. */
export const isExact = (result: number): boolean => result <= MOST && result >= -MOST;

export function plus(first: Money, second: Money): Money {
  if (typeof first === 'number' && typeof second === 'number') {
    const sum = first + second;
    if (isExact(sum)) return money(sum);
  }
  return money(toBigInt(first) + toBigInt(second));
}

export function minus(first: Money, second: Money): Money {
  if (typeof first === 'number' && typeof second === 'number') {
    const difference = first - second;
    if (isExact(difference)) return money(difference);
  }
  return money(toBigInt(first) - toBigInt(second));
}

/**
 * The same for sums that grow for ever or are of the whole venue, many of which are bigints. It has
 * code of its own because that of `plus` holds numbers in registers while it meets nothing else.
 */
export function plusTotal(total: Money, change: Money): Money {
  if (typeof total === 'number' && typeof change === 'number') {
    const sum = total + change;
    if (isExact(sum)) return money(sum);
  }
  return money(toBigInt(total) + toBigInt(change));
}

/** Not `-amount`, which makes -0 of nothing. */
export const negate = (amount: Money): Money =>
  typeof amount === 'number' ? money(0 - amount) : money(-toBigInt(amount));

export const lesser = (first: Money, second: Money): Money => (first < second ? first : second);
export const greater = (first: Money, second: Money): Money => (first > second ? first : second);

/** Whether it fits a signed 64-bit field, as all money must that is kept. */
export const isStorable = (amount: Money): boolean =>
  typeof amount === 'number' || (amount <= MONEY_MAX && negate(amount) <= MONEY_MAX);

/** An amount so many times. Adding nothing makes 0 of -0. */
export function times(amount: Money, count: number): Money {
  if (typeof amount === 'number') {
    const product = amount * count;
    if (isExact(product)) return money(product + 0);
  }
  return money(toBigInt(amount) * BigInt(count));
}

/** amount × part ÷ whole, down. The whole is positive. */
export function scaleDown(amount: Money, part: number, whole: number | Money): Money {
  if (typeof amount === 'number' && typeof whole === 'number') {
    const product = amount * part;
    if (isExact(product)) return money(wholeDown(product, whole) + 0);
    // In two steps: the whole parts, then what is left of them.
    const parts = wholeDown(amount, whole);
    const rest = (amount - parts * whole) * part;
    const result = parts * part + wholeDown(rest, whole);
    const isTrue = isExact(parts * whole) && isExact(parts * part) && isExact(rest);
    if (isTrue && isExact(result)) return money(result + 0);
  }
  const divisor = typeof whole === 'number' ? money(whole) : whole;
  return money(divideDown(toBigInt(amount) * BigInt(part), toBigInt(divisor)));
}

/** How many whole times a unit is in an amount, neither negative; about so many beyond 2^53. */
export const countIn = (amount: Money, unit: Money): number =>
  typeof amount === 'number' && typeof unit === 'number'
    ? wholeDown(amount, unit)
    : Number(toBigInt(amount) / toBigInt(unit));

/** amount × part ÷ whole, towards nothing. */
export const scaleTruncated = (amount: Money, part: number, whole: number): Money =>
  amount < NO_MONEY === part < 0 ? scaleDown(amount, part, whole) : scaleUp(amount, part, whole);

/** amount × part ÷ whole, up. The whole is positive. */
export const scaleUp = (amount: Money, part: number, whole: number | Money): Money =>
  negate(scaleDown(amount, 0 - part, whole));

export const MILLION = 1_000_000;

/** Rounded up, so that a debt is never understated. */
export const mulPpmUp = (amount: Money, rate: Ppm): Money => scaleUp(amount, rate, MILLION);

/**
 * The fee on a fill of this value. A fee is rounded up and a rebate's magnitude down: the dust of
 * both goes to the fee pool. Rounding up does both, because a rebate is a negative fee.
 */
export const feeOn = mulPpmUp;

/** Division towards minus infinity. The divisor is positive. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

/** Division towards plus infinity. The divisor is positive. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return dividend > 0n ? (dividend + divisor - 1n) / divisor : dividend / divisor;
}

/** Division to the nearest, ties to the even neighbour: prefers neither buyer nor seller. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const floor = divideDown(dividend, divisor);
  const twice = (dividend - floor * divisor) * 2n;
  if (twice < divisor) return floor;
  if (twice > divisor) return floor + 1n;
  return floor % 2n === 0n ? floor : floor + 1n;
}

/**
 * Whole-number division of safe integers, down. Exact: a quotient that was rounded up to a whole
 * number is told by its product. The remainder operator would do as well, and takes much longer.
 */
export function wholeDown(dividend: number, divisor: number): number {
  const quotient = Math.floor(dividend / divisor);
  return quotient * divisor > dividend ? quotient - 1 : quotient;
}

/** Whole-number division of safe integers to the nearest, ties to the even neighbour. */
export function wholeHalfEven(dividend: number, divisor: number): number {
  const floor = wholeDown(dividend, divisor);
  const twice = (dividend - floor * divisor) * 2;
  return twice > divisor || (twice === divisor && floor % 2 !== 0) ? floor + 1 : floor;
}

/** Whole-number division of non-negative safe integers, up. */
export const wholeUp = (dividend: number, divisor: number): number =>
  wholeDown(dividend + divisor - 1, divisor);
