import { expect, test } from 'vitest';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  rejectOf,
  usdt,
} from '../../test/kit/driver.ts';
import { type AccountId, accountId, contractId } from '../domain/ids.ts';
import { money, NO_MONEY, toBigInt } from '../domain/units.ts';

const TREASURY = accountId(3);

const reset = (driver: Driver, account: AccountId, wallet: number) =>
  driver.run({ kind: 'reset-account', account, wallet: money(usdt(wallet)) });

/** Long 0.1 and short 0.05 from 90,000, orders and triggers about, 10×, and an id used. */
function busyAccount() {
  const driver = createDriver();
  const maker = driver.trader(1_000_000);
  const trader = driver.trader(3_000);
  const setting = { account: trader, contract: contractId(0), marginMode: 'cross' } as const;
  driver.run({ kind: 'set-leverage', ...setting, longLeverage: 10, shortLeverage: 10 });
  driver.place(maker, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000, { clientOrderId: 'once' });
  driver.place(maker, 'open long', 500, 900_000);
  driver.place(trader, 'open short', 500, 900_000);
  driver.place(trader, 'open long', 10, 890_000);
  driver.trigger(trader, 'close long', 880_000, { purpose: 'stop-loss' });
  driver.index(910_000);
  return { driver, maker, trader };
}

test('[RST-1] a reset leaves exactly the wallet that was asked for, and nothing else', () => {
  const { driver, trader } = busyAccount();
  const events = reset(driver, trader, 1_000);
  expect(eventOf(events, 'account-reset')).toMatchObject({
    account: trader,
    ordersCanceled: 2,
    positionsCleared: 2,
    wallet: money(usdt(1_000)),
  });
  expect(driver.account(trader)).toMatchObject({
    wallet: money(usdt(1_000)),
    collateral: money(usdt(1_000)),
    frozen: 0,
    isolated: 0,
    crossPositions: 0,
  });
  expect(driver.desk(trader)).toMatchObject({ crossLeverage: 20, marginMode: 'cross' });
});

test('[RST-1] positions close at the mark against the treasury, no fee, off the tape', () => {
  const { driver, trader } = busyAccount();
  const fills = eventsOf(reset(driver, trader, 1_000), 'fill-settled');
  expect(fills.length).toBeGreaterThanOrEqual(2);
  for (const { venue, price, maker, taker } of fills) {
    expect({ venue, price }).toEqual({ venue: 'reset', price: 910_000 });
    expect(maker).toMatchObject({ account: TREASURY, fee: 0 });
    expect(taker).toMatchObject({ account: trader, fee: 0, liquidationFee: 0 });
  }
  expect(driver.state.listings[0]?.last).toBe(900_000);
  expect(driver.desk(TREASURY)).toMatchObject({
    long: { position: { size: 500 } },
    short: { position: null },
  });
});

test('[RST-1] client order ids are forgotten', () => {
  const { driver, trader } = busyAccount();
  reset(driver, trader, 1_000);
  const again = driver.place(trader, 'open long', 7, 900_000, { clientOrderId: 'once' });
  expect(orderIdOf(again)).toBeGreaterThan(0);
});

test('[RST-1] isolated margin, leverage and top-up go back to what a new account has', () => {
  const driver = createDriver();
  const trader = driver.trader(3_000, { leverageMax: 15 });
  const named = { account: trader, contract: contractId(0) } as const;
  const sides = { longLeverage: 3, shortLeverage: 4, marginMode: 'isolated' } as const;
  driver.run({ kind: 'set-leverage', ...named, ...sides });
  driver.run({ kind: 'set-auto-top-up', ...named, positionSide: 'long', enabled: true });
  driver.place(driver.trader(10_000), 'open short', 100, 900_000);
  driver.place(trader, 'open long', 100, 900_000);
  reset(driver, trader, 3_000);
  expect(driver.desk(trader)).toMatchObject({
    marginMode: 'cross',
    crossLeverage: 15,
    long: { isolatedLeverage: 15, autoTopUp: false, position: null },
    short: { isolatedLeverage: 15 },
  });
  expect(driver.account(trader)).toMatchObject({ isolated: 0, isolatedPositions: 0 });
});

test('[RST-2] the treasury pays what is missing or takes what is too much', () => {
  const { driver, trader } = busyAccount();
  const treasury = driver.state.accounts[TREASURY]!;
  // 3,000 less fees of 5.4 and 2.7, plus 0.05 net long times 1,000 of profit.
  const up = eventOf(reset(driver, trader, 5_000), 'account-reset');
  expect(up.transferred).toBe(money(usdt(5_000) - usdt('3041.9')));
  const paid = treasury.wallet;
  const down = eventOf(reset(driver, trader, 100), 'account-reset');
  expect(down.transferred).toBe(money(usdt(-4_900)));
  expect(toBigInt(treasury.wallet) - toBigInt(paid)).toBe(usdt(4_900));
});

test('[RST-2] conservation holds: no deposit was made by a reset', () => {
  const { driver, trader } = busyAccount();
  const before = driver.state.depositsNet;
  reset(driver, trader, 123);
  const held = driver.state.accounts.reduce(
    (sum, account) => sum + toBigInt(account?.collateral ?? NO_MONEY),
    0n,
  );
  expect(driver.state.depositsNet).toBe(before);
  expect(held).toBe(toBigInt(before));
});

test('[RST-1] a wallet below zero, an unknown account and the house are refused', () => {
  const driver = createDriver();
  const trader = driver.trader(0);
  expect(rejectOf(reset(driver, trader, -1)).reason).toBe('amount-invalid');
  expect(rejectOf(reset(driver, accountId(77), 1)).reason).toBe('account-unknown');
  expect(rejectOf(reset(driver, driver.house(), 1)).reason).toBe('account-role-forbidden');
});

test('[RST-1] a reset account trades on', () => {
  const { driver, maker, trader } = busyAccount();
  reset(driver, trader, 1_000);
  driver.place(maker, 'open short', 100, 910_000);
  const fill = eventOf(driver.place(trader, 'open long', 100, 910_000), 'fill-settled');
  expect(fill.taker).toMatchObject({ account: trader, positionSize: 100 });
});
