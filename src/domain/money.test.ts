import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMANDS } from './command.ts';
import { EVENTS } from './event.ts';
import {
  countIn,
  divideDown,
  divideUp,
  feeOn,
  greater,
  lesser,
  minus,
  mulPpmUp,
  negate,
  plus,
  plusTotal,
  scaleDown,
  scaleTruncated,
  scaleUp,
  times,
} from './money.ts';
import { isMoneyField } from './money-fields.ts';
import { innerShape, type Shape, type ShapeTable } from './shape.ts';
import { type Money, money, ppm, toBigInt } from './units.ts';

const SAFE = 2n ** 53n - 1n;
const near = (border: bigint) => fc.bigInt({ min: border - 3n, max: border + 3n });
/** Small and large amounts of either sign, most of them near a border of exactness. */
const amounts = fc.oneof(
  near(0n),
  near(SAFE),
  near(-SAFE),
  near(SAFE / 2n),
  near(-SAFE / 2n),
  near(2n ** 63n),
  fc.bigInt({ min: -SAFE, max: SAFE }),
  fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
);
const whole = (max: number) =>
  fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max }));
const signed = (max: number) =>
  fc.oneof(
    whole(max),
    whole(max).map((count) => 0 - count),
  );
const RUNS = { numRuns: 20_000 };

/** The amount, and in its one form: a number where it is safe, and never -0. */
function expectExact(found: Money, expected: bigint): void {
  const isSafe = expected <= SAFE && expected >= -SAFE;
  if (!Object.is(found, isSafe ? Number(expected) : expected))
    expect.fail(`${typeof found} ${found} instead of ${expected}`);
}

const truncated = (dividend: bigint, divisor: bigint): bigint => dividend / divisor;

test('[MON-1] sums, differences and comparisons of money are those of whole numbers', () => {
  fc.assert(
    fc.property(amounts, amounts, (first, second) => {
      const [one, other] = [money(first), money(second)];
      expectExact(one, first);
      expectExact(plus(one, other), first + second);
      expectExact(plusTotal(one, other), first + second);
      expectExact(minus(one, other), first - second);
      expectExact(negate(one), -first);
      expectExact(lesser(one, other), first < second ? first : second);
      expectExact(greater(one, other), first > second ? first : second);
      expect([one === other, one < other, one > other]).toEqual([
        first === second,
        first < second,
        first > second,
      ]);
      expect(toBigInt(one)).toBe(first);
    }),
    RUNS,
  );
});

test('[MON-1] products of money are exact at any size', () => {
  const counts = fc.oneof(signed(2 ** 31), signed(Number.MAX_SAFE_INTEGER), fc.constant(0));
  fc.assert(
    fc.property(amounts, counts, (amount, count) => {
      expectExact(times(money(amount), count), amount * BigInt(count));
    }),
    RUNS,
  );
});

test('[MON-3] parts of money round as they say, at any size', () => {
  const parts = fc.oneof(signed(1_000_000), signed(2 ** 31), signed(Number.MAX_SAFE_INTEGER));
  const wholes = fc.oneof(
    fc.constantFrom(1, 1_000_000, 100_000_000),
    whole(2 ** 31),
    whole(Number.MAX_SAFE_INTEGER),
  );
  fc.assert(
    fc.property(amounts, parts, wholes, (amount, part, over) => {
      const product = amount * BigInt(part);
      const divisor = BigInt(over);
      expectExact(scaleDown(money(amount), part, over), divideDown(product, divisor));
      expectExact(scaleUp(money(amount), part, over), divideUp(product, divisor));
      expectExact(scaleTruncated(money(amount), part, over), truncated(product, divisor));
    }),
    { numRuns: 60_000 },
  );
});

test('[MON-3] fees are rounded up and rebates down, at any size', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: -1_000_000, max: 1_000_000 }), (amount, rate) => {
      const expected = divideUp(amount * BigInt(rate), 1_000_000n);
      expectExact(mulPpmUp(money(amount), ppm(rate)), expected);
      expectExact(feeOn(money(amount), ppm(rate)), expected);
    }),
    RUNS,
  );
});

test('[MON-1] how often one amount is in another', () => {
  fc.assert(
    fc.property(amounts, amounts, (amount, unit) => {
      const [top, below] = [amount < 0n ? -amount : amount, unit < 0n ? -unit : unit];
      if (below === 0n) return;
      expect(countIn(money(top), money(below))).toBe(Number(top / below));
    }),
    RUNS,
  );
});

test('names of fields tell money from everything else that is a number', () => {
  const visit = (table: ShapeTable): void => {
    for (const [field, shape] of Object.entries(table)) {
      const inner: Shape = innerShape(shape);
      if (inner.form === 'record') visit(inner.fields);
      if (inner.form === 'choice') Object.values(inner.cases).forEach(visit);
      const item = inner.form === 'list' ? innerShape(inner.of) : inner;
      if (item !== inner && item.form === 'record') visit(item.fields);
      const isCounted = item.form === 'money' || item.form === 'number' || item.form === 'bigint';
      if (isCounted) expect([field, isMoneyField(field)]).toEqual([field, item.form === 'money']);
    }
  };
  Object.values(COMMANDS).forEach(visit);
  Object.values(EVENTS).forEach(visit);
});
