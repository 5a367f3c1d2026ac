import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '../../test/kit/driver.ts';
import {
  compareRanks,
  type DeleverageClass,
  type DeleverageRank,
  deleverageScore,
  scorePpm,
} from './deleveraging.ts';
import { money } from './units.ts';

const scoreOf = (pnl: number, openValue: number, notional: number, equity: number, leverage = 20) =>
  deleverageScore({
    pnl: money(usdt(pnl)),
    openValue: money(usdt(openValue)),
    notional: money(usdt(notional)),
    equity: money(usdt(equity)),
    leverage,
  });

const rankOf = (changes: Partial<DeleverageRank>): DeleverageRank => ({
  group: 'profitable',
  score: { numerator: 1n, denominator: 1n },
  pnl: money(1n),
  account: 1,
  ...changes,
});

const A = scoreOf(900, 9_000, 8_100, 1_500);
const B = scoreOf(900, 9_000, 8_100, 6_000);
const C = scoreOf(300, 9_000, 8_700, 700);

test('[ADL-2] the worked example scores 0.54, 0.135 and 0.414', () => {
  expect([A, B, C].map(scorePpm)).toEqual([540_000n, 135_000n, 414_285n]);
});

test('[ADL-2] the worked example is asked in the order A, C, B', () => {
  const ranks = [
    rankOf({ account: 1, score: A, pnl: money(usdt(900)) }),
    rankOf({ account: 2, score: B, pnl: money(usdt(900)) }),
    rankOf({ account: 3, score: C, pnl: money(usdt(300)) }),
  ];
  expect(ranks.sort(compareRanks).map(({ account }) => account)).toEqual([1, 3, 2]);
});

test('[ADL-2] equity below one unit of the currency counts as one', () => {
  expect(scorePpm(scoreOf(900, 9_000, 8_100, 0))).toBe(810_000_000n);
  expect(scorePpm(scoreOf(900, 9_000, 8_100, -5))).toBe(810_000_000n);
});

test('[ADL-2] a loss scores below zero, less so at higher leverage', () => {
  expect(scorePpm(scoreOf(-900, 9_000, 9_900, 100, 10))).toBe(-10_000n);
  expect(scorePpm(scoreOf(-900, 9_000, 9_900, 100, 20))).toBe(-5_000n);
  expect(scorePpm(scoreOf(0, 9_000, 9_000, 100))).toBe(0n);
});

test('[ADL-1] the class decides before any score: fund, house, profitable, losing', () => {
  const groups: DeleverageClass[] = ['losing', 'house', 'profitable', 'fund'];
  const ranks = groups.map((group, at) =>
    rankOf({ group, score: { numerator: BigInt(100 - 10 * at), denominator: 1n } }),
  );
  const order = ranks.sort(compareRanks).map(({ group }) => group);
  expect(order).toEqual(['fund', 'house', 'profitable', 'losing']);
});

test('[ADL-2] equal scores fall back to the larger result, then to the lower account', () => {
  const half = { numerator: 1n, denominator: 2n };
  const alsoHalf = { numerator: 2n, denominator: 4n };
  const small = rankOf({ account: 1, score: half, pnl: money(5n) });
  const large = rankOf({ account: 2, score: alsoHalf, pnl: money(6n) });
  const twin = rankOf({ account: 3, score: half, pnl: money(6n) });
  expect([twin, small, large].sort(compareRanks)).toEqual([large, twin, small]);
});

test('[ADL-2] scores that differ beyond every rounding are still told apart', () => {
  const first = rankOf({ score: { numerator: 10n ** 30n + 1n, denominator: 10n ** 30n } });
  const second = rankOf({ score: { numerator: 1n, denominator: 1n }, pnl: money(99n) });
  expect(compareRanks(first, second)).toBe(-1);
  expect(compareRanks(second, first)).toBe(1);
});

test('[ADL-2] ranking is a strict order: no two accounts tie, and sorting is stable', () => {
  const rank = fc.record({
    group: fc.constantFrom<DeleverageClass>('fund', 'house', 'profitable', 'losing'),
    score: fc.record({
      numerator: fc.bigInt({ min: -3n, max: 3n }),
      denominator: fc.bigInt({ min: 1n, max: 3n }),
    }),
    pnl: fc.bigInt({ min: -2n, max: 2n }).map(money),
    account: fc.nat(),
  });
  const ranks = fc.uniqueArray(rank, { selector: ({ account }) => account, maxLength: 12 });
  fc.assert(
    fc.property(ranks, (all) => {
      const sorted = [...all].sort(compareRanks);
      expect([...all].reverse().sort(compareRanks)).toEqual(sorted);
      sorted.slice(1).forEach((next, at) => {
        expect(compareRanks(sorted[at]!, next)).toBeLessThan(0);
      });
    }),
  );
});
