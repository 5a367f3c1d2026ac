import { expect, test } from 'vitest';
import { exampleContracts } from '../../test/kit/contracts.ts';
import { createDriver, type Driver, eventOf, eventsOf, START } from '../../test/kit/driver.ts';
import { takeSnapshot } from './snapshot.ts';

const MIDNIGHT = START - 500;
const HOUR = 3_600_000;

/** A market quoted 0.2 % above its index of 90,000, with a position on each side. */
function openMarket(): Driver {
  const driver = createDriver();
  const house = driver.house(10_000_000);
  driver.place(house, 'open long', 10_000, 901_700);
  driver.place(house, 'open short', 10_000, 901_900);
  driver.place(driver.trader(), 'open long', 100, 901_900);
  return driver;
}

/** What the schedules have made of the contract. */
const scheduled = (driver: Driver) => {
  const { basis, funding, mark } = takeSnapshot(driver.state).listings[0]!;
  const { nextSecond, nextPremiumAt, now } = driver.state;
  return { basis, funding, mark, nextSecond, nextPremiumAt, now };
};

test.each([
  [25_000, 5],
  [45_000, 6],
])('[TIM-1] %i milliseconds in one step or in many are sampled alike', (duration, samples) => {
  const atOnce = openMarket();
  atOnce.wait(duration);
  for (const step of [1_000, 500, 5_000]) {
    const bySteps = openMarket();
    for (let passed = 0; passed < duration; passed += step) bySteps.wait(step);
    expect(scheduled(bySteps)).toEqual(scheduled(atOnce));
  }
  expect(scheduled(atOnce).funding.samples).toBe(samples);
});

test('[TIM-1] within a second nothing is scheduled, at its end everything', () => {
  const driver = openMarket();
  const toSecond = 1_000 - (driver.at % 1_000);
  expect(driver.wait(toSecond - 1)).toEqual([]);
  expect(eventOf(driver.wait(1), 'prices-marked').mark).toBe(900_030);
});

test('[TIM-1] schedules run before the command of the entry', () => {
  const driver = openMarket();
  driver.wait(4_999 - (driver.at % 5_000));
  const events = driver.index(910_000);
  const kinds = events.map(({ kind }) => kind);
  expect(kinds).toEqual(['funding-estimated', 'prices-marked', 'prices-marked']);
  expect(eventOf(events, 'funding-estimated').premium).toBe(188_889);
});

test('[TIM-1] entries an hour apart: samples while fresh, every settlement on time', () => {
  const driver = openMarket();
  const settled: number[] = [];
  const sampled: number[] = [];
  for (let hour = 1; hour <= 17; hour += 1) {
    driver.at = MIDNIGHT + hour * HOUR - 1;
    const events = driver.index(900_000);
    settled.push(...eventsOf(events, 'funding-settled').map(({ settledAt }) => settledAt));
    sampled.push(eventsOf(events, 'funding-estimated').length);
  }
  expect(settled).toEqual([MIDNIGHT + 8 * HOUR, MIDNIGHT + 16 * HOUR]);
  // The index is set on the hour: the samples of :05 to :30 follow, then it is too old.
  expect(sampled).toEqual(new Array(17).fill(6));
});

test('[TIM-1] one entry across two settlements settles both, the second without samples', () => {
  const driver = openMarket();
  driver.at = MIDNIGHT + 17 * HOUR;
  const events = driver.index(900_000);
  expect(eventsOf(events, 'funding-settled')).toMatchObject([
    { settledAt: MIDNIGHT + 8 * HOUR, samples: 6 },
    { settledAt: MIDNIGHT + 16 * HOUR, samples: 0, rate: 0 },
  ]);
  const { funding } = driver.state.listings[0]!;
  expect(funding).toMatchObject({ nextAt: MIDNIGHT + 24 * HOUR, interval: 8 * HOUR, samples: 0 });
});

test('[FND-2] the sample at the moment of settlement belongs to the new interval', () => {
  const driver = openMarket();
  driver.at = MIDNIGHT + 8 * HOUR - 20_000;
  driver.index(900_000);
  const events = driver.wait(MIDNIGHT + 8 * HOUR - driver.at);
  const kinds = events.map(({ kind }) => kind).filter((kind) => kind.startsWith('funding-'));
  expect(kinds.slice(-2)).toEqual(['funding-settled', 'funding-estimated']);
  expect(eventsOf(events, 'funding-estimated').at(-1)?.samples).toBe(1);
});

test('[TIM-1] a contract without an index is left alone', () => {
  const driver = createDriver(exampleContracts([{}, { symbol: 'cmt_ethusdt' }]));
  const settled = eventsOf(driver.wait(9 * HOUR), 'funding-settled');
  expect(settled.map(({ contract }) => contract)).toEqual([0]);
});
