import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractId } from '../../src/domain/ids.ts';
import { ALICE, BOB, BTC, CAROL, ETH, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
});
afterAll(() => kit.close());

const rest = async (client_oid: string, symbol = BTC, account = ALICE): Promise<string> => {
  const price = symbol === BTC ? '80000.0' : '2800.00';
  const size = symbol === BTC ? '0.0010' : '0.100';
  const order = { symbol, client_oid, size, type: '1', match_price: '0', price };
  return (await kit.ok('orderPlaceOrder', order, account)).order_id;
};
const take = (type: string, size: string, symbol = BTC, account = ALICE) =>
  kit.ok('orderPlaceOrder', { symbol, size, type, match_price: '1' }, account);

test('[REST-8] an order is canceled by its id or by the name its owner gave it', async () => {
  const first = await rest('c1');
  expect(await kit.ok('orderCancelOrder', { orderId: first, symbol: BTC })).toEqual({
    order_id: first,
    client_oid: null,
    result: true,
    err_msg: null,
  });
  const second = await rest('c2');
  expect(await kit.ok('orderCancelOrder', { clientOid: 'c2' })).toEqual({
    order_id: second,
    client_oid: 'c2',
    result: true,
    err_msg: null,
  });
  expect(await kit.ok('orderDetail', { orderId: second })).toMatchObject({ status: 'canceled' });
  expect(await kit.ok('orderCurrent')).toEqual([]);
});

test('[REST-8] an order that is over is not canceled, and the answer says what it is', async () => {
  const canceled = await rest('c3');
  await kit.ok('orderCancelOrder', { orderId: canceled });
  const over = `FAILED_PRECONDITION: The order ${canceled} is already canceled`;
  expect(await kit.fails('orderCancelOrder', '40015', { orderId: canceled })).toBe(over);
  expect(await kit.fails('orderCancelOrder', '40015', { clientOid: 'c3' })).toBe(over);
  expect(await kit.fails('orderCancelPlan', '40015', { orderId: canceled })).toBe(over);
  const modify = { orderId: canceled, triggerPrice: '95000.0' };
  expect(await kit.fails('orderModifyTpSl', '40015', modify)).toBe(over);
  const { order_id: filled } = await take('1', '0.0010');
  expect(await kit.fails('orderCancelOrder', '40015', { orderId: filled })).toContain(
    `The order ${filled} is already filled`,
  );
});

test('[REST-8] an unknown order and one of another account are alike: 50005', async () => {
  const foreign = await rest('c4', BTC, BOB);
  const ended = await rest('c5', BTC, BOB);
  await kit.ok('orderCancelOrder', { orderId: ended }, BOB);
  for (const orderId of [foreign, ended, '999999', '99999999999999999999'.slice(0, 19)]) {
    const unknown = 'Order does not exist';
    expect(await kit.fails('orderCancelOrder', '50005', { orderId })).toBe(unknown);
    expect(await kit.fails('orderCancelPlan', '50005', { orderId })).toBe(unknown);
    expect(await kit.fails('orderDetail', '50005', { orderId })).toBe(unknown);
    const modify = { orderId, triggerPrice: '95000.0' };
    expect(await kit.fails('orderModifyTpSl', '50005', modify)).toBe(unknown);
  }
  await kit.fails('orderCancelOrder', '50005', { clientOid: 'c4' });
  await kit.fails('orderCancelOrder', '50005', { clientOid: '\ud83d\ude00' });
  expect(await kit.ok('orderDetail', { orderId: foreign }, BOB)).toMatchObject({ status: 'open' });
});

test('[REST-8] a cancel must say what it means', async () => {
  expect(await kit.fails('orderCancelOrder', '40017', {})).toContain('orderId or clientOid');
  expect(await kit.fails('orderCancelOrder', '40017', { order_id: '1' })).toContain('orderId');
  await kit.fails('orderCancelOrder', '40020', { orderId: 'abc' });
  await kit.fails('orderCancelPlan', '40017', { order_id: '1' });
  await kit.fails('orderCancelBatch', '40017', {});
  await kit.fails('orderCancelBatch', '40020', { ids: ['x'] });
  await kit.fails('orderCancelBatch', '40020', { ids: [] });
  await kit.fails('orderDetail', '40019', {});
});

