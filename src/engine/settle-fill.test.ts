import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { createDriver, type Driver, eventOf, eventsOf, usdt } from '../../test/kit/driver.ts';
import { runSteps, steps } from '../../test/kit/random-market.ts';
import { DEFAULT_TERMS, FEE_POOL, INSURANCE_FUND } from '../domain/account.ts';
import type { FillSettled } from '../domain/event.ts';
import type { AccountId } from '../domain/ids.ts';
import { money, ppm, toBigInt } from '../domain/units.ts';
import { accountEquity } from './risk.ts';

const collateralOf = (driver: Driver, id: AccountId): bigint =>
  toBigInt(driver.account(id).collateral);

test('[POS-1] [POS-3] [MON-4] a life in three fills, to the last unit', () => {
  const driver = createDriver();
  const house = driver.house();
  const trader = driver.trader(1_000);
  driver.place(house, 'open short', 300, 900_000);
  const first = eventOf(driver.place(trader, 'open long', 300, 900_000), 'fill-settled');
  expect(first).toMatchObject({ value: money(usdt(2_700)), taker: { fee: money(usdt('1.62')) } });

  driver.index(915_000);
  driver.place(trader, 'open long', 200, 910_000);
  const second = eventOf(driver.place(house, 'open short', 200, 910_000), 'fill-settled');
  expect(second).toMatchObject({ value: money(usdt(1_820)), maker: { fee: money(usdt('0.364')) } });
  expect(driver.desk(trader).long.position).toMatchObject({
    size: 500,
    openValue: money(usdt(4_520)),
  });

  driver.index(920_000);
  expect(accountEquity(driver.account(trader))).toBe(money(usdt('998.016') + usdt(80)));
  driver.place(house, 'open long', 200, 925_000);
  const third = eventOf(driver.place(trader, 'close long', 200, 925_000), 'fill-settled');
  expect(third.taker).toMatchObject({ realisedPnl: money(usdt(42)), fee: money(usdt('1.11')) });

  expect(driver.desk(trader).long.position).toMatchObject({
    size: 300,
    openValue: money(usdt(2_712)),
  });
  expect(driver.account(trader)).toMatchObject({
    wallet: money(usdt('1038.906')),
    collateral: money(usdt('-1673.094')),
  });
});

test('[MON-3] the fee of 0.0003 at 90,755.3 is 0.01633596', () => {
  const driver = createDriver([exampleContract()], { index: 907_553 });
  driver.place(driver.house(), 'open short', 3, 907_553);
  const fill = eventOf(driver.place(driver.trader(), 'open long', 3, 907_553), 'fill-settled');
  expect(fill.value).toBe(money(usdt('27.22659')));
  expect(fill.taker.fee).toBe(money(usdt('0.01633596')));
});

test.each([
  { maker: 'open short' as const, taker: 'open long' as const },
  { maker: 'open short' as const, taker: 'close short' as const },
  { maker: 'close long' as const, taker: 'open long' as const },
  { maker: 'close long' as const, taker: 'close short' as const },
])('[MON-4] every fill sums to zero: $maker meets $taker', ({ maker, taker }) => {
  const driver = createDriver();
  const seller = driver.trader(1_000);
  const buyer = driver.trader(1_000);
  driver.place(seller, 'open long', 50, 900_000);
  driver.place(buyer, 'open short', 50, 900_000);
  const accounts = [seller, buyer, FEE_POOL];
  const before = accounts.map((id) => collateralOf(driver, id));
  driver.place(seller, maker, 7, 900_003);
  const fill = eventOf(driver.place(buyer, taker, 7, 900_003), 'fill-settled');
  const value = usdt('63.00021');
  const [makerFee, takerFee] = [usdt('0.01260005'), usdt('0.03780013')];
  expect(fill).toMatchObject({
    value: money(value),
    maker: { fee: money(makerFee) },
    taker: { fee: money(takerFee) },
  });
  const after = accounts.map((id, at) => collateralOf(driver, id) - before[at]!);
  expect(after).toEqual([value - makerFee, -value - takerFee, makerFee + takerFee]);
});

test('[MON-3] [MON-4] a rebate is paid by the pool, rounded down, and nothing is lost', () => {
  const driver = createDriver([exampleContract({ makerFeeRate: '-0.0002' })]);
  const maker = driver.trader(1_000);
  const taker = driver.trader(1_000);
  driver.place(maker, 'open short', 3, 900_001);
  const fill = eventOf(driver.place(taker, 'open long', 3, 900_001), 'fill-settled');
  expect(fill.value).toBe(money(usdt('27.00003')));
  expect(fill.maker.fee).toBe(money(usdt('-0.00540000')));
  expect(fill.taker.fee).toBe(money(usdt('0.01620002')));
  expect(driver.account(FEE_POOL).wallet).toBe(money(usdt('0.01080002')));
  expect(driver.account(maker).wallet).toBe(money(usdt('1000.0054')));
  const held = [maker, taker, FEE_POOL, INSURANCE_FUND].map((id) => collateralOf(driver, id));
  expect(held.reduce((total, amount) => total + amount)).toBe(usdt(1_002_000));
});

