import { expect, test } from 'vitest';
import type { IssuedKey } from '../../src/gateway/keys/key-store.ts';
import { CALL_METHODS } from '../../src/wire/binance/sockets/frames.ts';
import { ALICE, type Anything, BOB } from '../gateway-v2/rest-kit.ts';
import { type Client, openClient } from '../sockets/socket-kit.ts';
import { type BinanceKit, digestOf, openBinanceKit } from './binance-kit.ts';

const SOCKETS = { flushEveryMillis: 1 };

const openCalls = async (kit: BinanceKit, path = '/ws-fapi/v1'): Promise<Client> =>
  openClient(`ws://127.0.0.1:${kit.port}${path}`);

let lastId = 0;

/** Sends a call and waits for its answer. */
function call(client: Client, method: unknown, params?: object): Promise<Anything> {
  lastId += 1;
  const id = `call ${lastId}`;
  client.say({ id, method, params });
  return client.heard((frame) => frame.id === id);
}

/** Adds the key, the time and the signature. */
function signed(kit: BinanceKit, params: Record<string, unknown>, issued: IssuedKey) {
  const { clock } = kit.memory;
  clock.advance(1);
  const all: Record<string, unknown> = {
    ...params,
    apiKey: issued.key.key,
    timestamp: clock.wallNow(),
  };
  const text = Object.keys(all)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&');
  return { ...all, signature: digestOf(issued.secret, text) };
}

test('[BNC-76] a public call answers as its endpoint, with the budgets', async () => {
  const kit = await openBinanceKit({ sockets: SOCKETS });
  const client = await openCalls(kit);
  await kit.quote('cmt_btcusdt', 'buy', '0.01', '89990');
  const depth = await call(client, 'depth', { symbol: 'BTCUSDT', limit: '5' });
  const { json } = await kit.send({ method: 'GET', path: '/fapi/v1/depth?symbol=BTCUSDT&limit=5' });
  expect(depth).toMatchObject({ status: 200, result: { ...json, E: depth.result.E } });
  expect(depth.rateLimits[0]).toMatchObject({
    ...{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2_400 },
    count: expect.any(Number),
  });
  const price = await call(client, 'ticker.price', { symbol: 'BTCUSDT', returnRateLimits: false });
  expect(price).toEqual({ id: price.id, status: 200, result: price.result });
  expect(price.result.symbol).toBe('BTCUSDT');
  const quiet = await openCalls(kit, '/ws-fapi/v1?returnRateLimits=false');
  expect(await call(quiet, 'ticker.book', { symbol: 'BTCUSDT' })).not.toHaveProperty('rateLimits');
  expect((await call(client, 'ticker.book')).result).toBeInstanceOf(Array);
});

test('[BNC-76] the key of a frame is no field that nobody knows', async () => {
  const kit = await openBinanceKit();
  const warningOf = async (name: string): Promise<unknown> => {
    const path = `/fapi/v1/ticker/price?symbol=BTCUSDT&${name}=any`;
    return (await kit.send({ method: 'GET', path })).headers['x-warning'];
  };
  expect(await warningOf('apiKye')).toContain('apiKye');
  expect(await warningOf('apiKey')).toBeUndefined();
});

test('[FAULT-10] [BNC-76] a socket is cut with the account that calls over it', async () => {
  const kit = await openBinanceKit({ sockets: SOCKETS });
  const [client, other] = [await openCalls(kit), await openCalls(kit)];
  await call(client, 'account.balance', signed(kit, {}, kit.issued.get(ALICE)!));
  await call(other, 'account.balance', signed(kit, {}, kit.issued.get(BOB)!));
  await kit.faults.begin({ kind: 'dropped-sockets', account: ALICE, delayMillis: 1 });
  expect((await client.closed).code).toBe(1_006);
  await call(other, 'account.balance', signed(kit, {}, kit.issued.get(BOB)!));
});

test('[BNC-76] [BNC-70] listen keys need the key alone', async () => {
  const kit = await openBinanceKit({ sockets: SOCKETS });
  const client = await openCalls(kit);
  const apiKey = kit.issued.get(ALICE)!.key.key;
  const early = await call(client, 'userDataStream.ping', { apiKey });
  expect([early.status, early.error.code]).toEqual([400, -1125]);
  const { result } = await call(client, 'userDataStream.start', { apiKey });
  expect(result.listenKey).toMatch(/^[A-Za-z0-9]{64}$/);
  expect((await call(client, 'userDataStream.ping', { apiKey })).result).toEqual(result);
  expect((await call(client, 'userDataStream.stop', { apiKey })).result).toEqual({});
  const nobody = await call(client, 'userDataStream.start', {});
  expect([nobody.status, nobody.error.code]).toEqual([401, -2014]);
});

