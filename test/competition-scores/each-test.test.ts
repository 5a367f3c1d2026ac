import { describe, expect, test } from 'vitest';
import {
  createAddressBook,
  noteAddress,
  reviewAddresses,
} from '../../src/competition/surveillance/addresses.ts';
import { TABLE_MAX } from '../../src/competition/surveillance/thresholds.ts';
import { trimTable } from '../../src/competition/surveillance/trim-table.ts';
import { accountId } from '../../src/domain/ids.ts';
import { orderIdOf } from '../kit/driver.ts';
import { startWatchedRace } from './watched-race.ts';

describe('two who trade with each other', () => {
  test('[SUR-2] are flagged with the fills that moved most, and busy ones are not', () => {
    const { driver, teams, quote, review } = startWatchedRace(4);
    const [giver, friend, maker, other] = teams as [never, never, never, never];
    for (let round = 0; round < 15; round += 1) {
      driver.wait(10_000);
      quote(900_000, 400);
      driver.wait(1_500);
      driver.place(friend, 'open long', 300, 899_700);
      driver.place(giver, 'open short', 300, 899_700);
      driver.place(friend, 'close long', 300, 900_300);
      driver.place(giver, 'close short', 300, 900_300);
      driver.place(maker, 'open long', 20, null);
      driver.place(maker, 'close long', 20, null);
      driver.place(other, 'open short', 20, null);
      driver.place(other, 'close short', 20, null);
    }
    const [pair, ...rest] = review('pair-matching');
    expect(pair).toMatchObject({ accounts: [giver, friend], isFlagged: true, score: 1_000_000n });
    expect(rest.filter(({ isFlagged }) => isFlagged)).toEqual([]);
    const [transfer] = review('value-transfer');
    // Two fills of 300 lots, 300 ticks off the mark each, in fifteen rounds.
    expect(transfer).toMatchObject({ accounts: [giver, friend], isFlagged: true });
    expect(transfer!.score).toBe((15n * 2n * 300n * 300n * 1_000n * 1_000_000n) / 100_000_000_000n);
    expect(transfer!.fills).toHaveLength(5);
    expect(transfer!.fills[0]).toMatchObject({ fair: 900_000, size: 300 });
  });
});

test.each([
  [9, false],
  [10, true],
])('[SUR-2] %s fills between two are flagged: %s', (fills, isFlagged) => {
  const { driver, teams, quote, review } = startWatchedRace(2);
  const [one, other] = teams as [never, never];
  quote(900_000, 400);
  for (let fill = 0; fill < fills; fill += 1) {
    const turn = fill % 2 === 0 ? 'open' : 'close';
    driver.place(one, `${turn} long`, 300, 900_000);
    driver.place(other, `${turn} short`, 300, 900_000);
  }
  expect(review('pair-matching')).toMatchObject([{ isFlagged }]);
});

test('[SUR-2] positions that mirror each other minute by minute are flagged', () => {
  const { driver, teams, quote, review } = startWatchedRace(3);
  const [one, other, free] = teams as [never, never, never];
  for (let round = 0; round < 14; round += 1) {
    quote(900_000);
    const size = 50 + ((round * 37) % 60);
    driver.place(one, 'open long', size, null, {});
    driver.wait(3_000);
    driver.place(other, 'open short', size, null);
    if (round % 3 === 0) driver.place(free, 'open short', 70, null);
    driver.wait(56_000);
    quote(900_000);
    driver.place(one, 'close long', size, null);
    driver.wait(3_000);
    driver.place(other, 'close short', size, null);
    driver.wait(56_000);
  }
  const findings = review('mirrored-positions');
  expect(findings[0]).toMatchObject({ accounts: [one, other], isFlagged: true });
  expect(findings.filter(({ isFlagged }) => isFlagged)).toHaveLength(1);
});

test('[SUR-2] whoever moves the same way right after is the copier, not the one before', () => {
  const { driver, teams, quote, review } = startWatchedRace(3);
  const [leader, copier, free] = teams as [never, never, never];
  for (let round = 0; round < 12; round += 1) {
    quote(900_000);
    driver.wait(2_500);
    const side = round % 3 === 0 ? 'short' : 'long';
    driver.place(leader, `open ${side}`, 90, null);
    driver.wait(900);
    driver.place(copier, `open ${side}`, 40, null);
    driver.wait(5_000);
    driver.place(free, 'open long', 30, null);
    driver.wait(5_000);
    driver.place(leader, `close ${side}`, 90, null);
    driver.wait(1_800);
    driver.place(copier, `close ${side}`, 40, null);
    driver.place(free, 'close long', 30, null, {});
    driver.wait(4_000);
  }
  const flagged = review('copying').filter(({ isFlagged }) => isFlagged);
  expect(flagged.map(({ accounts }) => accounts)).toEqual([[leader, copier]]);
});

