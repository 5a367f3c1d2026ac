import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from 'perpetua/client';
import { expect, onTestFinished, test } from 'vitest';
import { openSandbox, type Sandbox } from '../../src/sandbox/perpetua.ts';

const symbol = 'cmt_btcusdt';

async function openWithBot(): Promise<{ venue: Sandbox; bot: ReturnType<typeof createClient> }> {
  const venue = await openSandbox({ markets: ['BTC'], accounts: 2 });
  onTestFinished(venue.close);
  return { venue, bot: createClient({ baseUrl: venue.url, ...venue.accounts[0], retries: 0 }) };
}

test('[LIB-15] a stale book of one account stands still for its client alone', async () => {
  const { venue, bot } = await openWithBot();
  const other = createClient({ baseUrl: venue.url, ...venue.accounts[1] });
  await venue.faults.begin({ kind: 'stale-book', account: 0 });
  const before = await bot.market.ticker({ symbol });
  await venue.setPrice('BTC', 50_000);
  expect(await bot.market.ticker({ symbol })).toEqual(before);
  expect((await other.market.ticker({ symbol })).indexPrice).not.toBe(before.indexPrice);
  expect(venue.faults.list()).toMatchObject([{ kind: 'stale-book', hits: 2 }]);
});

test('[LIB-15] the address of a public socket has no id that opens a listen key', async () => {
  const { venue } = await openWithBot();
  const { apiKey } = venue.accounts[0]!;
  const listen = (named: string) =>
    fetch(`${venue.url}/fapi/v1/listenKey`, { method: 'POST', headers: { 'X-MBX-APIKEY': named } });
  expect((await listen(apiKey)).status).toBe(200);
  // Stands for the log of a proxy.
  const heard = Promise.withResolvers<string>();
  const proxy = createServer().on('upgrade', ({ url = '' }, socket) => {
    heard.resolve(url);
    socket.destroy();
  });
  onTestFinished(() => void proxy.close());
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  const seen = createClient({ ...venue.accounts[0]!, baseUrl: `http://127.0.0.1:${port}` });
  const socket = seen.publicSocket();
  onTestFinished(() => socket.close());
  const logged = new URL(await heard.promise, venue.url).searchParams.get('ACCESS-KEY') ?? '';
  expect(apiKey.startsWith(logged)).toBe(true);
  expect((await listen(logged)).status).not.toBe(200);
});

test.for([0, 'everyone'] as const)(
  '[LIB-15] a frame that a stale book of %s keeps back is a hit',
  async (account) => {
    const { venue, bot } = await openWithBot();
    const socket = bot.publicSocket();
    onTestFinished(() => socket.close());
    let heard = 0;
    socket.subscribe(`ticker.${symbol}`, () => {
      heard += 1;
    });
    await expect.poll(() => heard).toBeGreaterThan(0);
    await venue.faults.begin({ kind: 'stale-book', account });
    const known = heard;
    await venue.advance('5s');
    await expect.poll(() => venue.faults.list()[0]?.hits).toBeGreaterThan(0);
    expect(heard).toBe(known);
    venue.faults.expectMet();
  },
);

test('[LIB-16] faults that nothing met are named, also when they are over', async () => {
  const { venue, bot } = await openWithBot();
  venue.faults.expectMet();
  await venue.faults.begin({ kind: 'rate-limit', account: 0, calls: 1 });
  await venue.faults.begin({ kind: 'delay', account: 1 });
  await venue.faults.begin({ kind: 'late-frames', account: 'everyone' });
  await expect(bot.account.assets()).rejects.toMatchObject({ code: '429' });
  await venue.faults.end('all');
  expect(() => venue.faults.expectMet()).toThrow(
    expect.objectContaining({
      code: 'unmet',
      message: 'nothing met delay of account 1, nor late-frames of account everyone',
    }),
  );
});

test('[LIB-17] a sandbox lists the calls that it answered', async () => {
  const { venue, bot } = await openWithBot();
  await bot.market.ticker({ symbol });
  const order = { symbol, size: '0.1', type: '1', match_price: '0', price: '50000.0' } as const;
  await bot.order.placeOrder({ ...order, client_oid: 'mine' });
  await expect(bot.order.placeOrder({ ...order, size: '0.00001' })).rejects.toThrow();
  await venue.faults.begin({ kind: 'lost-answer', account: 0, calls: 1 });
  await expect(bot.order.placeOrder(order)).rejects.toMatchObject({ fate: 'unknown' });
  await fetch(`${venue.url}/capi/v2/market/time`);
  expect(
    venue.calls().map(({ method, path, account, status, code, fault }) => {
      return [method, path.replace('/capi/v2/', ''), account, status, code, fault];
    }),
  ).toEqual([
    ['GET', 'market/ticker', 0, 200, null, null],
    ['POST', 'order/placeOrder', 0, 200, null, null],
    ['POST', 'order/placeOrder', 0, 400, '40015', null],
    ['POST', 'order/placeOrder', 0, 0, null, 'lost-answer'],
    ['GET', 'market/time', null, 200, null, null],
  ]);
  const [ticker, placed] = venue.calls(0);
  expect(ticker).toMatchObject({ query: `symbol=${symbol}`, body: '' });
  expect(JSON.parse(placed?.body ?? '')).toMatchObject({ client_oid: 'mine' });
  expect(JSON.parse(placed?.answer ?? '')).toMatchObject({ client_oid: 'mine' });
  expect(() => venue.calls(7)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});
