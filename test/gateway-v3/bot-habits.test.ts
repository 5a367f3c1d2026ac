/** What programs send that were written for elsewhere, in both dialects, over a real socket. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EndpointId as V2EndpointId } from '../../src/gateway/v2/calls.ts';
import type { EndpointId as V3EndpointId } from '../../src/gateway/v3/calls.ts';
import { type Anything, BOB, BTC, type Received } from '../gateway-v2/rest-kit.ts';
import { openV3Kit, sentFor3, type V3Kit } from './v3-kit.ts';

let kit: V3Kit;
beforeAll(async () => {
  kit = await openV3Kit();
});
afterAll(() => kit.close());

const V2_ORDER = { symbol: BTC, size: '0.0100', type: '1', order_type: '0', match_price: '1' };
const V2_CLOSE = { ...V2_ORDER, type: '3' };
const V2_LIMIT = { ...V2_ORDER, match_price: '0', price: '80000.0' };
const V2_PLAN = {
  ...{ symbol: BTC, size: '0.0100', type: '1', match_type: '1' },
  trigger_price: '95000.0',
};
const V2_EXIT = {
  ...{ symbol: BTC, planType: 'profit_plan', triggerPrice: '95000.0', positionSide: 'long' },
  size: '0.0100',
};
const V3_ORDER = {
  ...{ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET' },
  quantity: '0.0100',
};
const V3_CLOSE = { ...V3_ORDER, side: 'SELL' };
const V3_LIMIT = { ...V3_ORDER, type: 'LIMIT', price: '80000.0' };
const V3_STOP = { ...V3_ORDER, type: 'STOP_MARKET', triggerPrice: '95000.0' };
const V3_EXIT = {
  ...{ symbol: 'BTCUSDT', planType: 'TAKE_PROFIT', triggerPrice: '95000.0', positionSide: 'LONG' },
  quantity: '0.0100',
};

const held = async (): Promise<Anything> => kit.ok('accountSinglePosition', { symbol: BTC }, BOB);

/** The body as it is written, for numbers that JavaScript would write otherwise. */
const sendRaw = (id: V3EndpointId, body: string): Promise<Received> =>
  kit.sendSigned({ ...sentFor3(id, {}), body }, BOB);

test.each(['0', '0.0', '0.00000000', 0, '', null])(
  '[DIA-14] a position is entered and left with exits of %j',
  async (none) => {
    const v2 = { presetTakeProfitPrice: none, presetStopLossPrice: none };
    const v3 = { tpTriggerPrice: none, slTriggerPrice: none };
    await kit.ok('orderPlaceOrder', { ...V2_ORDER, ...v2 }, BOB);
    await kit.ok('orderPlaceOrder', { ...V2_CLOSE, ...v2 }, BOB);
    await kit.ok3('v3OrderPlace', { ...V3_ORDER, ...v3, TpWorkingType: 'MARK_PRICE' }, BOB);
    await kit.ok3('v3OrderPlace', { ...V3_CLOSE, ...v3 }, BOB);
    const { symbol, ...item } = { ...V2_ORDER, ...v2 };
    const list = [item, { ...item, type: '3' }];
    expect(await kit.ok('orderBatchOrders', { symbol, orderDataList: list }, BOB)).toMatchObject({
      order_info: [{ result: true }, { result: true }],
    });
    const batchOrders = [
      { ...V3_ORDER, ...v3 },
      { ...V3_CLOSE, ...v3 },
    ];
    expect(await kit.ok3('v3OrderPlaceBatch', { batchOrders }, BOB)).toMatchObject([
      { success: true },
      { success: true },
    ]);
    expect(await held()).toEqual([]);
    await kit.ok('orderPlanOrder', { ...V2_PLAN, ...v2 }, BOB);
    await kit.ok3('v3AlgoPlace', { ...V3_STOP, ...v2 }, BOB);
    expect(await kit.ok('orderCurrentPlan', {}, BOB)).toHaveLength(2);
    await kit.ok('orderCancelAll', { cancelOrderType: 'plan' }, BOB);
  },
);

