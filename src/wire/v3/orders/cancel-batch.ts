/** DELETE batchOrders: cancels several orders, all by id or all by client id. */
import { Type } from 'typebox';
import type { OrderId } from '../../../domain/ids.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import { invalid } from '../../caller.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError, wireError } from '../../errors.ts';
import { textsField } from '../../field.ts';
import { cancelsOf, findNoId } from '../../order-target.ts';
import { readRequest } from '../../read-request.ts';
import { list, record } from '../../record-field.ts';
import { ownDelete } from '../endpoint.ts';
import { CANCELED_RECORD, type CanceledRecord } from './cancel-order.ts';
import { BATCH_MAX } from './order-fields.ts';
import { DONE, refused } from './verdict.ts';

const BODY = Type.Object({
  orderIdList: Type.Optional(
    textsField({
      description: 'Orders by id; this or `origClientOrderIdList`.',
      examples: [['1000042', '1000043']],
      countMax: BATCH_MAX,
      lengthMax: 19,
    }),
  ),
  origClientOrderIdList: Type.Optional(
    textsField({
      description: 'Orders by the caller’s own ids; this or `orderIdList`.',
      examples: [['my-order-1']],
      countMax: BATCH_MAX,
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
});

export const CANCEL_BATCH = ownDelete([5, 10], {
  id: 'v3OrderCancelBatch',
  path: '/batchOrders',
  orderRate: 'cancel',
  count: (fields) =>
    lengthOf(fields.get('orderIdList') ?? fields.get('origClientOrderIdList'), BATCH_MAX),
  request: BODY,
  response: record({ orderList: list(CANCELED_RECORD) }),
  summary: 'Cancel up to 10 orders',
  text: 'The lists stand in the body. Each cancel succeeds or fails by itself.',
  read: ({ account }, fields) => {
    const request = readRequest(BODY, fields);
    if (isWireError(request)) return request;
    const { orderIdList, origClientOrderIdList } = request;
    const isById = orderIdList !== undefined;
    const sent = orderIdList ?? origClientOrderIdList;
    if (sent === undefined) return wireError('40019', { field: 'orderIdList' });
    const odd = isById ? findNoId(sent) : undefined;
    if (odd !== undefined) return invalid('orderIdList', `'${odd}' is no id`);
    return { isById, sent, commands: cancelsOf(account, { isById, sent }) };
  },
  format: (told: readonly (OrderId | WireError)[], { isById, sent }, { locale }) => ({
    orderList: told.map((outcome, at): CanceledRecord => {
      const name = sent[at] ?? '';
      const origClientOrderId = isById ? '' : name;
      if (!isWireError(outcome)) return { orderId: String(outcome), origClientOrderId, ...DONE };
      const orderId = isById ? name : '0';
      return { orderId, origClientOrderId, ...refused(outcome, locale) };
    }),
  }),
});
