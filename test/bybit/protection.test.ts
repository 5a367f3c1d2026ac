/** Disconnect protection: the orders of an account that lost its connection. */
import { RestClientV5 } from 'bybit-api';
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClientKit } from '../binance/clients/client-kit.ts';
import { ALICE, type Anything, type KitSettings } from '../gateway-v2/rest-kit.ts';
import {
  type BybitKit,
  LINEAR,
  loginFrame,
  openBybitKit,
  openGuard,
  type Wire,
} from './bybit-kit.ts';

const SECOND = 1_000;

/** A venue with an account that chose ten seconds. */
async function openScene(settings: KitSettings = {}) {
  const kit: BybitKit = await openBybitKit({ sockets: { flushEveryMillis: 1 }, ...settings });
  const { clock } = kit.memory;
  const { key, secret } = kit.issued.get(ALICE)!;
  const guard = (port = kit.port): Promise<Wire> =>
    openGuard(
      `ws://127.0.0.1:${port}/v5/private`,
      loginFrame(key.key, secret, clock.wallNow() + 10 * SECOND),
    );
  const rest = async (): Promise<string> => {
    await kit.setIndex('cmt_btcusdt', '90000.0');
    const order = { ...LINEAR, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '80000' };
    return (await kit.does('POST', 'order/create', { ...order, positionIdx: 1 })).orderId;
  };
  const find = async (orderId: string): Promise<Anything> =>
    (await kit.does('GET', 'order/realtime', { ...LINEAR, orderId })).list[0];
  const reaches = (phase: string): Promise<void> =>
    expect.poll(() => kit.keys.guards.find(String(ALICE))?.phase, { timeout: 60_000 }).toBe(phase);
  await kit.does('POST', 'order/disconnected-cancel-all', {
    product: 'DERIVATIVES',
    timeWindow: 10,
  });
  return { kit, guard, rest, find, reaches, pass: kit.memory.advance };
}

let scene: Awaited<ReturnType<typeof openScene>>;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.kit.close());

test('[BYB-23] orders go when the last guarding socket has been gone for the window', async () => {
  const { guard, rest, find, reaches, pass } = scene;
  const order = await rest();
  // Chosen alone it does nothing.
  await pass(20 * SECOND);
  expect((await find(order)).orderStatus).toBe('New');
  const [one, other] = [await guard(), await guard()];
  await reaches('held');
  one.socket.terminate();
  await pass(20 * SECOND);
  expect((await find(order)).orderStatus).toBe('New');
  other.socket.terminate();
  await reaches('counting');
  await pass(9 * SECOND);
  expect((await find(order)).orderStatus).toBe('New');
  await pass(2 * SECOND);
  expect(await find(order)).toMatchObject({ orderStatus: 'Cancelled', cancelType: 'CancelByDCP' });
});

test('[BYB-23] whoever comes back in time keeps the orders', async () => {
  const { guard, rest, find, reaches, pass } = scene;
  const order = await rest();
  const first = await guard();
  await reaches('held');
  first.socket.terminate();
  await reaches('counting');
  await pass(5 * SECOND);
  const second = await guard();
  await reaches('held');
  await pass(60 * SECOND);
  expect((await find(order)).orderStatus).toBe('New');
  second.say({ op: 'unsubscribe', args: ['dcp.future'] });
  await reaches('counting');
  await pass(11 * SECOND);
  expect((await find(order)).cancelType).toBe('CancelByDCP');
  second.socket.terminate();
});

test('[BYB-23] a socket at another gateway guards as well', async () => {
  const { kit, guard, rest, find, reaches, pass } = await openScene({ isFronted: true });
  const second = await (await kit.openSecond()).listen({ host: '127.0.0.1', port: 0 });
  const order = await rest();
  const [here, there] = [await guard(), await guard(second)];
  await reaches('held');
  here.socket.terminate();
  // Longer than the processes take to hear of each other.
  await new Promise((resolve) => setTimeout(resolve, 3 * SECOND));
  await pass(20 * SECOND);
  expect((await find(order)).orderStatus).toBe('New');
  there.socket.terminate();
  await reaches('counting');
  await pass(11 * SECOND);
  expect((await find(order)).cancelType).toBe('CancelByDCP');
  await kit.close();
});

test('[BYB-23] clients choose it, and what is not offered is refused', async () => {
  const kit = await openClientKit();
  const { http: baseUrl, key, secret } = kit.doorOf(await kit.openAccount('net'));
  const client = new RestClientV5({ key, secret, baseUrl });
  const { result: nothing }: Anything = await client.getDCPInfo();
  expect(nothing.dcpInfos).toEqual([]);
  await client.setDisconnectCancelAllWindowV2({ product: 'DERIVATIVES', timeWindow: 10 });
  const { result }: Anything = await client.getDCPInfo();
  expect(result.dcpInfos).toEqual([{ product: 'DERIVATIVES', dcpStatus: 'ON', timeWindow: '10' }]);
  const { result: account }: Anything = await client.getAccountInfo();
  expect(account).toMatchObject({ dcpStatus: 'ON', timeWindow: 10 });
  const { retCode, retMsg } = await client.setDisconnectCancelAllWindow('option', 10);
  expect([retCode, retMsg]).toEqual([10_001, expect.stringContaining('DERIVATIVES')]);
  const exchange = new (ccxt as Anything).bybit({
    apiKey: key,
    secret,
    enableRateLimit: false,
    urls: { api: { public: baseUrl, private: baseUrl } },
  });
  await exchange.cancelAllOrdersAfter(30 * SECOND);
  const told = await exchange.privateGetV5AccountQueryDcpInfo();
  expect(told.result.dcpInfos[0].timeWindow).toBe('30');
  await expect(exchange.cancelAllOrdersAfter(2 * SECOND)).rejects.toBeInstanceOf(ccxt.BadRequest);
  await expect(exchange.cancelAllOrdersAfter(400 * SECOND)).rejects.toThrow('timeWindow');
  await kit.close();
});