test('[DIA-14] an exit of a closing order is refused as before', async () => {
  await kit.ok('orderPlaceOrder', V2_ORDER, BOB);
  const preset = { presetTakeProfitPrice: '95000.0' };
  await kit.fails('orderPlaceOrder', '40015', { ...V2_CLOSE, ...preset }, BOB);
  await kit.ok('orderPlaceOrder', V2_CLOSE, BOB);
});

const OFF_SIZE = '0.30000000000000004';
const OFF_PRICE = '95000.10000000000001';

test.each<[V2EndpointId, object, string]>([
  ['orderPlaceOrder', { ...V2_ORDER, size: OFF_SIZE }, "stepSize '0.0001'"],
  ['orderPlaceOrder', { ...V2_LIMIT, price: OFF_PRICE }, "stepSize '0.1'"],
  ['orderPlaceOrder', { ...V2_ORDER, presetTakeProfitPrice: OFF_PRICE }, "stepSize '0.1'"],
  ['orderPlaceOrder', { ...V2_ORDER, presetStopLossPrice: OFF_PRICE }, "stepSize '0.1'"],
  ['orderPlanOrder', { ...V2_PLAN, size: OFF_SIZE }, "stepSize '0.0001'"],
  ['orderPlanOrder', { ...V2_PLAN, trigger_price: OFF_PRICE }, "stepSize '0.1'"],
  ['orderPlanOrder', { ...V2_PLAN, match_type: '0', execute_price: OFF_PRICE }, "stepSize '0.1'"],
])('[DIA-15] %s off a step by its seventeenth digit names the step', async (id, fields, text) => {
  expect(await kit.fails(id, '40015', { ...fields }, BOB)).toContain(text);
});

test.each<[V3EndpointId, object, string]>([
  ['v3OrderPlace', { ...V3_ORDER, quantity: OFF_SIZE }, "stepSize '0.0001'"],
  ['v3OrderPlace', { ...V3_LIMIT, price: OFF_PRICE }, "stepSize '0.1'"],
  ['v3OrderPlace', { ...V3_ORDER, tpTriggerPrice: OFF_PRICE }, "stepSize '0.1'"],
  ['v3AlgoPlace', { ...V3_STOP, quantity: OFF_SIZE }, "stepSize '0.0001'"],
  ['v3AlgoPlace', { ...V3_STOP, triggerPrice: OFF_PRICE }, "stepSize '0.1'"],
])('[DIA-15] %s off a step by its seventeenth digit names the step', async (id, fields, text) => {
  const { status, json } = await kit.call3(id, { ...fields }, BOB);
  expect([status, json.msg]).toEqual([400, expect.stringContaining(text)]);
});

test('[DIA-15] zeros behind the step change nothing, in text and in numbers', async () => {
  const price = '80000.10000000000000';
  const first = await kit.ok('orderPlaceOrder', { ...V2_LIMIT, price }, BOB);
  expect(await kit.ok('orderDetail', { orderId: first.order_id }, BOB)).toMatchObject({
    price: '80000.1',
  });
  await kit.ok3('v3OrderPlace', { ...V3_LIMIT, price, quantity: `0.01${'0'.repeat(40)}` }, BOB);
  const body = JSON.stringify({ ...V3_LIMIT, price: 7, quantity: 8 });
  const numbers = body.replace(':7', `:${price}`).replace(':8', ':0.0100000000000000000000');
  expect((await sendRaw('v3OrderPlace', numbers)).status).toBe(200);
  const off = await sendRaw('v3OrderPlace', body.replace(':8', ':0.30000000000000004'));
  expect(off.json.msg).toContain("stepSize '0.0001'");
  const exponent = await sendRaw('v3OrderPlace', body.replace(':8', ':1e-7'));
  expect(exponent.json.msg).toContain('must be a plain decimal without exponent');
  const long = await sendRaw('v3OrderPlace', body.replace(':8', `:0.${'1'.repeat(99)}`));
  expect(long.json.msg).toContain('quantity is invalid: at most 100 characters');
  await kit.ok('orderCancelAll', { cancelOrderType: 'normal' }, BOB);
});

