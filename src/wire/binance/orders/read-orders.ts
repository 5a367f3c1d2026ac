/** GET of orders: one, those that are open, and all; and of fills. Oldest first. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { FillRow } from '../../../domain/history.ts';
import { DAY } from '../../../domain/limits.ts';
import { isFinal, type OrderOrigin } from '../../../domain/order.ts';
import { plainContractField, plainSymbolText } from '../../contract-query.ts';
import { eachOf } from '../../endpoint.ts';
import { isWireError, wireError } from '../../errors.ts';
import { codeField, idField, ifSent, orderIdField } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { formatLots, formatMoney, formatTicks } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME, POSITION_SIDE_NAMES, SIDE_NAMES } from '../../words.ts';
import { extraForAll, readWindow, rowsField, v1, windowFields } from '../endpoint.ts';
import { refusal } from '../errors.ts';
import { kindFor, readAlgoTarget, readTarget } from './cancel-orders.ts';
import {
  ALGO_RECORD,
  algoRecord,
  ORDER_RECORD,
  orderRecord,
  positionSideOut,
} from './order-record.ts';
import { ALGO_TARGET_FORM, TARGET_FORM } from './order-words.ts';

export const READ_ORDER = v1.ownGet('/order', [1, 0], {
  id: 'binanceOrderRead',
  request: TARGET_FORM,
  response: ORDER_RECORD,
  summary: 'One order',
  text: 'Open or finished. A conditional order is one only after it was triggered.',
  read: readTarget,
  format: (found: FoundOrder, _asked, caller) => orderRecord(found, caller),
});

export const OPEN_ORDER = v1.ownGet('/openOrder', [1, 0], {
  id: 'binanceOrderReadOpen',
  request: TARGET_FORM,
  response: ORDER_RECORD,
  summary: 'One open order',
  text: 'An order that is over does not exist here.',
  read: readTarget,
  format: (found: FoundOrder, _asked, caller) =>
    isFinal(found.order.status) ? wireError('50005') : orderRecord(found, caller),
});

const symbolOrAll = () => ifSent(plainContractField('One contract; all of them where left out.'));

const OPEN_FORM = Type.Object({ symbol: symbolOrAll() });

export const OPEN_ORDERS = v1.ownGet('/openOrders', [1, 0], {
  extraWeight: extraForAll(39),
  id: 'binanceOrderOpen',
  request: OPEN_FORM,
  response: list(ORDER_RECORD),
  summary: 'Open orders',
  text: 'Oldest first.',
  read: (sent, caller) => ({ contract: sent.symbol ?? null, kind: kindFor(caller) }),
  format: eachOf(orderRecord),
});

const ORDERS_MAX = 1_000;
const ORDERS_USUAL = 500;
const WINDOW_MAX = 7 * DAY;

export const ALL_ORDERS = v1.ownGet('/allOrders', [5, 0], {
  id: 'binanceOrderAll',
  request: Type.Object({
    symbol: symbolOrAll(),
    orderId: ifSent(orderIdField('Begins with this order.')),
    ...windowFields(),
    limit: rowsField(ORDERS_MAX, ORDERS_USUAL),
  }),
  response: list(ORDER_RECORD),
  summary: 'Orders of every state',
  text:
    'Oldest first: from `orderId` or `startTime` on, otherwise the latest. At most seven days ' +
    'between the ends.',
  read: (sent, caller) => {
    const { symbol: contract = null, orderId: idMin = null, limit = ORDERS_USUAL } = sent;
    return readWindow(sent, { contract, idMin, limit, kind: kindFor(caller) }, WINDOW_MAX);
  },
  format: eachOf(orderRecord),
});

export const READ_ALGO = v1.ownGet('/algoOrder', [1, 0], {
  id: 'binanceAlgoRead',
  request: ALGO_TARGET_FORM,
  response: ALGO_RECORD,
  summary: 'One conditional order',
  text: 'Waiting, triggered or over.',
  read: readAlgoTarget,
  format: (found: FoundOrder, _asked, caller) => algoRecord(found, caller),
});

export const OPEN_ALGOS = v1.ownGet('/openAlgoOrders', [1, 0], {
  extraWeight: extraForAll(39),
  id: 'binanceAlgoOpen',
  request: Type.Object({
    algoType: ifSent(codeField(['CONDITIONAL'], 'Always CONDITIONAL.')),
    symbol: symbolOrAll(),
    algoId: ifSent(orderIdField('One order.')),
  }),
  response: list(ALGO_RECORD),
  summary: 'Waiting conditional orders',
  text: 'Oldest first.',
  read: ({ symbol: contract = null, algoId: order }) =>
    ({ contract, kind: 'conditional', order }) as const,
  format: (found: readonly FoundOrder[], { order }, caller) =>
    found
      .filter(({ order: { id, status } }) => status === 'untriggered' && (order ?? id) === id)
      .map((each) => algoRecord(each, caller)),
});

export const ALL_ALGOS = v1.ownGet('/allAlgoOrders', [5, 0], {
  id: 'binanceAlgoAll',
  request: Type.Object({
    symbol: plainContractField(),
    algoId: ifSent(orderIdField('Begins with this order.')),
    ...windowFields(),
    limit: rowsField(ORDERS_MAX, ORDERS_USUAL),
  }),
  response: list(ALGO_RECORD),
  summary: 'Conditional orders of every state',
  text: 'Oldest first: from `algoId` or `startTime` on, otherwise the latest.',
  read: (sent) => {
    const { symbol: contract, algoId: idMin = null, limit = ORDERS_USUAL } = sent;
    const kind = 'conditional' as const;
    return readWindow(sent, { contract, idMin, limit, kind }, WINDOW_MAX);
  },
  format: eachOf(algoRecord),
});

/** What the venue does to a position that lacks margin, and to those on the other side. */
const FORCED: Readonly<Record<'LIQUIDATION' | 'ADL', readonly OrderOrigin[]>> = {
  LIQUIDATION: ['liquidation', 'reduction'],
  ADL: ['deleveraging'],
};

