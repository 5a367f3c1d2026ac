/** Orders in the Binance USDⓈ-M dialect, in hedge mode, over real HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOB } from '../gateway-v2/rest-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit();
});
afterAll(() => kit.close());

const LONG = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG' };
const LIMIT = { ...LONG, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price: '80000' };
const MARKET = { ...LONG, type: 'MARKET', quantity: '0.01' };

test('[BNC-8] an order is accepted, read, listed and canceled', async () => {
  const placed = await kit.does('POST', 'order', { ...LIMIT, newClientOrderId: 'x-1:a/b.c_d' });
  expect(placed).toMatchObject({
    symbol: 'BTCUSDT',
    status: 'NEW',
    clientOrderId: 'x-1:a/b.c_d',
    price: '80000.0',
    avgPrice: '0.0',
    origQty: '0.0100',
    executedQty: '0.0000',
    cumQuote: '0.00000000',
    timeInForce: 'GTC',
    type: 'LIMIT',
    origType: 'LIMIT',
    reduceOnly: false,
    closePosition: false,
    side: 'BUY',
    positionSide: 'LONG',
    stopPrice: '0.0',
    workingType: 'CONTRACT_PRICE',
    priceMatch: 'NONE',
    selfTradePreventionMode: 'EXPIRE_MAKER',
    goodTillDate: 0,
  });
  const { orderId } = placed;
  const named = { symbol: 'BTCUSDT', origClientOrderId: 'x-1:a/b.c_d' };
  expect(await kit.does('GET', 'order', { symbol: 'BTCUSDT', orderId })).toEqual(placed);
  expect(await kit.does('GET', 'openOrder', named)).toEqual(placed);
  expect(await kit.does('GET', 'openOrders', { symbol: 'BTCUSDT' })).toEqual([placed]);
  expect(await kit.does('GET', 'openOrders', { symbol: 'ETHUSDT' })).toEqual([]);
  expect(await kit.does('GET', 'openOrders')).toEqual([placed]);
  const canceled = await kit.does('DELETE', 'order', named);
  expect(canceled).toMatchObject({ orderId, status: 'CANCELED', executedQty: '0.0000' });
  expect(await kit.does('GET', 'order', named)).toEqual(canceled);
  expect(await kit.refuses(-2_013, 'GET', 'openOrder', named)).toBe('Order does not exist.');
  expect(await kit.refuses(-2_011, 'DELETE', 'order', named)).toBe('Unknown order sent.');
});

test('[BNC-8] another contract or another account has no such order', async () => {
  const { orderId } = await kit.does('POST', 'order', LIMIT);
  const elsewhere = { symbol: 'ETHUSDT', orderId };
  expect(await kit.refuses(-2_013, 'GET', 'order', elsewhere)).toBe('Order does not exist.');
  expect(await kit.refuses(-2_011, 'DELETE', 'order', elsewhere)).toBe('Unknown order sent.');
  const here = { symbol: 'BTCUSDT', orderId };
  await kit.refuses(-2_013, 'GET', 'order', here, BOB);
  await kit.refuses(-2_011, 'DELETE', 'order', here, BOB);
  await kit.refuses(-2_011, 'DELETE', 'order', { symbol: 'BTCUSDT', orderId: 999_999_999 });
  expect(await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' })).toEqual({
    code: 200,
    msg: 'The operation of cancel all open order is done.',
  });
  expect(await kit.does('GET', 'openOrders')).toEqual([]);
});

test('[BNC-9] ACK shows the order as accepted, RESULT after matching', async () => {
  const ack = await kit.does('POST', 'order', MARKET);
  expect(ack).toMatchObject({ status: 'NEW', executedQty: '0.0000', timeInForce: 'GTC' });
  const result = await kit.does('POST', 'order', { ...MARKET, newOrderRespType: 'RESULT' });
  expect(result).toMatchObject({
    status: 'FILLED',
    executedQty: '0.0100',
    cumQty: '0.0100',
    avgPrice: expect.stringMatching(/^90\d\d\d\.\d$/),
    cumQuote: expect.stringMatching(/^9\d\d\.\d{8}$/),
  });
  const { orderId } = ack;
  expect(await kit.does('GET', 'order', { symbol: 'BTCUSDT', orderId })).toMatchObject({
    status: 'FILLED',
  });
});

test('[BNC-10] GTX that would take and FOK that falls short are refused', async () => {
  const price = '95000';
  await kit.refuses(-5_022, 'POST', 'order', { ...LIMIT, timeInForce: 'GTX', price });
  const most = { ...LIMIT, timeInForce: 'FOK', quantity: '1.9', price: '90000.1' };
  await kit.refuses(-5_021, 'POST', 'order', most);
  const all = await kit.does('GET', 'allOrders', { symbol: 'BTCUSDT' });
  expect(all.slice(-2).map((order: { status: string }) => order.status)).toEqual([
    'EXPIRED',
    'EXPIRED',
  ]);
  const ioc = { ...LIMIT, timeInForce: 'IOC', price: '70000', newOrderRespType: 'RESULT' };
  expect(await kit.does('POST', 'order', ioc)).toMatchObject({ status: 'EXPIRED' });
});

test('[BNC-11] lists read forwards, from an id or a time on', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 4; n += 1) ids.push((await kit.does('POST', 'order', LIMIT)).orderId);
  await kit.does('DELETE', 'order', { symbol: 'BTCUSDT', orderId: ids[1] });
  const list = async (fields: object) =>
    (await kit.does('GET', 'allOrders', { symbol: 'BTCUSDT', ...fields })).map(
      ({ orderId }: { orderId: number }) => orderId,
    );
  expect(await list({ orderId: ids[0] })).toEqual(ids);
  expect(await list({ orderId: ids[1], limit: 2 })).toEqual([ids[1], ids[2]]);
  expect(await list({ limit: 2 })).toEqual([ids[2], ids[3]]);
  const [first] = await kit.does('GET', 'allOrders', { orderId: ids[0], limit: 1 });
  expect((await list({ startTime: first.time, limit: 2 }))[0]).toBe(ids[0]);
  const day = 86_400_000;
  const late = { startTime: first.time, endTime: first.time + 8 * day };
  await kit.refuses(-1_127, 'GET', 'allOrders', late);
  await kit.refuses(-1_023, 'GET', 'allOrders', { startTime: 2, endTime: 1 });
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' });
});

test('[BNC-11] fills read forwards, from a trade or a time on', async () => {
  const before = await kit.does('GET', 'userTrades', { symbol: 'BTCUSDT' });
  for (let n = 0; n < 3; n += 1) await kit.does('POST', 'order', MARKET);
  const fills = await kit.does('GET', 'userTrades', { symbol: 'BTCUSDT' });
  expect(fills.length).toBe(before.length + 3);
  const ids = fills.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([...ids].sort((first, second) => first - second));
  const last = fills.at(-2);
  const from = await kit.does('GET', 'userTrades', { symbol: 'BTCUSDT', fromId: last.id });
  expect(from).toEqual(fills.slice(-2));
  expect(last).toMatchObject({
    side: 'BUY',
    positionSide: 'LONG',
    buyer: true,
    maker: false,
    qty: '0.0100',
    commissionAsset: 'USDT',
    realizedPnl: '0.00000000',
  });
  const mixed = { symbol: 'BTCUSDT', fromId: 1, startTime: 1, endTime: 2 };
  await kit.refuses(-1_128, 'GET', 'userTrades', mixed);
  await kit.refuses(-1_128, 'GET', 'userTrades', { fromId: 1 });
  const own = { symbol: 'BTCUSDT', orderId: last.orderId };
  expect(await kit.does('GET', 'userTrades', own)).toEqual([last]);
  await kit.does('POST', 'order', { ...MARKET, symbol: 'ETHUSDT', quantity: '0.1' });
  const all = await kit.does('GET', 'userTrades', { limit: 2 });
  expect(all.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
  expect(await kit.does('GET', 'userTrades', { symbol: '', limit: 2 })).toEqual(all);
});

test('[BNC-12] an amendment needs side, size and price, and changes something', async () => {
  const { orderId } = await kit.does('POST', 'order', LIMIT);
  const change = { symbol: 'BTCUSDT', orderId, side: 'BUY', quantity: '0.02', price: '80001' };
  const amended = await kit.does('PUT', 'order', { ...change, modifyId: 'm-1' });
  expect(amended).toMatchObject({ orderId, price: '80001.0', origQty: '0.0200', modifyId: 'm-1' });
  await kit.refuses(-5_027, 'PUT', 'order', change);
  await kit.refuses(-1_117, 'PUT', 'order', { ...change, side: 'SELL' });
  await kit.refuses(-1_102, 'PUT', 'order', { ...change, price: undefined });
  await kit.refuses(-5_047, 'PUT', 'order', { ...change, quantity: '0.03', reduceOnly: true });
  await kit.does('PUT', 'order', { ...change, quantity: '0.01' });
  const history = await kit.does('GET', 'orderAmendment', { symbol: 'BTCUSDT', orderId });
  expect(history.map((each: { amendment: object }) => each.amendment)).toEqual([
    {
      price: { before: '80000.0', after: '80001.0' },
      origQty: { before: '0.0100', after: '0.0200' },
      count: 1,
      modifyId: 'm-1',
    },
    {
      price: { before: '80001.0', after: '80001.0' },
      origQty: { before: '0.0200', after: '0.0100' },
      count: 2,
    },
  ]);
  await kit.does('DELETE', 'order', { symbol: 'BTCUSDT', orderId });
  await kit.refuses(-2_013, 'PUT', 'order', change);
});

test('[BNC-13] a batch has one answer for each item, in order', async () => {
  const items = [
    { ...LIMIT, newClientOrderId: 'b-1' },
    { ...LIMIT, quantity: '0.00001' },
    { ...LIMIT, symbol: 'NOUSDT' },
    { ...LIMIT, price: undefined, type: 'STOP_MARKET' },
    { ...MARKET, quantity: 0.01, newOrderRespType: 'RESULT' },
  ];
  const told = await kit.does('POST', 'batchOrders', { batchOrders: items });
  expect(told.map((each: { code?: number }) => each.code)).toEqual([
    undefined,
    -1_111,
    -1_121,
    -4_120,
    undefined,
  ]);
  const [{ orderId }, , , , { status }] = told;
  expect(status).toBe('FILLED');
  const change = { symbol: 'BTCUSDT', orderId, side: 'BUY', quantity: '0.03', price: '80000' };
  const amended = await kit.does('PUT', 'batchOrders', {
    batchOrders: [change, { ...change, orderId: 999_999_999 }],
  });
  expect(amended).toMatchObject([{ orderId, origQty: '0.0300' }, { code: -2_013 }]);
  const canceled = await kit.does('DELETE', 'batchOrders', {
    symbol: 'BTCUSDT',
    orderidlist: [orderId, 999_999_999],
  });
  expect(canceled).toMatchObject([
    { orderId, status: 'CANCELED' },
    { code: -2_011, msg: 'Unknown order sent.' },
  ]);
  await kit.refuses(-4_082, 'POST', 'batchOrders', { batchOrders: [] });
  await kit.refuses(-4_082, 'POST', 'batchOrders', { batchOrders: [...items, ...items] });
  await kit.refuses(-1_102, 'POST', 'batchOrders', { batchOrders: 'no list' });
});

test.each([
  [-1_102, { symbol: undefined }],
  [-1_102, { side: '' }],
  [-1_102, { price: 'undefined' }],
  [-1_102, { price: null }],
  [-1_102, { price: '1e5' }],
  [-1_121, { symbol: 'NOUSDT' }],
  [-1_121, { symbol: 'cmt_btcusdt' }],
  [-1_117, { side: 'LONG' }],
  [-1_116, { type: 'ICEBERG' }],
  [-1_115, { timeInForce: 'RPI' }],
  [-4_120, { type: 'STOP_MARKET' }],
  [-4_061, { positionSide: 'BOTH' }],
  [-1_106, { reduceOnly: false }],
  [-4_003, { quantity: '0' }],
  [-4_003, { quantity: '-1' }],
  [-1_111, { quantity: '0.00001' }],
  [-4_001, { price: '0' }],
  [-1_111, { price: '80000.01' }],
  [-4_002, { price: '99999999' }],
  [-4_005, { quantity: '100000' }],
  [-4_015, { newClientOrderId: 'a b' }],
  [-4_015, { newClientOrderId: 'x'.repeat(37) }],
  [-5_037, { priceMatch: 'BEST' }],
  [-5_039, { selfTradePreventionMode: 'MAYBE' }],
  [-2_019, { quantity: '10' }],
])('[BNC-14] %i for %j, and nothing is placed', async (code, change) => {
  await kit.refuses(code, 'POST', 'order', { ...LIMIT, ...change });
  expect(await kit.does('GET', 'openOrders', { symbol: 'BTCUSDT' })).toEqual([]);
});

test('[BNC-14] the step of a contract may be wider than its decimals', async () => {
  const order = { ...LIMIT, symbol: 'DOGEUSDT', price: '0.1', quantity: '150' };
  expect(await kit.refuses(-4_023, 'POST', 'order', order)).toContain('LOT_SIZE');
});

test('[BNC-15] order/test checks an order and places nothing', async () => {
  expect(await kit.does('POST', 'order/test', LIMIT)).toEqual({});
  await kit.refuses(-4_003, 'POST', 'order/test', { ...LIMIT, quantity: '0' });
  expect(await kit.does('GET', 'openOrders')).toEqual([]);
});

test('[BNC-16] closing more than there is, is refused', async () => {
  const close = { ...LIMIT, symbol: 'ETHUSDT', side: 'SELL', price: '3100', quantity: '1' };
  await kit.refuses(-2_022, 'POST', 'order', close);
});

test.each([
  ['stopPrice', '85000', -1_106, 'stopPrice'],
  ['triggerPrice', '85000', -1_106, 'triggerPrice'],
  ['callbackRate', '1', -1_106, 'callbackRate'],
  ['activationPrice', '95000', -1_106, 'activationPrice'],
  ['activatePrice', '95000', -1_106, 'activatePrice'],
  ['closePosition', 'true', -4_136, 'closePosition'],
])('[BNC-14] [BNC-22] a plain order with %s=%s is %i', async (name, value, code, said) => {
  for (const plain of [LIMIT, MARKET]) {
    const order = { ...plain, [name]: value };
    for (const path of ['order', 'order/test'])
      expect(await kit.refuses(code, 'POST', path, order)).toContain(said);
    const told = await kit.does('POST', 'batchOrders', { batchOrders: [order] });
    expect(told).toEqual([{ code, msg: expect.stringContaining(said) }]);
  }
  expect(await kit.does('GET', 'openOrders')).toEqual([]);
});

test('[BNC-14] what means nothing to a plain order is no mistake', async () => {
  const idle = { closePosition: false, priceProtect: 'TRUE', workingType: 'MARK_PRICE' };
  const { orderId } = await kit.does('POST', 'order', { ...LIMIT, ...idle });
  await kit.does('DELETE', 'order', { symbol: 'BTCUSDT', orderId });
  await kit.does('POST', 'order', { ...MARKET, ...idle, price: '80000', timeInForce: 'GTC' });
});

test('[BNC-7] errors begin with the words that programs know', async () => {
  const order = (more: object) => ({ ...LIMIT, ...more });
  const twice = order({ newClientOrderId: 'x-twice' });
  const { orderId } = await kit.does('POST', 'order', twice);
  const texts = [
    await kit.refuses(-4_116, 'POST', 'order', { ...twice, price: '80001' }),
    await kit.refuses(-4_061, 'POST', 'order', order({ positionSide: 'BOTH' })),
    await kit.refuses(-2_022, 'POST', 'order', order({ positionSide: 'SHORT' })),
    await kit.refuses(-2_019, 'POST', 'order', order({ quantity: '20' })),
    await kit.refuses(-1_121, 'POST', 'order', order({ symbol: 'NOUSDT' })),
    await kit.refuses(-4_059, 'POST', 'positionSide/dual', { dualSidePosition: true }),
    await kit.refuses(-1_125, 'PUT', 'listenKey'),
  ];
  const headers = { 'X-MBX-APIKEY': 'nobody' };
  const time = kit.memory.clock.wallNow();
  const query = `timestamp=${time}&signature=${'0'.repeat(64)}`;
  const { json } = await kit.sendForm({ method: 'GET', path: 'openOrders', query, headers });
  texts.push(json.msg);
  const known = [
    'ClientOrderId is duplicated.',
    "Order's position side does not match user's setting.",
    'ReduceOnly Order is rejected.',
    'Margin is insufficient.',
    'Invalid symbol.',
    'No need to change position side.',
    'This listenKey does not exist.',
    'Invalid API-key, IP, or permissions for action.',
  ];
  expect(texts.map((text, at) => text.slice(0, known[at]?.length))).toEqual(known);
  expect(texts.join()).not.toMatch(/ACCESS_|client_oid|\bnet\b/);
  await kit.does('DELETE', 'order', { symbol: 'BTCUSDT', orderId });
});