type Row = readonly [field: string, value: unknown, instead: string];

/** Refused on any order, whatever it does. */
const TRAILING: readonly Row[] = [
  ['trailingPercent', 1.5, 'no trailing stops'],
  ['trailingAmount', '100', 'no trailing stops'],
  ['trailingTriggerPrice', '95000', 'no trailing stops'],
  ['callbackRate', '1', 'no trailing stops'],
  ['activationPrice', '95000', 'no trailing stops'],
  ['activatePrice', 95_000, 'no trailing stops'],
];
const ANYWHERE: readonly Row[] = [
  ...TRAILING,
  ['goodTillDate', 1_800_000_000_000, 'orders do not expire'],
  ['icebergQty', '0.001', 'shows its whole size'],
  ['selfTradePreventionMode', 'EXPIRE_TAKER', 'the resting one is canceled'],
];
const OPENING_V2: readonly Row[] = [
  ...ANYWHERE,
  ['stopPrice', '85000', 'use order/plan_order'],
  ['triggerPrice', 85_000, 'use order/plan_order'],
  ['trigger_price', '85000', 'use order/plan_order'],
  ['takeProfitPrice', '95000', 'send presetTakeProfitPrice'],
  ['tpTriggerPrice', '95000', 'send presetTakeProfitPrice'],
  ['stopLoss', { triggerPrice: 85_000 }, 'send presetStopLossPrice'],
  ['preset_stop_loss_price', '85000', 'send presetStopLossPrice'],
  ['reduceOnly', true, 'send type 3 or 4'],
  ['reduce_only', 'true', 'send type 3 or 4'],
  ['closePosition', true, 'order/closePositions'],
  ['postOnly', true, 'send order_type 1'],
  ['timeInForce', 'FOK', 'send order_type'],
  ['timeInForce', 'GTD', 'send order_type'],
];
const OPENING_V3: readonly Row[] = [
  ...ANYWHERE,
  ['stopPrice', '85000', 'use algoOrder'],
  ['triggerPrice', 85_000, 'use algoOrder'],
  ['takeProfitPrice', '95000', 'send tpTriggerPrice'],
  ['presetStopLossPrice', '85000', 'send slTriggerPrice'],
  ['reduceOnly', true, 'opens a position'],
  ['reduce_only', 'true', 'positionSide LONG'],
  ['closePosition', true, 'closePositions'],
  ['time_in_force', 'FOK', 'send timeInForce'],
];
const WAITING: readonly Row[] = [
  ...ANYWHERE,
  ['postOnly', true, 'cannot be post-only'],
  ['timeInForce', 'FOK', 'sent by a trigger'],
  ['priceProtect', 'TRUE', 'leave it out'],
  ['workingType', 'MARK_PRICE', 'the last price is watched'],
];

const REFUSALS: readonly [V2EndpointId | V3EndpointId, object, readonly Row[]][] = [
  ['orderPlaceOrder', V2_ORDER, OPENING_V2],
  ['orderPlaceOrder', V2_CLOSE, TRAILING],
  ['orderPlanOrder', V2_PLAN, [...WAITING, ['reduceOnly', true, 'send type 3 or 4']]],
  ['orderPlanOrder', V2_PLAN, [['presetStopLossPrice', '85000', 'no exits attached']]],
  ['orderPlaceTpSl', V2_EXIT, [...WAITING, ['triggerPriceType', 3, 'modifyTpSlOrder']]],
  ['v3OrderPlace', V3_ORDER, OPENING_V3],
  ['v3OrderPlace', { ...V3_CLOSE, reduceOnly: true }, TRAILING],
  ['v3AlgoPlace', V3_STOP, WAITING],
  ['v3AlgoPlaceTpSl', V3_EXIT, WAITING],
];

