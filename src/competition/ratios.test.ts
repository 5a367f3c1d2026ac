import { expect, test } from 'vitest';
import { accountId } from '../domain/ids.ts';
import { type Millis, millis, money, toBigInt } from '../domain/units.ts';
import { takeSample } from './advance-season.ts';
import { createScore, type Score, startScore } from './score.ts';
import {
  calmarOf,
  drawdownOf,
  HOURS_MIN,
  pnlOf,
  roiOf,
  sharpeOf,
  sortinoOf,
  squareRoot,
  winRateOf,
} from './standing.ts';

const usdt = (amount: number) => money(BigInt(Math.round(amount * 1e8)));
const minute = (count: number): Millis => millis(count * 60_000);

/** One sample an hour. */
function scoreOf(equities: readonly number[]): Score {
  const score = createScore(accountId(1));
  startScore(score, usdt(equities[0]!), minute(0));
  for (const [place, equity] of equities.slice(1).entries())
    takeSample(score, { equity: usdt(equity), at: minute(place + 1), hours: 1 });
  return score;
}

test('[SCO-2] 1000 to 1100 to 990 to 1200 is a drawdown of 10 % and a return of 20 %', () => {
  const score = scoreOf([1_000, 1_100, 990, 1_200]);
  expect(drawdownOf(score)).toBe(10_000_000n);
  expect(roiOf(score)).toBe(20_000_000n);
  expect(pnlOf(score)).toBe(toBigInt(usdt(200)));
  expect(calmarOf(score)).toBe(200_000_000n);
  expect(score.improvedAt).toBe(minute(3));
});

test('[SCO-2] the deeper of two falls counts as a part of its own peak', () => {
  expect(drawdownOf(scoreOf([100, 80, 200, 170]))).toBe(20_000_000n);
  expect(drawdownOf(scoreOf([100, 80, 200, 150]))).toBe(25_000_000n);
  expect(drawdownOf(scoreOf([100, 110, 120]))).toBe(0n);
  expect(calmarOf(scoreOf([100, 110, 120]))).toBeNull();
});

test('[SCO-3] Sharpe and Sortino follow their formulas, rounded towards zero', () => {
  const equities = [1_000];
  for (let hour = 1; hour <= 60; hour += 1)
    equities.push(equities.at(-1)! * (1 + (((hour * 37) % 11) - 4) / 1_000));
  const rounded = equities.map((equity) => Math.round(equity * 1e8) / 1e8);
  const returns = rounded.slice(1).map((equity, place) => equity / rounded[place]! - 1);
  const mean = returns.reduce((sum, each) => sum + each, 0) / 60;
  const sd = Math.sqrt(returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 59);
  const down = Math.sqrt(returns.reduce((sum, each) => sum + Math.min(each, 0) ** 2, 0) / 60);
  const score = scoreOf(rounded);
  expect(Number(sharpeOf(score)) / 1e8).toBeCloseTo((mean / sd) * Math.sqrt(8_760), 5);
  expect(Number(sortinoOf(score)) / 1e8).toBeCloseTo((mean / down) * Math.sqrt(8_760), 5);
  const falling = scoreOf([...rounded].reverse());
  expect(sharpeOf(falling)).toBeLessThan(0n);
});

test('[SCO-3] too few hours, no spread or no falling hour give no ratio', () => {
  const rising = Array.from({ length: HOURS_MIN }, (_, hour) => 1_000 + hour * (hour % 3));
  expect(sharpeOf(scoreOf(rising))).toBeNull();
  expect(sharpeOf(scoreOf([...rising, 1_100]))).not.toBeNull();
  const flat = Array.from({ length: 80 }, () => 1_000);
  expect(sharpeOf(scoreOf(flat))).toBeNull();
  expect(sortinoOf(scoreOf(flat))).toBeNull();
  expect(winRateOf(scoreOf(flat))).toBeNull();
});

test('[SCO-3] an hour that begins without equity has no return', () => {
  const score = scoreOf([1_000, -5, 10, 20]);
  expect(score.hours).toBe(2);
});

test('[SCO-4] less than a hundredth of the start at a sample eliminates for good', () => {
  const score = scoreOf([1_000, 10, 9.99, 5_000]);
  expect(score.eliminatedAt).toBe(minute(2));
  expect(scoreOf([1_000, 10]).eliminatedAt).toBeNull();
});

test('hours that pass without change count as returns of nothing', () => {
  const one = scoreOf([1_000, 1_010, 1_010, 1_010, 1_000]);
  const other = scoreOf([1_000, 1_010]);
  takeSample(other, { equity: usdt(1_010), at: minute(2), hours: 2 });
  takeSample(other, { equity: usdt(1_000), at: minute(4), hours: 1 });
  expect({ ...other, improvedAt: 0 }).toEqual({ ...one, improvedAt: 0 });
});

test('roots are whole and exact', () => {
  for (const value of [0n, 1n, 2n, 3n, 4n, 15n, 16n, 17n, 10n ** 40n, 10n ** 40n - 1n]) {
    const root = squareRoot(value);
    expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true);
  }
});
