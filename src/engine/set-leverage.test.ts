import { describe, expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  usdt,
} from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import type { AdjustIsolatedMargin, SetLeverage, SetMarginMode } from '../domain/command.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import type { MarginMode } from '../domain/margin.ts';
import { money } from '../domain/units.ts';
import { crossInitial, freeCollateral } from './risk.ts';

const BTC = contractId(0);

const leverage = (
  account: AccountId,
  long: number,
  short = long,
  marginMode: MarginMode = 'cross',
): SetLeverage => ({
  kind: 'set-leverage',
  account,
  contract: BTC,
  marginMode,
  longLeverage: long,
  shortLeverage: short,
});

const mode = (account: AccountId, marginMode: MarginMode): SetMarginMode => ({
  kind: 'set-margin-mode',
  account,
  contract: BTC,
  marginMode,
});

const adjust = (account: AccountId, amount: bigint): AdjustIsolatedMargin => ({
  kind: 'adjust-isolated-margin',
  account,
  contract: BTC,
  positionSide: 'long',
  amount: money(amount),
});

/** Opens 0.1 long at this price. */
function hold(driver: Driver, trader: AccountId, price = 900_000): void {
  driver.place(driver.house(), 'open short', 1_000, price);
  driver.place(trader, 'open long', 1_000, price);
}

function isolated(wallet: number | string = 1_000) {
  const driver = createDriver();
  const trader = driver.trader(wallet);
  driver.run(mode(trader, 'isolated'));
  hold(driver, trader);
  return { driver, trader };
}

const marginOf = (driver: Driver, trader: AccountId) =>
  driver.desk(trader).long.position?.isolatedMargin;

test('[LEV-1] a new account has 20 cross, or its cap where lower', () => {
  const driver = createDriver();
  const accepted = (cap: number | null) => {
    const trader = driver.trader(1_000, { leverageMax: cap });
    return eventOf(driver.place(trader, 'open long', 1, 890_000), 'order-accepted');
  };
  expect(accepted(null)).toMatchObject({ leverage: 20, marginMode: 'cross' });
  expect(accepted(50)).toMatchObject({ leverage: 20, marginMode: 'cross' });
  expect(accepted(7)).toMatchObject({ leverage: 7, marginMode: 'cross' });
});

test.each([
  { value: 2, reason: 'leverage-invalid', limit: 3 },
  { value: 126, reason: 'leverage-above-cap', limit: 125 },
])('[LEV-1] $value is outside the contract\u2019s range', ({ value, reason, limit }) => {
  const driver = createDriver([exampleContract({ minLeverage: 3 })]);
  const trader = driver.trader();
  expect(expectRefused(driver, leverage(trader, value))).toEqual({ reason, given: value, limit });
  for (const allowed of [3, 125])
    expect(eventOf(driver.run(leverage(trader, allowed)), 'leverage-set')).toMatchObject({
      longLeverage: allowed,
      shortLeverage: allowed,
    });
});

test('[LEV-1] the account\u2019s own cap comes first', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000, { leverageMax: 20 });
  expect(expectRefused(driver, leverage(trader, 21))).toEqual({
    reason: 'leverage-above-cap',
    given: 21,
    limit: 20,
  });
});

test('[LEV-2] the same values succeed with orders, positions, a halt and a stale index', () => {
  const driver = createDriver();
  const trader = driver.trader();
  hold(driver, trader);
  driver.place(trader, 'open long', 1, 890_000);
  driver.trigger(trader, 'open long', 950_000);
  driver.wait(31_000);
  driver.run({ kind: 'halt-contract', contract: BTC });
  const events = driver.run(leverage(trader, 20));
  expect(eventOf(events, 'leverage-set')).toMatchObject({ longLeverage: 20, marginMode: 'cross' });
});