test('[BNC-77] params are signed sorted and plain; a wrong signature does nothing', async () => {
  const kit = await openBinanceKit({ sockets: SOCKETS });
  const client = await openCalls(kit);
  const issued = kit.issued.get(ALICE)!;
  const asked = signed(kit, { symbol: 'BTCUSDT', orderId: 7 }, issued);
  const unknown = await call(client, 'order.status', asked);
  expect(unknown.error).toEqual({ code: -2013, msg: 'Order does not exist.' });
  const forged = await call(client, 'order.status', { ...asked, orderId: 8 });
  expect(forged.error.code).toBe(-1022);
  const order = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'LIMIT' };
  const limit = { ...order, timeInForce: 'GTC', quantity: 0.01, price: '80000' };
  const asking = signed(kit, { ...limit, newClientOrderId: 'a:b/c' }, issued);
  const placed = await call(client, 'order.place', asking);
  expect(placed.result).toMatchObject({ clientOrderId: 'a:b/c', status: 'NEW' });
  // An exact repeat is answered, and nothing is done again.
  expect((await call(client, 'order.place', asking)).result).toEqual(placed.result);
  expect(kit.venue.read.account.get(ALICE).frozen).toBeGreaterThan(0);
  const { orderId } = placed.result;
  const canceling = signed(kit, { symbol: 'BTCUSDT', orderId }, issued);
  expect((await call(client, 'order.cancel', canceling)).result.status).toBe('CANCELED');
  expect(await kit.does('GET', 'openOrders')).toEqual([]);
  const bare = await call(client, 'order.status', { symbol: 'BTCUSDT' });
  expect(bare.error.code).toBe(-2014);
});

test('[BNC-77] malformed frames and unknown methods are refused, and nothing is done', async () => {
  const kit = await openBinanceKit({ sockets: SOCKETS });
  const client = await openCalls(kit);
  for (const method of ['session.logon', 'session.status', 'session.logout'])
    expect((await call(client, method, {})).error.code).toBe(-4056);
  const unknown = await call(client, 'order.nonesuch');
  expect([unknown.status, unknown.error.code]).toEqual([404, -5000]);
  expect((await call(client, 7)).error.code).toBe(-1102);
  expect((await call(client, 'depth', [1])).error.code).toBe(-1102);
  expect((await call(client, 'depth', { symbol: { a: 1 } })).error.code).toBe(-1102);
  expect((await call(client, 'depth', { symbol: null })).error.code).toBe(-1102);
  client.say('{');
  const broken = await client.heard(({ id, error }) => id === null && error !== undefined);
  expect([broken.status, broken.error.code]).toEqual([400, -1102]);
  client.say('{"id":3,"method":"depth","params":{"symbol":"\\ud800"}}');
  client.say(Buffer.from([1]));
  await client.heard(() => client.frames.filter(({ id }) => id === null).length === 3);
  client.say({ id: 17, method: 'depth', params: { symbol: 'BTCUSDT' } });
  expect((await client.heard(({ id }) => id === 17)).status).toBe(200);
});

test('[BNC-78] who floods is refused, then cut off', async () => {
  const windowTimes = { weight: 20 / 2_400, orders: 1 };
  const kit = await openBinanceKit({ sockets: SOCKETS, limits: { windowTimes } });
  const client = await openCalls(kit);
  for (let at = 0; at < 400; at += 1) client.say({ id: at, method: 'order.nonesuch' });
  const refused = await client.heard(({ status }) => status === 429 || status === 418);
  expect(refused.error.code).toBe(-1003);
  expect((await client.closed).code).toBe(1_008);
});

test('[BNC-76] every method stands for an endpoint', async () => {
  const kit = await openBinanceKit({ sockets: SOCKETS });
  const client = await openCalls(kit);
  expect(CALL_METHODS).toHaveLength(18);
  for (const method of CALL_METHODS) {
    const { status, error } = await call(client, method, {});
    expect([method, status, error?.code]).not.toEqual([method, 404, -5000]);
  }
});
