/**
 * What the simulator once found, each as the shortest story that shows it. The seeds belong to the
 * workload of their day; the stories stay true.
 */

import { expect, test } from 'vitest';
import { copyThroughText } from '../../proof/sim/shadow.ts';
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import { accountId, contractId } from '../../src/domain/ids.ts';
import type { PositionSide } from '../../src/domain/side.ts';
import { lots, money, ppm, ticks, toBigInt } from '../../src/domain/units.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import { exampleContracts } from '../kit/contracts.ts';
import { createDriver, type Driver, eventOf, eventsOf, rejectOf, usdt } from '../kit/driver.ts';
import { complaintIn } from './sabotage.ts';

const BTC = contractId(0);
const ETH = contractId(1);

/** The auditor agrees with everything that was done. */
const expectAudited = (driver: Driver): void => {
  expect(complaintIn(driver.entries, () => undefined)).toBeUndefined();
};

/** A trader with an isolated position that tops itself up, and the house against it. */
function isolated(
  driver: Driver,
  terms: { readonly wallet: number; readonly size: number; readonly side: PositionSide },
  leverage = 20,
) {
  const { wallet, size, side } = terms;
  const [house, trader] = [driver.house(10_000_000), driver.trader(wallet)];
  const desk = { account: trader, contract: BTC } as const;
  const leverages = { longLeverage: leverage, shortLeverage: leverage };
  driver.run({ kind: 'set-leverage', ...desk, marginMode: 'isolated', ...leverages });
  driver.run({ kind: 'set-auto-top-up', ...desk, positionSide: side, enabled: true });
  driver.place(house, side === 'long' ? 'open short' : 'open long', size, 900_000);
  driver.place(trader, `open ${side}`, size, 900_000);
  return { house, trader };
}

test('[SIM-1] [ACC-3] seed 300: disqualifying a frozen account closes its positions', () => {
  const driver = createDriver();
  const [house, trader] = [driver.house(), driver.trader()];
  driver.place(house, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  driver.place(house, 'open long', 5_000, 899_000);
  const status = { kind: 'set-account-status', account: trader, note: '' } as const;
  driver.run({ ...status, status: 'frozen' });
  const events = driver.run({ ...status, status: 'disqualified' });
  expect(eventOf(events, 'fill-settled')).toMatchObject({ size: 1_000, price: 899_000 });
  expect(driver.account(trader)).toMatchObject({ status: 'disqualified', crossPositions: 0 });
  expectAudited(driver);
});

test('[SIM-1] [ORD-10] seed 2033: a fired order freezes the fee it was placed with', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  driver.trigger(trader, 'open long', 910_000, { size: 1_000 as never, triggerSource: 'mark' });
  const terms = { ...DEFAULT_TERMS, takerFee: ppm(100) };
  driver.run({ kind: 'set-account-terms', account: trader, terms });
  const fired = eventOf(driver.index(910_000), 'trigger-fired');
  const value = BigInt(fired.workingPrice) * 1_000n * 1_000n;
  const loss = BigInt(fired.workingPrice - 910_000) * 1_000n * 1_000n;
  expect(fired.frozen).toBe(money(value / 20n + (value * 600n) / 1_000_000n + loss));
  expectAudited(driver);
});

test('[SIM-1] [ACC-6] seed 1025: the accounts of the venue take no orders', () => {
  const driver = createDriver();
  const fund = accountId(2);
  const refused = driver.place(fund, 'open short', 1_000, 900_000);
  expect(rejectOf(refused)).toMatchObject({ reason: 'account-role-forbidden' });
  const trigger = driver.trigger(fund, 'open long', 950_000);
  expect(rejectOf(trigger)).toMatchObject({ reason: 'account-role-forbidden' });
  expectAudited(driver);
});

test('[SIM-1] [LEV-8] seed 4087: a top-up reaches the requirement of a higher tier', () => {
  const tiers = [
    { notionalMax: '10000', maxLeverage: 100, maintenanceRate: '0.004' },
    { notionalMax: '20000000', maxLeverage: 2, maintenanceRate: '0.3' },
  ];
  const driver = createDriver(exampleContracts([{ tiers, maxLeverage: 100 }]));
  isolated(driver, { wallet: 100_000, size: 1_000, side: 'short' }, 100);
  // It is carried into the second tier, whose maintenance is thirty times what its leverage asks.
  const events = driver.index(1_350_000);
  expect(eventOf(events, 'isolated-margin-moved').cause).toBe('top-up');
  expect(eventsOf(events, 'liquidation-started')).toEqual([]);
  expectAudited(driver);
});

