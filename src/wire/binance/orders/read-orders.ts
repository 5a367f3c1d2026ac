/** GET of orders: one, those that are open, and all, oldest first. */
import { Type } from 'typebox';
import { DAY } from '../../../domain/limits.ts';
import { isFinal, type OrderOrigin } from '../../../domain/order.ts';
import type { Caller } from '../../caller.ts';
import { plainContractField } from '../../contract-query.ts';
import { wireError } from '../../errors.ts';
import { codeField, ifSent, orderIdField } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { list } from '../../record-field.ts';
import { extraForAll, v1 } from '../endpoint.ts';
import { readWindow, rowsField, windowFields } from '../query.ts';
import { kindFor, readAlgoTarget, readTarget } from './cancel-orders.ts';
import { ALGO_RECORD, algoRecord, ORDER_RECORD, orderRecord } from './order-record.ts';
import { ALGO_TARGET_FORM, TARGET_FORM } from './order-target.ts';

type Names = Pick<Caller, 'contractOf'>;
const formatOrders = (found: readonly FoundOrder[], _asked: unknown, caller: Names) =>
  found.map((each) => orderRecord(each, caller));
const formatAlgos = (found: readonly FoundOrder[], _asked: unknown, caller: Names) =>
  found.map((each) => algoRecord(each, caller));

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
  format: formatOrders,
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
  format: formatOrders,
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
  format: formatAlgos,
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
  format: formatOrders,
});
