import { beforeEach, expect, test } from 'vitest';
import { ALICE, BOB, BTC, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeEach(async () => {
  kit = await openRestKit();
  return () => kit.close();
});

const plan = (trigger_price: string, more: object = {}) => ({
  symbol: BTC,
  size: '0.0010',
  type: '1',
  match_type: '1',
  execute_price: '0',
  trigger_price,
  ...more,
});
const exit = (planType: string, triggerPrice: string, more: object = {}) => ({
  symbol: BTC,
  planType,
  triggerPrice,
  size: '0.0010',
  positionSide: 'long',
  ...more,
});
const take = (type: string, size: string, account = BOB) =>
  kit.ok('orderPlaceOrder', { symbol: BTC, size, type, match_price: '1' }, account);

test('[REST-12] a trigger order waits in currentPlan until the last price reaches it', async () => {
  await take('1', '0.0001');
  const placed = await kit.ok('orderPlanOrder', plan('90000.3', { client_oid: 'p1' }));
  const [waiting] = await kit.ok('orderCurrentPlan', { symbol: BTC });
  expect(waiting).toEqual({
    symbol: BTC,
    size: '0.0010',
    client_oid: 'p1',
    createTime: waiting.createTime,
    filled_qty: '0',
    fee: '0',
    order_id: placed.order_id,
    price: '0.0',
    price_avg: '0',
    status: 'UNTRIGGERED',
    type: 'OPEN_LONG',
    order_type: '3',
    totalProfits: '0',
    triggerPrice: '90000.3',
    triggerPriceType: 'CONTRACT_PRICE',
    triggerTime: '0',
    presetTakeProfitPrice: null,
    presetStopLossPrice: null,
  });
  const orderId = placed.order_id;
  expect(await kit.ok('orderDetail', { orderId })).toMatchObject({ status: 'untriggered' });
  expect(await kit.ok('orderCurrent')).toEqual([]);
  expect(await kit.ok('orderHistoryPlan', { symbol: BTC })).toEqual({ list: [], nextPage: false });
  await take('1', '1.6000');
  expect(await kit.ok('orderCurrentPlan')).toEqual([]);
  const { list } = await kit.ok('orderHistoryPlan', { symbol: BTC, delegateType: 1 });
  expect(list).toMatchObject([{ order_id: orderId, status: 'FILLED', filled_qty: '0.0010' }]);
  expect(Number(list[0].triggerTime)).toBeGreaterThan(Number(list[0].createTime));
  expect(await kit.ok('orderDetail', { orderId })).toMatchObject({ status: 'filled' });
  expect(await kit.ok('orderHistoryPlan', { symbol: BTC, delegateType: '3' })).toMatchObject({
    list: [],
  });
});

test('[REST-12] the same plan again answers with the first', async () => {
  const order = plan('95000.0', { client_oid: 'p2', match_type: 0, execute_price: '95001.0' });
  const first = await kit.ok('orderPlanOrder', order);
  const again = await kit.call('orderPlanOrder', order);
  expect([again.json, again.headers['x-idempotent-replay']]).toEqual([first, '1']);
  expect(await kit.ok('orderCancelPlan', { orderId: first.order_id })).toMatchObject({
    order_id: first.order_id,
    result: true,
  });
  const { list } = await kit.ok('orderHistoryPlan', { symbol: BTC });
  expect(list[0]).toMatchObject({ status: 'CANCELED', triggerTime: '0', price: '95001.0' });
  expect(await kit.ok('orderHistory')).not.toContainEqual(
    expect.objectContaining({ order_id: first.order_id }),
  );
});

test('[REST-12] exits are placed on a position, changed and taken back', async () => {
  await take('1', '0.0010', ALICE);
  const none = exit('profit_plan', '99000.0', { positionSide: 'short' });
  expect(await kit.fails('orderPlaceTpSl', '40015', none)).toContain('There is no SHORT position');
  const [profit] = await kit.ok('orderPlaceTpSl', exit('profit_plan', '99000.0'));
  expect(profit).toEqual({ orderId: profit.orderId, success: true });
  await kit.ok('orderPlaceTpSl', exit('loss_plan', '85000.0', { executePrice: '84900.0' }));
  const [loss, gain] = await kit.ok('orderCurrentPlan', { symbol: BTC, orderId: 'none' });
  expect([loss.type, loss.price, gain.price]).toEqual(['CLOSE_LONG', '84900.0', '0.0']);
  const modify = { orderId: profit.orderId, triggerPrice: '98000.0', triggerPriceType: 3 };
  const modified = await kit.ok('orderModifyTpSl', { ...modify, executePrice: '97000.0' });
  expect(modified).toMatchObject({ code: '00000', msg: 'success', data: '' });
  const [after] = await kit.ok('orderCurrentPlan', { symbol: BTC, orderId: profit.orderId });
  expect(after).toMatchObject({
    triggerPrice: '98000.0',
    triggerPriceType: 'MARK_PRICE',
    price: '97000.0',
  });
  await kit.ok('orderCancelPlan', { orderId: profit.orderId });
  await kit.ok('orderCancelAll', { cancelOrderType: 'plan' });
});

test('[REST-12] triggers off the tick or reached already are refused', async () => {
  await take('1', '0.0010', ALICE);
  expect(await kit.fails('orderPlaceTpSl', '40015', exit('profit_plan', '99000.05'))).toContain(
    "The order trigger price must be greater than 0 and matches the stepSize '0.1' requirement",
  );
  expect(await kit.fails('orderPlaceTpSl', '40015', exit('loss_plan', '99000.0'))).toContain(
    'is already reached',
  );
  await kit.fails('orderPlaceTpSl', '40020', exit('other_plan', '99000.0'));
  await kit.fails(
    'orderPlaceTpSl',
    '40020',
    exit('loss_plan', '85000.0', { positionSide: 'LONG' }),
  );
  await kit.fails('orderPlaceTpSl', '40019', { symbol: BTC });
  await kit.fails(
    'orderPlanOrder',
    '40019',
    plan('95000.0', { match_type: '0', execute_price: '' }),
  );
  await kit.fails('orderPlanOrder', '40015', plan('95000.0', { size: '0.00001' }));
  await kit.fails('orderPlanOrder', '40019', plan(''));
  const { order_id: working } = await kit.ok('orderPlaceOrder', {
    symbol: BTC,
    size: '0.0010',
    type: '1',
    match_price: '0',
    price: '80000.0',
  });
  const modify = { orderId: working, triggerPrice: '98000.0' };
  expect(await kit.fails('orderModifyTpSl', '40015', modify)).toContain('not open for changes');
  await kit.ok('orderCancelOrder', { orderId: working });
});

test('[REST-12] presets become exits of the order that opened, take-profit first', async () => {
  const { order_id: orderId } = await kit.ok('orderPlaceOrder', {
    symbol: BTC,
    size: '0.0020',
    type: '1',
    match_price: '1',
    presetTakeProfitPrice: 95000,
    presetStopLossPrice: '85000.0',
  });
  expect(await kit.ok('orderDetail', { orderId })).toMatchObject({
    presetTakeProfitPrice: '95000.0',
    presetStopLossPrice: '85000.0',
  });
  const waiting = await kit.ok('orderCurrentPlan', { symbol: BTC });
  expect(waiting.map((each: { triggerPrice: string }) => each.triggerPrice)).toEqual([
    '85000.0',
    '95000.0',
  ]);
  await kit.ok('orderClosePositions', { symbol: BTC });
  expect(await kit.ok('orderCurrentPlan', { symbol: BTC })).toEqual([]);
  await kit.fails('orderHistoryPlan', '40019', {});
  await kit.fails('orderHistoryPlan', '40020', { symbol: BTC, pageSize: 101 });
  await kit.fails('orderHistoryPlan', '40020', { symbol: BTC, delegateType: 5 });
});