test('[SIM-1] [SNP-1] [LEV-8] restoring tops nothing up, and a pause needs no top-up', () => {
  const driver = createDriver(exampleContracts([{}, { symbol: 'cmt_ethusdt' }]));
  driver.index(900_000, 1);
  const { house, trader } = isolated(driver, { wallet: 2_000, size: 1_500, side: 'long' });
  driver.place(house, 'open short', 1_500, 900_000, { contract: ETH });
  driver.place(trader, 'open long', 1_500, 900_000, { contract: ETH });
  driver.run({ kind: 'halt-contract', contract: BTC });
  expect(eventsOf(driver.index(780_000), 'isolated-margin-moved')).toEqual([]);
  driver.index(905_000, 1);
  expect(stateHash(copyThroughText(driver.state))).toBe(stateHash(driver.state));
  expect(driver.account(trader).isolated).toBe(money(usdt(675)));
  expectAudited(driver);
});

test('[SIM-1] [SNP-1] seed 20403: top-ups are told by account id, not as a heap has them', () => {
  const driver = createDriver();
  const { trader: calm } = isolated(driver, { wallet: 2_000, size: 1_000, side: 'long' }, 20);
  const { trader: bold } = isolated(driver, { wallet: 2_000, size: 1_000, side: 'long' }, 50);
  // The bold one's mark is nearer, so the gap wakes it first.
  const moved = eventsOf(driver.index(850_000), 'isolated-margin-moved');
  expect(moved.map(({ account }) => account)).toEqual([calm, bold]);
  expectAudited(driver);
});

test('[SIM-1] [LEV-8] seed 20519: money that came since the position was found tops it up', () => {
  const driver = createDriver();
  const [house, first] = [driver.house(10_000_000), driver.trader(1_000)];
  driver.place(house, 'open short', 2_100, 900_000);
  driver.place(first, 'open long', 2_100, 900_000);
  const { trader: second } = isolated(driver, { wallet: 1_000, size: 1_000, side: 'long' });
  driver.place(house, 'open long', 1_000, 900_000);
  driver.place(second, 'open short', 1_000, 900_000);
  driver.place(second, 'close short', 1_000, 856_000);
  const { wallet, isolated: margins } = driver.account(second);
  driver.run({
    kind: 'withdraw',
    account: second,
    amount: money(toBigInt(wallet) - toBigInt(margins)),
  });
  // The first one's liquidation sells into the second one's bid, whose short takes its profit.
  const events = driver.index(855_000);
  expect(eventsOf(events, 'liquidation-started').map(({ account }) => account)).toEqual([first]);
  expect(eventOf(events, 'isolated-margin-moved')).toMatchObject({ account: second });
  expectAudited(driver);
});

test('[SIM-1] [TRG-14] [TRL-1] seed 444: a trailing stop has the direction of its side', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const options = { direction: 'falling', trailing: { callback: 1, activation: null } } as const;
  const placed = driver.trigger(trader, 'open long', 0, {
    ...{ size: 1_000 as never, triggerSource: 'mark', price: null },
    options,
  });
  const { sourcePrice, stop } = eventOf(placed, 'trigger-activated');
  expect(stop * 100).toBeGreaterThan(sourcePrice);
  expectAudited(driver);
});

test('[SIM-1] [TRG-9] seed 7325: an exit that works may be made larger by its holder', () => {
  const driver = createDriver();
  const [house, other, trader] = [driver.house(), driver.house(), driver.trader()];
  driver.place(house, 'open short', 40, 900_000);
  const parent = driver.place(trader, 'open long', 10, 900_000, { takeProfit: ticks(905_000) });
  driver.place(trader, 'open long', 30, 900_000);
  const exit = eventsOf(parent, 'order-accepted').at(-1)!.order;
  const target = { by: 'id', order: exit } as const;
  const limit = {
    triggerPrice: ticks(905_000),
    triggerSource: 'last',
    price: ticks(907_000),
  } as const;
  driver.run({ kind: 'amend-trigger', account: trader, target, ...limit });
  driver.place(house, 'open short', 1, 905_000);
  driver.place(other, 'open long', 1, 905_000);
  driver.run({ kind: 'amend-order', account: trader, target, size: lots(17), price: null });
  const filled = driver.place(house, 'open long', 17, 907_000);
  expect(eventOf(filled, 'fill-settled')).toMatchObject({ size: 17, maker: { order: exit } });
  expectAudited(driver);
});
