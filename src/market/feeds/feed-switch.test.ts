import { describe, expect, test } from 'vitest';
import { shippedContracts } from '../../../test/kit/contracts.ts';
import { contractId } from '../../domain/ids.ts';
import { fineTicks, type Millis, millis } from '../../domain/units.ts';
import type { Feed, IndexPrice } from '../feed.ts';
import { marketTermsOf } from '../market-terms.ts';
import { seedOfWord } from '../seed.ts';
import { createFeedSwitch, type FeedSwitchSettings } from './feed-switch.ts';

const contracts = shippedContracts().slice(0, 2);
const [BTC, ETH] = [contractId(0), contractId(1)];
const START = Date.UTC(2026, 0, 5);
const at = (tick: number): Millis => millis(START + tick * 500);
const index = (contract: number, price: number): IndexPrice => ({
  contract: contractId(contract),
  price: fineTicks(price),
});

function createStage(changes: Partial<FeedSwitchSettings> = {}) {
  const terms = marketTermsOf(contracts);
  const told: string[] = [];
  const closed: string[] = [];
  const rows = new Map<number, readonly IndexPrice[]>();
  const outside: Feed = {
    source: () => 'live from a table',
    next: (when) => rows.get((when - START) / 500) ?? [],
  };
  const feed = createFeedSwitch({
    contracts,
    terms,
    seed: seedOfWord('4'),
    open: (kind) =>
      kind === 'live'
        ? Promise.resolve({
            ...outside,
            close: () => {
              closed.push(kind);
              return Promise.resolve();
            },
          })
        : Promise.reject(new Error('there is no folder')),
    from: [],
    tell: (message) => told.push(message),
    ...changes,
  });
  const pricesAt = (tick: number) => feed.next(at(tick)).map(({ price }) => price);
  return { feed, rows, told, closed, pricesAt };
}

test('[FEED-5] a switch continues from the last value and moves as the new does', async () => {
  const { feed, rows, told, closed, pricesAt } = createStage();
  pricesAt(0);
  const before = pricesAt(1);
  await feed.choose('live');
  expect(feed.source()).toBe('live from a table');
  rows.set(2, [index(0, 5_000_000), index(1, 400_000)]);
  expect(pricesAt(2)).toEqual(before);
  rows.set(3, [index(0, 5_050_000), index(1, 396_000)]);
  const [btc, eth] = pricesAt(3);
  expect(btc! / before[0]!).toBeCloseTo(1.01, 6);
  expect(eth! / before[1]!).toBeCloseTo(0.99, 6);
  expect(feed.source()).toBe('live from a table');
  expect(feed.kind()).toBe('live');
  expect(feed.regime()).toBeUndefined();
  await feed.choose('simulated');
  expect(closed).toEqual(['live']);
  expect(pricesAt(4)).toEqual([btc, eth]);
  expect(feed.regime()).toBe('calm');
  expect(told).toEqual([]);
});

test('[FEED-6] without a price the simulated feed goes on, and says so', async () => {
  const { feed, rows, told, pricesAt } = createStage();
  await feed.choose('live');
  rows.set(0, [index(0, 5_000_000), index(1, 400_000)]);
  expect(pricesAt(0)).toEqual([5_000_000, 400_000]);
  rows.set(1, [index(0, 5_100_000)]);
  expect(pricesAt(1)).toEqual([5_100_000, 400_000]);
  expect(feed.source()).toBe('live from a table; simulated for ETH');
  pricesAt(2);
  pricesAt(3);
  expect(feed.source()).toBe('simulated, seed 4, in place of live from a table');
  let last = pricesAt(400);
  expect(last[0]).not.toBe(5_100_000);
  expect(Math.abs(last[0]! / 5_100_000 - 1)).toBeLessThan(0.02);
  rows.set(401, [index(0, 9_000_000), index(1, 800_000)]);
  expect(pricesAt(401)).toEqual(last);
  rows.set(402, [index(0, 9_000_000), index(1, 808_000)]);
  last = pricesAt(402);
  expect(last[0]).toBe(pricesAt(401)[0]);
  expect(told).toEqual([
    'the live feed has no price for ETH: simulated from the last value',
    'the live feed has no price for BTC, ETH (before: ETH): simulated from the last value',
    'the live feed has every price again; the index continues from its last value',
  ]);
});

test('[FEED-5] choices at the same time are made one after the other', async () => {
  const { feed, closed } = createStage();
  const choices = [feed.choose('live'), feed.choose('simulated'), feed.choose('live')];
  await Promise.all(choices);
  expect(feed.kind()).toBe('live');
  expect(closed).toEqual(['live']);
  await feed.close();
  expect(closed).toEqual(['live', 'live']);
});

test('[FEED-5] a feed that cannot be opened leaves the old one', async () => {
  const { feed, pricesAt } = createStage();
  await expect(feed.choose('replay')).rejects.toThrow('there is no folder');
  expect(feed.kind()).toBe('simulated');
  expect(pricesAt(0)).toHaveLength(2);
});

