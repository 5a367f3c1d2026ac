/** GET order, openOrders and openAlgoOrders: one order, and lists of living orders. */

import { Type } from 'typebox';
import type { OrderGroup } from '../../../domain/order.ts';
import type { Caller } from '../../caller.ts';
import { isWireError } from '../../errors.ts';
import { integerField, orderIdField } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { type Fields, readRequest } from '../../read-request.ts';
import { list } from '../../record-field.ts';
import { ownGet } from '../endpoint.ts';
import { ORDER_TARGET, readTarget } from './cancel-order.ts';
import { LIMIT_FALLBACK, limitOf, listQuery, windowFields } from './order-fields.ts';
import { ALGO_RECORD, algoRecord, ORDER_RECORD, orderRecord } from './order-record.ts';

export const READ_ORDER = ownGet([2, 3], {
  id: 'v3OrderRead',
  path: '/order',
  request: ORDER_TARGET,
  response: ORDER_RECORD,
  summary: 'One order',
  text: 'Working, untriggered or finished.',
  read: (_caller, fields) => readTarget(fields),
  format: (found: FoundOrder, _asked, caller) => orderRecord(found, caller),
});

/** Returns the request and the reader of a list of living orders. */
const living = (group: OrderGroup, firstPage: 0 | 1) => {
  const request = Type.Object({
    ...windowFields,
    orderId: Type.Optional(orderIdField('One order.')),
    limit: limitOf(100, LIMIT_FALLBACK),
    page: Type.Optional(
      integerField({
        description: `Which page, from ${firstPage}.`,
        default: firstPage,
        min: firstPage,
        max: 1_000_000,
      }),
    ),
  });
  const read = (caller: Caller, fields: Fields) => {
    const asked = readRequest(request, fields, caller);
    if (isWireError(asked)) return asked;
    const query = listQuery(asked);
    if (isWireError(query)) return query;
    return { ...query, group, page: (asked.page ?? firstPage) - firstPage };
  };
  return { request, read };
};

export const OPEN_ORDERS = ownGet([2, 3], {
  id: 'v3OrderOpen',
  path: '/openOrders',
  ...living('working', 0),
  response: list(ORDER_RECORD),
  summary: 'Working orders',
  text: 'Newest first. Pages are numbered from 0.',
  format: (found: readonly FoundOrder[], _asked, caller) =>
    found.map((each) => orderRecord(each, caller)),
});

export const OPEN_ALGO = ownGet([3, 3], {
  id: 'v3AlgoOpen',
  path: '/openAlgoOrders',
  ...living('untriggered', 1),
  response: list(ALGO_RECORD),
  summary: 'Untriggered orders',
  text: 'Newest first. Pages are numbered from 1.',
  format: (found: readonly FoundOrder[], _asked, caller) =>
    found.map((each) => algoRecord(each, caller)),
});
