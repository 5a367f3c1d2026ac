import { expect, test } from 'vitest';
import {
  chooseRules,
  MANIPULATION_NAMES,
} from '../../proof/market-report/adversaries/choose-rules.ts';
import { runAdversaries } from '../../proof/market-report/adversaries/run-adversaries.ts';
import { pickContracts } from '../../proof/market-report/drive-market.ts';
import { probeImpact } from '../../proof/market-report/probe-impact.ts';
import { mean } from '../../proof/market-report/statistics.ts';
import { bestTicks, levelLots, nextTicks } from '../../src/book/book.ts';
import type { Event } from '../../src/domain/event.ts';
import type { Side } from '../../src/domain/side.ts';
import { FINE_PER_TICK, NO_TICKS, ticks, toBigInt } from '../../src/domain/units.ts';
import type { Listing } from '../../src/engine/state.ts';
import { marketTermsOf } from '../../src/market/market-terms.ts';
import { createMind, type Mind, observe } from '../../src/market/mind.ts';
import {
  createQuoteLadder,
  drawLadder,
  halfSpreadOf,
  RUNGS,
  skewOf,
} from '../../src/market/quote-ladder.ts';
import { KeyedRandom } from '../../src/market/random.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { describeHouse } from '../../src/venue/read-account.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { createLiveMarket, type LiveMarket } from './live-market.ts';

const QUIET = { startPrices: {}, spread: 1, depth: 1, activity: 0 };

function mindOf(base: string, price: number): Mind {
  const contracts = shippedContracts();
  const at = contracts.findIndex((contract) => contract.base === base);
  const mind = createMind(contracts[at]!, marketTermsOf(contracts)[at]!);
  mind.index = price;
  return mind;
}

const pricesOn = ({ book }: Listing, side: Side): number[] => {
  const prices: number[] = [];
  for (let at = bestTicks(book, side); at !== NO_TICKS; at = nextTicks(book, side, at))
    prices.push(at);
  return prices;
};

const worthOf = (listing: Listing, side: Side): number =>
  pricesOn(listing, side).reduce(
    (sum, price) =>
      sum +
      (levelLots(listing.book, side, ticks(price)) *
        price *
        Number(listing.contract.tickLotValue)) /
        1e8,
    0,
  );

test('[HSE-1] a ladder has 14 rungs whose gaps and sizes grow outwards to one per cent', () => {
  for (const [base, half, growth, touch, last] of [
    ['BTC', 0, 1.95, 5_500, 580],
    ['BNB', 0.4, 1.4, 6_200, 200],
  ] as const) {
    const mind = mindOf(base, 900_000);
    const ladder = createQuoteLadder();
    drawLadder(ladder, mind, 900_000, 1);
    for (const { prices, sizes } of [ladder.buy, ladder.sell]) {
      expect(prices).toHaveLength(RUNGS);
      const away = prices.map((price) => Math.abs(price - 900_000));
      expect(away[0]! / 90).toBeCloseTo(half, 1);
      expect(away.at(-1)! / 90).toBeCloseTo(100, 0);
      const gaps = away.slice(1).map((far, at) => far - away[at]!);
      // Whole ticks blur the first gaps; the far ones show the growth.
      for (let at = 8; at < gaps.length; at += 1)
        expect(gaps[at]! / gaps[at - 1]!).toBeCloseTo(growth, 1);
      const worth = (lots: number): number => lots * 900_000 * mind.lotValue;
      expect(worth(sizes[0]!) / touch).toBeCloseTo(1, 1);
      expect(worth(sizes.at(-1)!) / touch).toBeCloseTo(last, -1);
    }
  }
});

test('[HSE-2] best quotes wait at round prices, and hardly leave the middle for it', () => {
  const roundParts = (base: string, price: number): number[] => {
    const [mind, ladder] = [mindOf(base, price), createQuoteLadder()];
    const places = Array.from({ length: 1_000 }, (_, at) => price + at + 0.5);
    const bests = places.flatMap((centre) => {
      drawLadder(ladder, mind, centre, 1);
      const [bid = 0, ask = 0] = [ladder.buy.prices[0], ladder.sell.prices[0]];
      expect(Math.abs((bid + ask) / 2 / centre - 1)).toBeLessThan(1.1e-5);
      return [bid, ask];
    });
    return [10, 100].map((unit) => bests.filter((best) => best % unit === 0).length / bests.length);
  };
  const [tens, hundreds] = roundParts('BTC', 900_000);
  expect(tens).toBeCloseTo(0.25, 1);
  expect(hundreds).toBeCloseTo(0.08, 2);
});