const callAny = (id: V2EndpointId | V3EndpointId, fields: object): Promise<Received> =>
  id.startsWith('v3')
    ? kit.call3(id as V3EndpointId, { ...fields }, BOB)
    : kit.call(id as V2EndpointId, { ...fields }, BOB);

test('[DIA-16] what would change an order and is not understood is refused by name', async () => {
  await kit.ok('orderPlaceOrder', V2_ORDER, BOB);
  const before = await held();
  for (const [id, order, rows] of REFUSALS)
    for (const [field, value, instead] of rows) {
      const { status, json } = await callAny(id, { ...order, [field]: value });
      const told = `${id} ${field}: ${JSON.stringify(json)}`;
      expect(status, told).toBe(400);
      expect(json.msg, told).toContain(`Parameter ${field} is invalid: `);
      expect(json.msg, told).toContain(instead);
      expect(id.startsWith('v3') ? [-1_142, -1_128, -1_115] : ['40020'], told).toContain(json.code);
    }
  expect(await held()).toEqual(before);
  expect(await kit.ok('orderCurrentPlan', {}, BOB)).toEqual([]);
  await kit.ok('orderPlaceOrder', V2_CLOSE, BOB);
});

test('[DIA-16] in a batch the order that has it fails by itself', async () => {
  const { symbol, ...item } = V2_LIMIT;
  const odd = { trailingPercent: '1' };
  const v2 = await kit.ok(
    'orderBatchOrders',
    { symbol, orderDataList: [item, { ...item, ...odd }] },
    BOB,
  );
  expect(v2.order_info).toMatchObject([{ result: true }, { result: false, error_code: '40020' }]);
  const batchOrders = [V3_LIMIT, { ...V3_LIMIT, ...odd }];
  const v3 = await kit.ok3('v3OrderPlaceBatch', { batchOrders }, BOB);
  expect(v3).toMatchObject([{ success: true }, { success: false, errorCode: '-1142' }]);
  await kit.ok('orderCancelAll', { cancelOrderType: 'normal' }, BOB);
});

const CHANGES_NOTHING = {
  ...{ trailingPercent: '0', trailingAmount: null, callbackRate: 0, activationPrice: '' },
  ...{ stopPrice: '0.0', takeProfitPrice: 0, stopLoss: {}, closePosition: false },
  ...{ reduce_only: 'false', goodTillDate: 0, icebergQty: '0', selfTradePreventionMode: 'NONE' },
  ...{ leverage: '20', marginCoin: 'USDT', partner: 'x', clientTag: 'y', priceProtect: true },
};

test('[DIA-16] values that change nothing pass, and so does every other field', async () => {
  const nothing = { ...CHANGES_NOTHING };
  const v2 = { ...nothing, timeInForce: 'GTC', postOnly: false };
  await kit.ok('orderPlaceOrder', { ...V2_ORDER, ...v2, reduceOnly: false }, BOB);
  await kit.ok('orderPlaceOrder', { ...V2_CLOSE, ...v2, reduceOnly: true }, BOB);
  const maker = { ...V2_LIMIT, order_type: '1', postOnly: true, timeInForce: 'POST_ONLY' };
  await kit.ok('orderPlaceOrder', maker, BOB);
  await kit.ok3('v3OrderPlace', { ...V3_ORDER, ...nothing, reduceOnly: false }, BOB);
  await kit.ok3('v3OrderPlace', { ...V3_CLOSE, ...nothing, reduceOnly: true }, BOB);
  const { priceProtect: _, ...plain } = nothing;
  const waiting = { ...plain, stopPrice: '95000.0', timeInForce: 'GTC', workingType: 'LAST_PRICE' };
  await kit.ok('orderPlanOrder', { ...V2_PLAN, ...waiting }, BOB);
  await kit.ok3('v3AlgoPlace', { ...V3_STOP, ...waiting }, BOB);
  expect(await held()).toEqual([]);
  await kit.ok('orderCancelAll', { cancelOrderType: 'plan' }, BOB);
  await kit.ok('orderCancelAll', { cancelOrderType: 'normal' }, BOB);
});
