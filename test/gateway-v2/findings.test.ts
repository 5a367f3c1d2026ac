/** What programs written for the interface rely on, one test for each finding. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anything, BTC, openRestKit, type RestKit, sentFor } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
});
afterAll(() => kit.close());

const market = (more: object = {}) => ({
  symbol: BTC,
  client_oid: '',
  size: '0.0001',
  type: '1',
  order_type: '0',
  match_price: '1',
  ...more,
});

test('[REST-18] 1: a doubled slash before the path works, signed without it', async () => {
  const sent = sentFor('orderPlaceOrder', market());
  const { status } = await kit.sendSigned({ ...sent, path: `/${sent.path}` });
  expect(status).toBe(200);
  const { path } = sentFor('orderHistory', { pageSize: 5 });
  const history = await kit.sendSigned({ method: 'GET', path: `/${path}` });
  expect([history.status, history.json.length]).toEqual([200, 1]);
});

test('[REST-18] 2: market orders take any price or none, and any order_type', async () => {
  const prices = [{}, { price: '' }, { price: '0' }, { price: '91000.0' }, { price: 'market' }];
  const types = ['0', '1', '2', '3'].map((order_type) => ({ order_type }));
  for (const more of [...prices, ...types, { price: null }]) {
    const { order_id: orderId } = await kit.ok('orderPlaceOrder', market(more));
    expect(await kit.ok('orderDetail', { orderId })).toMatchObject({
      status: 'filled',
      order_type: 'ioc',
      price: '0.0',
    });
  }
});

test('[REST-18] 3: the lot can be read from the error', async () => {
  const { status, json } = await kit.call('orderPlaceOrder', market({ size: '0.00015' }));
  expect([status, json.code]).toEqual([400, '40015']);
  expect(/stepSize '([0-9.]+)'/.exec(json.msg)?.[1]).toBe('0.0001');
});

test('[REST-18] 4: 400.0 satisfies a step of 100', async () => {
  const order = { ...market({ size: '400.0' }), symbol: 'cmt_dogeusdt' };
  const { order_id: orderId } = await kit.ok('orderPlaceOrder', order);
  expect(await kit.ok('orderDetail', { orderId })).toMatchObject({ size: '400', contracts: 4 });
});

test('[REST-18] 5: ids have the same digits as integers and as text', async () => {
  const { order_id } = await kit.ok('orderPlaceOrder', market());
  const { list } = await kit.ok('orderFills', { orderId: order_id });
  expect(list[0].orderId).toBe(Number(order_id));
  expect(Number.isSafeInteger(list[0].tradeId)).toBe(true);
  const [closed] = await kit.ok('orderClosePositions', { symbol: BTC });
  expect(typeof closed.successOrderId).toBe('number');
  expect(typeof closed.positionId).toBe('number');
});

test('[REST-18] 6: headers, fields and types that are not needed are ignored', async () => {
  const { path } = sentFor('marketTicker', { symbol: BTC, extra: '1' });
  const ticker = await kit.sendSigned({ method: 'GET', path });
  expect(ticker.status).toBe(200);
  const time = await kit.sendSigned({ method: 'GET', path: '/capi/v2/market/time?symbol=x' });
  expect(time.status).toBe(200);
  await kit.ok('orderHistory', { limit: 5, productType: 'umcbl' });
  const { order_id } = await kit.ok('orderPlaceOrder', {
    ...market({ match_price: '0', price: '80000.0' }),
    unknown: { deep: [1] },
  });
  await kit.ok('orderCancelOrder', { orderId: order_id, symbol: BTC, marginCoin: 'USDT' });
  const bare = await kit.sendSigned({
    ...sentFor('accountAssets', {}),
    headers: { 'Content-Type': 'text/plain' },
  });
  expect(bare.status).toBe(200);
});

test('[REST-18] 7: marginMode and codes arrive as numbers, as text or not at all', async () => {
  for (const marginMode of [1, '1', undefined]) {
    await kit.ok('accountLeverage', {
      symbol: BTC,
      marginMode,
      longLeverage: 20,
      shortLeverage: '20',
    });
    await kit.ok('orderPlaceOrder', market({ marginMode, type: 1, order_type: 0, match_price: 1 }));
  }
});

test('[REST-18] 8: successful orders carry no code; leverage 200, AI logs 00000', async () => {
  const placed = await kit.ok('orderPlaceOrder', market());
  expect(Object.keys(placed)).toEqual(['client_oid', 'order_id']);
  const leverage = { symbol: BTC, marginMode: 1, longLeverage: '20', shortLeverage: '20' };
  expect((await kit.ok('accountLeverage', leverage)).code).toBe('200');
  const log = { stage: 's', model: 'm', input: {}, output: {}, explanation: 'e' };
  expect((await kit.ok('orderUploadAiLog', log)).code).toBe('00000');
});

test('[REST-18] 9: a POST with an empty body is legal where every field is optional', async () => {
  const { path } = sentFor('orderClosePositions', {});
  const empty = await kit.sendSigned({ method: 'POST', path });
  expect([empty.status, empty.json.length]).toEqual([200, 2]);
  const braces = await kit.sendSigned({ method: 'POST', path, body: '{}' });
  expect([braces.status, braces.json]).toEqual([200, []]);
  const place = await kit.sendSigned({ method: 'POST', path: sentFor('orderPlaceOrder', {}).path });
  expect(place.json.code).toBe('40019');
});

test('[REST-18] 10: the endpoints that a complete bot needs are all there', async () => {
  const { order_id: orderId } = await kit.ok('orderPlaceOrder', {
    ...market({ match_price: '0', price: '80000.0' }),
  });
  await kit.ok('orderCurrent', { symbol: BTC });
  await kit.ok('orderDetail', { orderId });
  await kit.ok('orderCancelOrder', { orderId });
  await kit.ok('accountAllPosition');
  await kit.ok('accountSinglePosition', { symbol: BTC });
  await kit.ok('marketCandles', { symbol: BTC, granularity: '5m', limit: 1000 });
  await kit.ok('marketDepth', { symbol: BTC, limit: 15 });
  await kit.ok('orderClosePositions');
  await kit.ok('orderCancelAll', { cancelOrderType: 'normal' });
});

test('[REST-18] 11: a strict client can read all eight contracts', async () => {
  const rows: Anything[] = await kit.ok('marketContracts');
  expect(rows).toHaveLength(8);
  for (const row of rows) {
    for (const decimals of [row.tick_size, row.size_increment]) {
      expect(decimals).toMatch(/^\d{1,2}$/);
      expect(Number(decimals)).toBeLessThanOrEqual(18);
    }
    for (const size of [row.minOrderSize, row.maxOrderSize, row.maxPositionSize, row.contract_val])
      expect(size).toMatch(/^(?!0+(?:\.0+)?$)\d+(?:\.\d+)?$/);
  }
  const whole = rows.filter((row) => row.size_increment === '0');
  expect(whole.map((row) => [row.symbol, row.contract_val, row.minOrderSize])).toEqual([
    ['cmt_dogeusdt', '100', '100'],
    ['cmt_xrpusdt', '10', '10'],
    ['cmt_adausdt', '10', '10'],
  ]);
});

test('[REST-18] 12: a buy at 100000.0 fills at the book, one at 50000.0 rests', async () => {
  const limit = (price: string) => market({ match_price: '0', price, client_oid: 'test' });
  const far = await kit.ok('orderPlaceOrder', limit('100000.0'));
  expect(await kit.ok('orderDetail', { orderId: far.order_id })).toMatchObject({
    status: 'filled',
    price: '100000.0',
    price_avg: '90000.1',
  });
  const low = await kit.ok('orderPlaceOrder', { ...limit('50000.0'), client_oid: 'test2' });
  expect(await kit.ok('orderDetail', { orderId: low.order_id })).toMatchObject({ status: 'open' });
});