test('[HSE-2] the spread is never below its floor or one tick, and widens with volatility', () => {
  const mind = mindOf('SOL', 13_500);
  const random = new KeyedRandom(seedOfWord('1').key);
  const usual = mind.varianceNow;
  expect(halfSpreadOf(mind)).toBeCloseTo(60);
  mind.varianceNow = usual / 100;
  expect(halfSpreadOf(mind)).toBe(42);
  mind.varianceNow = usual * 1.5 ** 2;
  expect(halfSpreadOf(mind)).toBeCloseTo(90);
  // In a storm three times as wild as usual spreads double once more.
  mind.varianceNow = usual * 9;
  expect(halfSpreadOf(mind)).toBeCloseTo(360);
  // The estimate follows the index alone: an hour of wild steps makes a wild market.
  const calm = mindOf('SOL', 13_500);
  for (let tick = 0; tick < 600; tick += 1)
    observe(calm, random, tick % 2 === 0 ? 13_500 : 13_510, 0, 1);
  expect(halfSpreadOf(calm)).toBeGreaterThan(150);
  const coarse = createQuoteLadder();
  for (const [base, price] of [
    ['BTC', 900_000],
    ['ETH', 310_000],
    ['SOL', 13_500],
  ] as const) {
    drawLadder(coarse, mindOf(base, price), price + 0.3, 1);
    expect(coarse.sell.prices[0]! - coarse.buy.prices[0]!).toBe(1);
  }
});

test('[HSE-3] makers lean against what they hold, and at the limit only give back', () => {
  const mind = mindOf('BTC', 900_000);
  mind.held = 10_000;
  const some = skewOf(mind);
  mind.held = 30_000;
  const more = skewOf(mind);
  expect(some).toBeLessThan(0);
  expect(more).toBeLessThan(some);
  mind.held = -30_000;
  expect(skewOf(mind)).toBeCloseTo(-more);

  const market = createLiveMarket(4, { ...QUIET, depth: 0.3 });
  market.tick();
  const { driver } = market;
  const listing = driver.state.listings[0]!;
  const whale = driver.trader(10_000_000);
  // Takes more than their limit off the makers, who are short of it then.
  for (let tick = 0; tick < 80; tick += 1) {
    driver.place(whale, 'open long', 16_000, null);
    market.tick();
  }
  const makers = driver.state.accounts.filter((account) => account?.role === 'house').slice(0, 3);
  const effectsOn = (side: Side): Set<string> => {
    const effects = new Set<string>();
    for (const account of makers) {
      const desk = account!.desks[0]!;
      for (let order = desk.working.first; order !== null; order = order.next)
        if (order.side === side) effects.add(order.effect);
    }
    return effects;
  };
  const short = listing.shortLots * listing.mark * 1e-5;
  // Nine times the last rung.
  expect(short).toBeGreaterThan(8_500_000);
  expect(effectsOn('sell').has('open')).toBe(false);
  expect(effectsOn('buy').has('close')).toBe(true);
});

test('[HSE-4] when the index leaps, quotes stand back for one tick and noise waits', () => {
  const market = createLiveMarket(6);
  for (let tick = 0; tick < 60; tick += 1) market.tick();
  const listing = market.driver.state.listings[0]!;
  market.leap(0, 1.004);
  const events = market.tick();
  const index = listing.index / FINE_PER_TICK;
  const nearest = (): number =>
    Math.min(index - bestTicks(listing.book, 'buy'), bestTicks(listing.book, 'sell') - index);
  // Ten basis points less what basis and skew move the middle.
  expect(nearest() / index).toBeGreaterThan(0.0001);
  expect(
    (bestTicks(listing.book, 'sell') - bestTicks(listing.book, 'buy')) / index,
  ).toBeGreaterThan(0.0015);
  expect(tradesOf(events, 0, market)).toBe(0);
  market.tick();
  expect((bestTicks(listing.book, 'sell') - bestTicks(listing.book, 'buy')) / index).toBeLessThan(
    0.0015,
  );
});

/** Trades that noise took: not those of quotes that moved through an order at rest. */
const tradesOf = (events: readonly Event[], contract: number, { driver }: LiveMarket): number => {
  const taker = driver.state.accounts.filter((account) => account?.role === 'house')[3]!.id;
  return events.filter(
    (event) =>
      event.kind === 'fill-settled' && event.contract === contract && event.taker.account === taker,
  ).length;
};

test('[HSE-5] a mood thins a book or takes away a side, and goes as it came', () => {
  const market = createLiveMarket(8, QUIET);
  market.tick();
  const listing = market.driver.state.listings[1]!;
  const usual = worthOf(listing, 'buy');
  const mood = market.house.moods[1]!;
  mood.depth = 0.1;
  market.tick();
  expect(worthOf(listing, 'buy') / usual).toBeLessThan(0.2);
  mood.depth = 1;
  mood.sides = 'buy';
  market.tick();
  expect(bestTicks(listing.book, 'sell')).toBe(NO_TICKS);
  expect(worthOf(listing, 'buy') / usual).toBeGreaterThan(0.7);
  mood.sides = 'both';
  market.tick();
  expect(worthOf(listing, 'sell') / usual).toBeGreaterThan(0.7);
});

