/** Stories of the Bybit v5 dialect that programs rely on, on a venue with a clock of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, type Anything, BOB, BTC, type Fields } from '../gateway-v2/rest-kit.ts';
import {
  type BybitKit,
  LINEAR,
  loginFrame,
  openBybitKit,
  openWire,
  type Wire,
} from './bybit-kit.ts';

const EIGHT_HOURS = 8 * 3_600_000;
const MARKET = { ...LINEAR, side: 'Buy', orderType: 'Market', qty: '0.01' };

let kit: BybitKit;
beforeAll(async () => {
  const start = Math.floor(Date.now() / EIGHT_HOURS) * EIGHT_HOURS - 60_000;
  kit = await openBybitKit({ start, sockets: { flushEveryMillis: 1 } });
  await kit.does('POST', 'position/switch-mode', { ...LINEAR, mode: 0 });
});
afterAll(() => kit.close());

const open = (path: string): Promise<Wire> => openWire(`ws://127.0.0.1:${kit.port}${path}`);

async function openPrivate(...topics: string[]): Promise<Wire> {
  const wire = await open('/v5/private');
  const { key, secret } = kit.issued.get(ALICE)!;
  wire.say(loginFrame(key.key, secret, kit.memory.clock.wallNow() + 10_000));
  wire.say({ op: 'subscribe', req_id: 'own', args: topics });
  expect((await wire.hears(({ req_id: id }) => id === 'own')).success).toBe(true);
  return wire;
}

const place = (fields: Fields, account = ALICE) =>
  kit.does('POST', 'order/create', { ...MARKET, ...fields }, account);
const held = async (): Promise<Anything> =>
  (await kit.does('GET', 'position/list', LINEAR)).list[0];

test('[BYB-16] private reads of what is not traded here are empty', async () => {
  await place({});
  for (const category of ['spot', 'inverse', 'option'])
    for (const path of [
      ...['order/realtime', 'order/history', 'execution/list', 'position/closed-pnl'],
      ...['position/list', 'position/symbol-info', 'account/transaction-log'],
    ]) {
      const told = await kit.does('GET', path, { category });
      expect([path, told.list, told.nextPageCursor]).toEqual([path, [], '']);
      if ('category' in told) expect(told.category).toBe(category);
    }
  await place({ side: 'Sell', reduceOnly: true });
});

test('[BYB-20] sockets of what is not traded here open, and have no topics', async () => {
  for (const path of ['spot', 'inverse', 'option', 'misc/status']) {
    const { say, hears, socket } = await open(`/v5/public/${path}`);
    say({ op: 'ping' });
    await hears(({ ret_msg: said }) => said === 'pong');
    say({ op: 'subscribe', req_id: 's', args: ['tickers.BTCUSDT'] });
    const told = await hears(({ req_id: id }) => id === 's');
    expect(told.success).toBe(false);
    expect(told.ret_msg).toContain('handler not found,topic:tickers.BTCUSDT');
    socket.terminate();
  }
});

test('[BYB-20] the best prices are told again after three seconds, with the same u', async () => {
  const { say, frames, socket } = await open('/v5/public/linear');
  say({ op: 'subscribe', args: ['orderbook.1.BTCUSDT'] });
  const told = () => frames.filter(({ topic }) => topic === 'orderbook.1.BTCUSDT');
  await expect.poll(() => told().length, { timeout: 60_000 }).toBeGreaterThan(1);
  const [first, second] = told();
  expect([first.type, second.type, second.data]).toEqual(['snapshot', 'snapshot', first.data]);
  socket.terminate();
});

test('[BYB-21] a position is told with its orders, funding with the executions', async () => {
  await kit.setIndex(BTC, '90000.0');
  await place({});
  const { hears, frames, socket } = await openPrivate('execution', 'position', 'wallet');
  const { orderId } = await place({ orderType: 'Limit', price: '80000' });
  const told = await hears(({ topic }) => topic === 'position');
  expect(told.data).toMatchObject([{ symbol: 'BTCUSDT', size: '0.0100', category: 'linear' }]);
  await kit.does('POST', 'order/cancel', { ...LINEAR, orderId });
  for (let passed = 0; passed < 5; passed += 1) {
    await kit.memory.advance(20_000);
    await kit.setIndex(BTC, '90000.0');
  }
  const paid = await hears(({ topic }) => topic === 'execution');
  const funding = { ...LINEAR, execType: 'Funding' };
  const [row] = (await kit.does('GET', 'execution/list', funding)).list;
  const { seq: _seq, ...same } = row;
  expect(paid.data).toMatchObject([{ ...same, category: 'linear', execPnl: '0' }]);
  const [log] = (await kit.does('GET', 'account/transaction-log', { type: 'SETTLEMENT' })).list;
  expect(Number(log.funding)).toBe(-Number(row.execFee));
  const [trade] = (await kit.does('GET', 'account/transaction-log', { type: 'TRADE' })).list;
  const trades = { ...LINEAR, execType: 'Trade' };
  const [filled] = (await kit.does('GET', 'execution/list', trades)).list;
  expect([trade.tradeId, trade.feeRate]).toEqual([filled.execId, filled.feeRate]);
  const wallet = frames.findLast(({ topic }) => topic === 'wallet').data[0];
  expect(wallet.totalWalletBalance).toBe(log.cashBalance);
  await place({ side: 'Sell', reduceOnly: true });
  socket.terminate();
});

/** A trade of others at this price, with somebody on both sides of it. */
async function tradeAt(price: number): Promise<void> {
  await kit.setIndex(BTC, `${price}.0`);
  await kit.quote(BTC, 'buy', '0.5', `${price - 10}.0`);
  await kit.quote(BTC, 'sell', '0.01', `${price}.0`);
  await place({ positionIdx: 1 }, BOB);
  await kit.quote(BTC, 'sell', '0.5', `${price + 10}.0`);
}

