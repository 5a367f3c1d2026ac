import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { usdt } from '../../test/kit/driver.ts';
import { notionalOf } from './contract.ts';
import {
  findTierIndex,
  freezePriceOf,
  getTier,
  initialMargin,
  maintenanceMargin,
  marginRequirement,
  notionalMaxAt,
  openLossOf,
  orderFreeze,
} from './margin.ts';
import { feeOn } from './money.ts';
import type { PositionSide } from './side.ts';
import {
  type Lots,
  lots,
  type Money,
  money,
  NO_TICKS,
  ppm,
  type Ticks,
  ticks,
  toBigInt,
} from './units.ts';

const contract = exampleContract();
const TAKER = ppm(600);
const amount = (text: number | string): Money => money(usdt(text));

const freezeTerms = (
  side: PositionSide,
  { working, mark, bestBid }: { working: Ticks; mark: Ticks; bestBid: Ticks },
) => ({
  freezePrice: freezePriceOf(side, working, mark, bestBid),
  openLoss: openLossOf(side, working, mark),
});

test('[MAR-1] initial margin is notional over leverage, rounded up', () => {
  expect(initialMargin(amount(9_000), 20)).toBe(money(usdt(450)));
  expect(initialMargin(money(10n), 3)).toBe(4);
  expect(initialMargin(money(9n), 3)).toBe(3);
  expect(initialMargin(money(1n), 125)).toBe(1);
  expect(initialMargin(money(0n), 125)).toBe(0);
});

test.each([
  { notional: 40_000, maintenance: 160 },
  { notional: 50_000, maintenance: 200 },
  { notional: 250_000, maintenance: 1_200 },
  { notional: 300_000, maintenance: 1_700 },
  { notional: 2_000_000, maintenance: 33_700 },
  { notional: 30_000_000, maintenance: 1_358_700 },
])('[MAR-2] $notional needs $maintenance', ({ notional, maintenance }) => {
  expect(maintenanceMargin(contract, amount(notional))).toBe(money(usdt(maintenance)));
});

test('[MAR-2] maintenance is continuous where a tier ends: one unit more costs at most one', () => {
  for (const { notionalMax } of contract.tiers) {
    const at = maintenanceMargin(contract, notionalMax);
    const above = maintenanceMargin(contract, money(toBigInt(notionalMax) + 1n));
    expect(toBigInt(above) - toBigInt(at)).toBeGreaterThanOrEqual(0n);
    expect(toBigInt(above) - toBigInt(at)).toBeLessThanOrEqual(1n);
  }
});

test('[MAR-2] maintenance never falls, and two halves never need more than the whole', () => {
  const notionals = fc.bigInt({ min: 0n, max: usdt(40_000_000) });
  fc.assert(
    fc.property(notionals, notionals, (first, second) => {
      const whole = maintenanceMargin(contract, money(first + second));
      const one = maintenanceMargin(contract, money(first));
      expect(whole >= one).toBe(true);
      // A unit of rounding for each part.
      expect(
        toBigInt(whole) + 2n >=
          toBigInt(one) + toBigInt(maintenanceMargin(contract, money(second))),
      ).toBe(true);
    }),
  );
});

test('[MAR-2] a tier covers its cap and not a unit more; the last has no end', () => {
  expect(findTierIndex(contract, amount(50_000))).toBe(0);
  expect(findTierIndex(contract, money(usdt(50_000) + 1n))).toBe(1);
  expect(findTierIndex(contract, amount(20_000_000))).toBe(4);
  expect(findTierIndex(contract, amount(90_000_000))).toBe(4);
  expect(() => getTier(contract, 5)).toThrow('no tier 6');
});

test('[MAR-3] the requirement is maintenance plus the fee of closing', () => {
  expect(marginRequirement(contract, amount(17_088), TAKER)).toBe(money(usdt('78.6048')));
  expect(marginRequirement(contract, money(1n), TAKER)).toBe(2);
  expect(marginRequirement(contract, money(0n), TAKER)).toBe(0);
});

test('[MAR-5] 0.1 long at 90,500 with mark 90,000 and 20x freezes 507.93', () => {
  const terms = freezeTerms('long', {
    working: ticks(905_000),
    mark: ticks(900_000),
    bestBid: ticks(904_000),
  });
  expect(terms).toEqual({ freezePrice: 905_000, openLoss: 5_000 });
  expect(orderFreeze(contract, terms, lots(1_000), 20, TAKER)).toBe(money(usdt('507.93')));
});

test('[MAR-5] 0.1 short at 89,700 with best bid 89,990 freezes 485.40', () => {
  const terms = freezeTerms('short', {
    working: ticks(897_000),
    mark: ticks(900_000),
    bestBid: ticks(899_900),
  });
  expect(terms).toEqual({ freezePrice: 900_000, openLoss: 3_000 });
  expect(orderFreeze(contract, terms, lots(1_000), 20, TAKER)).toBe(money(usdt('485.4')));
});

