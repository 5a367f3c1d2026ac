import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ALICE, type Anything, BOB, BTC, openRestKit, type RestKit } from './rest-kit.ts';

let dataFolder: string;
let kit: RestKit;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'perpetua-'));
  kit = await openRestKit({ dataFolder });
});
afterEach(async () => {
  await kit.close();
  await rm(dataFolder, { recursive: true });
});

const take = (client_oid: string) => ({
  symbol: BTC,
  client_oid,
  size: '0.0001',
  type: '1',
  match_price: '1',
});

test('[REST-5] with the archive behind, whoever was acknowledged finds its order', async () => {
  const one = async (number: number): Promise<void> => {
    const account = number % 2 === 0 ? ALICE : BOB;
    const { order_id: orderId } = await kit.ok('orderPlaceOrder', take(`r${number}`), account);
    const [history, fills, detail, bills] = await Promise.all([
      kit.ok('orderHistory', { symbol: BTC }, account),
      kit.ok('orderFills', { orderId }, account),
      kit.ok('orderDetail', { orderId }, account),
      kit.ok('accountBills', { limit: 100 }, account),
    ]);
    expect(history.map((row: Anything) => row.order_id)).toContain(orderId);
    expect(fills).toMatchObject({ totals: 1, list: [{ orderId: Number(orderId) }] });
    expect(detail.status).toBe('filled');
    expect(bills.items.length).toBeGreaterThan(1);
  };
  await Promise.all(Array.from({ length: 24 }, (_, number) => one(number)));
});

test('[REST-5] [REST-6] after a restart all reads as before, and a repeat is one', async () => {
  const order = take('kept');
  const placed = await kit.ok('orderPlaceOrder', order);
  const rest = { ...take('rests'), match_price: '0', price: '80000.0' };
  const { order_id: resting } = await kit.ok('orderPlaceOrder', rest);
  const read = async () => [
    await kit.ok('orderDetail', { orderId: placed.order_id }),
    await kit.ok('orderDetail', { orderId: resting }),
    await kit.ok('orderHistory'),
    await kit.ok('orderFills'),
    await kit.ok('orderCurrent'),
    await kit.ok('accountAllPosition'),
    await kit.ok('accountAssets'),
    await kit.ok('accountBills', { limit: 100 }),
  ];
  const before = await read();
  const start = kit.memory.clock.wallNow();
  await kit.close();
  kit = await openRestKit({ dataFolder, start });
  expect(await read()).toEqual(before);
  const again = await kit.call('orderPlaceOrder', order);
  expect([again.json, again.headers['x-idempotent-replay']]).toEqual([placed, '1']);
  expect(await kit.fails('orderCancelOrder', '40015', { clientOid: 'kept' })).toContain(
    `The order ${placed.order_id} is already filled`,
  );
});
