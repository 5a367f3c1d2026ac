/** Orders are canceled one, several or all at a time, and positions closed. */

import { type Static, Type } from 'typebox';
import type { CancelAllOrders, CancelOrder, ClosePositions } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import { lengthOf } from '../../endpoint.ts';
import { type Locale, type WireError, wireError } from '../../errors.ts';
import {
  contractField,
  ifSent,
  MISSING,
  meaningField,
  orderIdField,
  textField,
  textsField,
} from '../../field.ts';
import type { CloseTold } from '../../order-figures.ts';
import { cancelsOf, clientTarget, findNoId } from '../../order-target.ts';
import { type Fields, findUnknownFields } from '../../read-request.ts';
import { flag, integer, list, nullable, record, text } from '../../record-field.ts';
import { cancelPost, ownPost } from '../endpoint.ts';
import { ORDER_DONE_RECORD, optionalContract, orderDoneRecord } from './place-order.ts';

export const CANCEL_ALL = ownPost('/order/cancelAllOrders', [40, 50], {
  id: 'orderCancelAll',
  request: Type.Object({
    cancelOrderType: meaningField<CancelAllOrders['scope']>(
      { normal: 'working', plan: 'untriggered' },
      '`normal` for working orders, `plan` for untriggered ones.',
      'normal',
    ),
    symbol: optionalContract(),
  }),
  response: list(ORDER_DONE_RECORD),
  summary: 'Cancel all orders of a kind',
  text: 'An empty list where there was nothing to cancel.',
  read: (request, caller): CancelAllOrders => ({
    kind: 'cancel-all-orders',
    account: caller.account,
    contract: request.symbol?.id ?? null,
    scope: request.cancelOrderType,
  }),
  format: (orders: readonly OrderId[]) => orders.map(orderDoneRecord),
});

const CANCELS_MAX = 50;

const cancelResult = () =>
  record({
    err_msg: Type.String({ description: 'Why not; empty on success' }),
    order_id: Type.String({ description: 'The order; empty where only its client id is known' }),
    client_oid: Type.String({ description: 'The caller’s own id; empty where it was not used' }),
    result: flag('Whether it was canceled'),
  });

export const CANCEL_BATCH = cancelPost('/order/cancel_batch_orders', [5, 10], {
  id: 'orderCancelBatch',
  count: (fields) => lengthOf(fields.get('ids') ?? fields.get('cids'), CANCELS_MAX),
  request: Type.Object({
    ids: ifSent(
      textsField('Orders by id; this or `cids`.', {
        examples: [['1000042', '1000043']],
        countMax: CANCELS_MAX,
        lengthMax: 19,
      }),
    ),
    cids: ifSent(
      textsField('Orders by the caller’s own ids; this or `ids`.', {
        examples: [['my-order-1']],
        countMax: CANCELS_MAX,
        lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
      }),
    ),
  }),
  response: record({
    result: flag('Whether all were canceled'),
    orderIds: list(Type.String()),
    clientOids: list(Type.String()),
    cancelOrderResultList: list(cancelResult()),
    failInfos: list(cancelResult()),
  }),
  summary: 'Cancel up to 50 orders',
  text: 'By `ids` or by `cids`. Each cancel succeeds or fails by itself.',
  read: ({ ids, cids }, { account }) => {
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
  format: (told: readonly (OrderId | WireError)[], { isById, sent }, { locale }) => {
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

const CANCEL_ORDER_BODY = Type.Object({
  orderId: ifSent(orderIdField('The order; this or `clientOid`.')),
  clientOid: ifSent(
    textField('The caller’s own id of the order; this or `orderId`.', {
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
});

const CANCEL_ORDER_RECORD = record({
  order_id: Type.String({ description: 'The order', examples: ['1000042'] }),
  client_oid: nullable(text('The caller’s own id, where it was canceled by that', 'my-order-1')),
  result: flag('Whether it was canceled'),
  err_msg: nullable(Type.String({ description: 'Why not' })),
});

/** Returns the client id only if the order was named by it. */
const formatCanceled = (
  order: OrderId,
  { target }: CancelOrder,
): Static<typeof CANCEL_ORDER_RECORD> => ({
  order_id: String(order),
  client_oid: target.by === 'id' ? null : target.clientOrderId,
  result: true,
  err_msg: null,
});

export const CANCEL_ORDER = cancelPost('/order/cancel_order', [2, 3], {
  id: 'orderCancelOrder',
  request: CANCEL_ORDER_BODY,
  response: CANCEL_ORDER_RECORD,
  summary: 'Cancel an order',
  text: 'By `orderId` or by `clientOid`. What was filled stays filled.',
  read: ({ orderId: order, clientOid }, { account }, fields): CancelOrder | WireError => {
    if (order !== undefined) return { kind: 'cancel-order', account, target: { by: 'id', order } };
    if (clientOid === undefined) return noTarget(fields);
    return { kind: 'cancel-order', account, target: clientTarget(clientOid) };
  },
  format: formatCanceled,
});

function noTarget(fields: Fields): WireError {
  const sent = findUnknownFields(CANCEL_ORDER_BODY, fields)
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

export const CANCEL_PLAN = cancelPost('/order/cancel_plan', [2, 3], {
  id: 'orderCancelPlan',
  request: PLAN_BODY,
  response: CANCEL_ORDER_RECORD,
  summary: 'Cancel a trigger order',
  text: 'Also for take-profit and stop-loss orders.',
  read: (request, { account }): CancelOrder => ({
    kind: 'cancel-order',
    account,
    target: { by: 'id', order: request.orderId },
  }),
  format: formatCanceled,
});

const CLOSE_POSITIONS_RECORD = record({
  positionId: integer('The position', 1_000_001),
  successOrderId: integer('The order that closes it; 0 where it failed', 1_000_042),
  errorMessage: Type.String({ description: 'Why not; empty on success' }),
  success: flag('Whether an order was placed'),
});

const closedRecord = (
  { position, outcome }: CloseTold,
  locale: Locale,
): Static<typeof CLOSE_POSITIONS_RECORD> =>
  typeof outcome === 'object'
    ? {
        positionId: position,
        successOrderId: 0,
        errorMessage: outcome.text[locale],
        success: false,
      }
    : { positionId: position, successOrderId: outcome, errorMessage: '', success: true };

export const CLOSE_POSITIONS = ownPost('/order/closePositions', [40, 50], {
  id: 'orderClosePositions',
  request: Type.Object({
    symbol: ifSent(contractField('One contract; every position where left out.')),
  }),
  response: list(CLOSE_POSITIONS_RECORD),
  summary: 'Close positions at market',
  text: 'One contract or all. Working closes of these positions are canceled first.',
  read: (request, caller): ClosePositions => {
    const contract = request.symbol?.id ?? null;
    return { kind: 'close-positions', account: caller.account, contract };
  },
  format: (told: readonly CloseTold[], _asked, { locale }) =>
    told.map((closed) => closedRecord(closed, locale)),
});
