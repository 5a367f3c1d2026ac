import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { type FineTicks, fineTicks, millis } from '../domain/units.ts';
import { marketTermsOf } from './market-terms.ts';
import { createWalkFeed, fineScaleOf } from './walk-feed.ts';

const contracts = shippedContracts();
const terms = marketTermsOf(contracts);
const START = Date.UTC(2026, 0, 5);

const createFeed = (seed: number, from: readonly FineTicks[] = [], salt = 0) =>
  createWalkFeed({ contracts, terms, seed, salt, from });

test('[MKT-1] one seed walks one way', () => {
  const [first, second] = [createFeed(8), createFeed(8)];
  for (let tick = 0; tick < 100; tick += 1) {
    const at = millis(START + tick * 500);
    expect(second.next(at)).toEqual(first.next(at));
  }
  expect(first.source()).toBe('simulated, seed 8');
});

test('[MKT-10] prices begin at their start price and after weeks are still near it', () => {
  const feed = createFeed(77);
  const first = feed.next(millis(START));
  first.forEach(({ price }, at) => {
    expect(price).toBe(Math.round(terms[at]!.startPrice * fineScaleOf(contracts[at]!)));
  });
  let [low, high, broken] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let minute = 1; minute <= 28 * 1_440; minute += 1) {
    const prices = feed.next(millis(START + minute * 60_000));
    const btc = prices[0]!.price / fineScaleOf(contracts[0]!);
    [low, high] = [Math.min(low, btc), Math.max(high, btc)];
    if (!prices.every(({ price }) => Number.isSafeInteger(price) && price >= 100)) broken += 1;
  }
  expect(broken).toBe(0);
  expect(low).toBeGreaterThan(80_000);
  expect(high).toBeLessThan(99_500);
  expect(high - low).toBeGreaterThan(2_000);
});

test('[MKT-10] markets move together, each as much as it shares with all', () => {
  const feed = createFeed(5);
  const returns: number[][] = contracts.map(() => []);
  let before = feed.next(millis(START));
  for (let step = 1; step <= 20_000; step += 1) {
    const prices = feed.next(millis(START + step * 10_000));
    prices.forEach(({ price }, at) => {
      returns[at]!.push(Math.log(price / before[at]!.price));
    });
    before = prices;
  }
  expect(correlation(returns[0]!, returns[1]!)).toBeCloseTo(0.9 * 0.88, 1);
  expect(correlation(returns[4]!, returns[7]!)).toBeCloseTo(0.72 * 0.72, 1);
});

test('[MKT-11] a venue that comes back goes on from its last index, whenever that was', () => {
  const from = contracts.map((contract) => fineTicks(Math.round(1.02 * fineScaleOf(contract))));
  const low = createWalkFeed({
    contracts,
    terms: terms.map((row) => ({ ...row, startPrice: 1 })),
    seed: 4,
    salt: 900,
    from,
  });
  expect(low.next(millis(START)).map(({ price }) => price)).toEqual(from);
  const after = low.next(millis(START + 30 * 86_400_000));
  after.forEach(({ price }, at) => {
    expect(Math.abs(price / from[at]! - 1)).toBeLessThan(0.01);
  });
});

test('a contract without a start price is named', () => {
  const other = { ...contracts[0]!, symbol: 'cmt_newusdt', base: 'NEW' };
  expect(() => marketTermsOf([other])).toThrow('cmt_newusdt has no start price: add NEW to');
  const tuning = { startPrices: { NEW: 2 }, spread: 2, depth: 3, activity: 0 };
  expect(marketTermsOf([other], tuning)[0]).toMatchObject({ startPrice: 2, tradesPerSecond: 0 });
});

function correlation(first: readonly number[], second: readonly number[]): number {
  const meanOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [a, b] = [meanOf(first), meanOf(second)];
  let [both, one, other] = [0, 0, 0];
  first.forEach((value, at) => {
    both += (value - a) * (second[at]! - b);
    one += (value - a) ** 2;
    other += (second[at]! - b) ** 2;
  });
  return both / Math.sqrt(one * other);
}