test('[LEV-3] a working or an untriggered order holds the leverage, once gone it is free', () => {
  const driver = createDriver();
  const trader = driver.trader();
  for (const place of [
    () => driver.place(trader, 'open long', 1, 890_000),
    () => driver.trigger(trader, 'open long', 950_000),
  ]) {
    const order = orderIdOf(place());
    const refused = { reason: 'leverage-open-orders', given: 1 };
    expect(expectRefused(driver, leverage(trader, 10))).toEqual(refused);
    driver.cancel(trader, order);
  }
  eventOf(driver.run(leverage(trader, 10)), 'leverage-set');
  expect(driver.desk(trader).crossLeverage).toBe(10);
});

test('[LEV-4] with equity 992.5988 and 9,000 at mark 20x to 10x passes, 5x does not', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  hold(driver, trader, 900_200);
  const account = driver.account(trader);
  eventOf(driver.run(leverage(trader, 10)), 'leverage-set');
  expect(crossInitial(account)).toBe(money(usdt(900)));
  expect(freeCollateral(account)).toBe(money(usdt('92.5988')));
  expect(expectRefused(driver, leverage(trader, 5))).toEqual({
    reason: 'margin-insufficient',
    given: usdt(1_800),
    limit: usdt('992.5988'),
  });
});

test('[LEV-4] exactly the margin is enough', () => {
  const driver = createDriver();
  const [enough, short] = [driver.trader('905.4'), driver.trader('905.39999999')];
  for (const trader of [enough, short]) hold(driver, trader);
  eventOf(driver.run(leverage(enough, 10)), 'leverage-set');
  expect(expectRefused(driver, leverage(short, 10)).reason).toBe('margin-insufficient');
});

test('[LEV-4] a position above the tier of the new leverage holds it down', () => {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  driver.place(driver.house(), 'open short', 6_000, 900_000);
  driver.place(trader, 'open long', 6_000, 900_000);
  expect(expectRefused(driver, leverage(trader, 101))).toEqual({
    reason: 'tier-limit',
    given: usdt(54_000),
    limit: usdt(50_000),
  });
  eventOf(driver.run(leverage(trader, 100)), 'leverage-set');
});

test('[LEV-5] in cross margin both sides have one leverage, in isolated each its own', () => {
  const driver = createDriver();
  const trader = driver.trader();
  expect(expectRefused(driver, leverage(trader, 10, 11)).reason).toBe('leverage-sides-differ');
  driver.run(leverage(trader, 10, 30, 'isolated'));
  const placed = [
    driver.place(trader, 'open long', 1, 890_000),
    driver.place(trader, 'open short', 1, 910_000),
  ];
  const leverages = placed.map((events) => eventOf(events, 'order-accepted').leverage);
  expect(leverages).toEqual([10, 30]);
});