test('[SUR-2] large orders taken back right after an own fill opposite are counted', () => {
  const { driver, house, teams, review, quote } = startWatchedRace(2);
  const [spoofer, honest] = teams as [never, never];
  quote(900_000, 500);
  for (let round = 0; round < 12; round += 1) {
    driver.index(900_000);
    const wall = orderIdOf(driver.place(spoofer, 'open long', 100, 899_700));
    driver.place(spoofer, 'open short', 5, 900_200);
    driver.place(house, 'open long', 5, 900_200);
    driver.cancel(spoofer, wall);
    driver.place(honest, 'open short', 5, 900_300);
    const quoteOfHonest = orderIdOf(driver.place(honest, 'open long', 6, 899_700));
    driver.place(house, 'open long', 5, 900_300);
    driver.cancel(honest, quoteOfHonest);
    driver.wait(2_000);
  }
  const findings = review('spoofing');
  expect(findings).toMatchObject([{ accounts: [spoofer], score: 12n, isFlagged: true }]);
});

test('[SUR-2] gains within a second after a jump of the index are put beside all gains', () => {
  const { driver, house, teams, review, quote } = startWatchedRace(2);
  const [fast, slow] = teams as [never, never];
  let price = 900_000;
  for (let round = 0; round < 12; round += 1) {
    quote(price, 300);
    driver.wait(5_000);
    driver.index(price);
    price += 1_500;
    // The index jumps, the house still stands where it was.
    driver.index(price);
    driver.place(fast, 'open long', 400, null);
    driver.wait(1_500);
    quote(price, 300);
    driver.wait(1_500);
    driver.place(slow, 'open long', 50, null);
    driver.place(slow, 'close long', 50, null);
    driver.place(fast, 'close long', 400, null);
  }
  expect(house).toBeDefined();
  const findings = review('feed-exploitation');
  expect(findings).toMatchObject([{ accounts: [fast], isFlagged: true }]);
});

test('[SUR-2] pushing the price in the last minutes, with the own position, is counted', () => {
  const { driver, house, teams, review, quote, rules } = startWatchedRace(2);
  const [pusher, honest] = teams as [never, never];
  quote(900_000);
  driver.place(pusher, 'open long', 600, null);
  driver.place(honest, 'open long', 600, null);
  driver.wait(rules.endAt - driver.at - 120_000);
  for (let round = 0; round < 8; round += 1) {
    quote(900_000, 4_500);
    driver.wait(1_100);
    driver.place(pusher, 'open long', 200, null);
    driver.place(honest, 'close long', 50, null);
    driver.wait(2_000);
  }
  expect(house).toBeDefined();
  const findings = review('closing-push');
  expect(findings).toMatchObject([{ accounts: [pusher], isFlagged: true }]);
  expect(findings[0]?.facts[1]).toBe('7 fills worth 12663');
});

test('[SUR-3] accounts that share an address are paired, without the address', () => {
  const book = createAddressBook();
  const [one, other, third, stranger] = [1, 2, 3, 4].map(accountId) as [never, never, never, never];
  noteAddress(book, one, 'hash of a');
  noteAddress(book, other, 'hash of a');
  noteAddress(book, other, 'hash of b');
  noteAddress(book, one, 'hash of b');
  noteAddress(book, stranger, 'hash of a');
  noteAddress(book, third, 'hash of c');
  const findings = reviewAddresses(book, (account) => account !== stranger);
  expect(findings).toMatchObject([
    { test: 'shared-address', accounts: [one, other], score: 2n, isFlagged: true },
  ]);
  expect(JSON.stringify(findings.map(({ facts }) => facts))).not.toContain('hash of');
});

test('[SUR-4] a full table forgets the half that stands out least', () => {
  const table = new Map<number, number>();
  for (let key = 0; key < TABLE_MAX; key += 1) table.set(key, key % 10);
  trimTable(table, (weight) => weight);
  expect(table.size).toBe(TABLE_MAX / 2);
  expect(Math.min(...table.values())).toBe(4);
  expect([...table.values()].filter((weight) => weight === 9).length).toBe(409);
  const keys = [...table].filter(([, weight]) => weight === 4).map(([key]) => key);
  expect(keys[0]).toBe(4);
  trimTable(table, (weight) => weight);
  expect(table.size).toBe(TABLE_MAX / 2);
});
