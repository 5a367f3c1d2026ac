/** Budgets over real HTTP; the clock stands unless it is moved. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/gateway/limits/limiter.ts';
import { type EdgeKit, openEdgeKit, type Received } from './edge-kit.ts';

const ASSETS = { path: '/capi/v2/account/assets' };
const PLACE = '/capi/v2/order/placeOrder';
const BATCH = '/capi/v2/order/batchOrders';
const CANCEL = '/capi/v2/order/cancel_order';
const TIME = { path: '/capi/v2/market/time' };

let kit: EdgeKit;
beforeEach(async () => {
  kit = await openEdgeKit();
});
afterEach(() => kit.close());

/** Different bodies, so that none is a repeat of another. */
let count = 0;
const post = (path: string, orders = 1): Promise<Received> => {
  count += 1;
  const fields = Array.from({ length: orders }, (_, at) => `"x${at}":${count}`);
  return kit.sendSigned({ path, body: `{${fields.join()}}` });
};

test('[GATE-14] every answer says how much of the budgets is used', async () => {
  const time = await kit.send(TIME);
  expect(time.headers['x-used-weight-10s']).toBe('1');
  expect(time.headers['x-uid-used-weight-10s']).toBeUndefined();
  const placed = await post(PLACE);
  expect(placed.headers).toMatchObject({
    'x-used-weight-10s': '3',
    'x-uid-used-weight-10s': '5',
    'x-order-count-1s': '1',
  });
  await kit.memory.advance(20);
  expect((await kit.send(TIME)).headers['x-used-weight-10s']).toBe('2');
  expect((await kit.send({ path: '/nowhere' })).headers['x-used-weight-10s']).toBe('3');
});

test('[GATE-12] the budget of an account ends with 429, and comes back by the second', async () => {
  for (let n = 0; n < 100; n += 1) expect((await kit.sendSigned(ASSETS)).status).toBe(200);
  const short = await kit.sendSigned(ASSETS);
  expect([short.status, short.headers['retry-after']]).toEqual([429, '1']);
  expect(short.json).toEqual({
    code: '429',
    msg: 'Too many requests',
    requestTime: kit.memory.clock.wallNow(),
    data: null,
  });
  expect(short.headers).toMatchObject({
    'x-used-weight-10s': '500',
    'x-uid-used-weight-10s': '1000',
  });
  await kit.memory.advance(99);
  expect((await kit.sendSigned(ASSETS)).status).toBe(429);
  await kit.memory.advance(1);
  expect((await kit.sendSigned(ASSETS)).status).toBe(200);
});

test('[GATE-13] ten orders a second; cancels go on', async () => {
  for (let n = 0; n < 10; n += 1) expect((await post(PLACE)).status).toBe(200);
  expect((await post(PLACE)).status).toBe(429);
  for (let n = 0; n < 20; n += 1) expect((await post(CANCEL)).status).toBe(200);
  expect((await post(CANCEL)).status).toBe(429);
  await kit.memory.advance(100);
  expect((await post(PLACE)).status).toBe(200);
  expect((await post(PLACE)).status).toBe(429);
});

test('[GATE-13] a batch counts each of its orders, and nothing where it is refused', async () => {
  const first = await post(BATCH, 6);
  expect([first.status, first.headers['x-order-count-1s']]).toEqual([200, '6']);
  const second = await post(BATCH, 6);
  expect([second.status, second.headers['retry-after']]).toEqual([429, '1']);
  expect(second.headers).toMatchObject({
    'x-used-weight-10s': '5',
    'x-uid-used-weight-10s': '10',
    'x-order-count-1s': '6',
  });
  expect((await post(BATCH, 4)).status).toBe(200);
});

test('[GATE-13] twenty orders pass a full budget of ten, and are paid off afterwards', async () => {
  expect((await post(BATCH, 20)).status).toBe(200);
  await kit.memory.advance(1_000);
  expect((await post(PLACE)).status).toBe(429);
  await kit.memory.advance(100);
  expect((await post(PLACE)).status).toBe(200);
});

test('[GATE-15] who keeps knocking is not listened to, twice as long each time', async () => {
  const knock = async (times: number): Promise<Received> => {
    let last = await kit.sendSigned(ASSETS);
    for (let n = 1; n < times; n += 1) last = await kit.sendSigned(ASSETS);
    return last;
  };
  expect((await knock(100)).status).toBe(200);
  expect((await knock(51)).headers['retry-after']).toBe('1');
  const blocked = await kit.send(TIME);
  expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '120']);
  await kit.memory.advance(120_000);
  expect((await kit.send(TIME)).status).toBe(200);
  await knock(151);
  expect((await kit.send(TIME)).headers['retry-after']).toBe('240');
});

test('[GATE-15] more than twenty failed proofs in a minute are guesses', async () => {
  const fail = () => kit.sendSigned(ASSETS, { key: 'nobody' });
  for (let n = 0; n < 21; n += 1) expect((await fail()).json.code).toBe('40006');
  const blocked = await kit.sendSigned(ASSETS);
  expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '120']);
});

test('[GATE-12] weight of addresses is theirs alone', async () => {
  await kit.close();
  const limits = { ...DEFAULT_LIMITS, addressWeight: { capacity: 2, refillPerSecond: 1 } };
  kit = await openEdgeKit({ limits, trustedProxies: ['127.0.0.1'] });
  const from = (address: string) => kit.send({ ...TIME, headers: { 'X-Forwarded-For': address } });
  const codes = [];
  for (const last of [1, 1, 1, 2, 2, 2]) codes.push((await from(`203.0.113.${last}`)).status);
  expect(codes).toEqual([200, 200, 429, 200, 200, 429]);
});
