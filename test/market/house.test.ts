import { expect, test } from 'vitest';
import { bestTicks } from '../../src/book/book.ts';
import type { Batch, Command } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, accountId, contractId } from '../../src/domain/ids.ts';
import { BATCH_COMMANDS_MAX } from '../../src/domain/limits.ts';
import type { Side } from '../../src/domain/side.ts';
import { fineTicks, lots, money, toBigInt } from '../../src/domain/units.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import type { Listing } from '../../src/engine/state.ts';
import { createPlans, dueAt } from '../../src/market/due.ts';
import { createHouse, decideBeat } from '../../src/market/house.ts';
import { HOUSE_DEPOSIT } from '../../src/market/house-accounts.ts';
import { marketTermsOf, usualTurnover } from '../../src/market/market-terms.ts';
import { basisOf } from '../../src/market/mind.ts';
import type { HousePicture } from '../../src/market/picture.ts';
import { skewOf } from '../../src/market/quote-ladder.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { createMarketMemory, foldMarketMemory } from '../../src/views/market-memory.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { eventsOf } from '../kit/driver.ts';
import { createLiveMarket, type LiveMarket } from './live-market.ts';

const QUIET = { hasNews: false, source: 'simulated' } as const;

const isBatch = (command: Command | undefined): command is Batch => command?.kind === 'batch';

function lastBatch({ commands }: LiveMarket): Batch {
  const batch = commands.at(-1);
  if (!isBatch(batch)) throw new Error('no batch');
  return batch;
}

test('[MKT-1] one seed gives one market, another seed another', () => {
  const [first, second, other] = [createLiveMarket(42), createLiveMarket(42), createLiveMarket(43)];
  for (let tick = 0; tick < 60; tick += 1)
    for (const market of [first, second, other]) market.tick();
  expect(second.commands).toEqual(first.commands);
  expect(stateHash(second.driver.state)).toBe(stateHash(first.driver.state));
  expect(other.commands).not.toEqual(first.commands);
});

test('[MKT-2] a tick is one batch that sets every index before anything else', () => {
  const market = createLiveMarket(1);
  for (let tick = 0; tick < 5; tick += 1) {
    market.tick();
    const { commands } = lastBatch(market);
    const kinds = commands.map(({ kind }) => kind);
    expect(kinds[0]).toBe('market-beat');
    expect(kinds.slice(1, 9)).toEqual(new Array(8).fill('set-index-price'));
    expect(kinds.slice(9)).not.toContain('set-index-price');
    expect(kinds.slice(9)).not.toContain('market-beat');
  }
});

test('[MKT-3] after the first tick all eight markets have two sides and a trade', () => {
  for (const seed of [1, 2, 3]) {
    const market = createLiveMarket(seed);
    market.tick();
    expect(market.driver.state.listings).toHaveLength(8);
    for (const { book, last, contract } of market.driver.state.listings) {
      const [bid, ask] = [bestTicks(book, 'buy'), bestTicks(book, 'sell')];
      expect(bid, contract.symbol).toBeGreaterThan(0);
      expect(ask, contract.symbol).toBeGreaterThan(bid);
      expect(last, contract.symbol).toBeGreaterThan(0);
      // Twice the widest half-spread of the table, and a tick for rounding on each side.
      expect(ask - bid, contract.symbol).toBeLessThanOrEqual(bid * 0.0003 + 2);
    }
  }
});

test('[MKT-4] [MKT-5] for an hour the house neither trades with itself nor piles up', () => {
  const market = createLiveMarket(9);
  const { driver } = market;
  const makers = driver.state.accounts.filter((account) => account?.role === 'house').slice(0, 2);
  const ids = new Set(makers.map((account) => account?.id));
  const wrong: Event[] = [];
  const ticks = 3_600;
  let spentMillis = 0;
  for (let tick = 0; tick < ticks; tick += 1) {
    const started = performance.now();
    const events = market.tick(1_000);
    spentMillis += performance.now() - started;
    driver.entries.length = 0;
    market.commands.length = 0;
    // What a liquidation of this entry has filled first can no longer be changed.
    const isForced = events.some(({ kind }) => kind === 'liquidation-started');
    const mayRefuse = (event: Event): boolean => isForced && event.kind === 'command-rejected';
    wrong.push(...events.filter((event) => isWrong(event, ids) && !mayRefuse(event)));
    if (tick % 60 === 0) expectBounded(market);
  }
  expect(wrong).toEqual([]);
  // A tick takes a few milliseconds of its half second, on a busy machine too.
  expect(spentMillis / ticks).toBeLessThan(50);
});

