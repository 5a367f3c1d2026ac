/** order/cancel_order and order/cancel_plan: cancel one order. */
import { type Static, Type } from 'typebox';
import type { CancelOrder } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import { isWireError, type WireError, wireError } from '../../errors.ts';
import { MISSING, orderIdField, textField } from '../../field.ts';
import { clientTarget } from '../../order-target.ts';
import { type Fields, findUnknownFields, readRequest } from '../../read-request.ts';
import { flag, nullable, record, text } from '../../record-field.ts';
import { ownPost } from '../endpoint.ts';

const BODY = Type.Object({
  orderId: Type.Optional(orderIdField('The order; this or `clientOid`.')),
  clientOid: Type.Optional(
    textField({
      description: 'The caller’s own id of the order; this or `orderId`.',
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
});

const RECORD = record({
  order_id: Type.String({ description: 'The order', examples: ['1000042'] }),
  client_oid: nullable(text('The caller’s own id, where it was canceled by that', 'my-order-1')),
  result: flag('Whether it was canceled'),
  err_msg: nullable(Type.String({ description: 'Why not' })),
});

/** Returns the client id only if the order was named by it. */
const formatCanceled = (order: OrderId, { target }: CancelOrder): Static<typeof RECORD> => ({
  order_id: String(order),
  client_oid: target.by === 'id' ? null : target.clientOrderId,
  result: true,
  err_msg: null,
});

export const CANCEL_ORDER = ownPost([2, 3], {
  id: 'orderCancelOrder',
  path: '/order/cancel_order',
  orderRate: 'cancel',
  request: BODY,
  response: RECORD,
  summary: 'Cancel an order',
  text: 'By `orderId` or by `clientOid`. What was filled stays filled.',
  read: ({ account }, fields): CancelOrder | WireError => {
    const request = readRequest(BODY, fields);
    if (isWireError(request)) return request;
    const { orderId: order, clientOid } = request;
    if (order !== undefined) return { kind: 'cancel-order', account, target: { by: 'id', order } };
    if (clientOid === undefined) return noTarget(fields);
    return { kind: 'cancel-order', account, target: clientTarget(clientOid) };
  },
  format: formatCanceled,
});

function noTarget(fields: Fields): WireError {
  const sent = findUnknownFields(BODY, fields)
    .filter(({ nearest }) => nearest !== undefined)
    .map(({ name, nearest }) => `; ${name} is unknown, did you mean ${nearest}?`);
  const hint = sent[0] ?? '';
  return wireError('40017', {
    field: 'orderId',
    detail: {
      en: `orderId or clientOid is required${hint}`,
      zh: `orderId和clientOid至少填写一个${hint}`,
    },
  });
}

const PLAN_BODY = Type.Object(
  { orderId: orderIdField('The untriggered order.') },
  { [MISSING]: '40017' },
);

export const CANCEL_PLAN = ownPost([2, 3], {
  id: 'orderCancelPlan',
  path: '/order/cancel_plan',
  orderRate: 'cancel',
  request: PLAN_BODY,
  response: RECORD,
  summary: 'Cancel a trigger order',
  text: 'Also for take-profit and stop-loss orders.',
  read: ({ account }, fields): CancelOrder | WireError => {
    const request = readRequest(PLAN_BODY, fields);
    if (isWireError(request)) return request;
    return { kind: 'cancel-order', account, target: { by: 'id', order: request.orderId } };
  },
  format: formatCanceled,
});
