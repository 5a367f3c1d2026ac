/** Quotes are never older than what everybody knows. */
import { expect, test } from 'vitest';
import { createQuoteCheck } from '../../proof/market-report/check-quotes.ts';
import { createDrive, type Drive } from '../../proof/market-report/drive-market.ts';
import { bestTicks } from '../../src/book/book.ts';
import { contractId } from '../../src/domain/ids.ts';
import { fineTicks, NO_TICKS } from '../../src/domain/units.ts';
import type { IndexPrice } from '../../src/market/feed.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { shippedContracts } from '../kit/contracts.ts';

const contracts = shippedContracts(({ base }) => ['BTC', 'ETH', 'SOL'].includes(base)).map(
  (contract, at) => ({ ...contract, id: contractId(at) }),
);

function open(word: string): Drive {
  return createDrive({ contracts, seed: seedOfWord(word), applied: createQuoteCheck() });
}

const hasBook = ({ state }: Drive, place: number): boolean =>
  bestTicks(state.listings[place]!.book, 'buy') !== NO_TICKS;

test('[MKT-17] an hour with a storm in it leaves no quote older than a price', () => {
  const drive = open('otter');
  drive.reach(drive.at + 1_800_000);
  drive.market.feed.force('stress');
  drive.reach(drive.at + 1_800_000);
  expect(drive.state.seq).toBeGreaterThan(5_000);
});

test('[MKT-17] common news reaches every market in the same instant', () => {
  const drive = open('otter');
  for (let jump = 0; jump < 20; jump += 1) {
    drive.reach(drive.at + 20_000);
    for (const { id } of contracts) drive.market.feed.shock(id, jump % 2 === 0 ? 1.01 : 0.99);
    const before = drive.state.listings.map(({ index }) => index);
    let events = drive.step();
    // The first market that publishes the new price takes all others along.
    while (drive.state.listings.every(({ index }, place) => index === before[place]))
      events = drive.step();
    drive.state.listings.forEach(({ index }, place) => {
      expect(Math.abs(index / before[place]! - 1)).toBeGreaterThan(0.005);
    });
    expect(events.length).toBeGreaterThan(0);
  }
});

test('[MKT-18] a contract without a price after the news is not quoted until it has one', () => {
  const drive = open('otter');
  drive.reach(drive.at + 60_000);
  let isAway = false;
  let isJumped = false;
  const jumped = ({ contract, price }: IndexPrice): IndexPrice => ({
    contract,
    price: isJumped ? fineTicks(Math.round(price * 1.01)) : price,
  });
  drive.market.hear = (prices) =>
    prices.filter(({ contract }) => !isAway || contract !== contractId(2)).map(jumped);
  isAway = true;
  drive.reach(drive.at + 5_000);
  // Nothing was published that it could have missed.
  expect(hasBook(drive, 2)).toBe(true);
  isJumped = true;
  drive.reach(drive.at + 2_000);
  expect([0, 1, 2].map((place) => hasBook(drive, place))).toEqual([true, true, false]);
  drive.reach(drive.at + 60_000);
  expect(hasBook(drive, 2)).toBe(false);
  isAway = false;
  drive.reach(drive.at + 5_000);
  expect(hasBook(drive, 2)).toBe(true);
});

test('[MKT-18] a price from before the news counts as none', () => {
  const drive = open('otter');
  drive.reach(drive.at + 60_000);
  let times = [1, 1, 1];
  let learned = [1, 1, 1];
  drive.market.hear = (prices) =>
    prices.map(({ contract, price }) => ({
      contract,
      price: fineTicks(Math.round(price * times[contract]!)),
      learnedAt: learned[contract]!,
    }));
  drive.reach(drive.at + 5_000);
  times = [1.01, 1, 1];
  learned = [2, 1, 1];
  drive.reach(drive.at + 5_000);
  expect([0, 1, 2].map((place) => hasBook(drive, place))).toEqual([true, false, false]);
  learned = [2, 2, 1];
  drive.reach(drive.at + 5_000);
  expect([0, 1, 2].map((place) => hasBook(drive, place))).toEqual([true, true, false]);
  times = [1.01, 1.02, 1.015];
  learned = [3, 3, 3];
  drive.reach(drive.at + 5_000);
  expect([0, 1, 2].map((place) => hasBook(drive, place))).toEqual([true, true, true]);
});
