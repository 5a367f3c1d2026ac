import { expect, test } from 'vitest';
import { cos, decadeOf, exp, log, power, sin, sinh, tan, tenTo } from './steady-math.ts';

/** Numbers of every size, the same in every run. */
function* spread(from: number, to: number, count: number): Generator<number> {
  let word = 1;
  for (let at = 0; at < count; at += 1) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    yield from + ((to - from) * word) / 2 ** 32;
  }
}

const ULP = 2 ** -52;
const errorOf = (found: number, wanted: number): number =>
  Math.abs(found - wanted) / Math.max(Math.abs(wanted), 1e-300) / ULP;

test('[MKT-20] they agree with those of the language to the last digits', () => {
  for (const value of spread(-40, 40, 20_000)) {
    expect(errorOf(exp(value), Math.exp(value))).toBeLessThan(3);
    expect(errorOf(log(Math.exp(value)), Math.log(Math.exp(value)))).toBeLessThan(3);
    expect(Math.abs(cos(value) - Math.cos(value))).toBeLessThan(4 * ULP);
    expect(Math.abs(sin(value) - Math.sin(value))).toBeLessThan(8 * ULP);
    if (Math.abs(value) > 0.01) expect(errorOf(sinh(value), Math.sinh(value))).toBeLessThan(200);
  }
  for (const value of spread(0, 1, 20_000)) {
    expect(errorOf(log(value), Math.log(value))).toBeLessThan(3);
    expect(errorOf(power(value, 0.7), value ** 0.7)).toBeLessThan(30);
    expect(errorOf(tan(value), Math.tan(value))).toBeLessThan(8);
  }
});

test('[MKT-20] ends and corners are what they are in the language', () => {
  for (const [found, wanted] of [
    [exp(0), 1],
    [exp(1_000), Number.POSITIVE_INFINITY],
    [exp(-1_000), 0],
    [exp(Number.NEGATIVE_INFINITY), 0],
    [exp(Number.NaN), Number.NaN],
    [log(1), 0],
    [log(0), Number.NEGATIVE_INFINITY],
    [log(-1), Number.NaN],
    [log(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY],
    [power(0, 2), 0],
    [power(5, 0), 1],
    [decadeOf(1), 1],
    [decadeOf(999.999), 100],
    [decadeOf(1_000), 1_000],
    [tenTo(3), 1_000],
  ] as const)
    expect(found).toBe(wanted);
  expect(errorOf(log(5e-324), Math.log(5e-324))).toBeLessThan(3);
});

test('[MKT-20] their digits are fixed: other digits are another market', () => {
  const digits = [exp(0.7), log(0.7), cos(0.7), sin(2), tan(1), sinh(0.5), power(0.7, 0.3)];
  const bits = new DataView(Float64Array.from(digits).buffer);
  const words = digits.map((_, at) => bits.getBigUint64(8 * at, true).toString(16));
  expect(words).toMatchInlineSnapshot(`
    [
      "40001c2a61268987",
      "bfd6d3c324e13f50",
      "3fe87996529f9d93",
      "3fed18f6ead1b446",
      "3ff8eb245cbee3a5",
      "3fe0acd00fe63b97",
      "3fecc0b43ba5c3da",
    ]
  `);
});
