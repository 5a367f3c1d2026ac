import { expect, test } from 'vitest';
import { createDriver, orderIdOf } from '../../test/kit/driver.ts';
import { createFolded } from '../../test/views/folded.ts';
import { contractId } from '../domain/ids.ts';
import {
  bestAsk,
  bestBid,
  depthOf,
  enterDepth,
  leaveDepth,
  openWindow,
  takeDepthChange,
  takeWindowChange,
  topLevels,
  windowSnapshot,
} from './depth.ts';

const BTC = contractId(0);
const level = (price: number, size: number) => ({ price, size });

test('[VIEW-1] orders that rest, fill, shrink and go move their level', () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house();
  const taker = driver.trader(10_000);
  const first = orderIdOf(driver.place(maker, 'open short', 500, 900_100));
  driver.place(maker, 'open short', 300, 900_100);
  driver.place(maker, 'open long', 200, 899_900);
  fold();
  const depth = depthOf(views.depth, BTC);
  expect(topLevels(depth.asks, 9)).toEqual([level(900_100, 800)]);
  driver.place(taker, 'open long', 600, 900_200);
  fold();
  expect(topLevels(depth.asks, 9)).toEqual([level(900_100, 200)]);
  driver.cancel(maker, first);
  driver.place(taker, 'open long', 200, 900_200);
  fold();
  expect([bestBid(depth), bestAsk(depth)]).toEqual([899_900, 0]);
});

test('[VIEW-2] changes are numbered without gaps and list each level once, zero where gone', () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house();
  fold();
  const depth = depthOf(views.depth, BTC);
  const window = openWindow(depth, 10);
  const order = orderIdOf(driver.place(maker, 'open long', 100, 899_000));
  driver.place(maker, 'open long', 50, 899_500);
  driver.place(maker, 'open long', 50, 899_500);
  fold();
  expect(takeWindowChange(depth, window)).toEqual({
    kind: 'changed',
    contract: BTC,
    startVersion: 1,
    endVersion: 3,
    bids: [level(899_500, 100), level(899_000, 100)],
    asks: [],
  });
  expect(takeWindowChange(depth, window)).toBeUndefined();
  driver.cancel(maker, order);
  fold();
  const gone = takeWindowChange(depth, window);
  expect(gone).toMatchObject({ startVersion: 4, endVersion: 4, bids: [level(899_000, 0)] });
});

test('[VIEW-2] a level that moves into the window because a better one went is told', () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house();
  const best = orderIdOf(driver.place(maker, 'open long', 10, 899_900));
  driver.place(maker, 'open long', 20, 899_800);
  driver.place(maker, 'open long', 30, 899_700);
  fold();
  const depth = depthOf(views.depth, BTC);
  const window = openWindow(depth, 2);
  expect(windowSnapshot(depth, window).bids).toEqual([level(899_900, 10), level(899_800, 20)]);
  driver.place(maker, 'open long', 5, 899_600);
  fold();
  expect(takeWindowChange(depth, window)).toBeUndefined();
  driver.cancel(maker, best);
  fold();
  expect(takeWindowChange(depth, window)).toMatchObject({
    startVersion: 4,
    endVersion: 5,
    bids: [level(899_900, 0), level(899_700, 30)],
  });
});

test('[VIEW-2] those who follow the whole depth have a chain each', () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house();
  fold();
  const depth = depthOf(views.depth, BTC);
  const quick = enterDepth(depth);
  const slow = enterDepth(depth);
  expect(takeDepthChange(depth, quick)).toBeUndefined();
  const order = orderIdOf(driver.place(maker, 'open long', 100, 899_000));
  fold();
  const change = { kind: 'changed', contract: BTC, startVersion: 1, endVersion: 1, asks: [] };
  expect(takeDepthChange(depth, quick)).toEqual({ ...change, bids: [level(899_000, 100)] });
  driver.place(maker, 'open long', 50, 899_500);
  driver.cancel(maker, order);
  fold();
  const bids = [level(899_500, 50), level(899_000, 0)];
  expect(takeDepthChange(depth, quick)).toMatchObject({ startVersion: 2, endVersion: 3, bids });
  expect(takeDepthChange(depth, slow)).toMatchObject({ startVersion: 1, endVersion: 3, bids });
  leaveDepth(depth, slow);
  expect([...depth.followers]).toEqual([quick]);
});