export const FORCE_ORDERS = v1.ownGet('/forceOrders', [20, 0], {
  extraWeight: extraForAll(30),
  id: 'binanceOrderForced',
  request: Type.Object({
    symbol: symbolOrAll(),
    autoCloseType: ifSent(codeField(['LIQUIDATION', 'ADL'], 'One kind; both where left out.')),
    ...windowFields(),
    limit: rowsField(100, 50),
  }),
  response: list(ORDER_RECORD),
  summary: 'Orders by which the venue closed one’s positions',
  text: 'Oldest first. Liquidations have a client id like `autoclose-4821`.',
  read: (sent) => {
    const { symbol: contract = null, autoCloseType: type, limit = 50 } = sent;
    const origins = type === undefined ? [...FORCED.LIQUIDATION, ...FORCED.ADL] : FORCED[type];
    return readWindow(sent, { contract, idMin: null, limit, origins }, WINDOW_MAX);
  },
  format: eachOf(orderRecord),
});

const TRADE_RECORD = record({
  symbol: plainSymbolText(),
  id: integer('The trade', 9_001),
  orderId: integer('The order', 4_821),
  side: word(['BUY', 'SELL'], 'Side of the order'),
  price: decimal('Price', '90000.1'),
  qty: decimal('Size in the base coin', '0.0010'),
  quoteQty: decimal('Value', '90.00010000'),
  realizedPnl: decimal('Result of what it closed, before fees', '0.00000000'),
  commission: decimal('Fee; negative for a rebate', '0.01800002'),
  commissionAsset: text('The coin of the fee', COIN_NAME),
  marginAsset: text('The coin of the margin', COIN_NAME),
  time: moment('When it happened'),
  positionSide: positionSideOut(),
  buyer: flag('Whether it bought'),
  maker: flag('Whether it rested'),
});

const tradeRecord = (contract: Contract, fill: FillRow): Static<typeof TRADE_RECORD> => ({
  symbol: symbolOf(contract),
  id: fill.number,
  orderId: fill.order,
  side: SIDE_NAMES[fill.side],
  price: formatTicks(contract, fill.price),
  qty: formatLots(contract, fill.size),
  quoteQty: formatMoney(fill.value),
  realizedPnl: formatMoney(fill.realisedPnl),
  commission: formatMoney(fill.fee),
  commissionAsset: COIN_NAME,
  marginAsset: COIN_NAME,
  time: fill.at,
  positionSide: fill.positionMode === 'net' ? 'BOTH' : POSITION_SIDE_NAMES[fill.positionSide],
  buyer: fill.side === 'buy',
  maker: fill.isMaker,
});

export const USER_TRADES = v1.ownGet('/userTrades', [5, 0], {
  id: 'binanceUserTrades',
  request: Type.Object({
    symbol: ifSent(plainContractField()),
    orderId: ifSent(orderIdField('Of one order.')),
    ...windowFields(),
    fromId: ifSent(idField('Begins with this trade of the symbol; not with times.')),
    limit: rowsField(1_000, 500),
  }),
  response: list(TRADE_RECORD),
  summary: 'Fills',
  text:
    'Oldest first: from `fromId` or `startTime` on, otherwise the latest. At most seven days ' +
    'between the ends. Without `symbol` those of all contracts.',
  read: (sent) => {
    const window = readWindow(sent, {}, WINDOW_MAX);
    if (isWireError(window)) return window;
    const {
      symbol: contract = null,
      orderId: order = null,
      fromId: idMin = null,
      limit = 500,
    } = sent;
    if (idMin !== null && window.from !== null)
      return refusal('-1128', 'fromId goes without startTime and endTime.');
    if (idMin !== null && contract === null)
      return refusal('-1128', 'fromId goes with symbol: each symbol counts its own trades.');
    return { contract, order, idMin, limit, ...window };
  },
  format: (fills: readonly FillRow[], _asked, { contractOf }) =>
    fills.map((fill) => tradeRecord(contractOf(fill.contract), fill)),
});