describe('isolated', () => {
  test('[LEV-5] lowering tops the margin up from the wallet', () => {
    const { driver, trader } = isolated();
    const events = driver.run(leverage(trader, 10, 20, 'isolated'));
    expect(eventOf(events, 'isolated-margin-moved')).toMatchObject({
      cause: 'leverage',
      amount: money(usdt(450)),
      isolatedMargin: money(usdt(900)),
    });
    expect(driver.account(trader)).toMatchObject({
      wallet: money(usdt('994.6')),
      isolated: money(usdt(900)),
    });
  });

  test('[LEV-5] without the money nothing changes', () => {
    const { driver, trader } = isolated('905.39999999');
    expect(expectRefused(driver, leverage(trader, 10, 20, 'isolated'))).toEqual({
      reason: 'margin-insufficient',
      given: usdt(450),
      limit: usdt('449.99999999'),
    });
  });

  test('[LEV-5] raising leaves the margin where it is', () => {
    const { driver, trader } = isolated();
    const events = driver.run(leverage(trader, 50, 20, 'isolated'));
    expect(eventsOf(events, 'isolated-margin-moved')).toEqual([]);
    expect(marginOf(driver, trader)).toBe(money(usdt(450)));
    expect(driver.desk(trader).long.isolatedLeverage).toBe(50);
  });

  test('[LEV-5] raising does not even make up for what a loss has taken', () => {
    const { driver, trader } = isolated();
    driver.index(875_000);
    driver.place(driver.house(), 'open long', 500, 850_000);
    driver.place(trader, 'close long', 500, null);
    expect(marginOf(driver, trader)).toBe(money(usdt('197.45')));
    eventOf(driver.run(leverage(trader, 21, 20, 'isolated')), 'leverage-set');
    expect(marginOf(driver, trader)).toBe(money(usdt('197.45')));
  });

  test('[LEV-7] margin can be added up to free collateral', () => {
    const { driver, trader } = isolated();
    expect(expectRefused(driver, adjust(trader, usdt('544.60000001')))).toEqual({
      reason: 'margin-insufficient',
      given: usdt('544.60000001'),
      limit: usdt('544.6'),
    });
    driver.run(adjust(trader, usdt('544.6')));
    expect(marginOf(driver, trader)).toBe(money(usdt('994.6')));
    expect(freeCollateral(driver.account(trader))).toBe(0);
  });

  test('[LEV-7] what was added can be taken out, but not the margin of the leverage', () => {
    const { driver, trader } = isolated();
    driver.run(adjust(trader, usdt(100)));
    expect(expectRefused(driver, adjust(trader, -usdt(100) - 1n))).toEqual({
      reason: 'margin-removal-too-large',
      given: usdt(100) + 1n,
      limit: usdt(100),
    });
    driver.run(adjust(trader, -usdt(100)));
    expect(marginOf(driver, trader)).toBe(money(usdt(450)));
  });

  test.each([
    { mark: 895_000, limit: 50, why: 'a loss of 50 stays' },
    { mark: 909_000, limit: '95.5', why: 'a profit does not count, its margin at the mark does' },
  ])('[LEV-7] at $mark $limit of 100 can be taken out: $why', ({ mark, limit }) => {
    const { driver, trader } = isolated();
    driver.run(adjust(trader, usdt(100)));
    driver.index(mark);
    expect(expectRefused(driver, adjust(trader, -usdt(limit) - 1n)).limit).toBe(usdt(limit));
    eventOf(driver.run(adjust(trader, -usdt(limit))), 'isolated-margin-moved');
  });

  test('[LEV-7] only an isolated position has margin of its own', () => {
    const driver = createDriver();
    const trader = driver.trader();
    expect(expectRefused(driver, adjust(trader, 1n)).reason).toBe('position-missing');
    hold(driver, trader);
    expect(expectRefused(driver, adjust(trader, 1n)).reason).toBe('position-not-isolated');
    const other = isolated();
    const nothing = adjust(other.trader, 0n);
    expect(expectRefused(other.driver, nothing).reason).toBe('amount-invalid');
  });
});

test('[LEV-6] the margin mode changes only with no position and no order', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const refused = { reason: 'margin-mode-orders', given: 'isolated', limit: 'cross' };
  const change = mode(trader, 'isolated');
  const order = orderIdOf(driver.place(trader, 'open long', 1, 890_000));
  expect(expectRefused(driver, change)).toEqual(refused);
  driver.cancel(trader, order);
  const trigger = orderIdOf(driver.trigger(trader, 'open long', 950_000));
  expect(expectRefused(driver, change)).toEqual(refused);
  driver.cancel(trader, trigger);
  hold(driver, trader);
  const held = { ...refused, reason: 'margin-mode-in-use' };
  expect(expectRefused(driver, change)).toEqual(held);
  const other = orderIdOf(driver.place(trader, 'open long', 1, 890_000));
  expect(expectRefused(driver, change)).toEqual(held);
  driver.cancel(trader, other);
  const both = leverage(trader, 20, 20, 'isolated');
  expect(expectRefused(driver, both).reason).toBe('margin-mode-in-use');
  driver.place(driver.house(), 'open long', 1_000, 900_000);
  driver.place(trader, 'close long', 1_000, 900_000);
  expect(eventOf(driver.run(change), 'margin-mode-set').marginMode).toBe('isolated');
});

test('[LEV-6] the mode that already is succeeds whatever is open', () => {
  const driver = createDriver();
  const trader = driver.trader();
  hold(driver, trader);
  expect(eventOf(driver.run(mode(trader, 'cross')), 'margin-mode-set').marginMode).toBe('cross');
});