test('[HSE-6] within a minute a third of the sizes nobody touched are drawn anew', () => {
  const market = createLiveMarket(10, QUIET);
  market.tick();
  const before = new Map<number, { readonly size: number; readonly price: number }>();
  const far = market.driver.state.listings.flatMap(({ resting }) =>
    resting.flatMap((order) => (order === undefined ? [] : [order])),
  );
  for (const { id, size, price } of far) before.set(id, { size, price });
  for (let tick = 0; tick < 120; tick += 1) market.tick();
  const isKept = ({ id, size }: { id: number; size: number }) => before.get(id)?.size === size;
  // One that moves gets a new size with its new price.
  const [moved, unmoved] = [true, false].map((isMoved) =>
    far.filter(({ id, price }) => (before.get(id)?.price !== price) === isMoved),
  );
  expect(moved!.filter(isKept).length / moved!.length).toBeLessThan(0.1);
  const kept = unmoved!.filter(isKept).length / unmoved!.length;
  expect(kept).toBeLessThan(0.7);
  expect(kept).toBeGreaterThan(0.2);
});

test('[HSE-7] [MKT-12] 10,000 USDT move little, and the book is full again within ticks', () => {
  const contracts = shippedContracts();
  for (const [base, bound] of [
    ['BTC', 2],
    ['DOGE', 6],
  ] as const) {
    const { reaches, path, refilledAfter } = probeImpact({
      contracts,
      base,
      seeds: ['1', '2', '3', '4', '5', '6'],
    });
    for (const reach of reaches) expect(reach, base).toBeLessThanOrEqual(bound);
    // The touch of BTC holds the whole order: its quotes move with their next tick.
    expect(Math.max(...path.slice(0, 4)), base).toBeGreaterThan(0);
    expect(refilledAfter, base).toBeGreaterThanOrEqual(0);
    expect(refilledAfter, base).toBeLessThanOrEqual(20);
  }
}, 180_000);

test('[HSE-8] what the house made is what it has less what it was given', () => {
  const market = createLiveMarket(12);
  for (let tick = 0; tick < 300; tick += 1) market.tick();
  const rows = describeHouse(market.driver.state);
  expect(rows.map(({ who }) => who)).toEqual([
    'maker 1',
    'maker 2',
    'maker 3',
    'taker',
    'rester',
    'follower',
    'reverter',
    'long holder',
    'short holder',
    'leveraged 1',
    'leveraged 2',
    'leveraged 3',
  ]);
  for (const { deposited, equity, result, trading, fees, funding } of rows) {
    expect(toBigInt(equity) - toBigInt(deposited)).toBe(toBigInt(result));
    expect(toBigInt(trading) + toBigInt(fees) + toBigInt(funding)).toBe(toBigInt(result));
    expect(fees).toBeLessThanOrEqual(0);
  }
  // What one of them gains by trading another loses: only fees leave the house.
  expect(rows.reduce((sum, { trading }) => sum + toBigInt(trading), 0n)).toBe(0n);
  expect(rows[3]!.fees).toBeLessThan(0);
});

test('[HSE-9] spread and depth of one market are turned without touching the others', () => {
  const contracts = shippedContracts();
  const usual = marketTermsOf(contracts);
  const turned = marketTermsOf(contracts, { ...QUIET, spreads: { BTC: 2 }, depths: { ETH: 0.5 } });
  expect(turned[0]!.halfSpreadPpm).toBe(usual[0]!.halfSpreadPpm * 2);
  expect(turned[0]!.touch).toBe(usual[0]!.touch);
  expect(turned[1]!.touch).toBe(usual[1]!.touch / 2);
  expect(turned[1]!.halfSpreadPpm).toBe(usual[1]!.halfSpreadPpm);
});

test('[MKT-19] a block bought at what is quoted is worth no more once makers have looked', () => {
  const contracts = pickContracts(shippedContracts(), ['BTC', 'DOGE']);
  const blocks = MANIPULATION_NAMES.filter((name) => /^a block in the second.*units$/.test(name));
  expect(blocks.length).toBe(2);
  for (const alone of blocks) {
    const seed = 'blocks';
    const rules = chooseRules({ alone }, { contracts, seed });
    const [result] = runAdversaries({ contracts, rules, seed, hours: 0.4 });
    const { occasions, fees } = result!;
    expect(occasions.length).toBeGreaterThan(5);
    // Not even without fees.
    expect(mean(occasions) + fees / occasions.length).toBeLessThan(0);
  }
});
