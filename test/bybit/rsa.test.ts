/** Keys of which the venue has the public half alone. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { RestClientV5, WebsocketAPIClient } from 'bybit-api';
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientKit, openClientKit } from '../binance/clients/client-kit.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { LINEAR, openWire } from './bybit-kit.ts';

const PAIR = 'BTC/USDT:USDT';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const sign = (text: string): string =>
  createSign('RSA-SHA256').update(text).sign(privateKey, 'base64');

let kit: ClientKit;
let apiKey: string;
beforeAll(async () => {
  kit = await openClientKit();
  const { key } = await kit.keys.create({
    account: await kit.openAccount('net'),
    ...{ name: 'rsa', permissions: ['read', 'trade'], allowlist: null, dialects: ['bybit'] },
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...{ passphrase: null, expiresAt: null },
  });
  apiKey = key.key;
});
afterAll(() => kit.close());

const post = async (path: string, body: string, signature: (text: string) => string) => {
  const timestamp = String(kit.memory.clock.wallNow());
  const proof = signature(`${timestamp}${apiKey}5000${body}`);
  const again = (spelt = proof) =>
    kit.send({
      ...{ method: 'POST', path, body },
      headers: {
        ...{ 'X-BAPI-API-KEY': apiKey, 'X-BAPI-TIMESTAMP': timestamp, 'X-BAPI-SIGN': spelt },
        ...{ 'X-BAPI-RECV-WINDOW': '5000', 'content-type': 'application/json' },
      },
    });
  return { first: await again(), again, proof };
};

test('[BYB-24] unmodified ccxt trades with an RSA key of its own', async () => {
  await kit.refresh();
  const { http } = kit.doorOf(kit.veterans.net);
  const urls = { api: { public: http, private: http } };
  const exchange = new (ccxt as Anything).bybit({ apiKey, secret, enableRateLimit: false, urls });
  const { id } = await exchange.createOrder(PAIR, 'market', 'buy', 0.01);
  const order = await exchange.fetchOrder(id, PAIR, { acknowledged: true });
  expect(order).toMatchObject({ status: 'closed', filled: 0.01 });
  const told = await exchange.privateGetV5UserQueryApi();
  expect(told.result.rsaPublicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  await exchange.close();
});

test('[BYB-24] so does unmodified bybit-api, by HTTP and on a socket', async () => {
  await kit.refresh();
  const { http, ws } = kit.doorOf(kit.veterans.net);
  const rest = new RestClientV5({ key: apiKey, secret, baseUrl: http });
  const wished = { ...LINEAR, side: 'Sell', orderType: 'Market', qty: '0.01', reduceOnly: true };
  expect((await rest.submitOrder(wished as Anything)).retCode).toBe(0);
  const quiet = { trace: () => {}, info: () => {}, error: () => {} } as Anything;
  const api = new WebsocketAPIClient({ key: apiKey, secret, wsUrl: `${ws}/v5` }, quiet);
  const limit = { ...wished, side: 'Buy', orderType: 'Limit', price: '80000', reduceOnly: false };
  const { retCode, data }: Anything = await api.submitNewOrder(limit as Anything);
  expect(retCode).toBe(0);
  await rest.cancelOrder({ ...LINEAR, orderId: data.orderId } as Anything);
  api.getWSClient().closeAll(true);
});

test('[BYB-24] a signature is one call in every spelling, a foreign one is none', async () => {
  await kit.refresh();
  const order = { ...LINEAR, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '80000' };
  const { first, again, proof } = await post('/v5/order/create', JSON.stringify(order), sign);
  expect(first.json.retCode).toBe(0);
  for (const spelt of [proof, proof.replace(/=+$/, ''), `${proof}====`, proof.replace(/\+/g, '-')])
    expect((await again(spelt)).json.result).toEqual(first.json.result);
  const other = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  for (const wrong of [
    () => 'ab'.repeat(32),
    () => '',
    (text: string) => createSign('RSA-SHA256').update(text).sign(other, 'base64'),
    (text: string) => createSign('RSA-SHA1').update(text).sign(privateKey, 'base64'),
  ]) {
    const refused = await post('/v5/order/create', JSON.stringify(order), wrong);
    expect([10_001, 10_004]).toContain(refused.first.json.retCode);
  }
  const { list } = (await post('/v5/order/cancel-all', JSON.stringify(LINEAR), sign)).first.json
    .result;
  expect(list).toHaveLength(1);
});

test('[BYB-24] a socket logs in by it, and other dialects refuse it without a fault', async () => {
  const until = kit.memory.clock.wallNow() + 10_000;
  const { say, hears, socket } = await openWire(`${kit.doorOf(kit.veterans.net).ws}/v5/private`);
  say({ op: 'auth', args: [apiKey, until, sign(`GET/realtime${until}`)] });
  expect(await hears(({ op }) => op === 'auth')).toMatchObject({ success: true });
  socket.terminate();
  const now = String(kit.memory.clock.wallNow());
  const two = { 'ACCESS-KEY': apiKey, 'ACCESS-SIGN': 'x', 'ACCESS-PASSPHRASE': 'y' };
  const asked = { method: 'GET', path: '/capi/v2/account/assets' } as const;
  const headers = { ...two, 'ACCESS-TIMESTAMP': now };
  expect((await kit.send({ ...asked, headers })).status).toBe(400);
  const path = `/fapi/v2/balance?timestamp=${now}&signature=${'ab'.repeat(32)}`;
  const binance = { method: 'GET', path, headers: { 'X-MBX-APIKEY': apiKey } } as const;
  expect((await kit.send(binance)).status).toBeLessThan(500);
});
