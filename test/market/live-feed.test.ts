/** The live feed through the real ccxt, against a local server that plays three exchanges. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fineTicks, millis } from '../../src/domain/units.ts';
import { createFeedSwitch, type FeedSwitch } from '../../src/market/feeds/feed-switch.ts';
import { fineScaleOf } from '../../src/market/feeds/fine-price.ts';
import { openLiveFeed } from '../../src/market/feeds/live/live-feed.ts';
import { openExchanges, quoteOf } from '../../src/market/feeds/live/open-exchanges.ts';
import { marketTermsOf } from '../../src/market/market-terms.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { PLAYED, type PlayedExchanges, playExchanges } from './played-exchanges.ts';

const contracts = shippedContracts().slice(0, 2);
const [btc, eth] = contracts.map(fineScaleOf);

let played: PlayedExchanges;
let feed: FeedSwitch;
let told: string[];
let now: number;
/** By how much the wall clock was set. */
let setBy: number;

beforeEach(async () => {
  told = [];
  setBy = 0;
  now = Date.UTC(2026, 0, 5);
  played = await playExchanges(contracts.map(({ base }) => base));
  feed = createFeedSwitch({
    contracts,
    terms: marketTermsOf(contracts),
    seed: seedOfWord('1'),
    from: contracts.map(() => fineTicks(0)),
    tell: (message) => told.push(message),
    open: async () => {
      const exchanges = await openExchanges({ names: PLAYED, options: played.options });
      return openLiveFeed({
        contracts,
        exchanges: exchanges.map((exchange) => ({ ...exchange, everyMillis: 2 })),
        now: () => now,
        wallNow: () => now + setBy,
        patienceMillis: 30_000,
        tell: (message) => told.push(message),
      });
    },
  });
});

afterEach(async () => {
  await feed.close();
  await played.close();
});

const say = (name: (typeof PLAYED)[number], price: number) => {
  played.prices[name] = { BTC: price, ETH: 3_000 };
};

/** A second later, after everybody who answers was asked anew. */
async function later(seconds: number, names: readonly (typeof PLAYED)[number][] = PLAYED) {
  now += seconds * 1_000;
  await played.askedTwice(names);
  return feed.next(millis(now)).map(({ price }, at) => price / (at === 0 ? btc! : eth!));
}

test('[FEED-11] [FEED-12] [FEED-6] one lies, one stalls, all go away and come back', async () => {
  for (const name of PLAYED) say(name, 90_000);
  say('hitbtc', 90_300);
  await feed.choose('live');
  const [first, second] = feed.next(millis(now)).map(({ price }) => price);
  expect(first! / btc!).toBeCloseTo(90_100, 1);
  expect(second! / eth!).toBeCloseTo(3_000, 1);
  expect(feed.source()).toBe('live from kraken, hitbtc, bitstamp');

  // One lies: it is dropped, and the two others are the index.
  say('bitstamp', 120_000);
  expect((await later(1))[0]).toBeCloseTo(90_150, 1);
  expect(told).toEqual([
    'BTC/USDT of bitstamp is 32.9 % away from the others: dropped until it recovers',
  ]);

  // It behaves again, and is taken back half a minute later.
  say('bitstamp', 90_150);
  await later(1);
  expect((await later(30))[0]).toBeCloseTo(90_150, 1);
  expect(told.slice(1)).toEqual(['BTC/USDT of bitstamp has recovered: used again']);

  // One stands still while the others rise for a minute.
  told.length = 0;
  for (let step = 1; step <= 7; step += 1) {
    say('kraken', 90_000 + step * 100);
    say('bitstamp', 90_150 + step * 100);
    await later(10);
  }
  expect(told).toEqual([
    'BTC/USDT of hitbtc has not moved while the others have: dropped until it recovers',
  ]);

  // All go away: after ten seconds the simulated feed goes on from the last value.
  told.length = 0;
  const last = await later(1);
  for (const name of PLAYED) played.gone.add(name);
  // What was under way when they went has arrived before time goes on.
  await played.askedTwice(PLAYED);
  const held = await later(5);
  expect(held).toEqual(last);
  const instead = await later(6);
  expect(instead).toEqual(last);
  expect(feed.source()).toMatch(/^simulated, seed 1, in place of live from/);
  expect(told).toContain('the live feed has no price for BTC, ETH: simulated from the last value');
  expect(told.filter((words) => words.includes('does not answer'))).toHaveLength(3);

  // They come back a tenth higher: the index goes on from where it is.
  const before = await later(60);
  for (const name of PLAYED) say(name, 99_000);
  played.gone.clear();
  const after = await later(1);
  expect(after[0]).toBeCloseTo(before[0]!, 1);
  for (const name of PLAYED) say(name, 99_990);
  expect((await later(1))[0]! / after[0]!).toBeCloseTo(1.01, 4);
  expect(told).toContain(
    'the live feed has every price again; the index continues from its last value',
  );
}, 60_000);

test('[FEED-11] a wall clock that is set holds up no price', async () => {
  for (const name of PLAYED) say(name, 90_000);
  await feed.choose('live');
  expect((await later(1))[0]).toBeCloseTo(90_000, 1);
  for (const hours of [-1, 1]) {
    setBy = hours * 3_600_000;
    for (const name of PLAYED) say(name, 90_000 + hours);
    expect((await later(1))[0]).toBeCloseTo(90_000 + hours, 1);
  }
}, 60_000);

test('[FEED-13] a missing ccxt and an unknown exchange are named', async () => {
  const load = () => Promise.reject(new Error('the live feed needs the package ccxt'));
  await expect(openExchanges({ names: ['kraken'], load })).rejects.toThrow(
    'needs the package ccxt',
  );
  await expect(openExchanges({ names: ['krakken'] })).rejects.toThrow(
    'exchanges: ccxt knows no exchange called krakken',
  );
});

test('[FEED-11] the middle of bid and ask counts, or the last trade where one is missing', () => {
  expect(quoteOf('BTC/USDT', { bid: 99, ask: 101, last: 50 })).toMatchObject({
    price: 100,
    spread: 0.02,
  });
  expect(quoteOf('BTC/USDT', { bid: 99, ask: undefined, last: 50 })).toMatchObject({ price: 50 });
  expect(quoteOf('BTC/USDT', { bid: 0, last: 0 })).toBeUndefined();
  expect(quoteOf('BTC/USDT', undefined)).toBeUndefined();
});
