import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callerOf, playMarket } from '../../../../test/wire/played-market.ts';
import { type OrderId, orderId, positionId } from '../../../domain/ids.ts';
import { millis, ticks } from '../../../domain/units.ts';
import { isWireError, type WireError, wireError } from '../../errors.ts';
import { assignedClientId, findAssignedOrder } from '../../order-figures.ts';
import { type Fields, readBody } from '../../read-request.ts';
import { formatDone } from '../account/positions.ts';
import { CANCEL_ALL, CANCEL_BATCH, CANCEL_ORDER, CLOSE_POSITIONS } from './cancel-orders.ts';
import { BATCH_ORDERS, formatPlaced, MODIFY_EXIT, PLACE_EXIT } from './place-order.ts';
import { UPLOAD_AI_LOG } from './upload-ai-log.ts';

const unknown = wireError('50005');
const NOW = millis(1_767_225_600_123);
const caller = { ...callerOf(playMarket()), now: NOW };

/** What an endpoint reads from a body. */
function asked<Asked>(
  { read }: { readonly read: (who: typeof caller, fields: Fields) => Asked | WireError },
  body: object,
): Asked {
  const fields = readBody(JSON.stringify(body));
  const value = isWireError(fields) ? fields : read(caller, fields);
  if (isWireError(value)) throw new Error(value.text.en);
  return value as Asked;
}

test('[WIRE-26] a placed order answers with its id as text and the echoed client id', () => {
  const order = orderId(42);
  const named = { client_oid: 'test', order_id: '42' };
  expect(formatPlaced({ order }, { clientOrderId: 'test' })).toEqual(named);
  const unnamed = { client_oid: null, order_id: '42' };
  expect(formatPlaced({ order }, { clientOrderId: null })).toEqual(unnamed);
});

test('[WIRE-26] the orders of a batch succeed or fail by themselves', () => {
  const items = asked(BATCH_ORDERS, {
    symbol: 'cmt_btcusdt',
    orderDataList: [{ client_oid: 'a' }, {}],
  });
  const told = [{ order: orderId(42) }, wireError('40020', { field: 'size' })];
  expect(BATCH_ORDERS.format(told, items, caller)).toEqual({
    order_info: [
      { order_id: '42', client_oid: 'a', result: true, error_code: '', error_message: '' },
      {
        order_id: '',
        client_oid: '',
        result: false,
        error_code: '40020',
        error_message: 'Parameter size is invalid',
      },
    ],
    result: true,
  });
});

test('[WIRE-26] a cancel by id does not tell the client id', () => {
  const canceled = (body: object) =>
    CANCEL_ORDER.format(orderId(42), asked(CANCEL_ORDER, body), caller);
  expect(canceled({ orderId: 42 })).toEqual({
    order_id: '42',
    client_oid: null,
    result: true,
    err_msg: null,
  });
  expect(canceled({ clientOid: 'a' })).toMatchObject({ client_oid: 'a' });
});

test('[WIRE-26] a batch of cancels lists what was done and what was not', () => {
  const canceled = (body: object, told: readonly (OrderId | WireError)[]) =>
    CANCEL_BATCH.format(told, asked(CANCEL_BATCH, body), caller);
  const done = { err_msg: '', order_id: '42', client_oid: '', result: true };
  const failed = { err_msg: 'Order does not exist', order_id: '43', client_oid: '', result: false };
  expect(canceled({ ids: ['42', '43'] }, [orderId(42), unknown])).toEqual({
    result: false,
    orderIds: ['42'],
    clientOids: [],
    cancelOrderResultList: [done, failed],
    failInfos: [failed],
  });
  const byClient = canceled({ cids: ['a'] }, [orderId(1)]);
  expect(byClient).toMatchObject({ result: true, orderIds: ['1'], clientOids: ['a'] });
});

test('[WIRE-26] positions and bulk results carry ids as numbers', () => {
  const position = positionId(7);
  const all = asked(CLOSE_POSITIONS, {});
  const told = [{ position, outcome: orderId(42) }];
  expect(CLOSE_POSITIONS.format(told, all, caller)).toEqual([
    { positionId: 7, successOrderId: 42, errorMessage: '', success: true },
  ]);
  const failed = [{ position, outcome: unknown }];
  expect(CLOSE_POSITIONS.format(failed, all, { ...caller, locale: 'zh' })).toEqual([
    { positionId: 7, successOrderId: 0, errorMessage: '订单不存在', success: false },
  ]);
  const done = [{ orderId: 42, success: true }];
  const normal = asked(CANCEL_ALL, { cancelOrderType: 'normal' });
  expect(CANCEL_ALL.format([orderId(42)], normal, caller)).toEqual(done);
  const exit = { symbol: 'cmt_btcusdt', planType: 'loss_plan', positionSide: 'long' };
  const placing = asked(PLACE_EXIT, { ...exit, triggerPrice: '80000' });
  expect(PLACE_EXIT.format({ order: orderId(42) }, placing, caller)).toEqual(done);
});

test('[WIRE-26] success is 200 here and 00000 there', () => {
  expect(formatDone(undefined, undefined, caller)).toEqual({
    msg: 'success',
    requestTime: NOW,
    code: '200',
  });
  const envelope = { code: '00000', msg: 'success', requestTime: NOW };
  const log = asked(UPLOAD_AI_LOG, {
    stage: 's',
    model: 'm',
    input: 1,
    output: 1,
    explanation: 'e',
  });
  const uploaded = { ...envelope, data: 'upload success' };
  expect(UPLOAD_AI_LOG.format(undefined, log, caller)).toEqual(uploaded);
  const { account } = caller;
  const change = {
    kind: 'amend-trigger',
    account,
    target: { by: 'id', order: orderId(42) },
    triggerPrice: ticks(1),
    triggerSource: 'last',
    price: null,
  } as const;
  expect(MODIFY_EXIT.format(undefined, change, caller)).toEqual({ ...envelope, data: '' });
});

test('[WIRE-27] an assigned client id is a UUID that leads back to its order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      const name = assignedClientId(orderId(id));
      expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(findAssignedOrder(name)).toBe(id);
    }),
  );
  expect(findAssignedOrder('my-order-1')).toBeUndefined();
});
