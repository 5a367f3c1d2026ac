/** order/cancelAllOrders: cancels all working or all untriggered orders. */
import { type Static, Type } from 'typebox';
import type { CancelAllOrders } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { meaningField } from '../../field.ts';
import { readRequest } from '../../read-request.ts';
import { flag, integer, list, record } from '../../record-field.ts';
import { ownPost } from '../endpoint.ts';
import { optionalContract } from './order-fields.ts';

const BODY = Type.Object({
  cancelOrderType: meaningField<CancelAllOrders['scope']>(
    { normal: 'working', plan: 'untriggered' },
    {
      description: '`normal` for working orders, `plan` for untriggered ones.',
      examples: ['normal'],
    },
  ),
  symbol: optionalContract(),
});

/** One order of cancelAllOrders or placeTpSlOrder. */
export const ORDER_DONE_RECORD = record({
  orderId: integer('The order; 0 where it failed', 1_000_042),
  success: flag('Whether it succeeded'),
});

export const orderDoneRecord = (order: OrderId): Static<typeof ORDER_DONE_RECORD> => ({
  orderId: order,
  success: true,
});

export const CANCEL_ALL = ownPost([40, 50], {
  id: 'orderCancelAll',
  path: '/order/cancelAllOrders',
  request: BODY,
  response: list(ORDER_DONE_RECORD),
  summary: 'Cancel all orders of a kind',
  text: 'An empty list where there was nothing to cancel.',
  read: (caller, fields): CancelAllOrders | WireError => {
    const request = readRequest(BODY, fields, caller);
    if (isWireError(request)) return request;
    return {
      kind: 'cancel-all-orders',
      account: caller.account,
      contract: request.symbol?.id ?? null,
      scope: request.cancelOrderType,
    };
  },
  format: (orders: readonly OrderId[]) => orders.map(orderDoneRecord),
});
