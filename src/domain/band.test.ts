import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { bandBound, isPriceTooFar, workingPriceOf } from './contract.ts';
import type { Effect, Side } from './side.ts';
import { ppm, type Ticks, ticks } from './units.ts';

const contract = exampleContract();
const MARK = ticks(907_552);

/** Of a limit order, or of one without a price, which takes what is there. */
const worksAt = (
  of: typeof contract,
  side: Side,
  price: Ticks | null,
  mark: Ticks,
  to?: Effect,
) => {
  const effect = to ?? 'open';
  const positionSide = (side === 'buy') === (effect === 'open') ? 'long' : 'short';
  return workingPriceOf(of, { positionSide, effect, price }, mark);
};

test('[BND-1] with mark 90,755.2 and 0.01 a buy at 100,000.0 works at 91,662.7', () => {
  expect(worksAt(contract, 'buy', ticks(1_000_000), MARK)).toBe(916_627);
});

test('[BND-1] bounds are rounded towards the mark: down for a buy, up for a sell', () => {
  // The exact bounds lie at 916,627.52 and 898,476.48 ticks.
  expect(bandBound('buy', MARK, ppm(10_000))).toBe(916_627);
  expect(bandBound('sell', MARK, ppm(10_000))).toBe(898_477);
  expect(bandBound('buy', ticks(1_000), ppm(10_000))).toBe(1_010);
  expect(bandBound('sell', ticks(1_000), ppm(10_000))).toBe(990);
});

test('[BND-1] each side has its own ratio', () => {
  const uneven = { ...contract, buyBand: ppm(10_000), sellBand: ppm(20_000) };
  expect(worksAt(uneven, 'buy', ticks(2_000), ticks(1_000))).toBe(1_010);
  expect(worksAt(uneven, 'sell', ticks(1), ticks(1_000))).toBe(980);
});

test('[BND-1] a sell never works below one tick', () => {
  expect(bandBound('sell', ticks(1), ppm(499_999))).toBe(1);
});

test('[BND-1] the bound is the last price within the ratio', () => {
  const marks = fc.integer({ min: 1, max: 68_000_000 });
  const bands = fc.integer({ min: 1, max: 499_999 });
  fc.assert(
    fc.property(marks, bands, (mark, band) => {
      const buy = bandBound('buy', ticks(mark), ppm(band));
      const sell = bandBound('sell', ticks(mark), ppm(band));
      const highest = BigInt(mark) * BigInt(1_000_000 + band);
      const lowest = BigInt(mark) * BigInt(1_000_000 - band);
      expect(BigInt(buy) * 1_000_000n <= highest).toBe(true);
      expect(BigInt(buy + 1) * 1_000_000n > highest).toBe(true);
      expect(BigInt(sell) * 1_000_000n >= lowest).toBe(true);
      expect(BigInt(sell - 1) * 1_000_000n < lowest).toBe(true);
    }),
  );
});

test('[BND-3] the passive direction is free', () => {
  expect(worksAt(contract, 'buy', ticks(1), MARK)).toBe(1);
  expect(worksAt(contract, 'sell', ticks(9_000_000), MARK)).toBe(9_000_000);
});

test.each([
  { side: 'buy' as const, effect: 'open' as const, protection: 1_010 },
  { side: 'sell' as const, effect: 'open' as const, protection: 990 },
  { side: 'buy' as const, effect: 'close' as const, protection: 1_050 },
  { side: 'sell' as const, effect: 'close' as const, protection: 950 },
])('[BND-4] a market $side that would $effect reaches $protection', (row) => {
  expect(worksAt(contract, row.side, null, ticks(1_000), row.effect)).toBe(row.protection);
});

test('[BND-4] a contract with a wider band closes that far too', () => {
  const wide = { ...contract, buyBand: ppm(80_000), sellBand: ppm(80_000) };
  expect(worksAt(wide, 'buy', null, ticks(1_000), 'close')).toBe(1_080);
  expect(worksAt(wide, 'sell', null, ticks(1_000), 'close')).toBe(920);
});

test('[CHK-6] ten times the mark is still a price, one tick more is a mistake', () => {
  expect(isPriceTooFar(ticks(10_000), ticks(1_000))).toBe(false);
  expect(isPriceTooFar(ticks(10_001), ticks(1_000))).toBe(true);
});
