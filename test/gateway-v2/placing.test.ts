import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADA, BOB, BTC, ETH, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
});
afterAll(() => kit.close());

const limit = (price: string, more: object = {}) => ({
  symbol: BTC,
  size: '0.0010',
  type: '1',
  order_type: '0',
  match_price: '0',
  price,
  ...more,
});
const market = (type: string, size: string, more: object = {}) => ({
  symbol: BTC,
  size,
  type,
  order_type: '0',
  match_price: '1',
  ...more,
});

test('[REST-5] a resting order is seen by every read as soon as it is acknowledged', async () => {
  const placed = await kit.ok('orderPlaceOrder', limit('80000.0', { client_oid: 'rests' }));
  expect(placed).toEqual({ client_oid: 'rests', order_id: placed.order_id });
  const orderId = placed.order_id;
  const detail = await kit.ok('orderDetail', { orderId });
  expect(detail).toEqual({
    symbol: BTC,
    size: '0.0010',
    client_oid: 'rests',
    createTime: detail.createTime,
    filled_qty: '0',
    fee: '0',
    order_id: orderId,
    price: '80000.0',
    price_avg: '0',
    status: 'open',
    type: 'open_long',
    order_type: 'normal',
    totalProfits: '0',
    contracts: 10,
    filledQtyContracts: 0,
    presetTakeProfitPrice: null,
    presetStopLossPrice: null,
  });
  expect(await kit.ok('orderCurrent', { symbol: BTC, orderId })).toEqual([detail]);
  expect(await kit.ok('orderHistory')).toEqual([]);
  const [asset] = await kit.ok('accountAssets');
  expect(asset.frozen).not.toBe('0');
  const { bids } = await kit.ok('marketDepth', { symbol: BTC });
  expect(bids.at(-1)).toEqual(['80000.0', '0.0010']);
});

test('[REST-5] a filled order is in detail, history, fills and positions at once', async () => {
  const { order_id: orderId } = await kit.ok('orderPlaceOrder', market('1', '0.0093'));
  const detail = await kit.ok('orderDetail', { orderId });
  expect(detail).toMatchObject({
    status: 'filled',
    order_type: 'ioc',
    price: '0.0',
    price_avg: '90000.1',
    filled_qty: '0.0093',
    contracts: 93,
    filledQtyContracts: 93,
  });
  expect(await kit.ok('orderHistory', { pageSize: 1 })).toEqual([detail]);
  const { list } = await kit.ok('orderFills', { symbol: BTC, orderId });
  expect(list).toMatchObject([{ orderId: Number(orderId), fillValue: '837.00093000' }]);
  const [position] = await kit.ok('accountAllPosition');
  expect(position).toMatchObject({ symbol: BTC, side: 'LONG', size: '0.0093' });
  expect(await kit.ok('orderCurrent', { symbol: BTC, orderId })).toEqual([]);
});

test('[REST-5] what closes realises, and is told before fees', async () => {
  const { order_id: orderId } = await kit.ok('orderPlaceOrder', market('3', '0.0093'));
  const detail = await kit.ok('orderDetail', { orderId });
  expect(detail).toMatchObject({ type: 'close_long', totalProfits: '-0.00186000' });
  const { list } = await kit.ok('orderFills', { orderId });
  expect(list[0]).toMatchObject({
    orderSide: 'SELL',
    positionSide: 'LONG',
    realizePnl: '-0.00186000',
    direction: 'TAKER',
    legacyOrdeDirection: 'CLOSE_LONG',
  });
  expect(await kit.fails('orderPlaceOrder', '40015', market('3', '0.0093'))).toContain(
    'position side invalid',
  );
});

test('[REST-5] post-only, fok and ioc orders read back as they were sent', async () => {
  const of = async (fields: object) => {
    const { order_id: orderId } = await kit.ok('orderPlaceOrder', fields as never);
    const { order_type, status } = await kit.ok('orderDetail', { orderId });
    return [order_type, status];
  };
  expect(await of(limit('80000.0', { order_type: '1' }))).toEqual(['postOnly', 'open']);
  expect(await of(limit('80000.0', { order_type: '2' }))).toEqual(['fok', 'canceled']);
  expect(await of(limit('80000.0', { order_type: '3' }))).toEqual(['ioc', 'canceled']);
  expect(await of(limit('90100.0', { order_type: '1' }))).toEqual(['postOnly', 'canceled']);
});

test('[REST-6] the same client_oid and content answer with the first order', async () => {
  const order = limit('79000.0', { client_oid: 'again' });
  const first = await kit.ok('orderPlaceOrder', order);
  const before = await kit.ok('orderCurrent');
  const second = await kit.call('orderPlaceOrder', order);
  expect([second.status, second.json]).toEqual([200, first]);
  expect(second.headers['x-idempotent-replay']).toBe('1');
  expect(await kit.ok('orderCurrent')).toEqual(before);
  await kit.ok('orderCancelOrder', { orderId: first.order_id });
  expect((await kit.call('orderPlaceOrder', order)).json).toEqual(first);
});

test('[REST-6] the same client_oid with other content is refused and names the order', async () => {
  const { order_id } = await kit.ok('orderPlaceOrder', limit('79000.0', { client_oid: 'taken' }));
  const other = limit('79000.1', { client_oid: 'taken' });
  expect(await kit.fails('orderPlaceOrder', '40015', other)).toBe(
    `INVALID_ARGUMENT: Duplicate client_oid 'taken', it belongs to order ${order_id}`,
  );
  await kit.ok('orderPlaceOrder', other, BOB);
});