function isWrong(event: Event, makers: ReadonlySet<AccountId | undefined>): boolean {
  if (event.kind === 'fill-settled')
    return makers.has(event.maker.account) && makers.has(event.taker.account);
  if (event.kind === 'order-canceled') return event.reason === 'self-trade';
  return event.kind === 'command-rejected';
}

/**
 * No house account holds more of a market than 120 touches, or than is usually traded in ten
 * minutes on each side; here without other traders.
 */
function expectBounded({ driver, contracts }: LiveMarket): void {
  const most = marketTermsOf(contracts).map((terms) =>
    Math.max(120 * terms.touch, 2 * usualTurnover(terms, 600)),
  );
  for (const account of driver.state.accounts) {
    if (account?.role !== 'house') continue;
    for (const desk of account.desks) {
      if (desk === undefined) continue;
      const { mark, contract } = desk.listing;
      const held = (desk.long.position?.size ?? 0) + (desk.short.position?.size ?? 0);
      const worth = (held * mark * Number(contract.tickLotValue)) / 1e8;
      expect(worth, contract.symbol).toBeLessThanOrEqual(most[contract.id]!);
      expect(desk.working.count).toBeLessThan(40);
    }
  }
}

test('[MKT-6] a price that goes through an order at rest fills it', () => {
  const market = createLiveMarket(5, { startPrices: {}, spread: 1, depth: 1, activity: 0 });
  market.tick();
  const { driver } = market;
  const trader = driver.trader(10_000);
  const listing = driver.state.listings[0]!;
  const price = bestTicks(listing.book, 'buy') - 100;
  driver.place(trader, 'open long', 10, price);
  let held = 0;
  for (let tick = 0; tick < 7_200 && held === 0; tick += 1) {
    market.tick();
    held = driver.desk(trader).long.position?.size ?? 0;
    if (held === 0) expect(bestTicks(listing.book, 'sell')).toBeGreaterThan(price);
  }
  expect(held).toBe(10);
});

test('[MKT-7] a house account that runs low is filled up by a recorded deposit', () => {
  const contracts = shippedContracts();
  const house = createHouse(marketTermsOf(contracts), seedOfWord('1'));
  const wallet = money(toBigInt(HOUSE_DEPOSIT) / 4n);
  const poor = [{ account: accountId(1_001), wallet }];
  const picture: HousePicture = { takers: [], contracts: [], poor };
  const nothing = { memory: createMarketMemory(), prices: [], feed: undefined, ...QUIET };
  const { commands } = decideBeat(house, { ...nothing, beat: 7, picture });
  expect(commands).toEqual([
    { kind: 'market-beat', beat: 7, memories: [] },
    {
      kind: 'deposit',
      account: accountId(1_001),
      amount: money(toBigInt(HOUSE_DEPOSIT) - toBigInt(wallet)),
    },
  ]);
});

