/** Latency where a venue is more than one process: at a gateway of its own, and at a replica. */
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { NO_LATENCY } from '../../src/domain/latency.ts';
import { millis } from '../../src/domain/units.ts';
import { signForm } from '../binance/binance-kit.ts';
import { ALICE, BOB, BTC, openRestKit, type RestKit } from '../gateway-v2/rest-kit.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function open(choice: { readonly isFronted?: boolean; readonly skew?: number }) {
  const kit = await openRestKit({ ...choice, sockets: { flushEveryMillis: 1 } });
  closings.push(kit.close);
  return kit;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 80));

const keyOf = ({ issued }: RestKit, account: typeof ALICE): string => issued.get(account)!.key.key;

async function listenKeyOf(kit: RestKit, account: typeof ALICE): Promise<string> {
  const query = signForm('', kit.issued.get(account)!, kit.memory.clock.wallNow());
  const path = `/fapi/v1/listenKey?${query}`;
  const headers = { 'X-MBX-APIKEY': keyOf(kit, account) };
  return (await kit.send({ method: 'POST', path, headers })).json.listenKey;
}

/** What was told there since it was last asked. */
async function listenTo({ port }: RestKit, path: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  closings.push(() => socket.terminate());
  const kinds: string[] = [];
  socket.on('message', (data) => kinds.push((JSON.parse(String(data)) as { e: string }).e));
  await once(socket, 'open');
  return () => kinds.splice(0);
}

/** Asked by nobody, so neither late itself nor answered late. */
async function showsBid({ send }: RestKit, price: string): Promise<boolean> {
  const { json } = await send({
    method: 'GET',
    path: `/capi/v2/market/depth?symbol=${BTC}&limit=15`,
  });
  return json.bids.some(([bid]: readonly string[]) => bid === price);
}

const HOMES = [
  ['a gateway', { isFronted: true }],
  ['a replica', { skew: 250 }],
] as const;

test.each(HOMES)('[LAT-3] [LAT-4] calls and frames are late at %s', async (_, choice) => {
  const kit = await open(choice);
  const { advance } = kit.memory;
  const own = await listenTo(kit, `/ws/${await listenKeyOf(kit, ALICE)}`);
  const depth = '/ws/btcusdt@depth@100ms';
  const late = await listenTo(kit, depth, { 'X-MBX-APIKEY': keyOf(kit, ALICE) });
  const prompt = await listenTo(kit, depth, { 'X-MBX-APIKEY': keyOf(kit, BOB) });
  const latency = {
    ...NO_LATENCY,
    feed: [millis(700)],
    entry: [millis(300)],
    answer: [millis(900)],
  };
  await kit.run({ kind: 'set-latency', account: ALICE, latency });
  await advance(1_000);
  await settle();
  for (const told of [own, late, prompt]) told();
  const resting = () =>
    kit.venue.read.account.orders({ account: ALICE, contract: null, group: 'working' }).length;
  let isAnswered = false;
  const placed = kit
    .call('orderPlaceOrder', {
      ...{ symbol: BTC, client_oid: 'late', size: '0.0010', type: '1' },
      ...{ order_type: '0', match_price: '0', price: '89000.0' },
    })
    .finally(() => {
      isAnswered = true;
    });
  await expect.poll(() => kit.gateway.edge.lateness.held).toBe(1);
  await advance(290);
  await settle();
  expect(resting()).toBe(0);
  await advance(10);
  await expect.poll(resting).toBe(1);
  // Both delays begin when the order is heard of here, which the clock must not overtake.
  await expect.poll(() => showsBid(kit, '89000.0')).toBe(true);
  // Time is at the order now. The book is told every 100 ms.
  await advance(100);
  await expect.poll(prompt).toContain('depthUpdate');
  await advance(580);
  await settle();
  expect([late(), own(), isAnswered]).toEqual([[], [], false]);
  await advance(130);
  await expect.poll(late).toContain('depthUpdate');
  await advance(80);
  await settle();
  expect([own(), isAnswered]).toEqual([[], false]);
  await advance(10);
  await expect.poll(own).toContain('ORDER_TRADE_UPDATE');
  expect((await placed).status).toBe(200);
});
