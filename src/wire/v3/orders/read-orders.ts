/** Orders and conditional orders that live or are finished, and fills. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { FillRow } from '../../../domain/history.ts';
import type { OrderGroup } from '../../../domain/order.ts';
import type { Caller } from '../../caller.ts';
import { plainSymbolText } from '../../contract-query.ts';
import { eachOf } from '../../endpoint.ts';
import { isWireError } from '../../errors.ts';
import { ifSent, integerField, orderIdField } from '../../field.ts';
import {
  type FillsPage,
  type FoundOrder,
  fillFigures,
  type OrdersPage,
} from '../../order-figures.ts';
import { parseHistoryWindow } from '../../parse-window.ts';
import { formatTicks } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, text } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { ownGet } from '../endpoint.ts';
import { ORDER_TARGET, targetOf } from './cancel-orders.ts';
import {
  ALGO_RECORD,
  algoRecord,
  ORDER_RECORD,
  orderRecord,
  positionSide,
  side,
} from './order-record.ts';
import {
  LIMIT_FALLBACK,
  type ListRequest,
  limitOf,
  listQuery,
  windowFields,
} from './place-order.ts';

export const READ_ORDER = ownGet('/order', [2, 3], {
  id: 'v3OrderRead',
  request: ORDER_TARGET,
  response: ORDER_RECORD,
  summary: 'One order',
  text: 'Working, untriggered or finished.',
  read: targetOf,
  format: (found: FoundOrder, _asked, caller) => orderRecord(found, caller),
});

const living = (group: OrderGroup, firstPage: 0 | 1) => ({
  request: Type.Object({
    ...windowFields,
    orderId: ifSent(orderIdField('One order.')),
    limit: limitOf(100, LIMIT_FALLBACK),
    page: ifSent(
      integerField(`Which page, from ${firstPage}.`, {
        default: firstPage,
        min: firstPage,
        max: 1_000_000,
      }),
    ),
  }),
  read: (sent: ListRequest & { readonly page?: number }) => {
    const query = listQuery(sent);
    if (isWireError(query)) return query;
    return { ...query, group, page: (sent.page ?? firstPage) - firstPage };
  },
});

export const OPEN_ORDERS = ownGet('/openOrders', [2, 3], {
  id: 'v3OrderOpen',
  ...living('working', 0),
  response: list(ORDER_RECORD),
  summary: 'Working orders',
  text: 'Newest first. Pages are numbered from 0.',
  format: eachOf(orderRecord),
});

export const OPEN_ALGO = ownGet('/openAlgoOrders', [3, 3], {
  id: 'v3AlgoOpen',
  ...living('untriggered', 1),
  response: list(ALGO_RECORD),
  summary: 'Untriggered orders',
  text: 'Newest first. Pages are numbered from 1.',
  format: eachOf(algoRecord),
});

const HISTORY_FALLBACK = 500;

export const HISTORY_QUERY = Type.Object({
  ...windowFields,
  limit: limitOf(1_000, HISTORY_FALLBACK),
});

export function readHistory(sent: Static<typeof HISTORY_QUERY>, caller: Caller) {
  const { symbol: contract = null, limit = HISTORY_FALLBACK, startTime: from, endTime: to } = sent;
  const names = ['startTime', 'endTime'] as const;
  const window = parseHistoryWindow({ from, to, names }, caller.venueNow());
  return isWireError(window) ? window : { contract, limit, ...window };
}

export const HISTORY = ownGet('/order/history', [10, 10], {
  id: 'v3OrderHistory',
  request: HISTORY_QUERY,
  response: list(ORDER_RECORD),
  summary: 'Finished orders',
  text: 'Newest first, within at most 90 days, triggered and canceled triggers included.',
  read: readHistory,
  format: eachOf(orderRecord),
});

const ALGO_QUERY = Type.Object({ ...windowFields, limit: limitOf(100, LIMIT_FALLBACK) });

export const ALGO_HISTORY = ownGet('/allAlgoOrders', [5, 10], {
  id: 'v3AlgoHistory',
  request: ALGO_QUERY,
  response: record({ orders: list(ALGO_RECORD), hasMore: flag('Whether there are older ones') }),
  summary: 'Finished trigger orders',
  text: 'Newest first. Move `endTime` back to page.',
  read: listQuery,
  format: ({ orders, hasMore }: OrdersPage, _asked, caller) => ({
    orders: orders.map((each) => algoRecord(each, caller)),
    hasMore,
  }),
});

const RECORD = record({
  id: integer('The fill', 2_000_042),
  orderId: integer('The order', 1_000_042),
  symbol: plainSymbolText(),
  buyer: flag('Whether it bought'),
  commission: decimal('Fee paid', '0.35340409'),
  commissionAsset: text('In which coin', 'USDT'),
  maker: flag('Whether the order had been resting'),
  price: decimal('Price', '95000.0'),
  qty: decimal('Size in the base coin', '0.0093'),
  quoteQty: decimal('Value in the quote coin', '883.51023000'),
  realizedPnl: decimal('Result realised by closing', '0'),
  side: side(),
  positionSide: positionSide(),
  time: moment('When it happened'),
});

function tradeRecord(contract: Contract, fill: FillRow): Static<typeof RECORD> {
  const figures = fillFigures(contract, fill);
  return {
    id: fill.trade,
    orderId: fill.order,
    symbol: symbolOf(contract),
    buyer: fill.side === 'buy',
    commission: figures.fillFee,
    commissionAsset: COIN_NAME,
    maker: fill.isMaker,
    price: formatTicks(contract, fill.price),
    qty: figures.fillSize,
    quoteQty: figures.fillValue,
    realizedPnl: figures.realizePnl,
    side: figures.orderSide,
    positionSide: figures.positionSide,
    time: fill.at,
  };
}

export const USER_TRADES = ownGet('/userTrades', [5, 5], {
  id: 'v3OrderUserTrades',
  request: Type.Object({
    ...windowFields,
    orderId: ifSent(orderIdField('The fills of one order.')),
    limit: limitOf(100, LIMIT_FALLBACK),
  }),
  response: list(RECORD),
  summary: 'Fills',
  text: 'Newest first. Move `endTime` back to page.',
  read: listQuery,
  format: ({ fills }: FillsPage, _asked, { contractOf }) =>
    fills.map((fill) => tradeRecord(contractOf(fill.contract), fill)),
});
