import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderId, positionId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { assignedClientId, findAssignedOrder } from '../assigned-id.ts';
import { wireError } from '../errors.ts';
import { doneRecord } from './format-account.ts';
import {
  batchRecord,
  cancelBatchRecord,
  canceledRecord,
  closedRecord,
  modifiedRecord,
  outcomeRecord,
  placedRecord,
  uploadedRecord,
} from './format-outcome.ts';

const unknown = wireError('50005');
const NOW = millis(1_767_225_600_123);

test('[WIRE-26] a placed order answers with its id as text and the echoed client id', () => {
  expect(placedRecord(orderId(42), 'test')).toEqual({ client_oid: 'test', order_id: '42' });
  expect(placedRecord(orderId(42), null)).toEqual({ client_oid: null, order_id: '42' });
});

test('[WIRE-26] the orders of a batch succeed or fail by themselves', () => {
  const items = [
    { clientOrderId: 'a', outcome: orderId(42) },
    { clientOrderId: null, outcome: wireError('40020', { field: 'size' }) },
  ];
  expect(batchRecord(items, 'en')).toEqual({
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
  expect(canceledRecord(orderId(42), null)).toEqual({
    order_id: '42',
    client_oid: null,
    result: true,
    err_msg: null,
  });
  expect(canceledRecord(orderId(42), 'a').client_oid).toBe('a');
});

test('[WIRE-26] a batch of cancels lists what was done and what was not', () => {
  const items = [
    { sent: '42', outcome: orderId(42) },
    { sent: '43', outcome: unknown },
  ];
  const done = { err_msg: '', order_id: '42', client_oid: '', result: true };
  const failed = { err_msg: 'Order does not exist', order_id: '43', client_oid: '', result: false };
  expect(cancelBatchRecord('id', items, 'en')).toEqual({
    result: false,
    orderIds: ['42'],
    clientOids: [],
    cancelOrderResultList: [done, failed],
    failInfos: [failed],
  });
  const byClient = cancelBatchRecord('client-order-id', [{ sent: 'a', outcome: orderId(1) }], 'en');
  expect(byClient).toMatchObject({ result: true, orderIds: ['1'], clientOids: ['a'] });
});

test('[WIRE-26] positions and bulk results carry ids as numbers', () => {
  expect(closedRecord(positionId(7), orderId(42), 'en')).toEqual({
    positionId: 7,
    successOrderId: 42,
    errorMessage: '',
    success: true,
  });
  expect(closedRecord(positionId(7), unknown, 'zh')).toEqual({
    positionId: 7,
    successOrderId: 0,
    errorMessage: '订单不存在',
    success: false,
  });
  expect(outcomeRecord(orderId(42))).toEqual({ orderId: 42, success: true });
});

test('[WIRE-26] success is 200 here and 00000 there', () => {
  expect(doneRecord(NOW)).toEqual({ msg: 'success', requestTime: NOW, code: '200' });
  const envelope = { code: '00000', msg: 'success', requestTime: NOW };
  expect(modifiedRecord(NOW)).toEqual({ ...envelope, data: '' });
  expect(uploadedRecord(NOW)).toEqual({ ...envelope, data: 'upload success' });
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
