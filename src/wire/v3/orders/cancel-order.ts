/** DELETE order and algoOrder: cancel one order, working or untriggered. */
import { type Static, Type } from 'typebox';
import type { CancelOrder, OrderTarget } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import type { Caller } from '../../caller.ts';
import { isWireError, type WireError, wireError } from '../../errors.ts';
import { orderIdField, textField } from '../../field.ts';
import { clientTarget } from '../../order-target.ts';
import { type Fields, readRequest } from '../../read-request.ts';
import { idText, record, text } from '../../record-field.ts';
import { ownDelete } from '../endpoint.ts';
import { DONE, verdict } from './verdict.ts';

export const ORDER_TARGET = Type.Object({
  orderId: Type.Optional(orderIdField('The order; this or `origClientOrderId`.')),
  origClientOrderId: Type.Optional(
    textField({
      description: 'The caller’s own id of the order; this or `orderId`.',
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
});

export function readTarget(fields: Fields): OrderTarget | WireError {
  const request = readRequest(ORDER_TARGET, fields);
  if (isWireError(request)) return request;
  const { orderId: order, origClientOrderId } = request;
  if (order !== undefined) return { by: 'id', order };
  return origClientOrderId === undefined
    ? wireError('40019', { field: 'orderId' })
    : clientTarget(origClientOrderId);
}

function readCancel({ account }: Caller, fields: Fields): CancelOrder | WireError {
  const target = readTarget(fields);
  return isWireError(target) ? target : { kind: 'cancel-order', account, target };
}

export const CANCELED_RECORD = record({
  orderId: idText('The order'),
  origClientOrderId: text('As it was sent; empty where the order was named by its id', ''),
  ...verdict,
});
export type CanceledRecord = Static<typeof CANCELED_RECORD>;

const formatCanceled = (order: OrderId, { target }: CancelOrder): CanceledRecord => ({
  orderId: String(order),
  origClientOrderId: target.by === 'id' ? '' : target.clientOrderId,
  ...DONE,
});

export const CANCEL_ORDER = ownDelete([2, 3], {
  id: 'v3OrderCancel',
  path: '/order',
  orderRate: 'cancel',
  request: ORDER_TARGET,
  response: CANCELED_RECORD,
  summary: 'Cancel an order',
  text: 'What was filled stays filled.',
  read: readCancel,
  format: formatCanceled,
});

export const CANCEL_ALGO = ownDelete([2, 3], {
  id: 'v3AlgoCancel',
  path: '/algoOrder',
  orderRate: 'cancel',
  request: ORDER_TARGET,
  response: CANCELED_RECORD,
  summary: 'Cancel a trigger order',
  text: 'Also for take-profit and stop-loss orders.',
  read: readCancel,
  format: formatCanceled,
});
