/**
 * Division that says its rounding. Every place where the venue rounds names the direction here, so
 * that a reader can tell who gets the dust: never the side that could farm it.
 */

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
