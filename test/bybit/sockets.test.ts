/** Frames of the Bybit v5 sockets, one by one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, type Anything, BOB } from '../gateway-v2/rest-kit.ts';
import { type BybitKit, loginFrame, openBybitKit, openWire, type Wire } from './bybit-kit.ts';

let kit: BybitKit;
beforeAll(async () => {
  kit = await openBybitKit({ sockets: { flushEveryMillis: 1 } });
});
afterAll(() => kit.close());

const open = (path: string): Promise<Wire> => openWire(`ws://127.0.0.1:${kit.port}${path}`);

const authFrame = (until = kit.memory.clock.wallNow() + 10_000, secret?: string): object => {
  const { key, secret: own } = kit.issued.get(ALICE)!;
  return loginFrame(key.key, secret ?? own, until);
};

test('[BYB-20] a book begins with a snapshot, and pings are answered compactly', async () => {
  const { say, hears, socket } = await open('/v5/public/linear');
  say({ op: 'subscribe', req_id: 7, args: ['orderbook.50.BTCUSDT', 'tickers.BTCUSDT'] });
  expect(await hears(({ op }) => op === 'subscribe')).toMatchObject({ success: true, req_id: 7 });
  const book = await hears(({ topic }) => topic === 'orderbook.50.BTCUSDT');
  expect(Object.keys(book)[0]).toBe('topic');
  expect(book).toMatchObject({ type: 'snapshot', data: { s: 'BTCUSDT' } });
  const http = await kit.does('GET', 'market/orderbook', {
    ...{ category: 'linear', symbol: 'BTCUSDT', limit: '50' },
  });
  expect([book.data.b, book.data.a]).toEqual([http.b, http.a]);
  await kit.quote('cmt_btcusdt', 'buy', '0.5', '89000.0');
  const change = await hears(
    ({ topic, type }) => topic?.startsWith('orderbook') && type === 'delta',
  );
  expect(change.data.b).toEqual([['89000.0', '0.5000']]);
  expect(change.data.u).toBeGreaterThan(book.data.u);
  expect(await hears(({ topic }) => topic === 'tickers.BTCUSDT')).toMatchObject({
    type: 'snapshot',
    data: { symbol: 'BTCUSDT', markPrice: expect.any(String) },
  });
  say({ op: 'ping' });
  expect(await hears(({ ret_msg: said }) => said === 'pong')).toMatchObject({ success: true });
  socket.terminate();
});

test('[BYB-20] a ping is answered as its socket does', async () => {
  const pongOn = async (path: string): Promise<Anything> => {
    const { say, hears, socket } = await open(path);
    say({ op: 'ping', req_id: 'p' });
    const told = await hears(({ op }) => op === 'pong' || op === 'ping');
    socket.terminate();
    return told;
  };
  const at = [String(kit.memory.clock.wallNow())];
  const told = { req_id: 'p', op: 'pong', args: at, conn_id: '' };
  expect(await pongOn('/v5/private?max_active_time=30s')).toEqual(told);
  const calls = { retCode: 0, retMsg: 'OK', req_id: 'p', op: 'pong', data: at, connId: '' };
  expect(await pongOn('/v5/trade')).toEqual(calls);
  const open5 = { success: true, ret_msg: 'pong', conn_id: '', req_id: 'p', op: 'ping' };
  for (const path of ['/v5/public/linear', '/v5']) expect(await pongOn(path)).toEqual(open5);
});

test('[BYB-22] a topic that is there already refuses its frame, and is still told', async () => {
  const { say, hears, frames, socket } = await open('/v5/public/linear');
  say({ op: 'subscribe', req_id: 1, args: ['tickers.BTCUSDT'] });
  expect((await hears(({ req_id: id }) => id === 1)).success).toBe(true);
  say({ op: 'subscribe', req_id: 2, args: ['publicTrade.BTCUSDT', 'tickers.BTCUSDT'] });
  expect(await hears(({ req_id: id }) => id === 2)).toMatchObject({
    success: false,
    ret_msg: 'error:already subscribed,topic:tickers.BTCUSDT',
    op: 'subscribe',
  });
  say({ op: 'unsubscribe', req_id: 3, args: ['publicTrade.BTCUSDT'] });
  expect((await hears(({ req_id: id }) => id === 3)).success).toBe(true);
  await hears(({ topic }) => topic === 'tickers.BTCUSDT');
  expect(frames.some(({ topic }) => topic?.startsWith('publicTrade'))).toBe(false);
  socket.terminate();
});

test('[BYB-22] one bad topic refuses the frame, and joined symbols are split', async () => {
  const { say, hears, socket } = await open('/v5/public/linear');
  say({ op: 'subscribe', args: ['tickers.BTCUSDT', 'tickers.NOSUCH'] });
  expect((await hears(({ op }) => op === 'subscribe')).success).toBe(false);
  say({ op: 'subscribe', req_id: 'two', args: ['tickers.BTCUSDT|ETHUSDT'] });
  expect((await hears(({ req_id: id }) => id === 'two')).success).toBe(true);
  await hears(({ topic }) => topic === 'tickers.ETHUSDT');
  say({ op: 'nonsense', req_id: 3 });
  expect(await hears(({ req_id: id }) => id === 3)).toMatchObject({ success: false });
  socket.terminate();
});

test('[BYB-21] nothing private before auth, and a wrong auth ends the connection', async () => {
  const { say, hears, socket } = await open('/v5/private');
  say({ op: 'subscribe', req_id: 1, args: ['order'] });
  expect(await hears(({ req_id: id }) => id === 1)).toMatchObject({
    success: false,
    ret_msg: expect.stringContaining('Request not authorized'),
  });
  say({ op: 'order.create', reqId: 'a', args: [{ category: 'linear', symbol: 'BTCUSDT' }] });
  expect((await hears(({ reqId }) => reqId === 'a')).retCode).toBe(10_004);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  say(authFrame(undefined, 'another secret'));
  expect(await hears(({ op }) => op === 'auth')).toMatchObject({ success: false, retCode: 10_004 });
  await closed;
  const late = await open('/v5/private');
  late.say(authFrame(kit.memory.clock.wallNow() - 1));
  expect(await late.hears(({ op }) => op === 'auth')).toMatchObject({ retCode: 10_002 });
});

test('[BYB-21] a socket belongs to who logged in first, and ends with that key', async () => {
  const quick = await openBybitKit({ sockets: { flushEveryMillis: 1, pingEveryMillis: 50 } });
  const { say, hears, frames, socket } = await openWire(`ws://127.0.0.1:${quick.port}/v5/private`);
  const loginOf = (account: typeof ALICE) => {
    const { key, secret } = quick.issued.get(account)!;
    return loginFrame(key.key, secret, quick.memory.clock.wallNow() + 10_000);
  };
  say(loginOf(ALICE));
  say({ op: 'subscribe', req_id: 'own', args: ['order', 'execution.fast', 'greeks'] });
  expect((await hears(({ req_id: id }) => id === 'own')).success).toBe(true);
  say({ ...loginOf(BOB), req_id: 'other' });
  const told = await hears(({ req_id: id }) => id === 'other');
  expect(told).toMatchObject({ success: false, retCode: 20_001 });
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market' };
  const bought = { ...order, qty: '0.01', positionIdx: 1 };
  await quick.does('POST', 'order/create', bought, BOB);
  const { orderId } = await quick.does('POST', 'order/create', bought, ALICE);
  const fast = await hears(({ topic }) => topic === 'execution.fast');
  expect(Object.keys(fast.data[0]).sort()).toEqual([
    ...['category', 'execId', 'execPrice', 'execQty', 'execTime', 'isMaker', 'orderId'],
    ...['orderLinkId', 'seq', 'side', 'symbol'],
  ]);
  const rows = frames.filter(({ topic }) => topic !== undefined).flatMap(({ data }) => data);
  expect(new Set(rows.map((row: { orderId: string }) => row.orderId))).toEqual(new Set([orderId]));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await quick.keys.setStatus(quick.issued.get(ALICE)!.key.key, 'disabled');
  expect(await closed).toBe(1_008);
  await quick.close();
});

test('[BYB-21] an order that follows a subscription at once is told', async () => {
  const { say, hears, frames, socket } = await open('/v5');
  const market = ['orderbook.50', 'orderbook.200', 'tickers', 'kline.1', 'kline.5'];
  const own = ['order', 'execution', 'position', 'wallet'];
  say(authFrame());
  say({ op: 'subscribe', args: [...market.map((topic) => `${topic}.BTCUSDT`), ...own] });
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market' };
  say({ op: 'order.create', reqId: 'now', args: [{ ...order, qty: '0.01', positionIdx: 1 }] });
  const { data, retCode } = await hears(({ reqId }) => reqId === 'now');
  expect(retCode).toBe(0);
  for (const name of own) await hears(({ topic }) => topic === name);
  const [told] = frames.find(({ topic }) => topic === 'order').data;
  expect(told.orderId).toBe(data.orderId);
  socket.terminate();
});

test('[BYB-21] a frame that comes late, or again, places nothing', async () => {
  const { say, hears, frames, socket } = await open('/v5/trade');
  say(authFrame());
  const at = kit.memory.clock.wallNow();
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit' };
  const args = [{ ...order, qty: '0.01', price: '70000', positionIdx: 1 }];
  const codeOf = async (reqId: string, time: unknown, window?: unknown): Promise<number> => {
    const header = { 'X-BAPI-TIMESTAMP': time, 'X-BAPI-RECV-WINDOW': window };
    say({ op: 'order.create', reqId, header, args });
    return (await hears((frame) => frame.reqId === reqId)).retCode;
  };
  expect(await codeOf('late', at - 6_000)).toBe(10_002);
  expect(await codeOf('early', String(at + 2_000))).toBe(10_002);
  expect(await codeOf('odd', 'soon')).toBe(10_001);
  expect(await codeOf('x'.repeat(37), at)).toBe(10_001);
  expect(await codeOf('good', at - 6_000, '20000')).toBe(0);
  say({ op: 'order.create', reqId: 'good', args });
  const told = () => frames.filter(({ reqId }) => reqId === 'good');
  await expect.poll(() => told().length).toBe(2);
  expect(told()[1].retCode).toBe(20_006);
  const mine = await kit.does('GET', 'order/realtime', { category: 'linear', symbol: 'BTCUSDT' });
  expect(mine.list.filter(({ price }: { price: string }) => price === '70000.0')).toHaveLength(1);
  socket.terminate();
});

test('[BYB-21] frames are heard in their order, and the end of a key ends its calls', async () => {
  const { say, hears, socket } = await open('/v5');
  say(authFrame());
  say({ op: 'subscribe', args: ['order.linear'] });
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit' };
  const args = [{ ...order, qty: '0.01', price: '80000', positionIdx: 1 }];
  say({ op: 'order.create', reqId: 'one', header: {}, args });
  const done = await hears(({ reqId }) => reqId === 'one');
  expect(done).toMatchObject({ retCode: 0, op: 'order.create', data: { orderLinkId: '' } });
  const { Timenow: now, 'X-Bapi-Limit-Reset-Timestamp': reset } = done.header;
  expect(Number(now)).toBe(kit.memory.clock.wallNow());
  expect(Number(reset) - Number(now)).toBeGreaterThan(0);
  expect(Number(reset) - Number(now)).toBeLessThanOrEqual(1_000);
  const told = await hears(({ topic }) => topic === 'order.linear');
  expect(told.data[0]).toMatchObject({ orderId: done.data.orderId, orderStatus: 'New' });
  say({ op: 'order.create', reqId: 'bad', args: [{ ...args[0], price: '80000.01' }] });
  expect((await hears(({ reqId }) => reqId === 'bad')).retCode).toBe(10_001);
  say({ op: 'order.nonsense', reqId: 'odd', args });
  expect((await hears(({ reqId }) => reqId === 'odd')).retCode).toBe(10_404);
  await kit.keys.setStatus(kit.issued.get(ALICE)!.key.key, 'disabled');
  say({ op: 'order.create', reqId: 'late', args });
  expect([10_003, 10_005]).toContain((await hears(({ reqId }) => reqId === 'late')).retCode);
  socket.terminate();
});
