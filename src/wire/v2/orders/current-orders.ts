/** order/detail, order/current and order/currentPlan: one order, and lists of living orders. */

import { type Static, type TObject, Type } from 'typebox';
import { type OrderId, orderId } from '../../../domain/ids.ts';
import { ID_MAX } from '../../../domain/limits.ts';
import type { OrderGroup } from '../../../domain/order.ts';
import { isWireError } from '../../errors.ts';
import { integerField, momentField, orderIdField, textField } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { parseWindow } from '../../parse-window.ts';
import { readRequest } from '../../read-request.ts';
import { list } from '../../record-field.ts';
import { ownGet } from '../endpoint.ts';
import { optionalContract, PAGE_MAX, pageField } from './order-fields.ts';
import { ORDER_RECORD, orderRecord, PLAN_RECORD, planRecord } from './order-record.ts';

const ORDER_QUERY = Type.Object({ orderId: orderIdField('The order.') });

export const ORDER_DETAIL = ownGet([2, 2], {
  id: 'orderDetail',
  path: '/order/detail',
  request: ORDER_QUERY,
  response: ORDER_RECORD,
  summary: 'One order',
  text: 'Working, untriggered or finished.',
  read: (_caller, fields) => {
    const request = readRequest(ORDER_QUERY, fields);
    return isWireError(request) ? request : { by: 'id' as const, order: request.orderId };
  },
  format: ({ order }: FoundOrder, _asked, { contractOf }) =>
    orderRecord(contractOf(order.contract), order),
});

const LIST_FIELDS = {
  symbol: optionalContract(),
  startTime: Type.Optional(momentField('The earliest creation.')),
  endTime: Type.Optional(momentField('The latest creation.')),
  limit: pageField('How many on a page.'),
  page: Type.Optional(
    integerField({ description: 'Which page, from 0.', default: 0, min: 0, max: 1_000_000 }),
  ),
};

type ListRequest = Static<TObject<typeof LIST_FIELDS>>;

function listQuery(group: OrderGroup, request: ListRequest, order: OrderId | null) {
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  const { symbol: contract = null, limit = PAGE_MAX, page = 0 } = request;
  return { group, contract, order, limit, page, ...window };
}

const CURRENT_QUERY = Type.Object({
  ...LIST_FIELDS,
  orderId: Type.Optional(orderIdField('One order.')),
});

export const CURRENT = ownGet([2, 2], {
  id: 'orderCurrent',
  path: '/order/current',
  request: CURRENT_QUERY,
  response: list(ORDER_RECORD),
  summary: 'Working orders',
  text: 'Newest first. Pages are numbered from 0.',
  read: (caller, fields) => {
    const request = readRequest(CURRENT_QUERY, fields, caller);
    if (isWireError(request)) return request;
    return listQuery('working', request, request.orderId ?? null);
  },
  format: (found: readonly FoundOrder[], _asked, { contractOf }) =>
    found.map(({ order }) => orderRecord(contractOf(order.contract), order)),
});

const CURRENT_PLAN_QUERY = Type.Object({
  ...LIST_FIELDS,
  orderId: Type.Optional(
    textField({
      description: 'One order; ignored where it is no number.',
      examples: ['1000042'],
      lengthMax: 64,
    }),
  ),
});

export const CURRENT_PLAN = ownGet([3, 3], {
  id: 'orderCurrentPlan',
  path: '/order/currentPlan',
  request: CURRENT_PLAN_QUERY,
  response: list(PLAN_RECORD),
  summary: 'Untriggered orders',
  text: 'Newest first, take-profit and stop-loss orders included.',
  read: (caller, fields) => {
    const request = readRequest(CURRENT_PLAN_QUERY, fields, caller);
    if (isWireError(request)) return request;
    const { orderId: text = '' } = request;
    const order = /^\d{1,19}$/.test(text) ? orderId(Math.min(Number(text), ID_MAX)) : null;
    return listQuery('untriggered', request, order);
  },
  format: (found: readonly FoundOrder[], _asked, { contractOf }) =>
    found.map(({ order }) => planRecord(contractOf(order.contract), order)),
});
