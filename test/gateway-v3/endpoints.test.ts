import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/v3/calls.ts';
import { ALICE, type Anything, BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { openV3Kit, type V3Kit } from './v3-kit.ts';

let kit: V3Kit;
beforeAll(async () => {
  kit = await openV3Kit();
});
afterAll(() => kit.close());

const symbol = 'BTCUSDT';
const limit = (price: string, more: object = {}) => ({
  ...{ symbol, side: 'BUY', positionSide: 'LONG', type: 'LIMIT', quantity: '0.01', price },
  ...more,
});
const market = (quantity: string, more: object = {}) => ({
  ...{ symbol, side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity },
  ...more,
});

test('[DIA-3] the market is read under the other names', async () => {
  for (const id of ['v3SpotCoins', 'v3SpotExchangeInfo', 'v3SpotPing', 'v3SpotTime'] as const)
    await kit.ok3(id);
  await kit.ok3('v3MarketTime');
  const info = await kit.ok3('v3MarketExchangeInfo');
  expect(info.symbols.map((each: Anything) => each.symbol)).toContain(symbol);
  expect(await kit.ok3('v3MarketTradingSymbols')).toHaveLength(8);
  for (const id of ['v3MarketTicker24h', 'v3MarketBookTicker', 'v3MarketPremiumIndex'] as const) {
    expect(await kit.ok3(id)).toHaveLength(8);
    expect(await kit.ok3(id, { symbol })).toHaveLength(1);
  }
  await kit.ok3('v3MarketSymbolPrice', { symbol, priceType: 'MARK' });
  await kit.ok3('v3MarketFundingRate', { symbol });
  await kit.ok3('v3MarketDepth', { symbol, limit: 200 });
  await kit.ok3('v3MarketTrades', { symbol, limit: 5 });
  await kit.ok3('v3MarketOpenInterest', { symbol });
  for (const id of ['v3MarketKlines', 'v3MarketMarkKlines', 'v3MarketIndexKlines'] as const)
    await kit.ok3(id, { symbol, interval: '2h', limit: 3 });
  const now = kit.memory.clock.wallNow();
  const window = { startTime: now - 600_000, endTime: now + 60_000 };
  const rows = await kit.ok3('v3MarketHistoryKlines', {
    ...{ symbol, interval: '1m', priceType: 'MARK' },
    ...window,
  });
  expect(rows.at(-1)[6] - rows.at(-1)[0]).toBe(60_000);
});

test('[DIA-3] orders are placed, read, canceled and closed', async () => {
  const placed = await kit.ok3('v3OrderPlace', limit('89000', { newClientOrderId: 'mine-1' }));
  expect(placed).toMatchObject({ clientOrderId: 'mine-1', success: true, errorCode: '' });
  const byName = await kit.ok3('v3OrderRead', { origClientOrderId: 'mine-1' });
  expect(String(byName.orderId)).toBe(placed.orderId);
  expect(await kit.ok3('v3OrderOpen', { symbol })).toEqual([byName]);
  await kit.ok3('v3OrderCancel', { origClientOrderId: 'mine-1' });
  expect((await kit.ok3('v3OrderHistory'))[0]).toMatchObject({ status: 'CANCELED' });

  await kit.ok3('v3OrderPlace', market('0.02'));
  const [fill] = await kit.ok3('v3OrderUserTrades', { symbol });
  expect(fill).toMatchObject({ side: 'BUY', positionSide: 'LONG', maker: false });
  expect(await kit.ok3('v3AccountAllPosition')).toHaveLength(1);
  expect(await kit.ok3('v3AccountSinglePosition', { symbol })).toHaveLength(1);
  const [closed] = await kit.ok3('v3OrderClosePositions', { symbol });
  expect(closed).toMatchObject({ success: true, errorCode: '' });
  expect(await kit.ok3('v3AccountAllPosition')).toEqual([]);
});

test('[DIA-3] batches say of each order what became of it', async () => {
  const batch = await kit.ok3('v3OrderPlaceBatch', {
    batchOrders: [
      limit('89000', { newClientOrderId: 'b-1' }),
      limit('0.01'),
      limit('88000', { newClientOrderId: 'b-2' }),
    ],
  });
  expect(batch.map((each: Anything) => each.success)).toEqual([true, false, true]);
  expect(batch[1].errorCode).toBe('-3006');
  const canceled = await kit.ok3('v3OrderCancelBatch', {
    orderIdList: [batch[0].orderId, '99999999'],
  });
  expect(canceled.orderList.map((each: Anything) => [each.success, each.errorCode])).toEqual([
    [true, ''],
    [false, '-2200'],
  ]);
  await kit.ok3('v3OrderCancelBatch', { origClientOrderIdList: ['b-2'] });
  await kit.ok3('v3OrderPlace', limit('89000'));
  expect(await kit.ok3('v3OrderCancelAll', { symbol })).toHaveLength(1);
  expect(await kit.ok3('v3OrderCancelAll')).toEqual([]);
});

test('[DIA-3] triggers are placed, changed, read, canceled', async () => {
  await kit.ok3('v3OrderPlace', market('0.02'));
  const stop = { ...market('0.01'), side: 'SELL', type: 'STOP_MARKET', triggerPrice: 85_000 };
  const { orderId } = await kit.ok3('v3AlgoPlace', { ...stop, clientAlgoId: 'algo-1' });
  const exit = { symbol, planType: 'TAKE_PROFIT', positionSide: 'LONG', triggerPrice: '95000' };
  const [profit] = await kit.ok3('v3AlgoPlaceTpSl', exit);
  const open = await kit.ok3('v3AlgoOpen', { symbol, page: 1 });
  expect(open.map((each: Anything) => [each.orderType, each.closePosition])).toEqual([
    ['TAKE_PROFIT_MARKET', true],
    ['STOP_MARKET', false],
  ]);
  await kit.ok3('v3AlgoModifyTpSl', { orderId: profit.orderId, triggerPrice: '96000' });
  await kit.ok3('v3AlgoCancel', { orderId });
  expect(await kit.ok3('v3AlgoCancelAll', { symbol })).toHaveLength(1);
  const { orders } = await kit.ok3('v3AlgoHistory', { symbol });
  expect(orders.map((each: Anything) => each.triggerPrice)).toEqual(['96000.0', '85000.0']);
  await kit.ok3('v3OrderClosePositions');
});

test('[DIA-3] accounts are read and set', async () => {
  const [balance] = await kit.ok3('v3AccountBalance');
  expect(balance.asset).toBe('USDT');
  await kit.ok3('v3AccountCommissionRate', { symbol });
  expect(await kit.ok3('v3AccountConfig')).toMatchObject({ canTrade: true });
  expect(await kit.ok3('v3AccountSymbolConfig')).toHaveLength(8);
  await kit.ok3('v3AccountMarginType', { symbol, marginType: 'ISOLATED' });
  const set = await kit.ok3('v3AccountLeverage', {
    ...{ symbol, marginType: 'ISOLATED' },
    ...{ isolatedLongLeverage: '10', isolatedShortLeverage: 5 },
  });
  expect(set).toMatchObject({ isolatedLongLeverage: '10', isolatedShortLeverage: '5' });
  await kit.ok3('v3OrderPlace', market('0.01'));
  const [position] = await kit.ok3('v3AccountAllPosition');
  await kit.ok3('v3AccountPositionMargin', {
    ...{ isolatedPositionId: position.id, amount: '5', type: '1' },
  });
  await kit.ok3('v3AccountAutoAppend', { positionId: position.id, autoAppendMargin: true });
  const [after] = await kit.ok3('v3AccountAllPosition');
  expect(after.isAutoAppendIsolatedMargin).toBe(true);
  expect(Number(after.isolatedMargin)).toBeCloseTo(Number(position.isolatedMargin) + 5, 8);
  const { items } = await kit.ok3('v3AccountIncome', { currency: 'USDT', limit: 5 });
  expect(items[0].incomeType).toBe('position_open_long');
});

test('[DIA-13] the demo endpoints are the same account under other names', async () => {
  const demo = 'BTCSUSDT';
  const placed = await kit.ok3('v3DemoOrderPlace', { ...market('0.01'), symbol: demo });
  const { symbol: plain } = await kit.ok3('v3OrderRead', { orderId: placed.orderId });
  expect(plain).toBe(symbol);
  const [balance] = await kit.ok3('v3AccountBalance');
  expect(await kit.ok3('v3DemoBalance')).toEqual([{ ...balance, asset: 'SUSDT' }]);
  const named = { symbol: demo };
  const history = await kit.ok3('v3OrderHistory', { symbol });
  expect(history[0]).toMatchObject({ orderId: Number(placed.orderId), status: 'FILLED' });
  expect(await kit.ok3('v3DemoOrderHistory', named)).toEqual(
    history.map((each: Anything) => ({ ...each, ...named })),
  );
  const positions = await kit.ok3('v3AccountAllPosition');
  expect(await kit.ok3('v3DemoAllPosition')).toEqual(
    positions.map((each: Anything) => ({ ...each, ...named, asset: 'SUSDT' })),
  );
  await kit.fails3('v3DemoOrderPlace', -1121, market('0.01'));
  await kit.fails3('v3DemoOrderHistory', -1121, { symbol });
  await kit.fails3('v3OrderPlace', -1121, { ...market('0.01'), symbol: demo });
});

test('[DIA-3] every endpoint of the table has answered', () => {
  expect(ENDPOINTS.map(({ id }) => id).filter((id) => !kit.answered.has(id))).toEqual([]);
});

test('[DIA-4] one account, one set of orders: each dialect sees what the other did', async () => {
  await kit.ok3('v3OrderPlace', limit('89000', { newClientOrderId: 'shared' }), BOB);
  const [seen] = await kit.ok('orderCurrent', { symbol: BTC }, BOB);
  expect(seen).toMatchObject({ client_oid: 'shared', type: 'open_long', status: 'open' });
  // The same id with the same content is the same order, whoever repeats it.
  const repeated = await kit.ok(
    'orderPlaceOrder',
    {
      ...{ symbol: BTC, client_oid: 'shared', size: '0.01', type: '1', order_type: '0' },
      ...{ match_price: '0', price: '89000' },
    },
    BOB,
  );
  expect(repeated.order_id).toBe(seen.order_id);
  expect(await kit.ok('accountAllPosition', {}, BOB)).toEqual([]);
  expect(await kit.ok3('v3OrderOpen', {}, ALICE)).toEqual([]);
});
