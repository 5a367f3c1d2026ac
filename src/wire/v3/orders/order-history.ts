/** GET order/history and allAlgoOrders: finished orders, newest first. */

import { Type } from 'typebox';
import type { Caller } from '../../caller.ts';
import { isWireError } from '../../errors.ts';
import type { FoundOrder, OrdersPage } from '../../order-figures.ts';
import { parseHistoryWindow } from '../../parse-window.ts';
import { type Fields, readRequest } from '../../read-request.ts';
import { flag, list, record } from '../../record-field.ts';
import { ownGet } from '../endpoint.ts';
import { LIMIT_FALLBACK, limitOf, listQuery, windowFields } from './order-fields.ts';
import { ALGO_RECORD, algoRecord, ORDER_RECORD, orderRecord } from './order-record.ts';

const HISTORY_FALLBACK = 500;

export const HISTORY_QUERY = Type.Object({
  ...windowFields,
  limit: limitOf(1_000, HISTORY_FALLBACK),
});

export function readHistory(caller: Caller, fields: Fields) {
  const request = readRequest(HISTORY_QUERY, fields, caller);
  if (isWireError(request)) return request;
  const {
    symbol: contract = null,
    limit = HISTORY_FALLBACK,
    startTime: from,
    endTime: to,
  } = request;
  const names = ['startTime', 'endTime'] as const;
  const window = parseHistoryWindow({ from, to, names }, caller.venueNow());
  return isWireError(window) ? window : { contract, limit, ...window };
}

export const HISTORY = ownGet([10, 10], {
  id: 'v3OrderHistory',
  path: '/order/history',
  request: HISTORY_QUERY,
  response: list(ORDER_RECORD),
  summary: 'Finished orders',
  text: 'Newest first, within at most 90 days, triggered and canceled triggers included.',
  read: readHistory,
  format: (found: readonly FoundOrder[], _asked, caller) =>
    found.map((each) => orderRecord(each, caller)),
});

const ALGO_QUERY = Type.Object({ ...windowFields, limit: limitOf(100, LIMIT_FALLBACK) });

export const ALGO_HISTORY = ownGet([5, 10], {
  id: 'v3AlgoHistory',
  path: '/allAlgoOrders',
  request: ALGO_QUERY,
  response: record({ orders: list(ALGO_RECORD), hasMore: flag('Whether there are older ones') }),
  summary: 'Finished trigger orders',
  text: 'Newest first. Move `endTime` back to page.',
  read: (caller, fields) => {
    const request = readRequest(ALGO_QUERY, fields, caller);
    return isWireError(request) ? request : listQuery(request);
  },
  format: ({ orders, hasMore }: OrdersPage, _asked, caller) => ({
    orders: orders.map((each) => algoRecord(each, caller)),
    hasMore,
  }),
});
