/** What sets markets apart, and what leverage does in a fast one. */
import { expect, test } from 'vitest';
import { createDrive, type Drive } from '../../proof/market-report/drive-market.ts';
import { bestTicks, levelLots, nextTicks } from '../../src/book/book.ts';
import type { Event } from '../../src/domain/event.ts';
import type { Side } from '../../src/domain/side.ts';
import { fineTicks, NO_TICKS } from '../../src/domain/units.ts';
import type { Listing } from '../../src/engine/state.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { eventsOf } from '../kit/driver.ts';

const MILLION = 1_000_000;

function driveFor(drive: Drive, seconds: number, look: (events: readonly Event[]) => void): void {
  const end = drive.at + seconds * 1_000;
  drive.reach(end, look);
}

const median = (values: readonly number[]): number =>
  [...values].sort((first, second) => first - second)[values.length >> 1] ?? Number.NaN;

/** How far from the middle so much of the quote currency trades on average, in basis points. */
function costOf({ book, contract }: Listing, side: Side, quote: number): number {
  const middle = (bestTicks(book, 'buy') + bestTicks(book, 'sell')) / 2;
  let [left, lots] = [quote, 0];
  for (
    let at = bestTicks(book, side);
    at !== NO_TICKS && left > 0;
    at = nextTicks(book, side, at)
  ) {
    const perLot = (at * Number(contract.tickLotValue)) / 1e8;
    const taken = Math.min(levelLots(book, side, at), left / perLot);
    lots += taken;
    left -= taken * perLot;
  }
  if (left > 1) return Number.POSITIVE_INFINITY;
  const price = quote / (lots * (Number(contract.tickLotValue) / 1e8));
  return Math.abs(price / middle - 1) * 1e4;
}

test('[HSE-17] [HSE-2] each market has its own depth, spread and turnover', () => {
  const drive = createDrive({ contracts: shippedContracts(), seed: seedOfWord('pond') });
  drive.market.feed.force('calm');
  const { listings } = drive.state;
  const costs = listings.map((): number[] => []);
  const spreads = listings.map((): number[] => []);
  const turnover = listings.map(() => 0);
  let looked = 0;
  driveFor(drive, 2_700, (events) => {
    for (const { contract, value, venue } of eventsOf(events, 'fill-settled'))
      if (venue === 'book') turnover[contract] = turnover[contract]! + Number(value) / 1e8;
    looked += 1;
    if (looked % 100 !== 0) return;
    for (const listing of listings) {
      const { id } = listing.contract;
      costs[id]!.push(costOf(listing, 'buy', MILLION), costOf(listing, 'sell', MILLION));
      spreads[id]!.push(bestTicks(listing.book, 'sell') - bestTicks(listing.book, 'buy'));
    }
  });
  const place = (base: string): number => listings.findIndex((row) => row.contract.base === base);
  const cost = (base: string): number => median(costs[place(base)]!);
  expect(cost('BTC')).toBeGreaterThan(2);
  expect(cost('BTC')).toBeLessThan(6);
  expect(cost('ETH')).toBeGreaterThan(cost('BTC'));
  for (const base of ['SOL', 'XRP', 'BNB', 'DOGE', 'LTC'])
    expect(cost(base), base).toBeGreaterThan(cost('ETH'));
  expect(cost('ADA') / cost('BTC')).toBeGreaterThan(7);
  expect(cost('ADA') / cost('BTC')).toBeLessThan(20);
  expect(turnover[place('BTC')]! / turnover[place('ADA')]!).toBeGreaterThan(15);
  expect(turnover[place('BTC')]! / turnover[place('ADA')]!).toBeLessThan(100);
  for (const base of ['BTC', 'ETH']) {
    const ticks = [...spreads[place(base)]!].sort((first, second) => first - second);
    expect(ticks[0], base).toBe(1);
    // Looked at right after takers: at times they have just emptied the touch.
    expect(ticks[Math.floor(ticks.length * 0.7)], base).toBeLessThanOrEqual(2);
  }
}, 120_000);

test('[HSE-19] [MKT-4] leverage builds up in calm, and a fast fall liquidates it', () => {
  const contracts = shippedContracts(({ base }) => base === 'SOL');
  const drive = createDrive({ contracts, seed: seedOfWord('cliff') });
  drive.market.feed.force('calm');
  const [listing] = drive.state.listings;
  const leveraged = drive.state.accounts
    .filter((account) => account?.role === 'house')
    .slice(-3)
    .map((account) => account!.desks[0]!);
  const sizes = (): number[] => leveraged.map(({ long }) => long.position?.size ?? 0);
  const first = listing!.longLots;
  const liquidated: Event[] = [];
  const wrong: Event[] = [];
  const look = (events: readonly Event[]): void => {
    const forced = eventsOf(events, 'liquidation-started');
    liquidated.push(...forced);
    if (forced.length === 0) wrong.push(...eventsOf(events, 'command-rejected'));
  };
  driveFor(drive, 3 * 3_600, look);
  expect([liquidated, wrong]).toEqual([[], []]);
  expect(listing!.longLots).toBeGreaterThan(1.3 * first);
  for (const size of sizes()) expect(size).toBeGreaterThan(0);

  const held = sizes();
  const beganAt = drive.at;
  // Six per cent within a minute.
  drive.market.hear = (prices) =>
    prices.map(({ contract, price }) => {
      const part = Math.min(1, (drive.at - beganAt) / 60_000);
      return { contract, price: fineTicks(Math.round(price * 0.94 ** part)) };
    });
  driveFor(drive, 90, look);
  const sides = new Set(
    eventsOf(liquidated, 'liquidation-started').map(({ positionSide }) => positionSide),
  );
  expect(sides).toEqual(new Set(['long']));
  // At 20 and 30 times leverage nobody survives it, at 12 times somebody does.
  expect(sizes()[0]).toBeGreaterThan(0);
  expect(sizes()[1]! / held[1]!).toBeLessThan(0.5);
  expect(sizes()[2]! / held[2]!).toBeLessThan(0.5);
  // What others hold comes and goes with their orders.
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  expect(sum(sizes()) / sum(held)).toBeLessThan(0.9);
  expect(sum(sizes()) / sum(held)).toBeGreaterThan(0.2);

  // Nobody comes back within the hour.
  const left = sizes();
  driveFor(drive, 3_600, look);
  sizes().forEach((size, at) => {
    expect(size).toBeLessThanOrEqual(left[at]!);
  });
}, 120_000);