test('[FEED-5] [MKT-11] after a restart any feed goes on from the last index', async () => {
  const { feed, rows, pricesAt } = createStage({ from: [fineTicks(8_888_888), fineTicks(0)] });
  await feed.choose('live');
  rows.set(0, [index(0, 5_000_000), index(1, 400_000)]);
  expect(pricesAt(0)).toEqual([8_888_888, 400_000]);
});

test('[FEED-7] a shock moves the index at once, and it goes on from there', async () => {
  const { feed, rows, pricesAt } = createStage();
  await feed.choose('live');
  for (const tick of [0, 1, 2]) rows.set(tick, [index(0, 5_000_000), index(1, 400_000)]);
  pricesAt(0);
  feed.shock(BTC, 0.9);
  expect(pricesAt(1)).toEqual([4_500_000, 400_000]);
  feed.shock(ETH, 1.5);
  expect(pricesAt(2)).toEqual([4_500_000, 600_000]);
  expect(pricesAt(3)).toEqual([4_500_000, 600_000]);
  expect(() => feed.shock(contractId(7), 1.1)).toThrow('not listed');
});

test('[MKT-11] a switch that is recalled has every price from the first moment on', () => {
  const one = createStage();
  const from = one.pricesAt(0).map((price) => fineTicks(price));
  const bytes = one.feed.takeMemory(at(0))!;
  const other = createStage({ from, recalled: { bytes, takenAt: at(0), at: at(0) } });
  for (let tick = 1; tick < 4; tick += 1) expect(other.pricesAt(tick)).toEqual(one.pricesAt(tick));
});

/** What a feed says of BTC from second to second: x of the price it began with, or nothing. */
const BAD_FEEDS: readonly (readonly [string, readonly (number | null)[], string])[] = [
  //                     said                               index then
  ['jumps up          ', [1, 1.5, 1.5, 1.5], /*          */ '1.000 1.500 1.500 1.500'],
  ['jumps down        ', [1, 0.4, 0.4, 0.4], /*          */ '1.000 0.400 0.400 0.400'],
  ['jumps by a misprint', [1, 1_000, 1.02, 1.03], /*     */ '1.000 ~ ~ 1.010'],
  ['moves to another unit', [1, 1e-6, 1e-6, 1.01e-6], /* */ '1.000 ~ ~ 1.010'],
  ['sends zero        ', [1, 0, 1, 1.01], /*             */ '1.000 ~ ~ 1.010'],
  ['sends what is no number', [1, Number.NaN, 1, 1.01], '1.000 ~ ~ 1.010'],
  ['sends infinity    ', [1, Number.POSITIVE_INFINITY, 1, 1], '1.000 ~ ~ 1.000'],
  ['sends less than nothing', [1, -1, 1, 1], /*          */ '1.000 ~ ~ 1.000'],
  ['stops             ', [1, null, null, null], /*       */ '1.000 ~ ~ ~'],
  ['stops and goes on ', [1, null, 1.3, 1.313], /*       */ '1.000 ~ ~ 1.010'],
  ['repeats itself    ', [1, 1, 1, 1], /*                */ '1.000 1.000 1.000 1.000'],
];

/** Its own index relative to the one before, or `~` where it goes on by itself, within a little. */
function tellIndexes(prices: readonly number[], said: string): string {
  const words = said.split(' ');
  const [first = 1] = prices;
  let base = first;
  return prices
    .map((price, second) => {
      const isOwn = words[second] === '~';
      if (isOwn) base = price;
      if (isOwn) return Math.abs(price / first - 1) < 0.002 ? '~' : `~${price / first}`;
      return (price / base).toFixed(3);
    })
    .join(' ');
}

describe('a feed that', () => {
  test.each(BAD_FEEDS)('[FEED-23] %s', async (_, said, index_) => {
    for (const shocked of [1, 0.05, 5]) {
      const { feed, rows, told, pricesAt } = createStage();
      await feed.choose('live');
      said.forEach((times, second) => {
        const own = times === null ? [] : [index(0, 5_000_000)];
        const btc = own.map((row) => ({ ...row, price: (row.price * (times ?? 1)) as never }));
        // It says one of them twice: that is no price of the other.
        rows.set(second, [...btc, ...btc, index(1, 400_000)]);
      });
      const [before] = pricesAt(0);
      // Chaos on top of it: the index is somewhere else, and what the feed does is as bad as ever.
      feed.shock(BTC, shocked);
      const after = said.slice(1).map((__, second) => pricesAt(second + 1)[0]! / shocked);
      expect(tellIndexes([before!, ...after], index_)).toBe(index_);
      const isBad = index_.includes('~');
      expect(told.filter((words) => words.includes('no price for BTC'))).toHaveLength(
        isBad ? 1 : 0,
      );
    }
  });
});
