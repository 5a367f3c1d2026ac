import { expect, test } from 'vitest';
import { createDriver } from '../../test/kit/driver.ts';
import { createFolded } from '../../test/views/folded.ts';
import { contractId } from '../domain/ids.ts';
import { fineTicks, lots, millis, money, ticks } from '../domain/units.ts';
import { type Candle, flatCandle } from './candle-ring.ts';
import { seedCandles, seriesOf } from './candles.ts';
import { changeBetween, readTicker } from './ticker.ts';

const BTC = contractId(0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('[VIEW-6] the change has six decimals: 90,755.3 after 90,712.3 is 0.000474', () => {
  expect(changeBetween(ticks(907_123), ticks(907_553))).toBe(474);
  expect(changeBetween(ticks(907_553), ticks(907_123))).toBe(-474);
  expect(changeBetween(ticks(0), ticks(5))).toBe(0);
});

function createTape() {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house();
  const taker = driver.trader(100_000);
  return {
    driver,
    /** One trade of so many lots, so long after the last entry. */
    trade(price: number, size: number, afterMillis: number) {
      driver.wait(afterMillis);
      driver.index(price);
      driver.place(maker, 'open short', size, price);
      driver.place(taker, 'open long', size, price);
    },
    read() {
      fold();
      return readTicker(views, BTC, millis(driver.at));
    },
  };
}

test('[VIEW-6] before any trade the mark stands for the last price, and nothing has moved', () => {
  const { read } = createTape();
  expect(read()).toMatchObject({
    last: 900_000,
    open: 900_000,
    high: 900_000,
    low: 900_000,
    change: 0,
    base: 0,
    quote: 0,
    trades: 0,
    bestBid: 0,
    bestAsk: 0,
    index: 90_000_000,
  });
});

test('[VIEW-6] a trade leaves the day after 24 hours and stays as its open', () => {
  const { driver, trade, read } = createTape();
  trade(900_000, 10, 1_000);
  trade(910_000, 20, HOUR);
  expect(read()).toMatchObject({ open: 900_000, last: 910_000, base: 30, trades: 2 });
  trade(905_000, 5, 22 * HOUR);
  expect(read()).toMatchObject({ open: 900_000, high: 910_000, low: 900_000, base: 35 });
  driver.wait(HOUR + 2 * MINUTE);
  expect(read()).toMatchObject({ open: 900_000, high: 910_000, low: 905_000, base: 25 });
  driver.wait(HOUR);
  const later = read();
  expect(later).toMatchObject({ open: 910_000, high: 905_000, low: 905_000, base: 5, trades: 1 });
  expect(later.change).toBe(-5_495);
  driver.wait(48 * HOUR);
  expect(read()).toMatchObject({ open: 905_000, high: 905_000, base: 0, trades: 0, change: 0 });
});

test('[VIEW-6] a minute that ends between two readings still counts in the second', () => {
  const { driver, trade, read } = createTape();
  trade(900_000, 10, 1_000);
  driver.wait(MINUTE);
  expect(read()).toMatchObject({ base: 10, trades: 1 });
  trade(901_000, 5, 1);
  expect(read()).toMatchObject({ base: 15, trades: 2, high: 901_000, low: 900_000 });
});

test('[VIEW-18] generated minutes count in the ticker like any others', () => {
  const { driver, views, fold } = createFolded(createDriver());
  fold();
  const end = driver.at - (driver.at % MINUTE);
  const minutes = Array.from({ length: 2_000 }, (_, at): Candle => {
    const price = fineTicks((80_000 + at) * 100);
    const minute = flatCandle(millis(end - (2_000 - at) * MINUTE), price);
    return { ...minute, base: lots(5), quote: money(7n), trades: 1 };
  });
  seedCandles(seriesOf(views.candles, BTC, 'last'), minutes);
  const maker = driver.house();
  const taker = driver.trader(100_000);
  driver.index(82_000);
  driver.place(maker, 'open short', 3, 82_000);
  driver.place(taker, 'open long', 3, 82_000);
  fold();
  const ticker = readTicker(views, BTC, millis(driver.at));
  const first = 2_000 - 1_440;
  expect(ticker).toMatchObject({ base: 5 * 1_440 + 3, trades: 1_441, last: 82_000, high: 82_000 });
  expect(ticker.quote).toBeGreaterThan(Number(7n * 1_440n));
  expect(ticker.from).toBe(end - 1_440 * MINUTE);
  expect(ticker.open).toBe(80_000 + first - 1);
  expect(ticker.low).toBe(80_000 + first);
  expect(ticker.change).toBe(changeBetween(ticks(80_000 + first - 1), ticks(82_000)));
});
