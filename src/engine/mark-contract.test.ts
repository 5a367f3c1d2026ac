import { expect, test } from 'vitest';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  rejectOf,
  START,
} from '../../test/kit/driver.ts';
import { contractId } from '../domain/ids.ts';
import { fineTicks } from '../domain/units.ts';

const listingOf = (driver: Driver) => driver.state.listings[0]!;

/** Quotes 20 on both sides of a mid: narrow enough to be sampled. */
function quote(driver: Driver, mid: number): void {
  const maker = driver.house();
  driver.place(maker, 'open long', 1_000, mid - 200);
  driver.place(maker, 'open short', 1_000, mid + 200);
}

const samplesOf = (driver: Driver) => {
  const { samples, next } = listingOf(driver).basis;
  return [...samples.slice(next), ...samples.slice(0, next)];
};

test('[MRK-4] every index price takes the mark anew', () => {
  const driver = createDriver();
  expect(driver.index(912_345)).toEqual([
    { kind: 'prices-marked', contract: 0, index: 91_234_500, mark: 912_345 },
  ]);
  expect(listingOf(driver).mark).toBe(912_345);
});

test('[MRK-4] a trade does not move the mark, and the next second does', () => {
  const driver = createDriver();
  quote(driver, 902_000);
  const traded = driver.place(driver.trader(10_000), 'open long', 10, 902_200);
  expect(eventsOf(traded, 'prices-marked')).toEqual([]);
  expect(listingOf(driver)).toMatchObject({ last: 902_200, mark: 900_000 });
  // The first second: one sample of 200 among sixty.
  expect(eventOf(driver.wait(1_000), 'prices-marked')).toMatchObject({ mark: 900_033 });
  expect(eventOf(driver.wait(1_000), 'prices-marked')).toMatchObject({ mark: 900_067 });
});

test('[MRK-4] a second in which nothing changes announces nothing', () => {
  const driver = createDriver();
  expect(driver.wait(1_000)).toEqual([]);
});

test('[MRK-3] one sample a second; the window holds the last sixty and starts at zero', () => {
  const driver = createDriver();
  quote(driver, 902_000);
  expect(samplesOf(driver)).toEqual(new Array(60).fill(0));
  for (let second = 0; second < 59; second += 1) {
    driver.index(900_000);
    driver.wait(999);
  }
  expect(samplesOf(driver)).toEqual([0, ...new Array(59).fill(200_000)]);
  driver.wait(1_000);
  expect(listingOf(driver).basis.sum).toBe(60 * 200_000);
  driver.index(901_000);
  driver.wait(1_000);
  expect(samplesOf(driver)).toEqual([...new Array(59).fill(200_000), 100_000]);
});

test('[MRK-3] an empty or wide book repeats the sample before', () => {
  const driver = createDriver();
  const maker = driver.house();
  driver.place(maker, 'open long', 10, 900_800);
  driver.place(maker, 'open short', 10, 901_200);
  driver.wait(1_000);
  driver.run({ kind: 'cancel-all-orders', account: maker, contract: null, scope: 'working' });
  driver.wait(1_000);
  driver.place(maker, 'open long', 10, 890_000);
  driver.place(maker, 'open short', 10, 910_000);
  driver.wait(1_000);
  expect(samplesOf(driver).slice(-4)).toEqual([0, 100_000, 100_000, 100_000]);
});

test('[MRK-1] the last settled rate moves the mark until the next settlement', () => {
  const driver = createDriver();
  const listing = listingOf(driver);
  quote(driver, 930_000);
  Object.assign(listing.funding, { lastRate: 100_000 });
  listing.last = listing.mark;
  driver.at = START + 4 * 3_600_000 - 500;
  // 0.1 % with half of eight hours to go: 900,000 grows by 450; the book says 930,000.
  driver.index(900_000);
  expect(listing.mark).toBe(900_450);
});

test('[MRK-5] an index of exactly thirty seconds is fresh, a millisecond older is stale', () => {
  const fresh = createDriver();
  const trader = fresh.trader();
  const setAt = listingOf(fresh).indexAt;
  fresh.at = setAt + 29_999;
  expect(eventsOf(fresh.place(trader, 'open long', 1, 899_000), 'order-rested').length).toBe(1);
  expect(rejectOf(fresh.place(trader, 'open long', 1, 899_000)).reason).toBe('index-stale');
});

test('[MRK-5] a stale index takes no samples and no mark, and no premium', () => {
  const driver = createDriver();
  quote(driver, 902_000);
  driver.wait(60_000);
  const before = { mark: listingOf(driver).mark, samples: samplesOf(driver) };
  expect(driver.wait(10_000)).toEqual([]);
  expect({ mark: listingOf(driver).mark, samples: samplesOf(driver) }).toEqual(before);
});

test.each([0, -100, 99, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  '[MRK-4] an index price of %d hundredths is refused and changes nothing',
  (price) => {
    const driver = createDriver();
    const set = { kind: 'set-index-price', contract: contractId(0) } as const;
    expect(rejectOf(driver.run({ ...set, price: fineTicks(price) })).reason).toBe('price-invalid');
    expect(listingOf(driver)).toMatchObject({ index: 90_000_000, mark: 900_000 });
  },
);
