/** order/cancel_batch_orders: cancels several orders, all by id or all by client id. */
import { type Static, Type } from 'typebox';
import type { OrderId } from '../../../domain/ids.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError, wireError } from '../../errors.ts';
import { textsField } from '../../field.ts';
import { cancelsOf, findNoId } from '../../order-target.ts';
import { readRequest } from '../../read-request.ts';
import { flag, list, record } from '../../record-field.ts';
import { ownPost } from '../endpoint.ts';

const CANCELS_MAX = 50;

const BODY = Type.Object({
  ids: Type.Optional(
    textsField({
      description: 'Orders by id; this or `cids`.',
      examples: [['1000042', '1000043']],
      countMax: CANCELS_MAX,
      lengthMax: 19,
    }),
  ),
  cids: Type.Optional(
    textsField({
      description: 'Orders by the caller’s own ids; this or `ids`.',
      examples: [['my-order-1']],
      countMax: CANCELS_MAX,
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
});

const cancelResult = () =>
  record({
    err_msg: Type.String({ description: 'Why not; empty on success' }),
    order_id: Type.String({ description: 'The order; empty where only its client id is known' }),
    client_oid: Type.String({ description: 'The caller’s own id; empty where it was not used' }),
    result: flag('Whether it was canceled'),
  });

const RECORD = record({
  result: flag('Whether all were canceled'),
  orderIds: list(Type.String()),
  clientOids: list(Type.String()),
  cancelOrderResultList: list(cancelResult()),
  failInfos: list(cancelResult()),
});

export const CANCEL_BATCH = ownPost([5, 10], {
  id: 'orderCancelBatch',
  path: '/order/cancel_batch_orders',
  orderRate: 'cancel',
  count: (fields) => lengthOf(fields.get('ids') ?? fields.get('cids'), CANCELS_MAX),
  request: BODY,
  response: RECORD,
  summary: 'Cancel up to 50 orders',
  text: 'By `ids` or by `cids`. Each cancel succeeds or fails by itself.',
  read: ({ account }, fields) => {
    const request = readRequest(BODY, fields);
    if (isWireError(request)) return request;
    const { ids, cids } = request;
    const isById = ids !== undefined;
    const sent = ids ?? cids;
    if (sent === undefined)
      return wireError('40017', {
        field: 'ids',
        detail: { en: 'ids or cids is required', zh: 'ids和cids至少填写一个' },
      });
    const odd = isById ? findNoId(sent) : undefined;
    if (odd !== undefined)
      return wireError('40020', { field: 'ids', detail: { en: `'${odd}'`, zh: `'${odd}'` } });
    return { isById, sent, commands: cancelsOf(account, { isById, sent }) };
  },
  format: (
    told: readonly (OrderId | WireError)[],
    { isById, sent },
    { locale },
  ): Static<typeof RECORD> => {
    const results = told.map((outcome, at) => {
      const failed = typeof outcome === 'object';
      const name = sent[at] ?? '';
      return {
        err_msg: failed ? outcome.text[locale] : '',
        order_id: failed ? (isById ? name : '') : String(outcome),
        client_oid: isById ? '' : name,
        result: !failed,
      };
    });
    const done = results.filter(({ result }) => result);
    const failInfos = results.filter(({ result }) => !result);
    return {
      result: failInfos.length === 0,
      orderIds: done.map(({ order_id }) => order_id),
      clientOids: done.map(({ client_oid }) => client_oid).filter((text) => text !== ''),
      cancelOrderResultList: results,
      failInfos,
    };
  },
});
