import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { createDriver, eventOf, eventsOf } from '../../test/kit/driver.ts';
import { REDUCTION_ROUNDS_MAX } from '../domain/limits.ts';

/** Ten BTC long at 90,000 in the third tier, with 45,460 left after the fee. */
function holdThirdTier() {
  const driver = createDriver();
  const maker = driver.trader(10_000_000);
  const trader = driver.trader(46_000);
  driver.place(maker, 'open short', 100_000, 900_000);
  driver.place(trader, 'open long', 100_000, 900_000);
  return { driver, maker, trader };
}

test('[LIQ-5] a position in the third tier comes down to the first, and no further', () => {
  const { driver, maker, trader } = holdThirdTier();
  driver.place(maker, 'open long', 100_000, 861_900);
  const events = driver.index(862_000);
  expect(eventsOf(events, 'order-accepted')).toMatchObject([
    { origin: 'reduction', size: 94_200, account: trader },
  ]);
  expect(eventOf(events, 'liquidation-ended').outcome).toBe('healthy');
  // 5,800 lots at 86,200 are 49,996 of notional; one more would pass the first tier.
  expect(driver.desk(trader).long.position?.size).toBe(5_800);
});

test('[LIQ-5] where nothing can be sold the reduction gives way to the final close', () => {
  const { driver, trader } = holdThirdTier();
  const events = driver.index(862_000);
  const forced = eventsOf(events, 'order-accepted').filter(({ account }) => account === trader);
  const origins = forced.map(({ origin, size }) => `${origin} ${size}`);
  expect(origins).toEqual(['reduction 94200', ...new Array(5).fill('liquidation 20000')]);
  expect(eventsOf(events, 'order-canceled')).toMatchObject([{ reason: 'ioc-remainder' }]);
});

/** Forty tiers of 50,000 each: a contract on which two tiers are little. */
const MANY_TIERS = Array.from({ length: 40 }, (_, tier) => ({
  notionalMax: String(50_000 * (tier + 1)),
  maxLeverage: 50 - tier,
  maintenanceRate: String((100 + tier) / 10_000),
}));

test('[LIQ-5] after ten reductions the rest is closed as it is', () => {
  const driver = createDriver([exampleContract({ maxLeverage: 50, tiers: MANY_TIERS })]);
  const maker = driver.trader(10_000_000);
  // 20 BTC at 90,000 are 1,800,000 of notional, in the 36th tier of 40.
  const trader = driver.trader(250_000);
  for (const account of [maker, trader])
    driver.run({
      kind: 'set-leverage',
      account,
      contract: exampleContract().id,
      marginMode: 'cross',
      longLeverage: 10,
      shortLeverage: 10,
    });
  driver.place(maker, 'open short', 200_000, 900_000);
  driver.place(trader, 'open long', 200_000, 900_000);
  // Almost nothing is left at 77,600, and somebody buys all of it a little above.
  driver.place(maker, 'close short', 200_000, 776_500);
  const events = driver.index(776_000);
  const forced = eventsOf(events, 'order-accepted').filter(({ account }) => account === trader);
  const origins = forced.map(({ origin }) => origin);
  expect(origins.slice(0, 10)).toEqual(new Array(REDUCTION_ROUNDS_MAX).fill('reduction'));
  expect(new Set(origins.slice(10))).toEqual(new Set(['liquidation']));
  expect(eventOf(events, 'liquidation-ended').outcome).toBe('flat');
});