test('[REST-5] an order without client_oid answers null and reads back with an id', async () => {
  const placed = await kit.ok('orderPlaceOrder', limit('78000.0', { client_oid: '' }));
  expect(placed.client_oid).toBe(null);
  const { client_oid } = await kit.ok('orderDetail', { orderId: placed.order_id });
  expect(client_oid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  const canceled = await kit.ok('orderCancelOrder', { clientOid: client_oid });
  expect(canceled.order_id).toBe(placed.order_id);
});

test('[REST-7] the orders of a batch succeed or fail one by one, in their order', async () => {
  const { symbol: _, ...order } = limit('77000.0', { client_oid: 'b1' });
  const orderDataList = [
    order,
    { ...order, client_oid: 'b2', size: '0.00015' },
    { ...order, client_oid: 'b3', type: '9' },
    { ...order, client_oid: 'b1', price: '76000.0' },
    { ...order, client_oid: 'b5', type: '4' },
    { ...order, client_oid: 'b6', size: 0.002, price: 76000 },
  ];
  const answer = await kit.ok('orderBatchOrders', { symbol: BTC, marginMode: 1, orderDataList });
  expect(answer.result).toBe(true);
  const told = answer.order_info.map((each: { client_oid: string; error_code: string }) => [
    each.client_oid,
    each.error_code,
  ]);
  expect(told).toEqual([
    ['b1', ''],
    ['b2', '40015'],
    ['b3', '40020'],
    ['b1', '40015'],
    ['b5', '40015'],
    ['b6', ''],
  ]);
  const [first, , , , , last] = answer.order_info;
  expect(Number(last.order_id)).toBe(Number(first.order_id) + 1);
  expect(await kit.ok('orderDetail', { orderId: last.order_id })).toMatchObject({
    size: '0.0020',
    price: '76000.0',
  });
  expect(answer.order_info[1].error_message).toContain("stepSize '0.0001'");
});

test('[REST-7] a batch has 1 to 20 orders of a contract that exists', async () => {
  const { symbol: _, ...order } = limit('77000.0');
  const many = Array.from({ length: 21 }, () => order);
  await kit.fails('orderBatchOrders', '40020', { symbol: BTC, orderDataList: many });
  await kit.fails('orderBatchOrders', '40020', { symbol: BTC, orderDataList: [] });
  await kit.fails('orderBatchOrders', '40020', { symbol: BTC, orderDataList: [1] });
  await kit.fails('orderBatchOrders', '40019', { symbol: BTC });
  await kit.fails('orderBatchOrders', '40020', { symbol: 'cmt_none', orderDataList: [order] });
  const all = { symbol: BTC, orderDataList: many.slice(1) };
  expect((await kit.ok('orderBatchOrders', all)).order_info).toHaveLength(20);
  await kit.ok('orderCancelAll', { cancelOrderType: 'normal' });
});

test('[REST-21] what the engine refuses comes as 40015 in the words that bots read', async () => {
  const refused = async (fields: object) => kit.fails('orderPlaceOrder', '40015', fields as never);
  expect(await refused(limit('90000.05'))).toBe(
    "INVALID_ARGUMENT: The order price must be greater than 0 and matches the stepSize '0.1' " +
      "requirement. Current price is '90000.05'",
  );
  expect(await refused({ ...limit('0.4'), symbol: ADA, size: '2592' })).toBe(
    'INVALID_ARGUMENT: The order size must be greater than 0 and matches the stepSize ' +
      "'10' requirement. Current size is '2592'",
  );
  expect(await refused(limit('90000.0', { presetTakeProfitPrice: '89000.0' }))).toBe(
    'INVALID_ARGUMENT: The buy long order take profit param triggerPrice must be greater than ' +
      'price 90000.0. Current order open tp param trigger price is 89000.0',
  );
  expect(await refused(limit('90000.0', { presetStopLossPrice: '88000.05' }))).toContain(
    'The order open sl param triggerPrice must be greater than 0 and matches the stepSize',
  );
  expect(await refused(limit('90000.0', { size: '100' }))).toMatch(
    /^FAILED_PRECONDITION: The order margin available amount not enough/,
  );
  expect(await refused(limit('90000.0', { size: '1300' }))).toContain(
    "less than or equal to '1200",
  );
  expect(await refused(market('1', '101'))).toContain('The market order size must be less than');
  expect(await refused(limit('90000.0', { size: '0' }))).toContain('must be greater than 0');
  expect(await refused(limit('90000.0', { size: '-0.001' }))).toContain('must be greater than 0');
  expect(await refused(limit('9000000.0'))).toContain('ten times the mark price');
});

test('[REST-21] what cannot be read is 40019 or 40020 and names the field', async () => {
  const { size: _, ...noSize } = limit('90000.0');
  expect(await kit.fails('orderPlaceOrder', '40019', noSize)).toBe(
    'Parameter size cannot be empty',
  );
  expect(await kit.fails('orderPlaceOrder', '40019', limit(''))).toContain('price');
  const odd = {
    type: '5',
    order_type: '4',
    match_price: '2',
    size: '1e-3',
    price: '9e4',
    client_oid: 'x'.repeat(41),
    marginMode: 2,
  };
  for (const [name, value] of Object.entries(odd))
    expect(
      await kit.fails('orderPlaceOrder', '40020', limit('90000.0', { [name]: value })),
    ).toContain(`Parameter ${name} is invalid`);
  await kit.fails('orderPlaceOrder', '40020', { ...limit('3000.00'), symbol: ETH, marginMode: 3 });
});
