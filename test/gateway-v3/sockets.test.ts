import { expect, test } from 'vitest';
import { type Anything, type Client, openSocketKit } from '../sockets/socket-kit.ts';
import { orderOf, traderAt } from '../venue/market.ts';

const PUBLIC = '/v3/ws/public';
const PRIVATE = '/v3/ws/private';

/** Asks, and waits for the answer with the same id. */
async function ask(client: Client, frame: Anything): Promise<Anything> {
  client.say(frame);
  return client.heard((heard) => heard.id === frame.id && 'result' in heard);
}

const subscribe = (id: string | number, ...params: string[]) => ({
  id,
  method: 'SUBSCRIBE',
  params,
});

test('[DIA-9] requests are answered with their own id, a number as a number', async () => {
  const kit = await openSocketKit();
  const client = await kit.connect(PUBLIC);
  expect(await ask(client, subscribe('1', 'BTCUSDT@ticker'))).toEqual({ result: true, id: '1' });
  expect(await ask(client, subscribe(2, 'BTCUSDT@trade', 'BTCUSDT@depth15'))).toEqual({
    result: true,
    id: 2,
  });
  const refused = await ask(client, subscribe(3, 'BTCUSDT@depth200', 'BTCUSDT@nothing'));
  expect(refused).toMatchObject({ result: false, id: 3, code: -1_142 });
  expect(refused.msg).toContain('{symbol}@ticker');
  // All or nothing: the first of the two was not subscribed either.
  expect(client.frames.filter(({ l }) => l === 200)).toEqual([]);
  expect(await ask(client, { id: 4, method: 'NOTHING' })).toMatchObject({ result: false, id: 4 });
  expect(await ask(client, { id: 5, method: 'SUBSCRIBE' })).toMatchObject({ code: -1_141 });
  client.say('nonsense');
  await client.heard((frame) => frame.result === false && frame.id === null);
});

test.each([
  { id: 1, op: 'subscribe', args: ['BTCUSDT@ticker'] },
  { id: 2, event: 'subscribe', channel: 'ticker.cmt_btcusdt' },
])('[DIA-18] %j is answered with a frame that would be right', async (foreign) => {
  const kit = await openSocketKit();
  const client = await kit.connect(PUBLIC);
  const { code, msg } = await ask(client, foreign);
  expect([code, msg]).toEqual([-1_142, expect.stringContaining(`${Object.keys(foreign)[1]} is`)]);
  const right = JSON.parse(msg.slice(msg.indexOf('{')));
  expect(await ask(client, right)).toMatchObject({ result: true });
});

test('[DIA-18] right frames fit the socket and what was meant', async () => {
  const kit = await openSocketKit();
  const own = await kit.connect(PRIVATE, kit.headersOf(await kit.issue(traderAt(0)), {}, PRIVATE));
  const { msg } = await ask(own, { id: 1, op: 'subscribe', args: ['orders'] });
  expect(await ask(own, JSON.parse(msg.slice(msg.indexOf('{'))))).toMatchObject({ result: true });
  expect((await ask(own, { id: 2, op: 'ping' })).msg).toContain('"method":"PING"');
  expect((await ask(own, { id: 3, method: 'LOGIN' })).msg).toContain('one of SUBSCRIBE, UNSUB');
  own.say('ping');
  const bare = await own.heard((frame) => frame.result === false && frame.id === null);
  expect(bare.msg).toContain('"method":"PING"');
});

test('[DIA-9] pongs are answered, and pings have the words of their socket', async () => {
  const kit = await openSocketKit({ pingEveryMillis: 30 });
  const client = await kit.connect(PUBLIC, { 'user-agent': 'anything' });
  await client.heard((frame) => frame.event === 'ping' && /^\d+$/.test(frame.time));
  expect(await ask(client, { id: 7, method: 'PONG' })).toEqual({ id: 7, result: true });
  const issued = await kit.issue(traderAt(0));
  const own = await kit.connect(PRIVATE, kit.headersOf(issued, {}, PRIVATE));
  await own.heard((frame) => frame.type === 'ping');
});

test('[DIA-10] depth begins with a snapshot; each change begins where the last ended', async () => {
  const kit = await openSocketKit();
  const client = await kit.connect(PUBLIC);
  await ask(client, subscribe(1, 'BTCUSDT@depth200'));
  const snapshot = await client.heard(({ e }) => e === 'depthSnapshot');
  expect(snapshot).toMatchObject({ s: 'BTCUSDT', d: 'SNAPSHOT', l: 200 });
  let last = snapshot.u;
  for (const price of [800_000, 800_001, 800_002]) {
    await kit.venue.submit(orderOf(traderAt(0), 'long', price));
    const change = await client.heard(({ e, u }) => e === 'depth' && u > last);
    expect(change).toMatchObject({ U: last, d: 'CHANGED' });
    expect(change.b).toEqual([[(price / 10).toFixed(1), '0.0001']]);
    last = change.u;
  }
});

test('[DIA-10] the private channels say what version 2 says, in other words', async () => {
  const kit = await openSocketKit();
  const issued = await kit.issue(traderAt(0));
  const v3 = await kit.connect(PRIVATE, kit.headersOf(issued, {}, PRIVATE));
  const v2 = await kit.connectAs(issued);
  await ask(v3, subscribe(1, 'orders', 'account', 'positions', 'fill'));
  for (const channel of ['orders', 'account', 'positions', 'fill']) await v2.subscribe(channel);
  await kit.venue.submit(orderOf(traderAt(0), 'long', 800_000));
  const order = await v3.heard(({ e }) => e === 'orders');
  await v2.settle();
  const [told] = v2.payloads('orders').slice(-1);
  expect([order.v, order.msgEvent, order.E]).toEqual([
    ...[told.msg.version, told.msg.msgEvent, told.msg.time],
  ]);
  const [row] = order.d;
  const [row2] = told.msg.data.order;
  expect(row).toMatchObject({ symbol: 'BTCUSDT', status: 'NEW', timeInForce: 'GTC' });
  const { coinId, contractId, marginMode, status, timeInForce, type, ...same } = row2;
  expect([coinId, contractId, marginMode, status, timeInForce, type]).toEqual([
    ...['USDT', 'cmt_btcusdt', 'SHARED', 'OPEN', 'GOOD_TIL_CANCEL', 'LIMIT'],
  ]);
  expect(row).toMatchObject(same);
  // An empty snapshot is not sent.
  expect(v3.frames.filter(({ e }) => e === 'positions')).toEqual([]);
});

test('[DIA-9] the address may hold the word by which client libraries tell markets', async () => {
  const kit = await openSocketKit();
  const client = await kit.connect(`/contract${PUBLIC}`);
  expect(await ask(client, subscribe(1, 'BTCUSDT@kline_5m_MARK_PRICE'))).toMatchObject({
    result: true,
  });
  const snapshot = await client.heard(({ e }) => e === 'klineSnapshot');
  expect(snapshot).toMatchObject({ s: 'BTCUSDT', p: 'MARK_PRICE' });
  expect((await kit.refusal('/v3/ws/other')).status).toBe(404);
  const { json } = await kit.refusal(PRIVATE);
  expect(json.code).toBe(-1_040);
});
