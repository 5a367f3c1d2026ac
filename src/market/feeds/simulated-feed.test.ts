import { expect, test } from 'vitest';
import { shippedContracts } from '../../../test/kit/contracts.ts';
import { type FineTicks, fineTicks, millis } from '../../domain/units.ts';
import { marketTermsOf } from '../market-terms.ts';
import { seedOfWord } from '../seed.ts';
import { fineScaleOf } from './fine-price.ts';
import { beginProcess, createProcess, forceRegime, lastStep, stepTo } from './price-process.ts';
import { REGIMES } from './regimes.ts';
import { CATCH_UP_MILLIS_MAX, createSimulatedFeed, STEP_MILLIS } from './simulated-feed.ts';

const contracts = shippedContracts();
const terms = marketTermsOf(contracts);
const START = Date.UTC(2026, 0, 5);
const DAY_MINUTES = 1_440;

const createFeed = (seed: number, from: readonly FineTicks[] = []) =>
  createSimulatedFeed({ contracts, terms, seed: seedOfWord(`${seed}`), from });

const beginAt = (stepSeconds: number, seed: number) => {
  const process = createProcess({ terms, key: seedOfWord(`${seed}`).key, stepSeconds });
  beginProcess(process, START / (stepSeconds * 1_000));
  return process;
};

test('[FEED-1] one seed gives one path, asked often or rarely; another seed another', () => {
  const [often, rarely, other] = [createFeed(8), createFeed(8), createFeed(9)];
  for (const feed of [often, rarely, other]) feed.next(millis(START));
  for (let tick = 1; tick <= 600; tick += 1) {
    const at = millis(START + tick * 500 + (tick % 7));
    const prices = often.next(at);
    if (tick % 100 !== 0) continue;
    expect(rarely.next(at)).toEqual(prices);
    expect(other.next(at)).not.toEqual(prices);
  }
  expect(often.source()).toBe('simulated, seed 8');
});

test('[FEED-1] a feed that remembers goes on with the same prices, at any step', () => {
  const seed = seedOfWord('8');
  const feed = createFeed(8);
  let recalled = createFeed(8);
  for (let tick = 0; tick <= 400; tick += 1) {
    const at = millis(START + 1_250 + tick * 500);
    expect(recalled.next(at)).toEqual(feed.next(at));
    if (tick % 13 !== 0) continue;
    const numbers = recalled.remember();
    recalled = createSimulatedFeed({ contracts, terms, seed, from: [], recalled: { numbers, at } });
    expect(recalled.isRecalled).toBe(true);
  }
});

test('[FEED-1] [MKT-11] what was remembered before is stepped on, and a gap is left out', () => {
  const seed = seedOfWord('8');
  const feed = createFeed(8);
  feed.next(millis(START));
  const numbers = feed.remember();
  const last = millis(START + 47_250);
  feed.next(last);
  const recalled = { numbers, at: last };
  const later = createSimulatedFeed({ contracts, terms, seed, from: [], recalled });
  const after = millis(last + 5 * 3_600_000);
  expect(later.next(after)).toEqual(feed.next(after));
});

test.each(['other contracts', 'a feed that never gave a price'])(
  '[FEED-1] memory of %s is not used',
  (whose) => {
    const from = contracts.map((contract) => fineTicks(Math.round(2 * fineScaleOf(contract))));
    const other = createFeed(8);
    if (whose === 'other contracts') other.next(millis(START));
    const recalled = {
      numbers: whose === 'other contracts' ? other.remember().subarray(1) : other.remember(),
      at: millis(START),
    };
    const seed = seedOfWord('8');
    const feed = createSimulatedFeed({ contracts, terms, seed, from, recalled });
    expect(feed.isRecalled).toBe(false);
    expect(feed.next(millis(START)).map(({ price }) => price)).toEqual(from);
  },
);

test('[MKT-10] prices begin at their start price and after days are still near it', () => {
  const feed = createFeed(77);
  const first = feed.next(millis(START));
  first.forEach(({ price }, at) => {
    expect(price).toBe(Math.round(terms[at]!.startPrice * fineScaleOf(contracts[at]!)));
  });
  let [low, high, broken] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let minute = 1; minute <= 3 * DAY_MINUTES; minute += 1) {
    const prices = feed.next(millis(START + minute * 60_000));
    const btc = prices[0]!.price / fineScaleOf(contracts[0]!);
    [low, high] = [Math.min(low, btc), Math.max(high, btc)];
    if (!prices.every(({ price }) => Number.isSafeInteger(price) && price >= 100)) broken += 1;
  }
  expect(broken).toBe(0);
  expect(low).toBeGreaterThan(70_000);
  expect(high).toBeLessThan(110_000);
  expect(high - low).toBeGreaterThan(1_000);
});