test.each([
  { working: 905_000, bestBid: 0, freezePrice: 905_000, openLoss: 0 },
  { working: 897_000, bestBid: 903_000, freezePrice: 903_000, openLoss: 3_000 },
  { working: 897_000, bestBid: 0, freezePrice: 900_000, openLoss: 3_000 },
])('[MAR-5] a short at $working with best bid $bestBid freezes at $freezePrice', (row) => {
  const prices = { working: ticks(row.working), mark: ticks(900_000), bestBid: ticks(row.bestBid) };
  const { freezePrice, openLoss } = row;
  expect(freezeTerms('short', prices)).toEqual({ freezePrice, openLoss });
});

test('[MAR-5] a long below the mark loses nothing at once', () => {
  const prices = { working: ticks(890_000), mark: ticks(900_000), bestBid: NO_TICKS };
  expect(freezeTerms('long', prices)).toEqual({ freezePrice: 890_000, openLoss: 0 });
});

test('[MAR-6] nothing remaining freezes nothing', () => {
  const terms = { freezePrice: ticks(900_000), openLoss: ticks(5) };
  expect(orderFreeze(contract, terms, lots(0), 20, TAKER)).toBe(0);
});

test.each([
  { leverage: 125, cap: 50_000 },
  { leverage: 101, cap: 50_000 },
  { leverage: 100, cap: 250_000 },
  { leverage: 50, cap: 1_000_000 },
  { leverage: 20, cap: 5_000_000 },
  { leverage: 11, cap: 5_000_000 },
  { leverage: 1, cap: 20_000_000 },
  { leverage: 126, cap: 0 },
])('[MAR-9] at $leverage the cap is $cap', ({ leverage, cap }) => {
  expect(notionalMaxAt(contract, leverage)).toBe(money(usdt(cap)));
});

/** What of the freeze is left after a fill at this price with the mark unmoved. */
function leftAfterFill(
  side: 'long' | 'short',
  at: { readonly mark: Ticks; readonly price: Ticks; readonly size: Lots },
  frozen: bigint,
  leverage: number,
): bigint {
  const value = notionalOf(contract, at.price, at.size);
  const atMark = notionalOf(contract, at.mark, at.size);
  const result =
    side === 'long' ? toBigInt(atMark) - toBigInt(value) : toBigInt(value) - toBigInt(atMark);
  return (
    frozen - toBigInt(feeOn(value, TAKER)) + result - toBigInt(initialMargin(atMark, leverage))
  );
}

test('[MAR-8] a freeze carries the order through a fill at any price it allows', () => {
  const marks = fc.integer({ min: 2, max: 2_000_000 });
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const distances = fc.tuple(part, part);
  const sizes = fc.integer({ min: 1, max: 1_000_000 });
  const leverages = fc.integer({ min: 1, max: 125 });
  fc.assert(
    fc.property(marks, distances, sizes, leverages, fc.boolean(), (mark, far, count, lever, up) => {
      const side = up ? 'long' : 'short';
      // A buy may trade anywhere up to its limit, a sell anywhere from it to the best bid.
      const limit = 1 + Math.floor(mark * 1.01 * far[0]);
      const reach = up ? limit : Math.max(limit, Math.ceil(mark * 1.01));
      const lowest = up ? 1 : limit;
      const price = ticks(lowest + Math.floor((reach - lowest) * far[1]));
      const prices = { working: ticks(limit), mark: ticks(mark), bestBid: up ? NO_TICKS : price };
      const size = lots(count);
      const frozen = orderFreeze(contract, freezeTerms(side, prices), size, lever, TAKER);
      const left = leftAfterFill(side, { mark: ticks(mark), price, size }, toBigInt(frozen), lever);
      expect(left >= 0n).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('[MAR-8] the freeze is not generous: a buy that fills at its limit uses all of it', () => {
  const prices = { working: ticks(905_000), mark: ticks(900_000), bestBid: NO_TICKS };
  const size = lots(1_000);
  const frozen = orderFreeze(contract, freezeTerms('long', prices), size, 20, TAKER);
  const at = { mark: prices.mark, price: prices.working, size };
  expect(leftAfterFill('long', at, toBigInt(frozen), 20)).toBe(usdt('2.5'));
  const flat = { working: ticks(900_000), mark: ticks(900_000), bestBid: NO_TICKS };
  const tight = orderFreeze(contract, freezeTerms('long', flat), size, 20, TAKER);
  expect(leftAfterFill('long', { ...at, price: flat.working }, toBigInt(tight), 20)).toBe(0n);
});
