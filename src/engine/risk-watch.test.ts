import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContracts } from '../../test/kit/contracts.ts';
import { createDriver, type Driver, eventsOf } from '../../test/kit/driver.ts';
import { createHistory } from '../../test/kit/random-history.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { INDEX_STALE_AFTER } from '../domain/limits.ts';
import { marginRequirement } from '../domain/margin.ts';
import { money, toBigInt } from '../domain/units.ts';
import type { Account, Desk, VenueState } from './state.ts';

/** One side of a desk: what it is worth at the mark, and what it has gained. */
function worthOf({ listing }: Desk, position: Desk['long']['position']) {
  if (position === null) return { size: 0, notional: 0n, pnl: 0n, margin: 0n };
  const { size, openValue, isolatedMargin } = position;
  const notional = BigInt(listing.mark) * BigInt(size) * toBigInt(listing.contract.tickLotValue);
  const pnl =
    position.side === 'long' ? notional - toBigInt(openValue) : toBigInt(openValue) - notional;
  return { size, notional, pnl, margin: toBigInt(isolatedMargin) };
}

const isPausedAt = ({ halted, indexAt }: Desk['listing'], now: number) =>
  halted || now - indexAt > INDEX_STALE_AFTER;

/** Whether anything of the account ought to have been liquidated: looks at everything. */
function isOverdue(state: VenueState, account: Account): boolean {
  let equity: bigint = toBigInt(account.wallet) - toBigInt(account.isolated);
  let required = 0n;
  let isCrossPaused = false;
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    const { contract } = desk.listing;
    const fee = account.terms.takerFee ?? contract.takerFee;
    const requirement = (notional: bigint) => marginRequirement(contract, money(notional), fee);
    const sides = [worthOf(desk, desk.long.position), worthOf(desk, desk.short.position)];
    const isPaused = isPausedAt(desk.listing, state.now);
    if (desk.marginMode === 'isolated') {
      const dead = sides.some(
        ({ size, notional, pnl, margin }) =>
          size > 0 && margin + pnl <= toBigInt(requirement(notional)),
      );
      if (dead && !isPaused) return true;
      continue;
    }
    equity += sides[0]!.pnl + sides[1]!.pnl;
    required += toBigInt(requirement(sides[0]!.notional + sides[1]!.notional));
    if (sides[0]!.size + sides[1]!.size > 0) isCrossPaused ||= isPaused;
  }
  return required > 0n && equity <= required && !isCrossPaused;
}

const overdueIn = ({ state }: Driver, accounts: readonly AccountId[]) =>
  accounts.filter((id) => isOverdue(state, state.accounts[id]!));

test.each([
  [1, 2_000],
  [2, 50],
  [3, 1_000_000],
  [4, 0],
  [5, 2_000],
])('[LIQ-1] [ENG-3] history of seed %i: no unhealthy account is missed', (seed, fund) => {
  const { driver, accounts, step } = createHistory(seed, fund);
  let liquidations = 0;
  for (let entry = 0; entry < 2_000; entry += 1) {
    liquidations += eventsOf(step(), 'liquidation-started').length;
    expect({ entry, overdue: overdueIn(driver, accounts) }).toEqual({ entry, overdue: [] });
  }
  expect(liquidations).toBeGreaterThan(3);
});

