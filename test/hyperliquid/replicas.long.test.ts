/** The port of the dialect at two replicas: one order of commands, one memory of nonces. */
import * as hl from '@nktkas/hyperliquid';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { expect, test } from 'vitest';
import { hasCluster, openCluster, type Replica } from '../cluster/cluster-kit.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { newWallet, walletOf } from './wallet.ts';

const ORDER = { a: 0, b: true, s: '0.001', r: false, t: { limit: { tif: 'Gtc' } } } as const;

const ownUrl = ({ process }: Replica): string =>
  /(http:\/\/localhost:\d+), without a path/.exec(process.said())?.[1] ?? '';

async function post(url: string, body: object): Promise<Anything> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

test.runIf(hasCluster)('[HL-25] [HL-7] replicas share orders, nonces and agents', async () => {
  const cluster = await openCluster();
  const first = await cluster.start('a', '--hyperliquid-port', '0');
  const second = await cluster.start('b', '--hyperliquid-port', '0');
  const urls = [ownUrl(first), ownUrl(second)];
  expect(new Set(urls).size).toBe(2);
  const known: readonly Anything[] = first.credentials;
  const { privateKey, address: user } = known.find(({ name }) => name === 'oneway-1');
  const wallet: Anything = walletOf(privateKey);
  const [info, other] = urls.map(
    (apiUrl) => new hl.InfoClient({ transport: new hl.HttpTransport({ apiUrl }) }),
  );
  const mids: Anything = await info!.allMids();
  const order = { ...ORDER, p: String(Math.round(Number(mids.BTC) * 0.95)) };
  const action: Anything = { type: 'order', orders: [order], grouping: 'na' };
  const nonce = Date.now();
  const sent = { action, nonce, signature: await signL1Action({ wallet, action, nonce }) };
  // At both in the same moment: one of them places it.
  const told = await Promise.all(urls.map((url) => post(`${url}/exchange`, sent)));
  expect(told.map(({ status }) => status).sort()).toEqual(['err', 'ok']);
  for (const reader of [info, other])
    await expect.poll(() => reader!.openOrders({ user }), { timeout: 60_000 }).toHaveLength(1);

  const agent = newWallet();
  const master = new hl.ExchangeClient({
    transport: new hl.HttpTransport({ apiUrl: urls[0]! }),
    wallet,
  });
  await master.approveAgent({ agentAddress: agent.address, agentName: 'both' });
  const apart = new hl.ExchangeClient({
    transport: new hl.HttpTransport({ apiUrl: urls[1]! }),
    wallet: agent as Anything,
  });
  const place = () => apart.order({ orders: [order], grouping: 'na' }).then(() => true);
  await expect.poll(() => place().catch(() => false), { timeout: 60_000 }).toBe(true);

  await first.kill();
  const again = await post(`${urls[1]}/exchange`, sent);
  expect(again).toEqual({ status: 'err', response: 'Invalid nonce: duplicate nonce' });
  expect(await other!.openOrders({ user })).toHaveLength(2);
});
