import { expect, test } from 'vitest';
import { createDriver, eventOf, eventsOf, usdt } from '../../test/kit/driver.ts';
import { contractId } from '../domain/ids.ts';
import { money, toBigInt } from '../domain/units.ts';
import { crossWallet, freeCollateral } from './risk.ts';

const BTC = contractId(0);

/** An isolated long of 0.1 at 90,000 with 450 of margin, and this much left in the wallet. */
function setUp(left: number | string, enabled = true) {
  const driver = createDriver();
  const account = driver.trader(String(Number(left) + 455.4));
  driver.run({ kind: 'set-margin-mode', account, contract: BTC, marginMode: 'isolated' });
  driver.place(driver.house(), 'open short', 1_000, 900_000);
  driver.place(account, 'open long', 1_000, 900_000);
  driver.run({ kind: 'set-auto-top-up', account, contract: BTC, positionSide: 'long', enabled });
  expect(freeCollateral(driver.account(account))).toBe(money(usdt(left)));
  return { driver, account };
}

test('[LEV-8] a position with automatic top-up is brought back to its margin', () => {
  const { driver, account } = setUp(1_000);
  const events = driver.index(858_000);
  const moved = eventOf(events, 'isolated-margin-moved');
  // 429 of margin at the mark, less the 30 that are left of 450 after a loss of 420.
  expect(moved).toMatchObject({
    cause: 'top-up',
    amount: money(usdt(399)),
    isolatedMargin: money(usdt(849)),
  });
  expect(eventsOf(events, 'liquidation-started')).toEqual([]);
  expect(crossWallet(driver.account(account))).toBe(money(usdt(601)));
});

test('[LEV-8] nothing moves before it would be liquidated', () => {
  const { driver } = setUp(1_000);
  // The requirement is met from 85,895.2 on.
  expect(eventsOf(driver.index(858_952), 'isolated-margin-moved')).toEqual([]);
  expect(eventsOf(driver.index(858_951), 'isolated-margin-moved')).toHaveLength(1);
});

test('[LEV-8] meeting the requirement exactly is already too little', () => {
  const { driver, account } = setUp(1_000);
  const amount = money(usdt('39.33'));
  const target = { account, contract: BTC, positionSide: 'long' as const };
  driver.run({ kind: 'adjust-isolated-margin', ...target, amount });
  // At 85,500 a loss of 450 leaves 39.33, and 0.46 % of 8,550 is 39.33.
  expect(eventsOf(driver.index(855_001), 'isolated-margin-moved')).toEqual([]);
  const events = driver.index(855_000);
  expect(eventOf(events, 'isolated-margin-moved').cause).toBe('top-up');
  expect(eventsOf(events, 'liquidation-started')).toEqual([]);
});

test('[LEV-8] a little is enough where it lifts the position above its requirement', () => {
  const { driver, account } = setUp(10);
  const events = driver.index(858_900);
  expect(eventOf(events, 'isolated-margin-moved').amount).toBe(money(usdt(10)));
  expect(eventsOf(events, 'liquidation-started')).toEqual([]);
  expect(driver.desk(account).long.position?.size).toBe(1_000);
});

test.each([
  { name: 'what is free is not enough', left: '0.1', enabled: true },
  { name: 'nothing is free', left: 0, enabled: true },
  { name: 'it is switched off', left: 1_000, enabled: false },
])('[LEV-8] it is liquidated where $name', ({ left, enabled }) => {
  const { driver, account } = setUp(left, enabled);
  const events = driver.index(857_000);
  expect(eventsOf(events, 'liquidation-started')).toHaveLength(1);
  expect(driver.desk(account).long.position).toBeNull();
});

test('[LEV-8] frozen money is not taken', () => {
  const { driver, account } = setUp(100);
  driver.place(account, 'open short', 200, 900_000);
  const frozen = driver.account(account).frozen;
  expect(frozen).toBe(money(usdt('91.08')));
  const moved = eventOf(driver.index(858_950), 'isolated-margin-moved');
  expect(moved.amount).toBe(money(usdt(100) - toBigInt(frozen)));
});
