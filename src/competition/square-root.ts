/** The whole part of a square root, exact at any size: Newton's method, from above. */
import { assert } from '../domain/assert.ts';

export function squareRoot(value: bigint): bigint {
  assert(value >= 0n, 'no root of a negative number', value);
  if (value < 2n) return value;
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}
