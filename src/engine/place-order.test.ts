import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract, exampleContracts } from '../../test/kit/contracts.ts';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  rejectOf,
  usdt,
} from '../../test/kit/driver.ts';
import { bandBound } from '../domain/contract.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { PRICE_TICKS_MAX } from '../domain/limits.ts';
import type { MarginMode } from '../domain/margin.ts';
import { money, ppm, ticks } from '../domain/units.ts';
import { accountEquity, crossInitial, freeCollateral } from './risk.ts';

const BTC = contractId(0);

const choose = (driver: Driver, account: AccountId, marginMode: MarginMode, leverage: number) =>
  driver.run({
    kind: 'set-leverage',
    account,
    contract: BTC,
    marginMode,
    longLeverage: leverage,
    shortLeverage: leverage,
  });

test('[MAR-5] a buy of 0.1 at 90,500 freezes 507.93, and fills at 90,020', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  const account = driver.account(trader);
  const order = orderIdOf(driver.place(trader, 'open long', 1_000, 905_000));
  expect(account.frozen).toBe(money(usdt('507.93')));
  expect(freeCollateral(account)).toBe(money(usdt('492.07')));
  driver.cancel(trader, order);

  driver.place(driver.house(), 'open short', 1_000, 900_200);
  const events = driver.place(trader, 'open long', 1_000, 905_000);
  expect(eventOf(events, 'order-accepted').frozen).toBe(money(usdt('507.93')));
  const { taker } = eventOf(events, 'fill-settled');
  expect(taker).toMatchObject({ fee: money(usdt('5.4012')), wallet: money(usdt('994.5988')) });
  expect(accountEquity(account)).toBe(money(usdt('992.5988')));
  expect(crossInitial(account)).toBe(money(usdt(450)));
  expect(freeCollateral(account)).toBe(money(usdt('542.5988')));
});

test('[MAR-5] a sale of 0.1 at 89,700 under a bid of 89,990 freezes 485.40', () => {
  const driver = createDriver();
  driver.place(driver.house(), 'open long', 1, 899_900);
  const events = driver.place(driver.trader(1_000), 'open short', 1_000, 897_000);
  expect(eventOf(events, 'order-accepted').frozen).toBe(money(usdt('485.4')));
});

test('[BND-1] a buy at 100,000.0 works at 91,662.7, fills at the best ask, reads as sent', () => {
  const driver = createDriver([exampleContract()], { index: 907_552 });
  driver.place(driver.house(), 'open short', 1, 907_600);
  const events = driver.place(driver.trader(), 'open long', 1, 1_000_000);
  const accepted = eventOf(events, 'order-accepted');
  expect(accepted).toMatchObject({ price: 1_000_000, workingPrice: 916_627 });
  expect(eventOf(events, 'fill-settled').price).toBe(907_600);
});

test('[BND-1] what a clipped order does not fill rests at the bound', () => {
  const driver = createDriver([exampleContract()], { index: 907_552 });
  const bought = driver.place(driver.trader(), 'open long', 1, 1_000_000);
  expect(eventOf(bought, 'order-rested').price).toBe(916_627);
  const sold = driver.place(driver.trader(), 'open short', 2, 800_000);
  expect(eventOf(sold, 'order-accepted').workingPrice).toBe(898_477);
  expect(eventOf(sold, 'fill-settled').price).toBe(916_627);
  expect(eventOf(sold, 'order-rested').price).toBe(898_477);
});

test('[BND-2] a resting order is never re-priced', () => {
  const driver = createDriver();
  const id = orderIdOf(driver.place(driver.trader(), 'open long', 1, 1_000_000));
  driver.index(850_000);
  const order = driver.state.orders.get(id)!;
  expect([order.workingPrice, order.price]).toEqual([909_000, 1_000_000]);
  const sold = driver.place(driver.house(), 'open short', 1, 850_000);
  expect(eventOf(sold, 'fill-settled').price).toBe(909_000);
});

test('[BND-3] a bid far below the market rests', () => {
  const driver = createDriver();
  const events = driver.place(driver.trader(), 'open long', 1, 1);
  expect(eventOf(events, 'order-rested').price).toBe(1);
});

test('[BND-4] a market order opens within the band and its rest is canceled', () => {
  const driver = createDriver();
  const house = driver.house();
  driver.place(house, 'open short', 5, 909_000);
  driver.place(house, 'open short', 5, 909_001);
  const events = driver.place(driver.trader(), 'open long', 10, null, { timeInForce: 'normal' });
  const accepted = { price: 0, workingPrice: 909_000, timeInForce: 'ioc' };
  expect(eventOf(events, 'order-accepted')).toMatchObject(accepted);
  expect(eventsOf(events, 'fill-settled').map(({ size }) => size)).toEqual([5]);
  expect(eventOf(events, 'order-canceled').reason).toBe('ioc-remainder');
});

