/** The budgets of the Binance USDⓈ-M dialect: those that exchangeInfo tells. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BOB } from '../gateway-v2/rest-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';

let kit: BinanceKit;
beforeEach(async () => {
  kit = await openBinanceKit({ limits: { windowTimes: { weight: 1, orders: 1 } } });
});
afterEach(() => kit.close());

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'LIMIT',
  timeInForce: 'IOC',
  quantity: '0.001',
  price: '70000',
};

test('[BNC-17] headers tell the weight of the minute and the orders of both windows', async () => {
  const { headers } = await kit.ask('GET', 'allOrders', { symbol: 'BTCUSDT' });
  expect(headers).toMatchObject({
    'x-mbx-used-weight-1m': '5',
    'x-mbx-order-count-1m': '0',
    'x-mbx-order-count-10s': '0',
  });
  const items = [ORDER, ORDER, ORDER];
  const batch = await kit.ask('POST', 'batchOrders', { batchOrders: items });
  expect(batch.headers).toMatchObject({
    'x-mbx-used-weight-1m': '10',
    'x-mbx-order-count-1m': '1',
    'x-mbx-order-count-10s': '3',
  });
  const placed = await kit.ask('POST', 'order', ORDER, BOB);
  expect(placed.headers).toMatchObject({
    'x-mbx-used-weight-1m': '10',
    'x-mbx-order-count-1m': '1',
    'x-mbx-order-count-10s': '1',
  });
  const ping = await kit.send({ method: 'GET', path: '/fapi/v1/ping' });
  expect(ping.headers['x-mbx-used-weight-1m']).toBe('11');
  expect(ping.headers['x-mbx-order-count-1m']).toBe(undefined);
  const other = await kit.send({ method: 'GET', path: '/capi/v3/market/time' });
  expect(other.headers['x-used-weight-10s']).toBe('1');
});

test('[BNC-17] 300 orders in ten seconds and no more: 429 with -1015, others go on', async () => {
  for (let n = 0; n < 60; n += 1)
    await kit.does('POST', 'batchOrders', { batchOrders: Array(5).fill(ORDER) });
  const refused = await kit.ask('POST', 'order', ORDER);
  expect(refused).toMatchObject({ status: 429, json: { code: -1_015 } });
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(10);
  await kit.does('GET', 'openOrders');
  await kit.does('POST', 'order', ORDER, BOB);
  await kit.memory.advance(wait * 1_000);
  await kit.does('POST', 'order', ORDER);
});

test('[BNC-17] 2400 weight in a minute and no more: 429 with -1003, then 418', async () => {
  const heavy = () => kit.ask('GET', 'forceOrders', { symbol: 'BTCUSDT' });
  for (let n = 0; n < 120; n += 1) expect((await heavy()).status).toBe(200);
  const refused = await heavy();
  expect(refused).toMatchObject({ status: 429, json: { code: -1_003 } });
  expect(refused.headers['x-mbx-used-weight-1m']).toBe('2400');
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeLessThanOrEqual(60);
  // An order weighs nothing, and another dialect has budgets of its own.
  await kit.does('POST', 'order', ORDER);
  await kit.ok('marketTime');
  let last = refused;
  for (let n = 0; n < 60 && last.status === 429; n += 1) last = await heavy();
  expect(last).toMatchObject({ status: 418, json: { code: -1_003 } });
  expect(Number(last.headers['retry-after'])).toBeGreaterThanOrEqual(119);
});

test('[BNC-18] refusals that bots often get never shut an address out', async () => {
  const target = { symbol: 'BTCUSDT', orderId: 999_999_999 };
  for (let n = 0; n < 200; n += 1) {
    await kit.refuses(-2_011, 'DELETE', 'order', target);
    await kit.refuses(-2_013, 'GET', 'order', target);
  }
  await kit.does('GET', 'openOrders');
});

test.each([
  ['/fapi/v1/depth?symbol=BTCUSDT&limit=50', 2],
  ['/fapi/v1/depth?symbol=BTCUSDT&limit=100', 5],
  ['/fapi/v1/depth?symbol=BTCUSDT', 10],
  ['/fapi/v1/depth?symbol=BTCUSDT&limit=1000', 20],
  ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=99', 1],
  ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=499', 2],
  ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m', 5],
  ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1500', 10],
  ['/fapi/v1/ticker/24hr?symbol=BTCUSDT', 1],
  ['/fapi/v1/ticker/24hr', 40],
])('[BNC-17] %s weighs %i', async (path, weight) => {
  const { status, headers } = await kit.send({ method: 'GET', path });
  expect(status).toBe(200);
  expect(headers['x-mbx-used-weight-1m']).toBe(String(weight));
});
