/** A port whose root is that of the dialect, and the table whose lots and funding it can say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as hl from '@nktkas/hyperliquid';
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, untilOpen } from '../cli/venue-process.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { walletOf } from './wallet.ts';

const library: Anything = ccxt;
const scene = openScene();
let url: string;
let account: Anything;
beforeAll(async () => {
  const quiet = ['--port', '0', '--admin-port', '0', '--page', 'off'];
  const own = ['--hyperliquid-port', '0', '--contracts', 'hyperliquid'];
  const said = await untilOpen(scene.run('start', ...quiet, ...own));
  url = /(http:\/\/localhost:\d+), without a path/.exec(said)?.[1] ?? '';
  const kept = readFileSync(join(scene.folder, 'data/credentials.json'), 'utf8');
  account = JSON.parse(kept).find(({ name }: Anything) => name === 'oneway-1');
});
afterAll(scene.close);

test('[HL-25] ccxt trades there in single coins, over HTTP and the socket', async () => {
  const exchange = new library.pro.hyperliquid({
    walletAddress: account.address,
    privateKey: account.privateKey,
    urls: { api: { public: url, private: url, ws: { public: `${url.replace('http', 'ws')}/ws` } } },
  });
  await exchange.loadHttpProxyAgent();
  const pair = 'DOGE/USDC:USDC';
  const { asks } = await exchange.watchOrderBook(pair);
  await exchange.createOrder(pair, 'market', 'buy', 127, asks[0][0]);
  const [position] = await exchange.fetchPositions([pair]);
  expect(position.contracts).toBe(127);
  await exchange.close();
});

test('[HL-25] @nktkas/hyperliquid trades there, and every size of `meta` is a lot', async () => {
  const transport = new hl.HttpTransport({ apiUrl: url });
  const info = new hl.InfoClient({ transport });
  const { universe } = await info.meta();
  expect(universe.map(({ name }) => name)).toContain('ADA');
  const wallet = walletOf(account.privateKey) as Anything;
  const own = new hl.ExchangeClient({ transport, wallet });
  const mids: Anything = await info.allMids();
  for (const [asset, { name, szDecimals, maxLeverage }] of universe.entries()) {
    const step = 10 ** -szDecimals;
    const price = Number((Number(mids[name]) * 0.995).toPrecision(3));
    const size = Math.ceil(11 / price / step) * step;
    expect(maxLeverage).toBeGreaterThan(0);
    const order = { a: asset, b: true, p: String(price), s: size.toFixed(szDecimals), r: false };
    const { response } = await own.order({
      orders: [{ ...order, t: { limit: { tif: 'Gtc' } } }],
      grouping: 'na',
    });
    expect(Object.keys(response.data.statuses[0]!), name).toEqual(['resting']);
  }
});

test('[HL-25] funding is settled each hour', async () => {
  const info = new hl.InfoClient({ transport: new hl.HttpTransport({ apiUrl: url }) });
  const told: Anything = await info.predictedFundings();
  const { nextFundingTime, fundingIntervalHours } = told[0][1][0][1];
  expect([nextFundingTime % 3_600_000, fundingIntervalHours]).toEqual([0, 1]);
  expect(nextFundingTime - Date.now()).toBeLessThanOrEqual(3_600_000);
});

test('[HL-25] the root is no page, and other dialects are not there', async () => {
  const missing = await fetch(`${url}/capi/v2/market/time`);
  expect(missing.status).toBe(422);
  expect((await fetch(`${url}/`)).status).toBe(422);
});
