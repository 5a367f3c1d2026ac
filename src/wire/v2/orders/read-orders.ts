/** Orders and plans that live or are finished, fills, and their records. */

import { type Static, type TObject, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { FillRow } from '../../../domain/history.ts';
import { type OrderId, orderId } from '../../../domain/ids.ts';
import { ID_MAX } from '../../../domain/limits.ts';
import type { Order, OrderGroup, OrderOrigin } from '../../../domain/order.ts';
import { NO_TICKS } from '../../../domain/units.ts';
import { averageText, lotsText, moneyText, presetText } from '../../amount-text.ts';
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
  clientIdOf,
  type FoundOrder,
  fillFigures,
  limitText,
  type OrdersPage,
} from '../../order-figures.ts';
import type { ShownOrder, ShowsNone } from '../../order-options.ts';
import { parseHistoryWindow, parseWindow } from '../../parse-window.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import {
  decimal,
  flag,
  idText,
  integer,
  list,
  moment,
  momentText,
  nullable,
  record,
  text,
  word,
} from '../../record-field.ts';
import { executionOf, TRIGGER_SOURCE_NAMES } from '../../words.ts';
import {
  capitals,
  DIRECTIONS,
  EXECUTION_CODES,
  EXECUTION_DIGITS,
  EXECUTION_NAMES,
  MARGIN_MODE_NAMES,
  ORDER_TYPES,
  orderTypeOf,
} from '../codes.ts';
import { ownGet } from '../endpoint.ts';
import { optionalContract } from './place-order.ts';

const clientOid = () => text('The caller’s own id, or one that the venue gave', 'my-order-1');
const preset = (what: string) => nullable(decimal(`Preset ${what} price`, '95000.0'));

const ORDER_STATUSES = [
  'pending',
  'open',
  'filled',
  'canceling',
  'canceled',
  'untriggered',
] as const;

export const PLAN_STATUSES = ORDER_STATUSES.map(capitals);

const progressFields = {
  symbol: text('The contract', 'cmt_btcusdt'),
  size: decimal('Size in the base coin', '0.0093'),
  client_oid: clientOid(),
  createTime: momentText('When it was created'),
  filled_qty: decimal('Filled part of the size; 0 where nothing is', '0.0093'),
  fee: decimal('Fees paid', '0.35340409'),
  order_id: idText('The order'),
  price: decimal('Limit price as it was sent; zero for a market order', '95000.0'),
  price_avg: decimal('Average price of its fills; 0 where there are none', '95001.1'),
};

export const ORDER_RECORD = record({
  ...progressFields,
  status: word(ORDER_STATUSES, 'What has become of it'),
  type: word(ORDER_TYPES, 'What it does to the position'),
  order_type: word(['normal', 'postOnly', 'fok', 'ioc'], 'How it executes'),
  totalProfits: decimal('Result realised by closing, fees and funding aside', '-0.02697000'),
  contracts: integer('Size in contract units', 93),
  filledQtyContracts: integer('Filled size in contract units', 93),
  presetTakeProfitPrice: preset('take-profit'),
  presetStopLossPrice: preset('stop-loss'),
});
export type OrderRecord = Static<typeof ORDER_RECORD>;

export const PLAN_RECORD = record({
  ...progressFields,
  status: word(PLAN_STATUSES, 'What has become of it'),
  type: word(['OPEN_LONG', 'OPEN_SHORT', 'CLOSE_LONG', 'CLOSE_SHORT'], 'What it does'),
  order_type: word(EXECUTION_CODES, '0 normal, 1 post-only, 2 fill-or-kill, 3 immediate'),
  totalProfits: decimal('Result realised by closing, fees and funding aside', '0'),
  triggerPrice: decimal('The price that sends it', '89900.0'),
  triggerPriceType: word(
    ['CONTRACT_PRICE', 'MARK_PRICE', 'INDEX_PRICE'],
    'Which price is watched: last, mark or index',
  ),
  triggerTime: momentText('When it was triggered; 0 while it was not'),
  presetTakeProfitPrice: preset('take-profit'),
  presetStopLossPrice: preset('stop-loss'),
});
export type PlanRecord = Static<typeof PLAN_RECORD>;

/** Returns an order as order/detail, order/current and order/history show it. */
export const orderRecord = (contract: Contract, order: Readonly<Order>): OrderRecord => ({
  ...progressOf(contract, order),
  status: order.status,
  type: orderTypeOf(order),
  order_type: EXECUTION_NAMES[executionOf(order)],
  totalProfits: moneyText(order.realisedPnl),
  contracts: order.size,
  filledQtyContracts: order.filled,
  presetTakeProfitPrice: presetText(contract, order.takeProfit),
  presetStopLossPrice: presetText(contract, order.stopLoss),
});

/** Returns a trigger order as order/currentPlan and order/historyPlan show it. */
export const planRecord = (contract: Contract, order: Readonly<Order>): PlanRecord => ({
  ...progressOf(contract, order),
  status: capitals(order.status),
  type: capitals(`${order.effect}_${order.positionSide}`),
  order_type: EXECUTION_DIGITS[executionOf(order)],
  totalProfits: moneyText(order.realisedPnl),
  triggerPrice: formatTicks(contract, order.trigger?.price ?? NO_TICKS),
  triggerPriceType: TRIGGER_SOURCE_NAMES[order.trigger?.source ?? 'last'],
  triggerTime: String(order.trigger?.firedAt ?? 0),
  presetTakeProfitPrice: presetText(contract, order.takeProfit),
  presetStopLossPrice: presetText(contract, order.stopLoss),
});

const progressOf = (contract: Contract, order: ShownOrder<ShowsNone>) => ({
  symbol: contract.symbol,
  size: formatLots(contract, order.size),
  client_oid: clientIdOf(order),
  createTime: String(order.createdAt),
  filled_qty: lotsText(contract, order.filled),
  fee: moneyText(order.fee),
  order_id: String(order.id),
  price: limitText(contract, order),
  price_avg: averageText(contract, order.filledValue, order.filled),
});

const PAGE_MAX = 100;

const pageField = (description: string) =>
  ifSent(integerField(description, { default: PAGE_MAX, min: 1, max: PAGE_MAX }));

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
