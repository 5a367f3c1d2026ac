import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, BOB, BTC, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
});
afterAll(() => kit.close());

const rest = async (): Promise<string> => {
  const order = { symbol: BTC, size: '0.0100', type: '1', match_price: '0', price: '80000.0' };
  return (await kit.ok('orderPlaceOrder', order)).order_id;
};

const amend = async (body: object, account = ALICE) => {
  const sent = { method: 'POST', path: '/capi/v2/perpetua/amend', body: JSON.stringify(body) };
  const { status, json } = await kit.sendSigned({ ...sent, method: 'POST' }, account);
  return [status, json.code ?? json];
};

test('[WEB-33] an order in the book takes a new price and size, and keeps its id', async () => {
  const orderId = await rest();
  const first = { order_id: orderId, price: '81000.0', size: '0.0100' };
  expect(await amend({ orderId, price: '81000.0' })).toEqual([200, first]);
  const second = { order_id: orderId, price: '81000.0', size: '0.0040' };
  expect(await amend({ orderId, size: '0.0040' })).toEqual([200, second]);
  const [open] = await kit.ok('orderCurrent', { symbol: BTC });
  expect(open).toMatchObject({ order_id: orderId, price: '81000.0', size: '0.0040' });
});

test('[WEB-33] a refused change changes nothing', async () => {
  const orderId = await rest();
  const refused = [
    await amend({ orderId }),
    await amend({ orderId, price: '80000.05' }),
    await amend({ orderId, price: '81000.0' }, BOB),
    await amend({ orderId: '999999', price: '81000.0' }),
  ];
  expect(refused).toEqual([
    [400, '40017'],
    [400, '40015'],
    [404, '50005'],
    [404, '50005'],
  ]);
  expect(await kit.ok('orderDetail', { orderId })).toMatchObject({ price: '80000.0' });
});

test('[WEB-64] an order that waits takes a new trigger and limit, and keeps its id', async () => {
  const plan = { symbol: BTC, size: '0.0100', type: '1', match_type: '0' };
  const prices = { execute_price: '91000.0', trigger_price: '91000.0' };
  const { order_id: orderId } = await kit.ok('orderPlanOrder', { ...plan, ...prices });
  const change = { orderId, triggerPrice: '92000.0', executePrice: '92100.0' };
  await kit.ok('orderModifyTpSl', change);
  const [waiting] = await kit.ok('orderCurrentPlan', { symbol: BTC });
  expect(waiting).toMatchObject({
    order_id: orderId,
    triggerPrice: '92000.0',
    price: '92100.0',
    size: '0.0100',
  });
  // On the other side of the price it waits for a fall.
  await kit.ok('orderModifyTpSl', { ...change, triggerPrice: '88000.0' });
  await kit.setIndex(BTC, '90000.0');
  const [still] = await kit.ok('orderCurrentPlan', { symbol: BTC });
  expect(still).toMatchObject({ order_id: orderId, triggerPrice: '88000.0' });
});