test('[POS-5] long and short of one contract coexist, each with its own id', () => {
  const driver = createDriver();
  const trader = driver.trader();
  driver.place(driver.house(), 'open short', 100, 900_000);
  driver.place(trader, 'open long', 100, 900_000);
  driver.place(driver.house(), 'open long', 60, 900_000);
  driver.place(trader, 'open short', 60, 900_000);
  const { long, short } = driver.desk(trader);
  expect([long.position?.size, short.position?.size]).toEqual([100, 60]);
  expect(long.position?.id).not.toBe(short.position?.id);
});

test('[POS-5] all longs together equal all shorts, whatever happens', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      runSteps(taken, (driver) => {
        let net = 0;
        for (const account of driver.state.accounts)
          for (const desk of account?.desks ?? [])
            net += (desk?.long.position?.size ?? 0) - (desk?.short.position?.size ?? 0);
        expect(net).toBe(0);
      });
    }),
    { numRuns: 60 },
  );
});

test('[POS-6] a position that reaches zero is gone; the next opening is a new one', () => {
  const driver = createDriver();
  const house = driver.house();
  const trader = driver.trader();
  const open = (): FillSettled => {
    driver.place(house, 'open short', 10, 900_000);
    return eventOf(driver.place(trader, 'open long', 10, 900_000), 'fill-settled');
  };
  const first = open().taker.position;
  expect(open().taker.position).toBe(first);
  driver.place(house, 'open long', 20, 900_000);
  const closed = eventOf(driver.place(trader, 'close long', 20, 900_000), 'fill-settled');
  expect(closed.taker).toMatchObject({ position: first, positionSize: 0, openValue: 0 });
  expect(driver.desk(trader).long.position).toBeNull();
  expect(open().taker.position).toBeGreaterThan(first);
  expect(driver.desk(trader).long.position).toMatchObject({ cumOpenSize: 10, cumCloseSize: 0 });
});

test('[ORD-2] a trade has one id and two sides, one buying and one selling', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      let last = 0;
      runSteps(taken, (_, events) => {
        for (const fill of eventsOf(events, 'fill-settled')) {
          const buys = ({ positionSide, effect }: FillSettled['maker']): boolean =>
            (positionSide === 'long') === (effect === 'open');
          expect(buys(fill.maker)).toBe(!buys(fill.taker));
          expect(buys(fill.taker)).toBe(fill.takerSide === 'buy');
          expect(fill.value).toBe(money(BigInt(fill.price) * BigInt(fill.size) * 1_000n));
          expect(fill.trade).toBe(last + 1);
          last = fill.trade;
        }
      });
    }),
    { numRuns: 60 },
  );
});

test('[ORD-10] maker and taker pay the rates of the moment their orders were placed', () => {
  const driver = createDriver();
  const maker = driver.trader(1_000, { makerFee: ppm(100), takerFee: ppm(900) });
  const taker = driver.trader(1_000, { makerFee: ppm(150), takerFee: ppm(500) });
  driver.place(maker, 'open short', 100, 900_000);
  const terms = { ...DEFAULT_TERMS, makerFee: ppm(300), takerFee: ppm(300) };
  driver.run({ kind: 'set-account-terms', account: maker, terms });
  const fill = eventOf(driver.place(taker, 'open long', 100, 900_000), 'fill-settled');
  expect(fill.maker.fee).toBe(money(usdt('0.09')));
  expect(fill.taker.fee).toBe(money(usdt('0.45')));
  driver.place(maker, 'open short', 100, 900_000);
  const later = eventOf(driver.place(taker, 'open long', 100, 900_000), 'fill-settled');
  expect(later.maker.fee).toBe(money(usdt('0.27')));
});

test('[ORD-11] a book trade moves the last price, a reset does not', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const listing = driver.state.listings[0]!;
  expect(listing.last).toBe(0);
  driver.place(driver.house(), 'open short', 10, 900_500);
  driver.place(trader, 'open long', 10, 900_500);
  expect(listing.last).toBe(900_500);
  const wallet = money(usdt(1_000));
  const events = driver.run({ kind: 'reset-account', account: trader, wallet });
  expect(eventOf(events, 'fill-settled')).toMatchObject({ venue: 'reset', price: 900_000 });
  expect(listing.last).toBe(900_500);
});

test('[ORD-11] netting and takeover stay off the tape', () => {
  const driver = createDriver();
  const house = driver.house();
  const trader = driver.trader(1_000);
  driver.place(house, 'open short', 2_000, 900_000);
  driver.place(trader, 'open long', 2_000, 900_000);
  driver.place(house, 'open long', 100, 901_000);
  driver.place(trader, 'open short', 100, 901_000);
  const events = driver.index(840_000);
  const venues = eventsOf(events, 'fill-settled').map((fill) => fill.venue);
  expect(new Set(venues)).toEqual(new Set(['netting', 'takeover']));
  expect(driver.state.listings[0]?.last).toBe(901_000);
});

test('[ORD-9] trade ids end before 2^53', () => {
  const driver = createDriver();
  driver.state.nextTrade = Number.MAX_SAFE_INTEGER;
  driver.place(driver.house(), 'open short', 10, 900_000);
  const buyer = driver.trader();
  expect(() => driver.place(buyer, 'open long', 10, 900_000)).toThrow('trade ids are used up');
});
