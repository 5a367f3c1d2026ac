import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDriver, type Driver, usdt } from '../../test/kit/driver.ts';
import { createHistory } from '../../test/kit/random-history.ts';
import { runSteps, steps } from '../../test/kit/random-market.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { initialMargin, marginRequirement } from '../domain/margin.ts';
import { type Money, money, toBigInt } from '../domain/units.ts';
import {
  accountEquity,
  closableLots,
  crossEquity,
  crossInitial,
  crossRequirement,
  crossSlack,
  freeCollateral,
  grossLots,
  isolatedEquity,
  isolatedRequirement,
  notionalAtMark,
  pnlAtMark,
  takerFeeOf,
} from './risk.ts';
import type { Account } from './state.ts';

const BTC = contractId(0);

/** Opens both sides at 90,000 against a house. */
function hedge(driver: Driver, trader: AccountId, long: number, short: number): void {
  const house = driver.house();
  driver.place(house, 'open short', long, 900_000);
  driver.place(trader, 'open long', long, 900_000);
  driver.place(house, 'open long', short, 900_000);
  driver.place(trader, 'open short', short, 900_000);
}

const isolate = (driver: Driver, account: AccountId) =>
  driver.run({ kind: 'set-margin-mode', account, contract: BTC, marginMode: 'isolated' });

test('[MAR-4] in cross margin the sides of a hedge add up, in one tier', () => {
  const driver = createDriver();
  const trader = driver.trader(10_000);
  hedge(driver, trader, 4_000, 3_000);
  const account = driver.account(trader);
  expect(crossInitial(account)).toBe(money(usdt(1_800 + 1_350)));
  // Together 63,000: the second tier, 0.5 % less 50, and the fee of closing both.
  expect(crossRequirement(account)).toBe(money(usdt(265) + usdt('37.8')));
});

test('[MAR-4] in isolated margin each side stands alone', () => {
  const driver = createDriver();
  const trader = driver.trader(10_000);
  isolate(driver, trader);
  hedge(driver, trader, 4_000, 3_000);
  const desk = driver.desk(trader);
  expect(isolatedRequirement(desk, desk.long.position!)).toBe(money(usdt(144) + usdt('21.6')));
  expect(isolatedRequirement(desk, desk.short.position!)).toBe(money(usdt(108) + usdt('16.2')));
  expect(crossRequirement(driver.account(trader))).toBe(0);
});

test('[MAR-7] unrealised profit counts as free, initial margin at the mark does not', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  driver.place(driver.house(), 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  const account = driver.account(trader);
  expect(freeCollateral(account)).toBe(money(usdt(1_000) - usdt('5.4') - usdt(450)));
  driver.index(918_000);
  expect(freeCollateral(account)).toBe(money(usdt(1_000) - usdt('5.4') + usdt(180) - usdt(459)));
  driver.place(trader, 'open long', 100, 900_000);
  expect(freeCollateral(account)).toBe(money(usdt('715.6') - usdt('45.54')));
});

test('[MAR-7] an isolated position and its result are no part of free collateral', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  isolate(driver, trader);
  driver.place(driver.house(), 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  driver.index(918_000);
  const account = driver.account(trader);
  const desk = driver.desk(trader);
  expect(freeCollateral(account)).toBe(money(usdt(1_000) - usdt('5.4') - usdt(450)));
  expect(isolatedEquity(desk, desk.long.position!)).toBe(money(usdt(450 + 180)));
  expect(accountEquity(account)).toBe(money(usdt(1_000) - usdt('5.4') + usdt(180)));
});

test('[MAR-10] equity is free, frozen, cross initial margin and isolated equity together', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      runSteps(taken, (driver) => {
        for (const account of driver.state.accounts) {
          if (account === undefined) continue;
          if (account === undefined) continue;
          let isolated: bigint = 0n;
          for (const desk of account.desks) {
            if (desk?.marginMode !== 'isolated') continue;
            for (const { position } of [desk.long, desk.short])
              if (position !== null) isolated += toBigInt(isolatedEquity(desk, position));
          }
          const parts: Money[] = [freeCollateral(account), account.frozen, crossInitial(account)];
          const whole = parts.reduce((total, part) => total + toBigInt(part), isolated);
          expect(accountEquity(account)).toBe(money(whole));
        }
      });
    }),
    { numRuns: 100 },
  );
});

test('[MAR-10] without isolated positions equity is cross equity', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  hedge(driver, trader, 500, 300);
  driver.index(880_000);
  const account = driver.account(trader);
  expect(accountEquity(account)).toBe(crossEquity(account));
  expect(accountEquity(account)).toBe(money(toBigInt(account.wallet) - usdt(100) + usdt(60)));
});

test('[CLS-1] what can be closed is the position less what working closes speak for', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  hedge(driver, trader, 500, 300);
  driver.place(trader, 'close long', 200, 950_000);
  const desk = driver.desk(trader);
  expect([closableLots(desk, desk.long), closableLots(desk, desk.short)]).toEqual([300, 300]);
});

/** Nothing that was kept from before: every position at the mark. */
function sumAnew(account: Account) {
  const sums = { pnl: 0n, initial: 0n, requirement: 0n };
  for (const desk of account.desks) {
    if (desk?.marginMode !== 'cross') continue;
    const { contract } = desk.listing;
    for (const { position } of [desk.long, desk.short]) {
      if (position === null) continue;
      const notional = notionalAtMark(desk, position.size);
      sums.pnl += toBigInt(pnlAtMark(desk, position));
      sums.initial += toBigInt(initialMargin(notional, desk.crossLeverage));
    }
    const gross = notionalAtMark(desk, grossLots(desk));
    sums.requirement += toBigInt(marginRequirement(contract, gross, takerFeeOf(desk)));
  }
  return sums;
}

test.each([1, 2, 3, 4])('[MAR-7] [LIQ-1] what desks keep is what they sum to, seed %i', (seed) => {
  const { driver, step } = createHistory(seed);
  let held = 0;
  for (let entry = 0; entry < 1_500; entry += 1) {
    step();
    for (const account of driver.state.accounts) {
      if (account === undefined) continue;
      const { pnl, initial, requirement } = sumAnew(account);
      const equity = toBigInt(account.wallet) - toBigInt(account.isolated) + pnl;
      expect(toBigInt(crossEquity(account))).toBe(equity);
      expect(toBigInt(crossRequirement(account))).toBe(requirement);
      expect(toBigInt(crossInitial(account))).toBe(initial);
      expect(toBigInt(crossSlack(account))).toBe(equity - requirement);
      expect(freeCollateral(account)).toBe(money(equity - initial - toBigInt(account.frozen)));
      if (account.crossPositions > 1) held += 1;
    }
  }
  expect(held).toBeGreaterThan(1_000);
});
