import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBasisSample, type MarkInputs, markPrice, meanBasis, middleOf } from './mark-price.ts';
import { divideHalfEven } from './money.ts';
import { fineTicks, fundingRate, millis, ticks } from './units.ts';

const HOUR = 3_600_000;

/** Index 92,000 at a tick of 0.1, 0.01 % with three of eight hours left, mean basis 21. */
const WORKED: MarkInputs = {
  index: fineTicks(92_000_000),
  lastFunding: fundingRate(10_000),
  untilFunding: millis(3 * HOUR),
  fundingInterval: millis(8 * HOUR),
  basis: fineTicks(21_000),
  bestBid: ticks(920_301),
  bestAsk: ticks(920_302),
  last: ticks(920_450),
};

test('[MRK-1] the worked example: 92,003.45, 92,021 and 92,030.2 give a mark of 92,021.0', () => {
  expect(markPrice(WORKED)).toEqual({
    fundingFair: 92_003_450,
    basisFair: 92_021_000,
    traded: 92_030_200,
    mark: 920_210,
  });
});

test('[MRK-1] a negative rate pulls the funding view below the index', () => {
  const { fundingFair } = markPrice({ ...WORKED, lastFunding: fundingRate(-10_000) });
  expect(fundingFair).toBe(91_996_550);
});

test('[MRK-1] what funding adds is rounded half-even, exactly', () => {
  const rated = fc.record({
    index: fc.integer({ min: 100, max: 2 ** 34 }).map(fineTicks),
    lastFunding: fc.integer({ min: -(10 ** 7), max: 10 ** 7 }).map(fundingRate),
    untilFunding: fc.integer({ min: 0, max: 8 * HOUR }).map(millis),
    fundingInterval: fc.constantFrom(1, 4, 8).map((hours) => millis(hours * HOUR)),
  });
  const ties = fc.integer({ min: 1, max: 10 ** 6 }).map((half) => ({
    index: fineTicks(10 ** 8),
    lastFunding: fundingRate(half),
    untilFunding: millis(4 * HOUR),
    fundingInterval: millis(8 * HOUR),
  }));
  fc.assert(
    fc.property(fc.oneof(rated, ties), (given) => {
      const top = BigInt(given.index) * BigInt(given.lastFunding) * BigInt(given.untilFunding);
      const drift = divideHalfEven(top, 100_000_000n * BigInt(given.fundingInterval));
      expect(markPrice({ ...WORKED, ...given }).fundingFair).toBe(given.index + Number(drift));
    }),
    { numRuns: 2_000 },
  );
});

test('[MRK-1] funding that is due in a moment moves nothing', () => {
  expect(markPrice({ ...WORKED, untilFunding: millis(0) }).fundingFair).toBe(WORKED.index);
});

test.each(['bestBid', 'bestAsk', 'last'] as const)(
  '[MRK-1] without %s the traded view is the basis view',
  (missing) => {
    expect(markPrice({ ...WORKED, [missing]: ticks(0) }).traded).toBe(92_021_000);
  },
);

test('[MRK-1] one wild trade cannot move the mark', () => {
  const { mark } = markPrice({ ...WORKED, last: ticks(10_000_000) });
  expect(mark).toBe(920_210);
});

test('[MRK-1] the median is the middle of three, in whatever order they come', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (a, b, c) => {
      const middle = [a, b, c].sort((first, second) => first - second)[1];
      expect(middleOf(a, b, c)).toBe(middle);
    }),
  );
});

test('[MRK-2] however far basis and book go, the mark stays within 2 % of the index', () => {
  const low = { ...WORKED, basis: fineTicks(-9_000_000), bestBid: ticks(1), last: ticks(1) };
  expect(markPrice(low).mark).toBe(901_600);
  const high = { ...WORKED, basis: fineTicks(9_000_000), last: ticks(2_000_000) };
  expect(markPrice({ ...high, bestAsk: ticks(3_000_000) }).mark).toBe(938_400);
});

test.each([
  [92_021_050, 920_210],
  [92_021_051, 920_211],
  [92_021_150, 920_212],
  [92_021_149, 920_211],
])('[MRK-2] %i hundredths are rounded half-even to %i ticks', (fine, mark) => {
  const basis = fineTicks(fine - WORKED.index);
  expect(markPrice({ ...WORKED, basis }).mark).toBe(mark);
});

test('[MRK-2] the mark is never zero', () => {
  const tiny = { ...WORKED, index: fineTicks(40), basis: fineTicks(0), last: ticks(0) };
  expect(markPrice(tiny).mark).toBe(1);
});

test('[MRK-3] a basis sample is mid minus index, to the hundredth of a tick', () => {
  expect(findBasisSample(fineTicks(90_000_025), ticks(900_001), ticks(900_002))).toBe(125);
  expect(findBasisSample(fineTicks(90_000_000), ticks(899_990), ticks(899_991))).toBe(-950);
});

test('[MRK-3] a spread of exactly 0.5 % is a sample, a tick more is none', () => {
  const index = fineTicks(80_000_000);
  expect(findBasisSample(index, ticks(798_000), ticks(802_000))).toBe(0);
  expect(findBasisSample(index, ticks(797_999), ticks(802_000))).toBeUndefined();
});

test('[MRK-3] an empty side is no sample', () => {
  expect(findBasisSample(fineTicks(100), ticks(0), ticks(1))).toBeUndefined();
  expect(findBasisSample(fineTicks(100), ticks(1), ticks(0))).toBeUndefined();
});

test('[MRK-3] the mean of the samples is rounded half-even, also below zero', () => {
  expect(meanBasis(90, 60)).toBe(2);
  expect(meanBasis(150, 60)).toBe(2);
  expect(meanBasis(-90, 60)).toBe(-2);
  expect(meanBasis(-31, 60)).toBe(-1);
});
