/** What the sockets send is what the published document says they send. */
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DIALECTS } from '../../src/gateway/dialects.ts';
import { loginFrame, openWire } from '../bybit/bybit-kit.ts';
import { expectSchema } from '../gateway-v2/kit-endpoints.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { openHyperliquidKit } from '../hyperliquid/hyperliquid-kit.ts';

const topicsOf = (dialect: string) =>
  DIALECTS.find(({ id }) => id === dialect)!.document.sockets!.topics;

/** Every frame of a channel fits what is said of it. Answers with how many there were. */
function expectFrames(
  { id, payload }: ReturnType<typeof topicsOf>[number],
  frames: readonly Anything[],
): number {
  for (const frame of frames) expectSchema(payload as never, frame, id);
  return frames.length;
}

test('[WIRE-64] [BYB-20] [BYB-21] topics of Bybit are told as the document has them', async () => {
  const kit = await openHyperliquidKit({ sockets: { flushEveryMillis: 1 } });
  await kit.refresh();
  const account = await kit.openAccount('net');
  const { ws, key, secret } = kit.doorOf(account);
  const { say, hears, frames, socket } = await openWire(`${ws}/v5`);
  say(loginFrame(key, secret, kit.memory.clock.wallNow() + 10_000));
  const market = ['orderbook.1', 'orderbook.50', 'publicTrade', 'tickers', 'kline.1'];
  const own = ['order', 'execution', 'execution.fast', 'position', 'wallet'];
  say({ op: 'subscribe', args: [...market.map((topic) => `${topic}.BTCUSDT`), ...own] });
  await hears(({ topic }) => topic === 'kline.1.BTCUSDT');
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market' };
  say({ op: 'order.create', reqId: 'one', args: [{ ...order, qty: '0.01' }] });
  const { retCode } = await hears(({ reqId }) => reqId === 'one');
  expect(retCode).toBe(0);
  for (const topic of [...market.slice(2, 4), ...own])
    await hears(({ topic: heard = '' }) => heard.startsWith(topic));
  await kit.refresh();
  await expect
    .poll(() => frames.filter(({ topic }) => topic === 'tickers.BTCUSDT').length)
    .toBeGreaterThan(1);
  const unheard = topicsOf('bybit').filter((topic) => {
    const [name = '', symbol] = topic.channel.split('.{');
    const isOwn = ({ topic: told = '', reqId }: Anything): boolean =>
      topic.socket === 'calls'
        ? reqId === 'one'
        : symbol
          ? told.startsWith(`${name}.`)
          : told === name;
    return expectFrames(topic, frames.filter(isOwn)) === 0;
  });
  expect(unheard.map(({ id }) => id)).toEqual(['allLiquidation']);
  socket.terminate();
  await kit.close();
});

test('[WIRE-64] [HL-22] [HL-23] so are the channels of Hyperliquid', async () => {
  const kit = await openHyperliquidKit({ sockets: { flushEveryMillis: 1 } });
  await kit.refresh();
  const { wallet, exchange } = await kit.seat();
  const socket = new WebSocket(`${kit.url.replace('http', 'ws')}/ws`);
  const frames: Anything[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.once('open', resolve));
  const user = wallet.address;
  for (const { id, channel } of topicsOf('hyperliquid')) {
    const coin = channel.includes('{coin}') || id === 'activeAssetData' ? { coin: 'BTC' } : {};
    const more = channel.includes('{user}') ? { user } : id === 'candle' ? { interval: '1m' } : {};
    const subscription = { type: id, ...coin, ...more };
    socket.send(JSON.stringify({ method: 'subscribe', subscription }));
  }
  const told = (name: string): boolean => frames.some(({ channel }) => channel === name);
  await expect.poll(() => told('webData2') && told('activeAssetData')).toBe(true);
  const order = { a: 0, b: true, p: '90500', s: '0.01', r: false, t: { limit: { tif: 'Ioc' } } };
  await exchange.order({ orders: [order as Anything], grouping: 'na' });
  for (const name of ['trades', 'orderUpdates', 'user', 'candle'])
    await expect.poll(() => told(name), { message: name }).toBe(true);
  expect(frames.filter(({ channel }) => channel === 'error')).toEqual([]);
  for (const topic of topicsOf('hyperliquid')) {
    const name = topic.id === 'userEvents' ? 'user' : topic.id;
    const own = frames.filter(({ channel }) => channel === name);
    expect(expectFrames(topic, own), name).toBeGreaterThan(0);
  }
  socket.terminate();
  await kit.close();
});