test.each([
  ['the target', 'Buy', [90_400, 89_600], 90_500, 'TakeProfit'],
  ['the stop', 'Buy', [90_600, 89_600], 89_500, 'StopLoss'],
  ['the target of a short', 'Sell', [89_600, 90_600], 89_500, 'TakeProfit'],
])('[BYB-14] exits that came with an order: %s is hit', async (_, side, exits, price, hit) => {
  const fresh = kit;
  kit = await openBybitKit({ sockets: { flushEveryMillis: 1 } });
  await kit.does('POST', 'position/switch-mode', { ...LINEAR, mode: 0 });
  await kit.ask('POST', 'position/switch-mode', { ...LINEAR, mode: 3 }, BOB);
  const { frames, socket } = await openPrivate('order');
  const [takeProfit, stopLoss] = exits.map(String);
  await place({ side, takeProfit, stopLoss });
  await tradeAt(price);
  await expect.poll(async () => (await held()).size, { timeout: 60_000 }).toBe('0.0000');
  const { list } = await kit.does('GET', 'order/history', LINEAR);
  const exit = (word: string) => list.find((row: Anything) => row.stopOrderType.endsWith(word));
  expect(exit(hit)).toMatchObject({ orderStatus: 'Filled', reduceOnly: true, qty: '0.0100' });
  const other = exit(hit === 'StopLoss' ? 'TakeProfit' : 'StopLoss');
  expect(other.orderStatus).toBe('Deactivated');
  const told = frames.filter(({ topic }) => topic === 'order').flatMap(({ data }) => data);
  const last = told.findLast((row: Anything) => row.orderId === exit(hit).orderId);
  expect(last).toMatchObject({ orderStatus: 'Filled', avgPrice: exit(hit).avgPrice });
  socket.terminate();
  await kit.close();
  kit = fresh;
});

test('[BYB-3] a request is told once, across a restart and to one dialect only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-bybit-'));
  const settings = { dataFolder: folder, keysPath: join(folder, 'own-keys.json') };
  const before = await openBybitKit(settings);
  const issued = before.issued.get(ALICE)!;
  const order = { ...MARKET, orderType: 'Limit', price: '80000', positionIdx: 1 };
  const timestamp = before.memory.clock.wallNow();
  const sent = { method: 'POST', path: 'order/create', body: JSON.stringify(order), timestamp };
  const first = await before.sendSigned5(sent as never);
  expect(first.json.retCode).toBe(0);
  await before.close();
  const after = await openBybitKit({ ...settings, start: timestamp + 100 });
  after.issued.set(ALICE, issued);
  const again = await after.sendSigned5(sent as never);
  expect(again.json).toMatchObject({ retCode: 0, result: first.json.result });
  const { list } = await after.does('GET', 'order/realtime', LINEAR);
  expect(list.map(({ orderId }: Anything) => orderId)).toEqual([first.json.result.orderId]);
  // The same proof shows nothing elsewhere.
  const headers = {
    'ACCESS-KEY': issued.key.key,
    'ACCESS-PASSPHRASE': issued.passphrase,
    'ACCESS-TIMESTAMP': String(after.memory.clock.wallNow()),
    'ACCESS-SIGN': 'x',
  };
  const elsewhere = { method: 'POST', path: '/capi/v2/order/placeOrder', body: sent.body, headers };
  expect((await after.send(elsewhere as never)).status).toBeGreaterThanOrEqual(400);
  await after.close();
  rmSync(folder, { recursive: true, force: true });
});