test('[MKT-8] a batch holds at most what the engine takes, and every market gets its turn', () => {
  const contract = shippedContracts()[0]!;
  const count = 240;
  const contracts = Array.from({ length: count }, (_, at) => ({ ...contract, id: contractId(at) }));
  const terms = marketTermsOf(contracts);
  const house = createHouse(terms, seedOfWord('1'));
  const desk = (account: number) =>
    ({ account: accountId(account), long: lots(0), short: lots(0), orders: [] }) as const;
  const pictureOf = (places: readonly number[]): HousePicture => ({
    takers: [],
    contracts: places.map((place) => ({
      contract: contracts[place]!,
      isHalted: false,
      hasTraded: true,
      makers: [desk(1_001), desk(1_002), desk(1_003)],
      taker: desk(1_004),
      rester: desk(1_005),
      follower: desk(1_006),
      reverter: desk(1_007),
      holders: [desk(1_008), desk(1_009)],
      leveraged: (at) => desk(1_010 + at),
    })),
    poor: [],
  });
  const prices = contracts.map(({ id }) => ({ contract: id, price: fineTicks(90_000_000) }));
  const quoted = new Set<number>();
  const memory = createMarketMemory();
  for (let beat = 1; beat <= 4; beat += 1) {
    const picture = pictureOf(dueAt(createPlans(memory), count, beat));
    const inputs = { beat, memory, picture, prices, feed: undefined, ...QUIET };
    const { commands } = decideBeat(house, inputs);
    expect(commands.length).toBeLessThanOrEqual(BATCH_COMMANDS_MAX);
    const [first] = commands;
    if (first?.kind === 'market-beat')
      foldMarketMemory(memory, { ...first, kind: 'market-beat-kept' });
    for (const command of commands)
      if (command.kind === 'place-order') quoted.add(command.contract);
  }
  expect(quoted.size).toBe(count);
});

test('[MKT-9] a quote that follows the price keeps its id; one that stands well is left', () => {
  const market = createLiveMarket(11);
  for (let tick = 0; tick < 200; tick += 1) market.tick();
  const counts = new Map<string, number>();
  for (const command of market.commands.slice(1).filter(isBatch))
    for (const { kind } of command.commands) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const quotes = 2 * 2 * 12 * 8 * 199;
  expect(counts.get('amend-order') ?? 0).toBeLessThan(quotes / 3);
  expect(counts.get('cancel-order') ?? 0).toBeLessThan(200);
});

test('[MKT-9] makers leave what they quote until it is off by a quarter of a basis point', () => {
  const market = createLiveMarket(11);
  let [moves, rests, middle] = [0, 0, 0];
  for (let tick = 0; tick < 400; tick += 1) {
    market.tick();
    const mind = market.house.minds[0]!;
    const { index, sentiment, quoted } = mind;
    const worth = index * (1 + (sentiment + basisOf(mind) + skewOf(mind)) / 1e6);
    expect(Math.abs(quoted / worth - 1) * 1e6).toBeLessThan(26);
    if (quoted === middle) rests += 1;
    else moves += 1;
    middle = quoted;
  }
  expect(rests).toBeGreaterThan(150);
  expect(moves).toBeGreaterThan(100);
});

test('a halted contract is left alone, and so is one without a price', () => {
  const market = createLiveMarket(3);
  market.tick();
  market.driver.run({ kind: 'halt-contract', contract: contractId(2) });
  const events = market.tick();
  expect(eventsOf(events, 'command-rejected')).toEqual([]);
  const touched = lastBatch(market).commands.filter(
    (command) => command.kind === 'place-order' && command.contract === contractId(2),
  );
  expect(touched).toEqual([]);
});

test('[MKT-12] 10,000 USDT move BTC by at most 2 and DOGE by at most 6 basis points', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const market = createLiveMarket(seed);
    for (let tick = 0; tick < 40; tick += 1) market.tick();
    for (const [base, bound] of [
      ['BTC', 2],
      ['DOGE', 6],
    ] as const) {
      const listing = market.driver.state.listings.find(({ contract }) => contract.base === base)!;
      for (const side of ['buy', 'sell'] as const) {
        const best = bestTicks(listing.book, side);
        const worst = priceAfter(listing, side, 10_000);
        expect((Math.abs(worst - best) / best) * 10_000, `${base} ${side}`).toBeLessThan(bound);
      }
    }
  }
});

/** The last price that so much of the quote currency would reach into. */
function priceAfter(listing: Listing, side: Side, quote: number): number {
  const resting = listing.resting
    .filter((order) => order !== undefined && order.side === side && order.status === 'open')
    .sort((first, second) =>
      side === 'buy' ? second!.price - first!.price : first!.price - second!.price,
    );
  let left = quote;
  for (const order of resting) {
    const { price, size, filled } = order!;
    left -= (price * (size - filled) * Number(listing.contract.tickLotValue)) / 1e8;
    if (left <= 0) return price;
  }
  throw new Error('the book is too thin');
}
