import { expect, test } from 'vitest';
import { exampleContracts } from '../../test/kit/contracts.ts';
import { createDriver, eventsOf, usdt } from '../../test/kit/driver.ts';
import { contractId } from '../domain/ids.ts';
import { money, toBigInt } from '../domain/units.ts';

/** The worked long of 0.2 at 90,000, liquidated at 85,440 with an empty book and this much fund. */
function liquidateWith(fund: number) {
  const driver = createDriver(undefined, { fund });
  const maker = driver.trader(1_000_000);
  const trader = driver.trader(1_000);
  driver.place(maker, 'open short', 2_000, 900_000);
  driver.place(trader, 'open long', 2_000, 900_000);
  const before = driver.account(maker).wallet;
  const events = driver.index(854_400);
  return { driver, maker, trader, events, before };
}

const venuesIn = (events: Parameters<typeof eventsOf>[0]) =>
  eventsOf(events, 'fill-settled').map(({ venue }) => venue);

test('[LIQ-10] the fund takes over while its equity stays at 2 % of its gross notional', () => {
  // 17,088 at the mark, bought 66.98 below it: 274.78 + 66.98 is exactly 2 %.
  expect(venuesIn(liquidateWith(274.78).events)).toEqual(['takeover']);
  expect(venuesIn(liquidateWith(274.77).events)).toEqual(['deleveraging']);
});

test('[LIQ-10] what the fund may not take closes the opposite side at the bankruptcy price', () => {
  const { driver, maker, trader, events, before } = liquidateWith(0);
  const [fill] = eventsOf(events, 'fill-settled');
  expect(fill).toMatchObject({
    venue: 'deleveraging',
    price: 851_051,
    size: 2_000,
    maker: { account: maker, fee: 0, liquidationFee: 0, realisedPnl: money(usdt('978.98')) },
    taker: { account: trader, fee: 0, liquidationFee: 0 },
  });
  expect(toBigInt(driver.account(maker).wallet) - toBigInt(before)).toBe(usdt('978.98'));
  expect(driver.desk(maker).short.position).toBeNull();
  // No fee was due, so what rounding up to the tick left over stays with the trader.
  expect(driver.account(trader).wallet).toBe(money(usdt('10.22')));
});

test('[LIQ-10] the fund first gives up what it holds on the opposite side', () => {
  const driver = createDriver();
  const maker = driver.trader(1_000_000);
  const short = driver.trader(1_000);
  const long = driver.trader(1_000);
  driver.place(maker, 'open long', 2_000, 900_000);
  driver.place(short, 'open short', 2_000, 900_000);
  driver.index(946_000);
  expect(driver.desk(driver.account(short).id).short.position).toBeNull();
  const fund = driver.state.accounts[2]!;
  expect(fund.desks[0]?.short.position?.size).toBe(2_000);
  driver.place(maker, 'close long', 1_900, 946_000);
  driver.place(long, 'open long', 1_900, 946_000);
  const events = driver.index(895_000);
  expect(eventsOf(events, 'fill-settled')).toMatchObject([
    { venue: 'takeover', size: 1_900, maker: { account: 2, effect: 'close' } },
  ]);
  expect(fund.desks[0]?.short.position?.size).toBe(100);
  expect(fund.desks[0]?.long.position).toBeNull();
});

test('[LIQ-10] what nobody can take goes to the fund all the same', () => {
  const driver = createDriver(undefined, { fund: 0 });
  const hedged = driver.trader(1_000_000);
  const trader = driver.trader(10_000);
  const contract = contractId(0);
  driver.run({ kind: 'set-margin-mode', account: trader, contract, marginMode: 'isolated' });
  driver.place(hedged, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  driver.place(hedged, 'open long', 1_000, 900_000);
  driver.place(trader, 'open short', 1_000, 900_000);
  // The only shorts are the trader's own and one that its owner's long balances.
  const events = driver.index(855_000);
  expect(eventsOf(events, 'deleveraged')).toEqual([]);
  expect(venuesIn(events)).toEqual(['takeover']);
  expect(driver.state.accounts[2]?.desks[0]?.long.position?.size).toBe(1_000);
});

test('[LIQ-6] [LIQ-8] the larger requirement first, equity shared by notional', () => {
  const driver = createDriver(exampleContracts([{}, { symbol: 'cmt_ethusdt' }]));
  driver.index(450_000, 1);
  const maker = driver.trader(1_000_000);
  const trader = driver.trader(1_500);
  const second = { contract: contractId(1) };
  driver.place(maker, 'open short', 2_000, 450_000, second);
  driver.place(trader, 'open long', 2_000, 450_000, second);
  driver.place(maker, 'open short', 2_000, 900_000);
  driver.place(trader, 'open long', 2_000, 900_000);
  const events = driver.index(831_000);
  // 103.8 of equity: 16,620 of 25,620 has 67.33629976 behind it. Its fee then takes what is left.
  expect(eventsOf(events, 'fill-settled')).toMatchObject([
    { contract: 0, venue: 'takeover', price: 828_131 },
    {
      contract: 1,
      venue: 'takeover',
      price: 450_271,
      taker: { liquidationFee: money(usdt('5.42')) },
    },
  ]);
  expect(driver.account(trader).wallet).toBe(0);
});
