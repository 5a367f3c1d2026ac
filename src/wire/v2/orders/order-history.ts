/** order/history and order/historyPlan: finished orders, newest first. */

import { type Static, Type } from 'typebox';
import { isWireError } from '../../errors.ts';
import { contractField, integerField, meaningField, momentField } from '../../field.ts';
import type { FoundOrder, OrdersPage } from '../../order-figures.ts';
import { parseHistoryWindow, parseWindow } from '../../parse-window.ts';
import { readRequest } from '../../read-request.ts';
import { flag, list, record } from '../../record-field.ts';
import { DIRECTIONS } from '../codes.ts';
import { ownGet } from '../endpoint.ts';
import { optionalContract, PAGE_MAX, pageField } from './order-fields.ts';
import { ORDER_RECORD, orderRecord, PLAN_RECORD, planRecord } from './order-record.ts';

const momentOf = (description: string) =>
  Type.Optional(integerField({ description, min: 0, max: Number.MAX_SAFE_INTEGER }));

const QUERY = Type.Object({
  symbol: optionalContract(),
  pageSize: pageField('How many orders.'),
  createDate: momentOf(
    'Beginning of the window, Unix time in milliseconds. The window is at most 90 days.',
  ),
  endCreateDate: momentOf('End of the window, Unix time in milliseconds; move it back to page.'),
});

export const HISTORY = ownGet([10, 10], {
  id: 'orderHistory',
  path: '/order/history',
  request: QUERY,
  response: list(ORDER_RECORD),
  summary: 'Finished orders',
  text: 'Newest first, within at most 90 days. Move `endCreateDate` back to page.',
  read: (caller, fields) => {
    const request = readRequest(QUERY, fields, caller);
    if (isWireError(request)) return request;
    const { symbol: contract = null, pageSize: limit = PAGE_MAX } = request;
    const { createDate: from, endCreateDate: to } = request;
    const names = ['createDate', 'endCreateDate'] as const;
    const window = parseHistoryWindow({ from, to, names }, caller.venueNow());
    return isWireError(window) ? window : { contract, limit, ...window };
  },
  format: (found: readonly FoundOrder[], _asked, { contractOf }) =>
    found.map(({ order }) => orderRecord(contractOf(order.contract), order)),
});

const PLAN_QUERY = Type.Object({
  symbol: contractField(),
  startTime: Type.Optional(momentField('The earliest creation.')),
  endTime: Type.Optional(momentField('The latest creation; move it back to page.')),
  delegateType: Type.Optional(
    meaningField(DIRECTIONS, {
      description: '1 open long, 2 open short, 3 close long, 4 close short; all where left out.',
    }),
  ),
  pageSize: pageField('How many orders.'),
});

const PLANS_RECORD = record({
  list: list(PLAN_RECORD),
  nextPage: flag('Whether there are older ones'),
});
export type PlansRecord = Static<typeof PLANS_RECORD>;

export const HISTORY_PLAN = ownGet([5, 10], {
  id: 'orderHistoryPlan',
  path: '/order/historyPlan',
  request: PLAN_QUERY,
  response: PLANS_RECORD,
  summary: 'Finished trigger orders',
  text: 'Newest first. Move `endTime` back to page.',
  read: (caller, fields) => {
    const request = readRequest(PLAN_QUERY, fields, caller);
    if (isWireError(request)) return request;
    const window = parseWindow(request);
    if (isWireError(window)) return window;
    const {
      symbol: contract,
      delegateType: direction = null,
      pageSize: limit = PAGE_MAX,
    } = request;
    return { contract, direction, limit, ...window };
  },
  format: ({ orders, hasMore }: OrdersPage, { contract }): PlansRecord => ({
    list: orders.map(({ order }) => planRecord(contract, order)),
    nextPage: hasMore,
  }),
});
