/** One order, three dialects: placed in any, it reads right in the others, in every state. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anything, BTC } from '../gateway-v2/rest-kit.ts';
import { sentFor3, type V3Kit } from '../gateway-v3/v3-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit();
});
afterAll(() => kit.close());

/** The words of version 3, spoken to the same server. */
const call3: V3Kit['call3'] = (id, fields = {}, account) =>
  kit.sendSigned(sentFor3(id, fields), account);

const SIZE = '0.0100';
const FAR = '80000.0';

type Place = (price: string | null) => Promise<number>;

/** Each dialect's own way to open a long, as a limit or at the market. */
const PLACES: Readonly<Record<string, Place>> = {
  'version 2': async (price) => {
    const fields = {
      symbol: BTC,
      client_oid: `two-${Math.floor(kit.memory.clock.wallNow())}`,
      size: SIZE,
      type: '1',
      order_type: '0',
      match_price: price === null ? '1' : '0',
      price: price ?? '1',
    };
    return Number((await kit.ok('orderPlaceOrder', fields)).order_id);
  },
  'version 3': async (price) => {
    const limit = price === null ? { type: 'MARKET' } : { type: 'LIMIT', price };
    const fields = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', quantity: SIZE };
    const { json } = await call3('v3OrderPlace', { ...fields, ...limit });
    return Number(json.orderId);
  },
  'Binance USDⓈ-M': async (price) => {
    const limit =
      price === null ? { type: 'MARKET' } : { type: 'LIMIT', timeInForce: 'GTC', price };
    const fields = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', quantity: SIZE };
    return (await kit.does('POST', 'order', { ...fields, ...limit })).orderId;
  },
};

/** What each dialect says of the order: status, filled size, price, side and position side. */
async function readAll(id: number): Promise<Record<string, Anything>> {
  const two = await kit.ok('orderDetail', { orderId: String(id) });
  const { json: three } = await call3('v3OrderRead', { orderId: id });
  const here = await kit.does('GET', 'order', { symbol: 'BTCUSDT', orderId: id });
  for (const told of [three, here]) {
    expect(told).toMatchObject({ orderId: id, side: 'BUY', positionSide: 'LONG' });
    expect(Number(told.executedQty)).toBe(Number(two.filled_qty));
    expect(Number(told.price)).toBe(Number(two.price));
    expect(Number(told.origQty)).toBe(Number(two.size));
    expect(told.time).toBe(Number(two.createTime));
    expect(told.clientOrderId).toBe(two.client_oid);
  }
  return { two: two.status, three: three.status, here: here.status };
}

const cancelHere = (orderId: number) => kit.does('DELETE', 'order', { symbol: 'BTCUSDT', orderId });

test.each(Object.keys(PLACES))('[BNC-29] an order placed in %s', async (dialect) => {
  const place = PLACES[dialect]!;
  const resting = await place(FAR);
  expect(await readAll(resting)).toEqual({ two: 'open', three: 'NEW', here: 'NEW' });
  await cancelHere(resting);
  expect(await readAll(resting)).toEqual({
    two: 'canceled',
    three: 'CANCELED',
    here: 'CANCELED',
  });
  const filled = await place(null);
  expect(await readAll(filled)).toEqual({ two: 'filled', three: 'FILLED', here: 'FILLED' });
  const partly = await place('90000.5');
  expect(['filled', 'open']).toContain((await readAll(partly))['two']);
});

test.each(Object.keys(PLACES))('[BNC-29] fills and lists of what %s placed', async (dialect) => {
  const id = await PLACES[dialect]!(null);
  const two = (await kit.ok('orderFills', { symbol: BTC, orderId: String(id) })).list;
  const { json: three } = await call3('v3OrderUserTrades', { symbol: 'BTCUSDT', orderId: id });
  const here = await kit.does('GET', 'userTrades', { symbol: 'BTCUSDT', orderId: id });
  expect(here.length).toBe(two.length);
  for (const [at, fill] of here.entries()) {
    const same = three.toReversed()[at];
    expect(fill).toMatchObject({ id: same.id, orderId: id, side: same.side, maker: same.maker });
    for (const name of ['price', 'qty', 'quoteQty', 'commission', 'realizedPnl'])
      expect(Number(fill[name])).toBe(Number(same[name]));
  }
  const all = await kit.does('GET', 'allOrders', { symbol: 'BTCUSDT', orderId: id });
  expect(all[0]).toMatchObject({ orderId: id, status: 'FILLED' });
});

test('[BNC-29] triggers of other dialects are conditional orders here', async () => {
  const plan = await kit.ok('orderPlanOrder', {
    symbol: BTC,
    client_oid: 'plan-1',
    size: SIZE,
    type: '1',
    match_type: '1',
    execute_price: '0',
    trigger_price: '95000.0',
  });
  const algoId = Number(plan.order_id);
  const read = await kit.does('GET', 'algoOrder', { algoId });
  expect(read).toMatchObject({
    clientAlgoId: 'plan-1',
    orderType: 'STOP_MARKET',
    side: 'BUY',
    algoStatus: 'NEW',
    triggerPrice: '95000.0',
  });
  await kit.does('DELETE', 'algoOrder', { algoId });
  const stop = await kit.does('POST', 'algoOrder', {
    algoType: 'CONDITIONAL',
    symbol: 'BTCUSDT',
    side: 'SELL',
    positionSide: 'LONG',
    type: 'STOP_MARKET',
    quantity: SIZE,
    triggerPrice: '85000',
  });
  const { json } = await call3('v3AlgoOpen', { symbol: 'BTCUSDT' });
  expect(json).toMatchObject([{ algoId: stop.algoId, side: 'SELL', triggerPrice: '85000.0' }]);
});
