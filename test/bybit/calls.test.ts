/** How calls of the Bybit v5 dialect are signed, limited, repeated and kept out of logs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROOF_HEADERS } from '../../src/gateway/dialects.ts';
import { ALICE, type Anything, BOB } from '../gateway-v2/rest-kit.ts';
import { type BybitKit, hexOf, LINEAR, openBybitKit } from './bybit-kit.ts';

let kit: BybitKit;
beforeAll(async () => {
  kit = await openBybitKit();
});
afterAll(() => kit.close());

const SECRET = '0123456789abcdef0123456789abcdef';
const HEAD = '1767225600000perp_bybit_key';

test.each([
  [
    '5000',
    'category=linear&symbol=BTCUSDT',
    '75779bb3817ab859abd112b2a73871aa593f85b3d5d7738076f58d660e653ab1',
  ],
  ['5000', '', '12fa8fe4f52f7b67f9141ad3fdaff2ec5615013a33ef3a5268d6ec701dcc5d13'],
  [
    '5000',
    '{"symbol":"BTCUSDT","side":"Buy","orderType":"Limit",' +
      '"category":"linear","qty":"0.001","price":"90000"}',
    '3802407b4681c8a0519c593a511c20735e628aa5aad4c39493db2675c1641a91',
  ],
  [
    '5000',
    '{"category": "linear", "symbol": "BTCUSDT", "side": "Buy", ' +
      '"orderType": "Market", "qty": "0.001"}',
    '6895da78b61f5f4d04d2bffddb2ac7e82fd9bbcd3639aeb2a5add77273ea18a3',
  ],
  [
    '20000',
    'category=linear&cursor=a%3Ab%2Cc',
    '1231af17f9e599664b59fe1837fbb642fa7cbbde1ec9fcc50cd14913b5f29157',
  ],
])('[BYB-1] the signature of window %s and "%s"', (window, tail, signature) => {
  expect(hexOf(SECRET, HEAD + window + tail)).toBe(signature);
});

const INFO = { method: 'GET', path: 'account/info' } as const;
const codeOf = async (sent: Promise<{ readonly json: Anything }>) => (await sent).json.retCode;

test('[BYB-1] a query may be signed before it is escaped, a body only as sent', async () => {
  const { key, secret } = kit.issued.get(ALICE)!;
  const at = String(kit.memory.clock.wallNow());
  const sign = (tail: string) => hexOf(secret, `${at + key.key}5000${tail}`);
  const ask = (query: string, signed: string) =>
    kit.send({
      method: 'GET',
      path: `/v5/order/history?${query}`,
      headers: {
        ...{ 'x-bapi-api-key': key.key, 'x-bapi-timestamp': at, 'x-bapi-recv-window': '5000' },
        'x-bapi-sign': sign(signed),
      },
    });
  const escaped = 'category=linear&cursor=1767225600000%3A5';
  expect(await codeOf(ask(escaped, escaped))).toBe(0);
  expect(await codeOf(ask(escaped, decodeURIComponent(escaped)))).toBe(0);
  expect(await codeOf(ask(`${escaped}%26limit=1`, `${escaped}&limit=1`))).toBe(10004);
});

test('[BYB-2] the first check that fails gives the code', async () => {
  const now = kit.memory.clock.wallNow();
  const none = await kit.send({ method: 'GET', path: '/v5/account/info' });
  expect([none.status, none.json.retCode]).toEqual([401, 10001]);
  expect(none.json.retMsg).toMatch(/empty value/);
  const headers = { 'X-BAPI-API-KEY': 'nobody' };
  expect(await codeOf(kit.sendSigned5({ ...INFO, headers }))).toBe(10003);
  expect(await codeOf(kit.sendSigned5({ ...INFO, headers: { 'X-BAPI-SIGN': 'ab' } }))).toBe(10004);
  expect(await codeOf(kit.sendSigned5({ ...INFO, timestamp: now - 4_000 }))).toBe(0);
  expect(await codeOf(kit.sendSigned5({ ...INFO, timestamp: now - 20_000 }))).toBe(10002);
  expect(await codeOf(kit.sendSigned5({ ...INFO, timestamp: now + 2_000 }))).toBe(10002);
  expect(await codeOf(kit.sendSigned5({ ...INFO, timestamp: now - 20_000, window: '50000' }))).toBe(
    0,
  );
  // More than a minute counts as a minute.
  const long = { ...INFO, timestamp: now - 70_000, window: '900000' };
  expect((await kit.sendSigned5(long)).json.retMsg).toMatch(
    /^The request time exceeds the time window range/,
  );
});

test('[BYB-3] the same body in the same millisecond is another call on another path', async () => {
  const timestamp = kit.memory.clock.wallNow();
  const body = JSON.stringify({
    ...{ ...LINEAR, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '70000' },
    ...{ positionIdx: 1, orderLinkId: 'twice' },
  });
  const send = (path: string) => kit.sendSigned5({ method: 'POST', path, body, timestamp });
  const [first, second, checked] = [
    await send('order/create'),
    await send('order/create'),
    await send('order/pre-check'),
  ];
  expect(second.text).toBe(first.text);
  expect(second.headers['x-idempotent-replay']).toBe('1');
  expect(checked.json.result).toMatchObject({ orderId: '', orderLinkId: 'twice' });
  const canceled = await send('order/cancel');
  expect(canceled.json.result).toEqual(first.json.result);
  expect((await send('order/create')).text).toBe(first.text);
});

test('[BYB-4] private answers tell what is left of the second, and when it ends', async () => {
  const { headers } = await kit.ask('GET', 'account/info');
  expect(Number(headers['x-bapi-limit'])).toBeGreaterThan(0);
  expect(Number(headers['x-bapi-limit-status'])).toBeGreaterThan(0);
  const resetAt = Number(headers['x-bapi-limit-reset-timestamp']);
  expect(resetAt % 1_000).toBe(0);
  expect(resetAt - kit.memory.clock.wallNow()).toBeLessThanOrEqual(1_000);
  const narrow = await openBybitKit({ limits: { windowTimes: { weight: 1e6, orders: 1 } } });
  const order = { ...LINEAR, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '70000' };
  const codes = new Set<number>();
  for (let at = 0; at < 30; at += 1) {
    const { json, status } = await narrow.ask('POST', 'order/create', { ...order, positionIdx: 1 });
    expect(status).toBe(200);
    codes.add(json.retCode);
  }
  expect([...codes]).toEqual([0, 10006]);
  await narrow.close();
});

test('[BYB-2] a key that is bound to another dialect may not call here', async () => {
  const issued = await kit.keys.create({
    account: BOB,
    name: 'elsewhere',
    permissions: ['read', 'trade'],
    allowlist: null,
    passphrase: null,
    expiresAt: null,
    dialects: ['v2'],
  });
  kit.issued.set(BOB, issued);
  expect((await kit.ask('GET', 'account/info', {}, BOB)).json.retCode).toBe(10005);
});

test('[BYB-2] what shows who calls is kept out of logs', () => {
  for (const name of ['x-bapi-api-key', 'x-bapi-sign', 'x-bapi-timestamp', 'x-bapi-recv-window'])
    expect(PROOF_HEADERS.has(name)).toBe(true);
});