test('[REST-8] the cancels of a batch succeed or fail one by one', async () => {
  const first = await rest('c6');
  const second = await rest('c7');
  const { order_id: filled } = await take('1', '0.0010');
  const answer = await kit.ok('orderCancelBatch', { ids: [first, '999999', second, filled] });
  expect(answer).toMatchObject({ result: false, orderIds: [first, second], clientOids: [] });
  expect(answer.failInfos).toEqual([
    { err_msg: 'Order does not exist', order_id: '999999', client_oid: '', result: false },
    {
      err_msg: `FAILED_PRECONDITION: The order ${filled} is already filled`,
      order_id: filled,
      client_oid: '',
      result: false,
    },
  ]);
  const third = await rest('c8');
  expect(await kit.ok('orderCancelBatch', { cids: ['c8'] })).toEqual({
    result: true,
    orderIds: [third],
    clientOids: ['c8'],
    cancelOrderResultList: [{ err_msg: '', order_id: third, client_oid: 'c8', result: true }],
    failInfos: [],
  });
});

test('[REST-9] cancelAllOrders takes one kind, of one contract or all', async () => {
  const btc = await rest('c9');
  const eth = await rest('c10', ETH);
  const plan = { symbol: BTC, size: '0.001', type: '1', match_type: '1', trigger_price: '95000.0' };
  const { order_id: waiting } = await kit.ok('orderPlanOrder', plan);
  const row = (id: string) => ({ orderId: Number(id), success: true });
  const cancel = (fields: object) => kit.ok('orderCancelAll', fields as never);
  expect(await cancel({ cancelOrderType: 'normal', symbol: ETH })).toEqual([row(eth)]);
  expect(await cancel({ cancelOrderType: 'normal' })).toEqual([row(btc)]);
  expect(await cancel({ cancelOrderType: 'plan' })).toEqual([row(waiting)]);
  expect(await cancel({ cancelOrderType: 'plan' })).toEqual([]);
  expect(await cancel({ cancelOrderType: 'normal' })).toEqual([]);
  await kit.fails('orderCancelAll', '40019', {});
  await kit.fails('orderCancelAll', '40020', { cancelOrderType: 'all' });
});

test('[REST-10] closePositions closes one contract or all, one row each', async () => {
  await take('1', '0.0200', BTC, BOB);
  await take('2', '0.0100', BTC, BOB);
  await take('1', '0.100', ETH, BOB);
  const positions = await kit.ok('accountAllPosition', {}, BOB);
  const [eth] = await kit.ok('orderClosePositions', { symbol: ETH }, BOB);
  expect(eth).toMatchObject({ positionId: positions[2].id, success: true, errorMessage: '' });
  expect(await kit.ok('orderDetail', { orderId: eth.successOrderId }, BOB)).toMatchObject({
    type: 'close_long',
    order_type: 'ioc',
    status: 'filled',
    totalProfits: '-0.00200000',
  });
  await kit.fails('orderClosePositions', '40020', { symbl: BTC }, BOB);
  const rest = await kit.ok('orderClosePositions', {}, BOB);
  expect(rest.map((each: { positionId: number }) => each.positionId)).toEqual([
    positions[0].id,
    positions[1].id,
  ]);
  expect(await kit.ok('accountAllPosition', {}, BOB)).toEqual([]);
  expect(await kit.ok('orderClosePositions', {}, BOB)).toEqual([]);
  await kit.fails('orderClosePositions', '40020', { symbol: 'cmt_none' }, BOB);
});

test('[REST-10] a position that cannot be closed says why, and the others are closed', async () => {
  await take('1', '0.0010', BTC, CAROL);
  await take('1', '0.100', ETH, CAROL);
  await kit.run({ kind: 'halt-contract', contract: contractId(0) });
  const [btc, eth] = await kit.ok('orderClosePositions', {}, CAROL);
  expect(btc).toMatchObject({ success: false, successOrderId: 0 });
  expect(btc.errorMessage).toContain("The symbol 'cmt_btcusdt' is not open for trading");
  expect(eth).toMatchObject({ success: true, errorMessage: '' });
  await kit.run({ kind: 'resume-contract', contract: contractId(0) });
  expect(await kit.ok('accountAllPosition', {}, CAROL)).toMatchObject([{ symbol: BTC }]);
});
