/** Orders are canceled one, several or all at a time, and positions closed. */

import { type Static, Type } from 'typebox';
import type {
  CancelAllOrders,
  CancelOrder,
  ClosePositions,
  OrderTarget,
} from '../../../domain/command.ts';
import type { Contract } from '../../../domain/contract.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import { type Caller, invalid } from '../../caller.ts';
import { ANY_CONTRACT } from '../../contract-query.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError, wireError } from '../../errors.ts';
import { ifSent, orderIdField, textField, textsField } from '../../field.ts';
import type { CloseTold } from '../../order-figures.ts';
import { cancelsOf, clientTarget, findNoId } from '../../order-target.ts';
import { idText, integer, list, record, text } from '../../record-field.ts';
import { cancelDelete, ownDelete, ownPost } from '../endpoint.ts';
import { BATCH_MAX, DONE, ORDER_DONE, orderDone, refused, verdict } from './place-order.ts';

const readCancelAll =
  (scope: CancelAllOrders['scope']) =>
  ({ symbol }: { readonly symbol?: Contract }, { account }: Caller): CancelAllOrders => ({
    kind: 'cancel-all-orders',
    account,
    contract: symbol?.id ?? null,
    scope,
  });

const cancelAllTerms = {
  request: ANY_CONTRACT.request,
  response: list(ORDER_DONE),
  text: 'An empty list where there was nothing to cancel.',
  format: (orders: readonly OrderId[]) => orders.map(orderDone),
};

export const CANCEL_ALL = ownDelete('/allOpenOrders', [5, 10], {
  ...cancelAllTerms,
  id: 'v3OrderCancelAll',
  summary: 'Cancel all working orders',
  read: readCancelAll('working'),
});

export const CANCEL_ALL_ALGO = ownDelete('/algoOpenOrders', [5, 10], {
  ...cancelAllTerms,
  id: 'v3AlgoCancelAll',
  summary: 'Cancel all untriggered orders',
  read: readCancelAll('untriggered'),
});

export const ORDER_TARGET = Type.Object({
  orderId: ifSent(orderIdField('The order; this or `origClientOrderId`.')),
  origClientOrderId: ifSent(
    textField('The caller’s own id of the order; this or `orderId`.', {
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
});

type TargetRequest = Static<typeof ORDER_TARGET>;

export function targetOf({
  orderId: order,
  origClientOrderId,
}: TargetRequest): OrderTarget | WireError {
  if (order !== undefined) return { by: 'id', order };
  return origClientOrderId === undefined
    ? wireError('40019', { field: 'orderId' })
    : clientTarget(origClientOrderId);
}

function readCancel(sent: TargetRequest, { account }: Caller): CancelOrder | WireError {
  const target = targetOf(sent);
  return isWireError(target) ? target : { kind: 'cancel-order', account, target };
}

const CANCELED_RECORD = record({
  orderId: idText('The order'),
  origClientOrderId: text('As it was sent; empty where the order was named by its id', ''),
  ...verdict,
});
type CanceledRecord = Static<typeof CANCELED_RECORD>;

const cancelTerms = {
  request: ORDER_TARGET,
  response: CANCELED_RECORD,
  read: readCancel,
  format: (order: OrderId, { target }: CancelOrder): CanceledRecord => ({
    orderId: String(order),
    origClientOrderId: target.by === 'id' ? '' : target.clientOrderId,
    ...DONE,
  }),
};

export const CANCEL_ORDER = cancelDelete('/order', [2, 3], {
  ...cancelTerms,
  id: 'v3OrderCancel',
  summary: 'Cancel an order',
  text: 'What was filled stays filled.',
});

export const CANCEL_ALGO = cancelDelete('/algoOrder', [2, 3], {
  ...cancelTerms,
  id: 'v3AlgoCancel',
  summary: 'Cancel a trigger order',
  text: 'Also for take-profit and stop-loss orders.',
});

export const CANCEL_BATCH = cancelDelete('/batchOrders', [5, 10], {
  id: 'v3OrderCancelBatch',
  count: (fields) =>
    lengthOf(fields.get('orderIdList') ?? fields.get('origClientOrderIdList'), BATCH_MAX),
  request: Type.Object({
    orderIdList: ifSent(
      textsField('Orders by id; this or `origClientOrderIdList`.', {
        examples: [['1000042', '1000043']],
        countMax: BATCH_MAX,
        lengthMax: 19,
      }),
    ),
    origClientOrderIdList: ifSent(
      textsField('Orders by the caller’s own ids; this or `orderIdList`.', {
        examples: [['my-order-1']],
        countMax: BATCH_MAX,
        lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
      }),
    ),
  }),
  response: record({ orderList: list(CANCELED_RECORD) }),
  summary: 'Cancel up to 10 orders',
  text: 'The lists stand in the body. Each cancel succeeds or fails by itself.',
  read: ({ orderIdList, origClientOrderIdList }, { account }) => {
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

const RECORD = record({
  positionId: integer('The position', 1_000_001),
  successOrderId: integer('The order that closes it; 0 for none', 1_000_042),
  ...verdict,
});

export const CLOSE_POSITIONS = ownPost('/closePositions', [40, 50], {
  id: 'v3OrderClosePositions',
  request: ANY_CONTRACT.request,
  response: list(RECORD),
  summary: 'Close positions at market',
  text: 'One contract or all. Working closes of these positions are canceled first.',
  read: ({ symbol }, { account }): ClosePositions => ({
    kind: 'close-positions',
    account,
    contract: symbol?.id ?? null,
  }),
  format: (told: readonly CloseTold[], _asked, { locale }) =>
    told.map(
      ({ position, outcome }): Static<typeof RECORD> =>
        isWireError(outcome)
          ? { positionId: position, successOrderId: 0, ...refused(outcome, locale) }
          : { positionId: position, successOrderId: outcome, ...DONE },
    ),
});
