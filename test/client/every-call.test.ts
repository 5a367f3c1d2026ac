import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PerpetuaClient } from '../../src/client/client.ts';
import { millis } from '../../src/domain/units.ts';
import { ENDPOINTS, EXTENSION_ENDPOINTS } from '../../src/gateway/v2/calls.ts';
import { BTC } from '../gateway-v2/rest-kit.ts';
import { type ClientKit, openClientKit } from './client-kit.ts';

let kit: ClientKit;
let client: PerpetuaClient;
beforeAll(async () => {
  const stepped = { before: millis(1), after: millis(2) };
  kit = await openClientKit({ stepTime: async () => stepped, mayBeLate: true });
  client = await kit.clientOf();
});
afterAll(() => kit.close());

const symbol = BTC;
const rest = { symbol, size: '0.0001', type: '1', match_price: '0', price: '80000.0' } as const;
const plan = {
  symbol,
  size: '0.0001',
  type: '1',
  match_type: '1',
  trigger_price: '95000.0',
} as const;
const exit = {
  symbol,
  planType: 'profit_plan',
  triggerPrice: '99000.0',
  positionSide: 'long',
} as const;

const placed = async (): Promise<string> => (await client.order.placeOrder(rest)).order_id ?? '';
const position = async (): Promise<number> => {
  const [first] = await client.account.allPosition();
  return first?.id ?? 0;
};

/** Every endpoint once, as a program calls it, in an order that makes sense. */
const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  marketTime: () => client.market.time(),
  marketContracts: () => client.market.contracts(),
  marketDepth: () => client.market.depth({ symbol, limit: 15 }),
  marketTickers: () => client.market.tickers(),
  marketTicker: () => client.market.ticker({ symbol }),
  marketTrades: () => client.market.trades({ symbol, limit: 10 }),
  marketCandles: () => client.market.candles({ symbol, granularity: '1m' }),
  marketHistoryCandles: () => client.market.historyCandles({ symbol, granularity: '1m' }),
  marketIndex: () => client.market.index({ symbol, priceType: 'MARK' }),
  marketOpenInterest: () => client.market.openInterest({ symbol }),
  marketFundingTime: () => client.market.fundingTime({ symbol }),
  marketFundingHistory: () => client.market.fundingHistory({ symbol, limit: 5 }),
  marketCurrentFunding: () => client.market.currentFunding({ symbol }),
  marketFundingRates: () => client.market.fundingRates(),
  perpetuaTiers: () => client.perpetua.tiers(),
  perpetuaSparklines: () => client.perpetua.sparklines(),
  accountHoldModel: () => client.account.holdModel({ symbol, marginMode: 3 }),
  accountLeverage: () => client.account.leverage({ symbol, marginMode: 3, longLeverage: '10' }),
  accountSettings: () => client.account.settings(),
  accountGetAccounts: () => client.account.getAccounts(),
  accountAccounts: () => client.account.accounts(),
  accountGetAccount: () => client.account.getAccount({ coin: 'USDT' }),
  accountAccount: () => client.account.account(),
  accountAssets: () => client.account.assets(),
  orderPlaceOrder: () =>
    client.order.placeOrder({ symbol, size: '0.0010', type: '1', match_price: '1' }),
  accountAllPosition: () => client.account.allPosition(),
  accountSinglePosition: () => client.account.singlePosition({ symbol }),
  accountAdjustMargin: async () =>
    client.account.adjustMargin({ isolatedPositionId: await position(), collateralAmount: '1' }),
  accountAutoAppend: async () =>
    client.account.autoAppend({ positionId: await position(), autoAppendMargin: true }),
  accountBills: () => client.account.bills({ limit: 5 }),
  orderBatchOrders: () => client.order.batchOrders({ symbol, orderDataList: [rest] }),
  orderDetail: async () => client.order.detail({ orderId: await placed() }),
  orderCurrent: () => client.order.current({ symbol }),
  orderCancelOrder: async () => client.order.cancelOrder({ orderId: await placed() }),
  orderCancelBatch: async () => client.order.cancelBatch({ ids: [await placed()] }),
  orderPlanOrder: () => client.order.planOrder(plan),
  orderCurrentPlan: () => client.order.currentPlan(),
  orderCancelPlan: async () => {
    const { order_id: orderId } = await client.order.planOrder(plan);
    return client.order.cancelPlan({ orderId: orderId ?? '' });
  },
  orderHistoryPlan: () => client.order.historyPlan({ symbol }),
  orderPlaceTpSl: () => client.order.placeTpSl(exit),
  orderModifyTpSl: async () => {
    const [made] = await client.order.placeTpSl(exit);
    return client.order.modifyTpSl({ orderId: made?.orderId ?? 0, triggerPrice: '98000.0' });
  },
  orderHistory: () => client.order.history({ pageSize: 10 }),
  orderFills: () => client.order.fills({ symbol }),
  orderUploadAiLog: () =>
    client.order.uploadAiLog({ stage: 's', model: 'm', input: {}, output: [], explanation: 'e' }),
  perpetuaLiquidations: () => client.perpetua.liquidations(),
  perpetuaAmend: async () => client.perpetua.amend({ orderId: await placed(), size: '0.0020' }),
  perpetuaPlaceTrail: () =>
    client.perpetua.placeTrail({ symbol, size: '0.0010', type: '2', percent: '0.5' }),
  perpetuaTrails: () => client.perpetua.trails(),
  perpetuaPortfolio: () => client.perpetua.portfolio(),
  perpetuaQueue: () => client.perpetua.queue(),
  perpetuaLatency: () => client.perpetua.latency(),
  perpetuaSetLatency: () => client.perpetua.setLatency({ latency: 'none' }),
  perpetuaFunding: () => client.perpetua.funding(),
  sandboxTimeStep: () => client.sandbox.timeStep({ seconds: 60 }),
  orderCancelAll: () => client.order.cancelAll({ cancelOrderType: 'normal' }),
  orderClosePositions: () => client.order.closePositions(),
};

test('[CLT-2] every endpoint is a typed call that a real venue answers in its form', async () => {
  const endpoints = [...ENDPOINTS, ...EXTENSION_ENDPOINTS];
  expect(Object.keys(CALLS).sort()).toEqual(endpoints.map(({ id }) => id).sort());
  for (const [id, call] of Object.entries(CALLS)) {
    const answer = await call();
    const { response } = endpoints.find((endpoint) => endpoint.id === id)!;
    expect(Value.Errors(response, answer), `${id}: ${JSON.stringify(answer)}`).toEqual([]);
  }
});