test.each([
  { side: 'long' as const, protection: 855_000 },
  { side: 'short' as const, protection: 945_000 },
])('[BND-4] a market order closes a $side down to 5 % from the mark', ({ side, protection }) => {
  const driver = createDriver();
  const trader = driver.trader(10_000);
  const [other, own] = side === 'long' ? ['short', 'long'] : ['long', 'short'];
  driver.place(driver.house(), `open ${other}` as 'open long', 10, 900_000);
  driver.place(trader, `open ${own}` as 'open long', 10, 900_000);
  const events = driver.place(trader, `close ${own}` as 'close long', 10, null);
  expect(eventOf(events, 'order-accepted').workingPrice).toBe(protection);
  expect(eventOf(events, 'order-canceled').reason).toBe('ioc-remainder');
});

test.each([
  { mode: 'cross' as const, bound: 855_454 },
  { mode: 'isolated' as const, bound: 855_514 },
])('[BND-5] nobody closes beyond their own money: $mode', ({ mode, bound }) => {
  const driver = createDriver();
  const trader = driver.trader(456);
  choose(driver, trader, mode, 20);
  driver.place(driver.house(), 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  const events = driver.place(trader, 'close long', 1_000, null);
  const { workingPrice } = eventOf(events, 'order-accepted');
  expect(workingPrice).toBe(bound);
});

test('[BND-5] whoever closes at the bound keeps a wallet not below zero', () => {
  const driver = createDriver();
  const trader = driver.trader(456);
  const house = driver.house();
  driver.place(house, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  driver.place(house, 'open long', 1_000, 855_000);
  const events = driver.place(trader, 'close long', 1_000, null);
  expect(eventsOf(events, 'fill-settled')).toEqual([]);
  driver.place(house, 'open long', 1_000, 855_454);
  driver.place(trader, 'close long', 1_000, null);
  expect(driver.account(trader).wallet).toBeGreaterThanOrEqual(0);
  expect(driver.account(trader).wallet).toBeLessThan(Number(usdt('0.01')));
});

test('[BND-5] the bound reckons with the fee of making where that is the higher one', () => {
  const bounds = [600, 800].map((makerFee) => {
    const driver = createDriver();
    const trader = driver.trader(456, { makerFee: ppm(makerFee), takerFee: ppm(600) });
    driver.place(driver.house(), 'open short', 1_000, 900_000);
    driver.place(trader, 'open long', 1_000, 900_000);
    const events = driver.place(trader, 'close long', 1_000, null);
    return eventOf(events, 'order-accepted').workingPrice;
  });
  expect(bounds).toEqual([855_454, 855_625]);
});

/** A trader with 373 left behind a long of 0.5 at 90,000, enough for a fall of 0.8 %. */
function stretched(wallet = 400) {
  const driver = createDriver();
  const [house, trader, friend] = [driver.house(), driver.trader(wallet), driver.trader(10_000)];
  choose(driver, trader, 'cross', 125);
  driver.place(house, 'open short', 5_000, 900_000);
  driver.place(trader, 'open long', 5_000, 900_000);
  return { driver, trader, friend };
}

test('[BND-5] closes in pieces do not reach further than one close would', () => {
  const { driver, trader, friend } = stretched();
  for (let count = 0; count < 4; count += 1) driver.place(trader, 'close long', 1_250, 891_000);
  const events = driver.place(friend, 'open long', 5_000, 891_000);
  expect(eventsOf(events, 'deficit-covered')).toEqual([]);
  const onBook = eventsOf(events, 'fill-settled').filter(({ venue }) => venue === 'book');
  expect(onBook).toHaveLength(3);
  const canceled = eventsOf(events, 'order-canceled').map(({ account, reason }) => [
    account,
    reason,
  ]);
  expect(canceled).toContainEqual([trader, 'bankruptcy']);
  expect(driver.account(trader).wallet).toBeGreaterThanOrEqual(0);
});

test('[BND-5] a close whose money was withdrawn meanwhile gives way', () => {
  const { driver, trader, friend } = stretched(1_000);
  const close = orderIdOf(driver.place(trader, 'close long', 5_000, 891_000));
  driver.run({ kind: 'withdraw', account: trader, amount: money(usdt(600)) });
  const events = driver.place(friend, 'open long', 5_000, 891_000);
  expect(eventOf(events, 'order-canceled')).toMatchObject({ order: close, reason: 'bankruptcy' });
  expect(eventsOf(events, 'fill-settled')).toEqual([]);
});

test.each([1_250, 5_000])('[BND-5] [ORD-5] a fok of %i counts only what surely fills', (size) => {
  const { driver, trader, friend } = stretched();
  for (let count = 0; count < 4; count += 1) driver.place(trader, 'close long', 1_250, 891_000);
  const events = driver.place(friend, 'open long', size, 891_000, { timeInForce: 'fok' });
  const filled = eventsOf(events, 'fill-settled').map((fill) => fill.size);
  expect(filled).toEqual(size === 1_250 ? [1_250] : []);
});

test('[BND-5] with less than nothing left a close works at the end of the book', () => {
  const driver = createDriver(exampleContracts([{}, { symbol: 'cmt_ethusdt' }]));
  driver.index(900_000, 1);
  const [house, trader] = [driver.house(), driver.trader(5_000)];
  for (const [contract, size] of [
    [BTC, 100],
    [contractId(1), 9_000],
  ] as const) {
    driver.place(house, 'open short', size, 900_000, { contract });
    driver.place(trader, 'open long', size, 900_000, { contract });
  }
  // The first index is stale, so nothing is liquidated while the second price falls.
  driver.wait(31_000);
  driver.index(600_000, 1);
  expect(accountEquity(driver.account(trader))).toBeLessThan(0);
  const events = driver.place(trader, 'close long', 1, 899_000);
  expect(eventOf(events, 'order-rested').price).toBe(PRICE_TICKS_MAX);
});

test('[MAR-9] position, working opens and the new order fit the tier of the leverage', () => {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  choose(driver, trader, 'cross', 125);
  driver.place(driver.house(), 'open short', 2_000, 900_000);
  driver.place(trader, 'open long', 2_000, 900_000);
  driver.place(trader, 'open short', 2_000, 910_000);
  const more = (size: number) => driver.place(trader, 'open long', size, 900_000);
  const held = 18_000 + 18_200;
  expect(rejectOf(more(1_534))).toEqual({
    reason: 'tier-limit',
    given: usdt(held + 13_806),
    limit: usdt(50_000),
  });
  eventOf(more(1_533), 'order-accepted');
});

test('[MAR-9] in cross margin a position of the other side counts', () => {
  const driver = createDriver();
  const [house, trader] = [driver.house(), driver.trader(100_000)];
  choose(driver, trader, 'cross', 125);
  driver.place(house, 'open long', 3_000, 900_000);
  driver.place(trader, 'open short', 3_000, 900_000);
  const reject = rejectOf(driver.place(trader, 'open long', 2_556, 900_000));
  expect(reject).toMatchObject({ reason: 'tier-limit', given: usdt(50_004) });
  eventOf(driver.place(trader, 'open long', 2_555, 900_000), 'order-accepted');
});

test('[MAR-9] in isolated margin the other side does not count', () => {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  choose(driver, trader, 'isolated', 125);
  driver.place(trader, 'open short', 5_000, 900_000);
  eventOf(driver.place(trader, 'open long', 5_555, 890_000), 'order-accepted');
  expect(rejectOf(driver.place(trader, 'open long', 100, 890_000)).reason).toBe('tier-limit');
});

test('[ISO-4] an isolated order must leave the position above its requirement', () => {
  const driver = createDriver([exampleContract({ buyLimitPriceRatio: '0.05' })]);
  const trader = driver.trader(10_000);
  choose(driver, trader, 'isolated', 50);
  // Margin 2 % of the price less the distance from the mark, against 0.46 % of the price.
  const at = (price: number) => driver.place(trader, 'open long', 100, price);
  const reject = rejectOf(at(914_077));
  expect(reject).toEqual({
    reason: 'isolated-margin-too-thin',
    given: usdt('4.20454'),
    limit: usdt('4.2047542'),
  });
  eventOf(at(914_076), 'order-accepted');
});

test('[ISO-4] a short that would fill far below the mark, and die at once, is refused', () => {
  const driver = createDriver([exampleContract()], { index: 40_900 });
  const trader = driver.trader(1);
  choose(driver, trader, 'isolated', 68);
  driver.place(driver.house(), 'open long', 24, 40_492);
  expect(rejectOf(driver.place(trader, 'open short', 24, 40_491)).reason).toBe(
    'isolated-margin-too-thin',
  );
});

test('[ISO-4] an isolated order that the book fills is judged by the last level it takes', () => {
  const driver = createDriver([exampleContract({ buyLimitPriceRatio: '0.05' })]);
  const trader = driver.trader(10_000);
  choose(driver, trader, 'isolated', 20);
  expect(rejectOf(driver.place(trader, 'open long', 100, null)).reason).toBe(
    'isolated-margin-too-thin',
  );
  driver.place(driver.house(), 'open short', 100, 900_100);
  const filled = eventOf(driver.place(trader, 'open long', 100, null), 'fill-settled');
  expect(filled.taker.isolatedMargin).toBe(money(usdt('45.005')));
});

interface Opening {
  readonly side: 'long' | 'short';
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly mark: number;
  readonly size: number;
  readonly limit: number;
  readonly price: number;
}

const part = fc.double({ min: 0, max: 1, noNaN: true });

/** An order somewhere in its band, and a maker somewhere between it and the far end of the band. */
const opening: fc.Arbitrary<Opening> = fc
  .record({
    side: fc.constantFrom('long' as const, 'short' as const),
    mode: fc.constantFrom('cross' as const, 'isolated' as const),
    leverage: fc.integer({ min: 1, max: 125 }),
    mark: fc.integer({ min: 10_000, max: 2_000_000 }),
    notional: fc.integer({ min: 10, max: 45_000 }),
    far: fc.tuple(part, part),
  })
  .map(({ notional, far, ...rest }) => {
    const { mark, side } = rest;
    const size = Math.max(1, Math.floor((notional * 100_000) / mark));
    const low = bandBound('sell', ticks(mark), ppm(10_000));
    const high = bandBound('buy', ticks(mark), ppm(10_000));
    const limit = low + Math.floor((high - low) * far[0]);
    const price =
      side === 'long'
        ? low + Math.floor((limit - low) * far[1])
        : high - Math.floor((high - limit) * far[1]);
    return { ...rest, size, limit, price };
  });

/** The freeze, worked out in plain rationals of 1e-8. */
function freezeOf({ side, leverage, mark, size, limit, price }: Opening): bigint {
  const isLong = side === 'long';
  const freezePrice = isLong ? limit : Math.max(limit, mark, price);
  const loss = Math.max(0, isLong ? limit - mark : mark - limit);
  const notional = BigInt(freezePrice) * BigInt(size) * 1_000n;
  const margin = (notional + BigInt(leverage) - 1n) / BigInt(leverage);
  const fee = (notional * 600n + 999_999n) / 1_000_000n;
  return margin + fee + BigInt(loss) * BigInt(size) * 1_000n;
}

test('[MAR-8] exactly the freeze is enough for a fill at any price, a unit less is refused', () => {
  fc.assert(
    fc.property(opening, (order) => {
      const { side, mode, leverage, mark, size, limit, price } = order;
      const driver = createDriver([exampleContract()], { index: mark });
      const trader = driver.trader(0);
      choose(driver, trader, mode, leverage);
      driver.place(driver.house(), side === 'long' ? 'open short' : 'open long', size, price);
      const freeze = freezeOf(order);
      const fund = (amount: bigint) =>
        driver.run({ kind: 'deposit', account: trader, amount: money(amount) });
      const send = () => driver.place(trader, `open ${side}`, size, limit);
      fund(freeze - 1n);
      const { reason } = rejectOf(send());
      if (reason === 'isolated-margin-too-thin') return;
      expect(reason).toBe('margin-insufficient');
      fund(1n);
      const fills = eventsOf(send(), 'fill-settled');
      expect(fills.map((fill) => [fill.price, fill.size])).toEqual([[price, size]]);
      expect(freeCollateral(driver.account(trader))).toBeGreaterThanOrEqual(0);
      expect(driver.desk(trader)[side].position?.size).toBe(size);
    }),
    { numRuns: 200 },
  );
});

test('[MAR-8] split over several makers, rounding costs at most a unit for each', () => {
  const driver = createDriver([exampleContract()], { index: 900_001 });
  const house = driver.house();
  for (let count = 0; count < 9; count += 1) driver.place(house, 'open short', 1, 900_001);
  const trader = driver.trader('0.69660078');
  choose(driver, trader, 'cross', 125);
  const events = driver.place(trader, 'open long', 9, 900_001);
  expect(eventOf(events, 'order-accepted').frozen).toBe(money(usdt('0.69660078')));
  expect(eventsOf(events, 'fill-settled')).toHaveLength(9);
  expect(freeCollateral(driver.account(trader))).toBeGreaterThanOrEqual(-9);
});
