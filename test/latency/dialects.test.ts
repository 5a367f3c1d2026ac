/** Latency in the dialects whose accounts log in by a frame or are addresses: calls and frames. */
import { createHmac } from 'node:crypto';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { afterEach, expect, test } from 'vitest';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/perpetua.ts';
import { loginFrame, openWire, type Wire } from '../bybit/bybit-kit.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { walletOf } from '../hyperliquid/wallet.ts';
import { createBot } from '../sandbox/signed-bot.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Of a one-way account, which both dialects trade. */
const SEAT = 1;

async function open(options: SandboxOptions) {
  const venue = await openSandbox({ accounts: 1, oneway: 1, markets: ['BTC'], ...options });
  closings.push(venue.close);
  return venue;
}

async function wireTo(venue: Sandbox, path: string): Promise<Wire> {
  const wire = await openWire(`${venue.url.replace('http', 'ws')}${path}`);
  closings.push(() => wire.socket.terminate());
  return wire;
}

const post = async (url: string, body: object, headers: object = {}): Promise<Anything> =>
  (
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  ).json();

const BYBIT_ORDER = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', positionIdx: 0 };

async function askBybit({ url, accounts }: Sandbox, body: object): Promise<Anything> {
  const { apiKey, secretKey } = accounts[SEAT]!;
  const now = Date.now();
  const signed = `${now}${apiKey}5000${JSON.stringify(body)}`;
  const headers = {
    ...{ 'X-BAPI-API-KEY': apiKey, 'X-BAPI-TIMESTAMP': `${now}`, 'X-BAPI-RECV-WINDOW': '5000' },
    'X-BAPI-SIGN': createHmac('sha256', secretKey).update(signed).digest('hex'),
  };
  return post(`${url}/v5/order/create`, body, headers);
}

let lastNonce = 0;
async function signedAction(venue: Sandbox, isBuy: boolean): Promise<object> {
  const { bid } = venue.prices('BTC');
  const price = String(Math.round(bid! * (isBuy ? 1.01 : 0.99)));
  const order = { a: 0, b: isBuy, p: price, s: '0.01', r: false, t: { limit: { tif: 'Ioc' } } };
  const action: Anything = { type: 'order', orders: [order], grouping: 'na' };
  lastNonce = Math.max(lastNonce + 1, Date.now());
  const wallet = walletOf(venue.accounts[SEAT]!.privateKey!) as Anything;
  return {
    action,
    nonce: lastNonce,
    signature: await signL1Action({ wallet, action, nonce: lastNonce }),
  };
}

test('[LAT-3] calls of Bybit and Hyperliquid take it, by HTTP and in frames', async () => {
  const venue = await open({ latency: 'entry=40ms,answer=20ms' });
  const { apiKey, secretKey, address } = venue.accounts[SEAT]!;
  const fills = async () => (await venue.account(SEAT)).fills.map(({ at }) => at.getTime());
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    bybit: async () =>
      expect(
        await askBybit(venue, { ...BYBIT_ORDER, orderType: 'Market', qty: '0.01' }),
      ).toMatchObject({ retCode: 0 }),
    'bybit in a frame': async () => {
      const { say, hears } = await wireTo(venue, '/v5/trade');
      say(loginFrame(apiKey, secretKey, Date.now() + 10_000));
      await hears(({ op }) => op === 'auth');
      const args = [{ ...BYBIT_ORDER, orderType: 'Market', qty: '0.01' }];
      const header = { 'X-BAPI-TIMESTAMP': String(Date.now()), 'X-BAPI-RECV-WINDOW': '5000' };
      say({ op: 'order.create', reqId: 'one', header, args });
      expect(await hears(({ reqId }) => reqId === 'one')).toMatchObject({ retCode: 0 });
    },
    hyperliquid: async () =>
      expect(
        await post(`${venue.url}/hl/exchange`, await signedAction(venue, false)),
      ).toMatchObject({
        status: 'ok',
      }),
    'hyperliquid in a frame': async () => {
      const { say, hears } = await wireTo(venue, '/hl/ws');
      const request = { type: 'action', payload: await signedAction(venue, true) };
      say({ method: 'post', id: 7, request });
      const { data } = await hears(({ channel }) => channel === 'post');
      expect(data).toMatchObject({ id: 7, response: { payload: { status: 'ok' } } });
    },
  };
  for (const [name, call] of Object.entries(calls)) {
    const before = venue.now().getTime();
    await call();
    expect(venue.now().getTime(), name).toBe(before + 60);
    const fresh = (await fills()).filter((at) => at > before);
    expect(fresh.length, name).toBeGreaterThan(0);
    expect(new Set(fresh), name).toEqual(new Set([before + 40]));
  }
  const before = venue.now().getTime();
  await post(`${venue.url}/hl/info`, { type: 'clearinghouseState', user: address });
  expect(venue.now().getTime()).toBe(before + 60);
});

test('[LAT-4] frames of Bybit and Hyperliquid are as late as the account sees', async () => {
  const venue = await open({ latency: 'feed=500ms,answer=900ms', wallet: 50_000_000 });
  await venue.setLatency(0, '0ms');
  const { apiKey, secretKey, address } = venue.accounts[SEAT]!;
  const market = await wireTo(venue, '/v5/public/linear');
  market.say({ op: 'subscribe', args: ['orderbook.50.BTCUSDT'] });
  const own = await wireTo(venue, '/v5/private');
  own.say(loginFrame(apiKey, secretKey, Date.now() + 10_000));
  own.say({ op: 'subscribe', args: ['execution'] });
  const wire = await wireTo(venue, '/hl/ws');
  for (const subscription of [
    { type: 'userFills', user: address },
    { type: 'l2Book', coin: 'BTC' },
  ])
    wire.say({ method: 'subscribe', subscription });
  await venue.advance('2s');
  const rest = {
    orderType: 'Limit',
    qty: '0.01',
    price: (venue.prices('BTC').bid! - 20).toFixed(1),
  };
  expect(await askBybit(venue, { ...BYBIT_ORDER, ...rest })).toMatchObject({ retCode: 0 });
  // A prompt account takes everything down to that order, while time stands still.
  await createBot(venue).trade('40.0000', { type: '2' });
  const at = venue.now().getTime();
  expect((await venue.account(SEAT)).fills).toMatchObject([{ at: new Date(at) }]);
  const told = {
    books: () => [
      market.frames.some(({ topic, ts }) => topic?.startsWith('orderbook') && ts >= at),
      wire.frames.some(({ channel, data }) => channel === 'l2Book' && data.time >= at),
    ],
    fills: () => [
      own.frames.some(({ topic }) => topic === 'execution'),
      wire.frames.some(({ channel, data }) => channel === 'userFills' && data.fills.length > 0),
    ],
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 100));
  await venue.advance('400ms');
  await settle();
  expect([...told.books(), ...told.fills()]).toEqual([false, false, false, false]);
  await venue.advance('450ms');
  await settle();
  expect(told.fills()).toEqual([false, false]);
  await venue.advance('100ms');
  await expect.poll(told.fills).toEqual([true, true]);
  // Books are told every so often, and from then on they are late.
  const laterBooks = async () => {
    await venue.advance('100ms');
    return told.books();
  };
  await expect.poll(laterBooks).toEqual([true, true]);
});
