import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { createDriver } from '../../test/kit/driver.ts';
import { findImpactPrices } from './impact-price.ts';

/** Bids and asks as [price, lots], best first, around an index of 92,150. The impact is 10,000. */
function impactOf(bids: readonly [number, number][], asks: readonly [number, number][]) {
  const driver = createDriver(undefined, { index: 921_500 });
  const maker = driver.house();
  for (const [price, size] of bids) driver.place(maker, 'open long', size, price);
  for (const [price, size] of asks) driver.place(maker, 'open short', size, price);
  return findImpactPrices(driver.state.listings[0]!);
}

const DEEP: [number, number] = [922_000, 10_000];

test('[FND-1] a best level that holds the impact notional is the impact price', () => {
  expect(impactOf([[921_000, 2_000]], [DEEP])).toEqual({ bid: 92_100_000, ask: 92_200_000 });
});

test('[FND-1] impact prices are averages over what would trade, the last level in part', () => {
  const bids: [number, number][] = [
    [921_000, 500],
    [920_000, 500],
    [919_000, 10_000],
  ];
  const asks: [number, number][] = [
    [922_000, 500],
    [923_000, 500],
    [924_000, 10_000],
  ];
  // Selling 0.05 at 92,100, 0.05 at 92,000 and 795 at 91,900 averages 92,038.057.
  expect(impactOf(bids, asks)).toEqual({ bid: 92_038_057, ask: 92_261_608 });
});

test('[FND-1] a book too thin goes on at its worst price', () => {
  const thin: [number, number][] = [
    [921_000, 500],
    [920_000, 100],
  ];
  expect(impactOf(thin, [DEEP])?.bid).toBe(92_046_023);
  expect(impactOf([[921_000, 1]], [DEEP])?.bid).toBe(92_100_000);
});

test('[FND-1] coarse lots do not blur the average', () => {
  const coarse = exampleContract({ lot: '1', minOrderSize: '1' });
  const driver = createDriver([coarse], { index: 921_500 });
  driver.place(driver.house(10_000_000), 'open long', 1, 921_000);
  driver.place(driver.house(10_000_000), 'open short', 1, 922_001);
  const listing = driver.state.listings[0]!;
  expect(findImpactPrices(listing)).toEqual({ bid: 92_100_000, ask: 92_200_100 });
});

test('[FND-1] no impact prices where a side is empty', () => {
  expect(impactOf([], [DEEP])).toBeUndefined();
  expect(impactOf([[921_000, 10_000]], [])).toBeUndefined();
});
