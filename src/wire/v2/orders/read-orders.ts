/** Orders and plans that live or are finished, and fills. */

import { type Static, type TObject, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { FillRow } from '../../../domain/history.ts';
import { type OrderId, orderId } from '../../../domain/ids.ts';
import { ID_MAX } from '../../../domain/limits.ts';
import type { OrderGroup, OrderOrigin } from '../../../domain/order.ts';
import { isWireError } from '../../errors.ts';
import {
  contractField,
  ifSent,
  integerField,
  meaningField,
  momentField,
  orderIdField,
  textField,
} from '../../field.ts';
import {
  type CountedFills,
  type FoundOrder,
  fillFigures,
  type OrdersPage,
} from '../../order-figures.ts';
import { parseHistoryWindow, parseWindow } from '../../parse-window.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../../record-field.ts';
import { capitals, DIRECTIONS, MARGIN_MODE_NAMES, ORDER_TYPES, orderTypeOf } from '../codes.ts';
import { ownGet } from '../endpoint.ts';
import { ORDER_RECORD, orderRecord, PLAN_RECORD, planRecord } from './order-record.ts';
import { optionalContract, PAGE_MAX, pageField } from './place-order.ts';

const ORDER_QUERY = Type.Object({ orderId: orderIdField('The order.') });

export const ORDER_DETAIL = ownGet('/order/detail', [2, 2], {
  id: 'orderDetail',
  request: ORDER_QUERY,
  response: ORDER_RECORD,
  summary: 'One order',
  text: 'Working, untriggered or finished.',
  read: (request) => ({ by: 'id' as const, order: request.orderId }),
  format: ({ order }: FoundOrder, _asked, { contractOf }) =>
    orderRecord(contractOf(order.contract), order),
});

const LIST_FIELDS = {
  symbol: optionalContract(),
  startTime: ifSent(momentField('The earliest creation.')),
  endTime: ifSent(momentField('The latest creation.')),
  limit: pageField('How many on a page.'),
  page: ifSent(integerField('Which page, from 0.', { default: 0, min: 0, max: 1_000_000 })),
};

type ListRequest = Static<TObject<typeof LIST_FIELDS>>;

function listQuery(group: OrderGroup, request: ListRequest, order: OrderId | null) {
  const { symbol: contract = null, limit = PAGE_MAX, page = 0 } = request;
  return parseWindow(request, { group, contract, order, limit, page });
}

export const CURRENT = ownGet('/order/current', [2, 2], {
  id: 'orderCurrent',
  request: Type.Object({
    ...LIST_FIELDS,
    orderId: ifSent(orderIdField('One order.')),
  }),
  response: list(ORDER_RECORD),
  summary: 'Working orders',
  text: 'Newest first. Pages are numbered from 0.',
  read: (request) => listQuery('working', request, request.orderId ?? null),
  format: (found: readonly FoundOrder[], _asked, { contractOf }) =>
    found.map(({ order }) => orderRecord(contractOf(order.contract), order)),
});

export const CURRENT_PLAN = ownGet('/order/currentPlan', [3, 3], {
  id: 'orderCurrentPlan',
  request: Type.Object({
    ...LIST_FIELDS,
    orderId: ifSent(
      textField('One order; ignored where it is no number.', {
        examples: ['1000042'],
        lengthMax: 64,
      }),
    ),
  }),
  response: list(PLAN_RECORD),
  summary: 'Untriggered orders',
  text: 'Newest first, take-profit and stop-loss orders included.',
  read: (request) => {
    const { orderId: text = '' } = request;
    const order = /^\d{1,19}$/.test(text) ? orderId(Math.min(Number(text), ID_MAX)) : null;
    return listQuery('untriggered', request, order);
  },
  format: (found: readonly FoundOrder[], _asked, { contractOf }) =>
    found.map(({ order }) => planRecord(contractOf(order.contract), order)),
});

const momentOf = (description: string) =>
  ifSent(integerField(description, { min: 0, max: Number.MAX_SAFE_INTEGER }));

export const HISTORY = ownGet('/order/history', [10, 10], {
  id: 'orderHistory',
  request: Type.Object({
    symbol: optionalContract(),
    pageSize: pageField('How many orders.'),
    createDate: momentOf(
      'Beginning of the window, Unix time in milliseconds. The window is at most 90 days.',
    ),
    endCreateDate: momentOf('End of the window, Unix time in milliseconds; move it back to page.'),
  }),
  response: list(ORDER_RECORD),
  summary: 'Finished orders',
  text: 'Newest first, within at most 90 days. Move `endCreateDate` back to page.',
  read: (request, caller) => {
    const { symbol: contract = null, pageSize: limit = PAGE_MAX } = request;
    const { createDate: from, endCreateDate: to } = request;
    const names = ['createDate', 'endCreateDate'] as const;
    const window = parseHistoryWindow({ from, to, names }, caller.venueNow());
    return isWireError(window) ? window : { contract, limit, ...window };
  },
  format: (found: readonly FoundOrder[], _asked, { contractOf }) =>
    found.map(({ order }) => orderRecord(contractOf(order.contract), order)),
});

export const HISTORY_PLAN = ownGet('/order/historyPlan', [5, 10], {
  id: 'orderHistoryPlan',
  request: Type.Object({
    symbol: contractField(),
    startTime: ifSent(momentField('The earliest creation.')),
    endTime: ifSent(momentField('The latest creation; move it back to page.')),
    delegateType: ifSent(
      meaningField(
        DIRECTIONS,
        '1 open long, 2 open short, 3 close long, 4 close short; all where left out.',
      ),
    ),
    pageSize: pageField('How many orders.'),
  }),
  response: record({
    list: list(PLAN_RECORD),
    nextPage: flag('Whether there are older ones'),
  }),
  summary: 'Finished trigger orders',
  text: 'Newest first. Move `endTime` back to page.',
  read: (sent) => {
    const { symbol: contract, delegateType: direction = null, pageSize: limit = PAGE_MAX } = sent;
    return parseWindow(sent, { contract, direction, limit });
  },
  format: ({ orders, hasMore }: OrdersPage, { contract }) => ({
    list: orders.map(({ order }) => planRecord(contract, order)),
    nextPage: hasMore,
  }),
});

const LIQUIDATE_TYPES = ['NONE', 'REDUCE_LIQUIDATE', 'FORCE_LIQUIDATE', 'AUTO_DELEVERAGE'] as const;

export const FILL_RECORD = record({
  tradeId: integer('The trade', 1_000_007),
  orderId: integer('The order', 1_000_042),
  symbol: text('The contract', 'cmt_btcusdt'),
  marginMode: word(['SHARED', 'ISOLATED'], 'Cross or isolated margin'),
  separatedMode: word(['COMBINED'], 'Always combined'),
  positionSide: word(['LONG', 'SHORT'], 'Side of the position'),
  orderSide: word(['BUY', 'SELL'], 'Side of the order'),
  fillSize: decimal('Size in the base coin', '0.0093'),
  fillValue: decimal('Price times size', '883.51023000'),
  fillFee: decimal('Fee paid; negative for a rebate', '0.35340409'),
  liquidateFee: decimal('Liquidation fee', '0'),
  realizePnl: decimal('Result realised by closing', '-0.02697000'),
  direction: word(['MAKER', 'TAKER'], 'Whether the order had been resting'),
  liquidateType: word(LIQUIDATE_TYPES, 'Kind of liquidation'),
  legacyOrdeDirection: word(ORDER_TYPES.map(capitals), 'What the order does to the position'),
  createdTime: moment('When it happened'),
});
export type FillRecord = Static<typeof FILL_RECORD>;

export const fillRecord = (contract: Contract, fill: FillRow): FillRecord => ({
  tradeId: fill.trade,
  orderId: fill.order,
  symbol: contract.symbol,
  marginMode: MARGIN_MODE_NAMES[fill.marginMode],
  ...fillFigures(contract, fill),
  liquidateType: LIQUIDATE_TYPE_OF[fill.origin],
  legacyOrdeDirection: capitals(orderTypeOf(fill)),
  createdTime: fill.at,
});

const LIQUIDATE_TYPE_OF: Readonly<Record<OrderOrigin, FillRecord['liquidateType']>> = {
  trader: 'NONE',
  reduction: 'REDUCE_LIQUIDATE',
  liquidation: 'FORCE_LIQUIDATE',
  deleveraging: 'AUTO_DELEVERAGE',
  reset: 'NONE',
  unwind: 'NONE',
  tape: 'NONE',
};

export const FILLS = ownGet('/order/fills', [5, 5], {
  id: 'orderFills',
  request: Type.Object({
    symbol: optionalContract(),
    orderId: ifSent(orderIdField('The fills of one order.')),
    startTime: ifSent(momentField('The earliest.')),
    endTime: ifSent(momentField('The latest; move it back to page.')),
    limit: pageField('How many fills.'),
  }),
  response: record({
    list: list(FILL_RECORD),
    nextFlag: flag('Whether there are older ones'),
    totals: integer('Number of fills that match, on this page and others', 1),
  }),
  summary: 'Fills',
  text: 'Newest first. The price of a fill is `fillValue` / `fillSize`. Move `endTime` to page.',
  read: (request) => {
    const { symbol: contract = null, orderId: order = null, limit = PAGE_MAX } = request;
    return parseWindow(request, { contract, order, limit });
  },
  format: ({ fills, hasMore, total }: CountedFills, _asked, { contractOf }) => ({
    list: fills.map((fill) => fillRecord(contractOf(fill.contract), fill)),
    nextFlag: hasMore,
    totals: total,
  }),
});