test('[MKT-11] a venue that comes back goes on from its last index, whenever that was', () => {
  const from = contracts.map((contract) => fineTicks(Math.round(1.02 * fineScaleOf(contract))));
  const low = createSimulatedFeed({
    contracts,
    terms: terms.map((row) => ({ ...row, startPrice: 1 })),
    seed: seedOfWord('4'),
    from,
  });
  expect(low.next(millis(START)).map(({ price }) => price)).toEqual(from);
  const after = low.next(millis(START + 30 * 86_400_000));
  after.forEach(({ price }, at) => {
    expect(Math.abs(price / from[at]! - 1)).toBeLessThan(0.03);
  });
  const again = low.next(millis(START + 30 * 86_400_000 - 5_000));
  expect(again).toEqual(after);
});

test('[MKT-11] a price of another feed, far from its start, is where it belongs', () => {
  const from = contracts.map((_, at) => fineTicks(Math.round(terms[at]!.startPrice * 1e7)));
  const feed = createFeed(4, from);
  expect(feed.next(millis(START)).map(({ price }) => price)).toEqual(from);
  const later = feed.next(millis(START + CATCH_UP_MILLIS_MAX));
  later.forEach(({ price }, at) => {
    expect(Math.abs(price / from[at]! - 1)).toBeLessThan(0.03);
  });
});

test('[FEED-2] however wild it gets, a step deviates by less than five basis points', () => {
  const process = beginAt(STEP_MILLIS / 1_000, 3);
  forceRegime(process, 'stress');
  let most = 0;
  for (let step = 1; step <= 86_400_000 / STEP_MILLIS; step += 1) {
    stepTo(process, lastStep(process) + 1);
    most = Math.max(most, ...process.deviation);
  }
  expect(most).toBeGreaterThan(0.0002);
  expect(most).toBeLessThan(0.0005);
});

test('[FEED-3] a mood that is asked for holds until it is let go, and stress is wilder', () => {
  const feed = createFeed(12);
  const wild = createFeed(12);
  wild.force('stress');
  const seconds = 3 * 3_600;
  const before: { calm: number; wild: number }[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    const at = millis(START + second * 1_000);
    before.push({ calm: feed.next(at)[0]!.price, wild: wild.next(at)[0]!.price });
    expect(wild.regime()).toBe('stress');
  }
  const spread = (pick: (row: { calm: number; wild: number }) => number): number => {
    const moves = before.slice(1).map((row, at) => Math.log(pick(row) / pick(before[at]!)));
    return Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
  };
  expect(spread((row) => row.wild) / spread((row) => row.calm)).toBeGreaterThan(1.7);
  wild.force(null);
  let at = START + seconds * 1_000;
  for (let hour = 0; hour < 24 * 6 && wild.regime() === 'stress'; hour += 1) {
    at += CATCH_UP_MILLIS_MAX;
    wild.next(millis(at));
  }
  expect(wild.regime()).not.toBe('stress');
});

test('[FEED-3] a mood that came and went leaves the draws as they were', () => {
  const [left, forced] = [createFeed(12), createFeed(12)];
  const moves = (feed: typeof left): number[] => {
    const rows: number[] = [];
    for (let step = 0; step <= 4_000; step += 1) {
      if (feed === forced && step === 33) feed.force('stress');
      if (feed === forced && step === 57) feed.force(null);
      rows.push(Math.log(feed.next(millis(START + step * 250))[0]!.price));
    }
    return rows.slice(1).map((row, at) => row - rows[at]!);
  };
  const [calm, wild] = [moves(left), moves(forced)];
  // Sizes and drift differ for as long as the storm echoes; the draws behind them never do.
  const bursts = [...calm.keys()].filter((at) => Math.abs(calm[at]!) > 1e-6);
  const agree = bursts.filter((at) => Math.sign(calm[at]!) === Math.sign(wild[at]!)).length;
  expect(bursts.length).toBeGreaterThan(800);
  expect(agree / bursts.length).toBeGreaterThan(0.98);
  expect(calm.slice(33, 57)).not.toEqual(wild.slice(33, 57));
});

test('[FEED-3] moods may be asked for at any step', () => {
  const process = beginAt(60, 5);
  for (let step = 1; step <= 20_000; step += 1) {
    forceRegime(process, REGIMES[step % REGIMES.length]!);
    stepTo(process, lastStep(process) + 1);
    if (step % 3 === 0) forceRegime(process, null);
  }
  expect(process.away.every(Number.isFinite)).toBe(true);
});
