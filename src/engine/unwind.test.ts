import { expect, test } from 'vitest';
import { createDriver, type Driver, eventsOf, usdt } from '../../test/kit/driver.ts';
import { accountId, contractId } from '../domain/ids.ts';
import { money, toBigInt } from '../domain/units.ts';

const FUND = accountId(2);
const TREASURY = accountId(3);

/** The treasury holds 1,000 lots of this side from 90,000, left by the reset of a trader. */
function holdTreasury(side: 'long' | 'short') {
  const driver = createDriver();
  const maker = driver.trader(1_000_000);
  const trader = driver.trader(1_000);
  driver.place(maker, side === 'long' ? 'open short' : 'open long', 1_000, 900_000);
  driver.place(trader, `open ${side}`, 1_000, 900_000);
  driver.run({ kind: 'reset-account', account: trader, wallet: money(usdt(1_000)) });
  return { driver, maker };
}

const soldIn = (driver: Driver, waitMillis = 1_000) =>
  eventsOf(driver.wait(waitMillis), 'fill-settled').map(({ price, size }) => ({ price, size }));

test('[INS-1] each second at most a twentieth of what stands within ten basis points', () => {
  const { driver, maker } = holdTreasury('long');
  driver.place(maker, 'open long', 400, 899_900);
  driver.place(maker, 'open long', 400, 899_001);
  driver.place(maker, 'open long', 9_000, 899_000);
  // Ten basis points below 89,990.0 reach down to 89,900.1: 800 lots.
  expect(soldIn(driver)).toEqual([{ price: 899_900, size: 40 }]);
  expect(soldIn(driver)).toEqual([{ price: 899_900, size: 38 }]);
  expect(driver.desk(TREASURY).long.position?.size).toBe(922);
});

test('[INS-1] a short is bought back from the asks in the same way', () => {
  const { driver, maker } = holdTreasury('short');
  driver.place(maker, 'open short', 400, 900_100);
  driver.place(maker, 'open short', 600, 901_000);
  driver.place(maker, 'open short', 9_000, 901_001);
  expect(soldIn(driver)).toEqual([{ price: 900_100, size: 50 }]);
});

test('[INS-1] not further than 0.5 % from the mark', () => {
  const { driver, maker } = holdTreasury('long');
  driver.place(maker, 'open long', 2_000, 895_499);
  expect(soldIn(driver)).toEqual([]);
  driver.place(maker, 'open long', 2_000, 895_500);
  expect(soldIn(driver)).toEqual([{ price: 895_500, size: 200 }]);
});

test('[INS-1] within one second they sell once, whatever else happens', () => {
  const { driver, maker } = holdTreasury('long');
  driver.place(maker, 'open long', 2_000, 899_900);
  expect(soldIn(driver)).toHaveLength(1);
  expect(soldIn(driver, 100)).toEqual([]);
  expect(eventsOf(driver.index(900_000), 'fill-settled')).toEqual([]);
});

test('[INS-1] never more than they hold, and without a fee of their own', () => {
  const { driver, maker } = holdTreasury('long');
  driver.place(maker, 'open long', 40_000, 900_000);
  const [fill] = eventsOf(driver.wait(1_000), 'fill-settled');
  expect(fill).toMatchObject({ size: 1_000, taker: { account: TREASURY, fee: 0 } });
  expect(driver.account(TREASURY).crossPositions).toBe(0);
});

test('[INS-1] while the contract is halted or its index stale they wait', () => {
  const { driver, maker } = holdTreasury('long');
  driver.place(maker, 'open long', 2_000, 899_900);
  driver.run({ kind: 'halt-contract', contract: contractId(0) });
  expect(soldIn(driver)).toEqual([]);
  driver.run({ kind: 'resume-contract', contract: contractId(0) });
  expect(soldIn(driver, 40_000)).toEqual([]);
});

/** The fund has taken over a long of 0.2 at 85,105.1, with the mark at 85,440. */
function holdFund(fund: number) {
  const driver = createDriver(undefined, { fund });
  const maker = driver.trader(1_000_000);
  driver.place(maker, 'open short', 2_000, 900_000);
  driver.place(driver.trader(1_000), 'open long', 2_000, 900_000);
  driver.index(854_400);
  expect(driver.desk(FUND).long.position?.size).toBe(2_000);
  return { driver, maker };
}

test('[INS-1] the fund sells what it took over, and earns or loses the difference', () => {
  const { driver, maker } = holdFund(1_000);
  const before = driver.account(FUND).wallet;
  driver.place(maker, 'close short', 2_000, 854_000);
  const [fill] = eventsOf(driver.wait(1_000), 'fill-settled');
  expect(fill).toMatchObject({ size: 100, price: 854_000, taker: { account: FUND, fee: 0 } });
  expect(toBigInt(driver.account(FUND).wallet) - toBigInt(before)).toBe(usdt('2.949'));
});

test('[INS-1] the fund is never liquidated, however little it is worth', () => {
  const { driver } = holdFund(300);
  const events = driver.index(400_000);
  expect(eventsOf(events, 'liquidation-started')).toEqual([]);
  expect(driver.desk(FUND).long.position?.size).toBe(2_000);
});
