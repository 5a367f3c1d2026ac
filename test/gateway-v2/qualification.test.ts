import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anything, BTC, CAROL, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
});
afterAll(() => kit.close());

test('[REST-19] the qualification walk: set leverage, buy for about 10 USDT', async () => {
  const carol = (id: Parameters<RestKit['ok']>[0], fields = {}): Promise<Anything> =>
    kit.ok(id, fields, CAROL);
  expect((await carol('marketTime')).timestamp).toBe(kit.memory.clock.wallNow());
  expect((await carol('accountAssets'))[0].available).toBe('1000.00000000');
  expect((await carol('marketTicker', { symbol: BTC })).last).toBe('90000.0');
  const [contract] = await carol('marketContracts', { symbol: BTC });
  expect(contract.minOrderSize).toBe('0.0001');
  const done = await carol('accountLeverage', {
    symbol: BTC,
    marginMode: 1,
    longLeverage: '20',
    shortLeverage: '20',
  });
  expect([done.msg, done.code]).toEqual(['success', '200']);
  const order = {
    symbol: BTC,
    client_oid: 'test',
    size: '0.0001',
    type: '1',
    order_type: '0',
    match_price: '0',
    price: '100000.0',
  };
  const placed = await carol('orderPlaceOrder', order);
  expect(placed.client_oid).toBe('test');
  const { list } = await carol('orderFills', { symbol: BTC, orderId: placed.order_id });
  expect(list).toMatchObject([
    { fillSize: '0.0001', fillValue: '9.00001000', fillFee: '0.00360001' },
  ]);
  const low = { ...order, client_oid: 'test2', price: '50000.0' };
  const { order_id: resting } = await carol('orderPlaceOrder', low);
  expect(await carol('orderCurrent', { symbol: BTC })).toMatchObject([
    { order_id: resting, status: 'open', filled_qty: '0' },
  ]);
  const history = await carol('orderHistory', { symbol: BTC, pageSize: 10 });
  expect(history).toMatchObject([{ order_id: placed.order_id, status: 'filled' }]);
  const [asset] = await carol('accountAssets');
  expect(asset.equity).toBe('999.99638999');
});