const market = fc.record({
  positions: fc.array(
    fc.record({
      contract: fc.constantFrom(0, 1),
      side: fc.constantFrom('long' as const, 'short' as const),
      size: fc.integer({ min: 1, max: 4_000 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  spare: fc.integer({ min: 1, max: 40 }),
  moves: fc.array(
    fc.record({ contract: fc.constantFrom(0, 1), by: fc.integer({ min: -20, max: 20 }) }),
    { minLength: 20, maxLength: 60 },
  ),
});

test('[LIQ-1] cross accounts of two contracts, hedged or not: found at the very mark', () => {
  let liquidations = 0;
  fc.assert(
    fc.property(market, ({ positions, spare, moves }) => {
      const driver = createDriver(exampleContracts([{}, { symbol: 'cmt_ethusdt' }]));
      driver.index(900_000, 1);
      const maker = driver.house(10_000_000);
      const needed = positions.reduce((sum, { size }) => sum + Math.ceil(size * 0.09), 0);
      const trader = driver.trader(needed + spare);
      for (const id of [0, 1]) {
        const leverage = { longLeverage: 125, shortLeverage: 125, marginMode: 'cross' } as const;
        const contract = contractId(id);
        driver.run({ kind: 'set-leverage', account: trader, contract, ...leverage });
      }
      for (const { contract, side, size } of positions) {
        const at = { contract: contractId(contract) };
        const other = side === 'long' ? 'open short' : 'open long';
        driver.place(maker, other, size, 900_000, at);
        driver.place(trader, `open ${side}`, size, 900_000, at);
      }
      const prices = [900_000, 900_000];
      for (const { contract, by } of moves) {
        prices[contract] = prices[contract]! + by * 300;
        const events = driver.index(prices[contract]!, contract);
        liquidations += eventsOf(events, 'liquidation-started').length;
        expect(overdueIn(driver, [trader])).toEqual([]);
      }
    }),
    { numRuns: 150 },
  );
  expect(liquidations).toBeGreaterThan(10);
});

/** Fifty traders long 0.2 at 90,000 with 20×, and a thin one among them. */
function crowd() {
  const driver = createDriver();
  const maker = driver.house(10_000_000);
  const traders = Array.from({ length: 50 }, () => driver.trader(2_000));
  const thin = driver.trader(960);
  driver.place(maker, 'open short', 102_000, 900_000);
  for (const trader of [...traders, thin]) driver.place(trader, 'open long', 2_000, 900_000);
  const versions = () => [...traders, maker].map((id) => driver.account(id).version);
  return { driver, thin, versions };
}

test('[ENG-3] an index price far from everyone touches nobody', () => {
  const { driver, thin, versions } = crowd();
  const before = [...versions(), driver.account(thin).version];
  for (const price of [900_001, 899_500, 890_000, 905_000, 880_000]) driver.index(price);
  expect([...versions(), driver.account(thin).version]).toEqual(before);
});

test('[ENG-3] an index price that one account must fear touches that one only', () => {
  const { driver, thin, versions } = crowd();
  const before = versions();
  const woken = driver.account(thin).version;
  driver.index(856_600);
  expect(versions()).toEqual(before);
  expect(driver.account(thin).version).toBeGreaterThan(woken);
});

test('[ENG-3] creeping towards liquidation wakes an account now and then only', () => {
  const { driver, thin } = crowd();
  const before = driver.account(thin).version;
  let ticks = 0;
  for (let price = 899_900; driver.account(thin).crossPositions > 0; price -= 20) {
    driver.index(price);
    ticks += 1;
  }
  expect(ticks).toBeGreaterThan(2_000);
  expect(driver.account(thin).version - before).toBeLessThan(60);
});

test('[ENG-3] a balanced hedge fears no fall, and a rise only far away', () => {
  const driver = createDriver();
  const maker = driver.house(10_000_000);
  const trader = driver.trader(2_000);
  driver.place(maker, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  driver.place(maker, 'open long', 1_000, 900_000);
  driver.place(trader, 'open short', 1_000, 900_000);
  const { version } = driver.account(trader);
  for (const price of [800_000, 500_000, 900_000, 1_500_000]) driver.index(price);
  expect(driver.account(trader).version).toBe(version);
});

test('[LIQ-1] a balanced hedge is found where its growing requirement meets its equity', () => {
  const driver = createDriver();
  const maker = driver.house(10_000_000);
  const trader = driver.trader('160.8');
  const leverage = { longLeverage: 125, shortLeverage: 125, marginMode: 'cross' } as const;
  driver.run({ kind: 'set-leverage', account: trader, contract: contractId(0), ...leverage });
  driver.place(maker, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  driver.place(maker, 'open long', 1_000, 900_000);
  driver.place(trader, 'open short', 1_000, 900_000);
  // 150 are left of the wallet: 0.46 % of 0.2 at 163,043.4 is a little less, at 163,043.5 more.
  expect(eventsOf(driver.index(1_630_434), 'liquidation-started')).toEqual([]);
  expect(eventsOf(driver.index(1_630_435), 'liquidation-started')).toHaveLength(1);
});

test('[ENG-3] whoever holds nothing is watched nowhere', () => {
  const { driver, step } = createHistory(11);
  for (let entry = 0; entry < 600; entry += 1) step();
  for (const { watchBelow, watchAbove } of driver.state.listings) {
    for (const { item } of [...watchBelow, ...watchAbove])
      expect(item.crossPositions + item.isolatedPositions).toBeGreaterThan(0);
  }
});
