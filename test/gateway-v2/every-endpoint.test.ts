import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointId } from '../../src/gateway/v2/calls.ts';
import { BTC, type Fields, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
  const buy = { symbol: BTC, size: '0.0010', type: '1', match_price: '1' };
  await kit.ok('accountHoldModel', { symbol: BTC, marginMode: 3 });
  await kit.ok('orderPlaceOrder', buy);
});
afterAll(() => kit.close());

const symbol = BTC;
const rest = { symbol, size: '0.0001', type: '1', match_price: '0', price: '80000.0' };
const plan = { symbol, size: '0.0001', type: '1', match_type: '1', trigger_price: '95000.0' };
const exit = { symbol, planType: 'profit_plan', triggerPrice: '99000.0', positionSide: 'long' };
const log = { stage: 's', model: 'm', input: {}, output: [], explanation: 'e' };

type Asking = () => Fields | Promise<Fields>;

/** What each endpoint is asked. Those left out need nothing. */
const QUESTIONS: Readonly<Partial<Record<EndpointId, Asking>>> = {
  marketDepth: () => ({ symbol }),
  marketTicker: () => ({ symbol }),
  marketTrades: () => ({ symbol }),
  marketCandles: () => ({ symbol, granularity: '1m' }),
  marketHistoryCandles: () => ({ symbol, granularity: '1m' }),
  marketIndex: () => ({ symbol }),
  marketOpenInterest: () => ({ symbol }),
  marketFundingTime: () => ({ symbol }),
  marketFundingHistory: () => ({ symbol }),
  accountGetAccount: () => ({ coin: 'USDT' }),
  accountSinglePosition: () => ({ symbol }),
  accountLeverage: () => ({ symbol, longLeverage: '20' }),
  accountHoldModel: () => ({ symbol: 'cmt_ltcusdt', marginMode: 3 }),
  accountAdjustMargin: async () => ({
    isolatedPositionId: await position(),
    collateralAmount: '1',
  }),
  accountAutoAppend: async () => ({ positionId: await position(), autoAppendMargin: true }),
  orderPlaceOrder: () => rest,
  orderBatchOrders: () => ({ symbol, orderDataList: [rest] }),
  orderCancelOrder: async () => ({ orderId: await placed('orderPlaceOrder', rest) }),
  orderCancelBatch: async () => ({ ids: [await placed('orderPlaceOrder', rest)] }),
  orderDetail: async () => ({ orderId: await placed('orderPlaceOrder', rest) }),
  orderCancelAll: () => ({ cancelOrderType: 'normal' }),
  orderPlanOrder: () => plan,
  orderCancelPlan: async () => ({ orderId: await placed('orderPlanOrder', plan) }),
  orderHistoryPlan: () => ({ symbol }),
  orderPlaceTpSl: () => exit,
  orderModifyTpSl: async () => {
    const [{ orderId }] = await kit.ok('orderPlaceTpSl', exit);
    return { orderId, triggerPrice: '98000.0' };
  },
  orderUploadAiLog: () => log,
};

const position = async (): Promise<number> => (await kit.ok('accountAllPosition'))[0].id;

const placed = async (id: EndpointId, order: Fields): Promise<string> =>
  (await kit.ok(id, order)).order_id;

test('[REST-1] every endpoint of the table answers in the shape it promises', async () => {
  expect(ENDPOINTS).toHaveLength(43);
  const last: EndpointId = 'orderClosePositions';
  const ids = ENDPOINTS.map(({ id }) => id).filter((id) => id !== last);
  for (const id of ids) await kit.ok(id, await QUESTIONS[id]?.());
  expect(await kit.ok(last)).toMatchObject([{ success: true }]);
  expect([...kit.served].sort()).toEqual(ENDPOINTS.map(({ id }) => id).sort());
});

test('[REST-1] lists that an account has nothing in are empty, and not missing', async () => {
  for (const id of ['orderCurrent', 'orderCurrentPlan', 'accountAllPosition'] as const)
    await kit.ok(id);
  await kit.ok('orderCancelAll', { cancelOrderType: 'plan' });
  expect(await kit.ok('orderCurrentPlan')).toEqual([]);
  expect(await kit.ok('accountAllPosition')).toEqual([]);
});
