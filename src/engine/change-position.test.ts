import { expect, test } from 'vitest';
import { createDriver, type Driver, eventOf, eventsOf, usdt } from '../../test/kit/driver.ts';
import { INSURANCE_FUND } from '../domain/account.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { money, toBigInt } from '../domain/units.ts';
import { crossWallet, freeCollateral } from './risk.ts';

const BTC = contractId(0);

/** A trader with 1,000 and an isolated long of 0.1 at 90,000: margin 450, fee 5.4. */
function openIsolated(driver: Driver, side: 'long' | 'short' = 'long'): AccountId {
  const trader = driver.trader(1_000);
  driver.run({ kind: 'set-margin-mode', account: trader, contract: BTC, marginMode: 'isolated' });
  const house = driver.house();
  driver.place(house, side === 'long' ? 'open short' : 'open long', 1_000, 900_000);
  driver.place(trader, side === 'long' ? 'open long' : 'open short', 1_000, 900_000);
  return trader;
}

const marginOf = (driver: Driver, trader: AccountId) =>
  driver.desk(trader).long.position?.isolatedMargin;

test('[ISO-1] opening moves value over leverage to the position; the wallet pays the fee', () => {
  const driver = createDriver();
  const trader = openIsolated(driver);
  const account = driver.account(trader);
  expect(marginOf(driver, trader)).toBe(money(usdt(450)));
  expect(account).toMatchObject({ wallet: money(usdt('994.6')), isolated: money(usdt(450)) });
  expect(freeCollateral(account)).toBe(money(usdt('544.6')));
});

test('[ISO-1] each fill rounds its margin up', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  driver.run({
    kind: 'set-leverage',
    account: trader,
    contract: BTC,
    marginMode: 'isolated',
    longLeverage: 7,
    shortLeverage: 7,
  });
  const house = driver.house();
  driver.place(house, 'open short', 1, 900_000);
  driver.place(house, 'open short', 1, 900_001);
  driver.place(trader, 'open long', 2, 900_001);
  expect(marginOf(driver, trader)).toBe(money(usdt('1.28571429') + usdt('1.28571572')));
});

test('[ISO-2] a close takes its share of the margin along, profit to the wallet', () => {
  const driver = createDriver();
  const trader = openIsolated(driver);
  driver.index(905_000);
  driver.place(driver.house(), 'open long', 400, 910_000);
  const fill = eventOf(driver.place(trader, 'close long', 400, 910_000), 'fill-settled');
  expect(fill.taker).toMatchObject({
    realisedPnl: money(usdt(40)),
    isolatedMargin: money(usdt(270)),
  });
  expect(driver.account(trader)).toMatchObject({
    wallet: money(usdt('994.6') + usdt(40) - usdt('2.184')),
    isolated: money(usdt(270)),
  });
});

test('[ISO-2] a loss within the share leaves the margin of the rest alone', () => {
  const driver = createDriver();
  const trader = openIsolated(driver);
  driver.place(driver.house(), 'open long', 400, 895_000);
  driver.place(trader, 'close long', 400, 895_000);
  expect(marginOf(driver, trader)).toBe(money(usdt(270)));
  expect(crossWallet(driver.account(trader))).toBe(
    money(usdt('544.6') + usdt(180) - usdt(20) - usdt('2.148')),
  );
});

test('[ISO-2] a loss beyond the share comes out of the margin that stays', () => {
  const driver = createDriver();
  const trader = openIsolated(driver);
  const before = crossWallet(driver.account(trader));
  driver.index(875_000);
  driver.place(driver.house(), 'open long', 100, 850_000);
  const fill = eventOf(driver.place(trader, 'close long', 100, null), 'fill-settled');
  expect(fill.taker.realisedPnl).toBe(money(-usdt(50)));
  // The share of 45 carries most of the loss of 50 and the fee of 0.51.
  expect(marginOf(driver, trader)).toBe(money(usdt(405) - usdt('5.51')));
  expect(crossWallet(driver.account(trader))).toBe(before);
});

test.each(['long', 'short'] as const)(
  '[ISO-3] a gap through an isolated %s costs the fund, never the cross wallet',
  (side) => {
    const driver = createDriver();
    const trader = openIsolated(driver, side);
    const before = crossWallet(driver.account(trader));
    const events = driver.index(side === 'long' ? 700_000 : 1_100_000);
    expect(eventsOf(events, 'liquidation-started')).toHaveLength(1);
    expect(driver.desk(trader)[side].position).toBeNull();
    const account = driver.account(trader);
    expect(account.isolated).toBe(0);
    expect(account.wallet).toBeGreaterThanOrEqual(Number(before));
    expect(toBigInt(account.wallet) - toBigInt(before)).toBeLessThan(usdt('0.01'));
    expect(driver.account(INSURANCE_FUND).wallet).toBeLessThan(Number(usdt(1_000_451)));
    expect(driver.desk(INSURANCE_FUND)[side].position?.size).toBe(1_000);
  },
);

test('[ISO-3] other isolated positions are untouched by the loss of one', () => {
  const driver = createDriver();
  const trader = openIsolated(driver);
  driver.place(driver.house(), 'open long', 500, 900_000);
  driver.place(trader, 'open short', 500, 900_000);
  driver.index(700_000);
  const { long, short } = driver.desk(trader);
  expect(long.position).toBeNull();
  expect(short.position).toMatchObject({ size: 500, isolatedMargin: money(usdt(225)) });
});
