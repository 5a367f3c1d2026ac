/** The first steps of a call in the Binance USDⓈ-M dialect, over real HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit();
});
afterAll(() => kit.close());

test('[BNC-5] public calls answer, whatever body and content type come with them', async () => {
  const headers = { 'Content-Type': 'nonsense' };
  for (const body of [undefined, '', 'a=1', '{"a":1}']) {
    const ping = await kit.send({ method: 'GET', path: '/fapi/v1/ping', body, headers });
    expect(ping).toMatchObject({ status: 200, json: {} });
  }
  const time = await kit.send({ method: 'GET', path: '/fapi/v1/time?a=1' });
  expect(time.json).toEqual({ serverTime: kit.memory.clock.wallNow() });
});

test('[BNC-7] what is not there is 404 with -5000', async () => {
  for (const [method, path] of [
    ['GET', '/fapi/v1/pong'],
    ['POST', '/fapi/v1/ping'],
    ['PUT', '/fapi/v9/ping'],
    ['GET', '/sapi/v1/nothing'],
    ['GET', '/fapi'],
    ['GET', '/FAPI/v1/ping'],
  ] as const) {
    const { status, json } = await kit.send({ method, path });
    expect({ status, code: json.code }).toEqual({ status: 404, code: -5_000 });
    expect(Object.keys(json)).toEqual(['code', 'msg']);
  }
  const { json } = await kit.send({ method: 'GET', path: '/fapi/v1/pin' });
  expect(json.msg).toContain('/fapi/v1/ping');
});

test('[BNC-6] a form that cannot be read is refused', async () => {
  for (const [query, code] of [
    ['a=%zz', -1_102],
    ['a=1&a=2', -1_101],
    ['symbol=BTCUSDT&Symbol=BTCUSDT', -1_101],
  ] as const) {
    const path = `/fapi/v1/depth?${query}`;
    const { status, json } = await kit.send({ method: 'GET', path });
    expect({ status, code: json.code }).toEqual({ status: 400, code });
    if (code === -1_101) expect(json.msg).toMatch(/^Duplicate values for parameter '\w+' detected/);
  }
});
