/** The endpoints about orders, each with what it needs besides the call. */
import type { CancelOrder } from '../../domain/command.ts';
import type { LivingQuery } from '../../venue/read-account.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { EndpointId } from '../../wire/v3/endpoints.ts';
import {
  algoOrderRow,
  canceled,
  canceledOrNot,
  closed,
  orderDone,
  orderRow,
  placed,
  placedOrNot,
  userTrade,
} from '../../wire/v3/format-order.ts';
import {
  parseAlgoOrder,
  parseBatchOrders,
  parseModifyTpSl,
  parseOrder,
  parseTpSl,
} from '../../wire/v3/parse-order.ts';
import {
  type ListQuery,
  parseAlgoHistory,
  parseCancel,
  parseCancelAll,
  parseCancelBatch,
  parseClosePositions,
  parseHistory,
  parseOpenAlgoOrders,
  parseOpenOrders,
  parseTarget,
  parseUserTrades,
} from '../../wire/v3/parse-order-query.ts';
import { callerOf } from '../acts/caller.ts';
import { amendTrigger, cancelAll, cancelEach, cancelOne } from '../acts/cancel.ts';
import type { Placed } from '../acts/carry-out.ts';
import { closePositions } from '../acts/close-positions.ts';
import { type FoundOrder, findTarget, unknownOrder } from '../acts/find-order.ts';
import { type Placing, place, placeEach } from '../acts/place.ts';
import { readFillRows, readFinished, readTriggers, withinReach } from '../acts/read-history.ts';
import { readLiving } from '../acts/read-orders.ts';
import type { Answer, Handler, PrivateCall } from '../call.ts';
import type { DialectParts } from '../dialect.ts';

export type OrderEndpointId = Extract<EndpointId, `v3Order${string}` | `v3Algo${string}`>;

type Parts = Pick<DialectParts, 'recent' | 'pages'>;
type OrderHandlers = Readonly<Record<OrderEndpointId, Handler<PrivateCall>>>;

export function createOrderHandlers({ recent, pages }: Parts): OrderHandlers {
  const cancel: Handler<PrivateCall> = (call) =>
    cancelNamed(recent, call, parseCancel(callerOf(call), call.fields));
  return {
    v3OrderPlace: placeOrder,
    v3OrderPlaceBatch: placeBatch,
    v3OrderCancel: cancel,
    v3OrderCancelBatch: (call) => cancelBatch(recent, call),
    v3OrderCancelAll: cancelEvery('working'),
    v3OrderRead: (call) => readOrder(recent, call),
    v3OrderOpen: (call) => {
      const query = parseOpenOrders(call.findContract, call.fields);
      return readOpen(pages, call, 'working', query, orderRow);
    },
    v3OrderHistory: readHistory(orderRow),
    v3OrderUserTrades: readUserTrades,
    v3OrderClosePositions: closeEvery,
    v3AlgoPlace: (call) => place(call, parseAlgoOrder(callerOf(call), call.fields), placedAnswer),
    v3AlgoCancel: cancel,
    v3AlgoCancelAll: cancelEvery('untriggered'),
    v3AlgoOpen: (call) => {
      const query = parseOpenAlgoOrders(call.findContract, call.fields);
      return readOpen(pages, call, 'untriggered', query, algoOrderRow);
    },
    v3AlgoHistory: readAlgoHistory,
    v3AlgoPlaceTpSl: (call) =>
      place(call, parseTpSl(callerOf(call), call.fields), ({ order }) => [orderDone(order)]),
    v3AlgoModifyTpSl: async (call) =>
      (await amendTrigger(recent, call, parseModifyTpSl)) ?? { success: true },
  };
}

const placedAnswer = ({ order }: Placed, { clientOrderId }: Placing): object =>
  placed(order, clientOrderId);

export const placeOrder: Handler<PrivateCall> = (call) =>
  place(call, parseOrder(callerOf(call), call.fields), placedAnswer);

async function placeBatch(call: PrivateCall): Promise<Answer> {
  const items = parseBatchOrders(callerOf(call), call.fields);
  if (isWireError(items)) return items;
  const outcomes = await placeEach(
    call,
    items.map(({ outcome }) => outcome),
  );
  return outcomes.map((outcome, item) => {
    const became = isWireError(outcome) ? outcome : outcome.order;
    return placedOrNot(items[item]?.clientOrderId ?? null, became, call.locale);
  });
}

async function cancelNamed(
  recent: Parts['recent'],
  call: PrivateCall,
  command: CancelOrder | WireError,
): Promise<Answer> {
  if (isWireError(command)) return command;
  const order = await cancelOne(recent, call, command);
  if (isWireError(order)) return order;
  const { target } = command;
  return canceled(order, target.by === 'id' ? '' : target.clientOrderId);
}

async function cancelBatch(recent: Parts['recent'], call: PrivateCall): Promise<Answer> {
  const batch = parseCancelBatch(callerOf(call), call.fields);
  if (isWireError(batch)) return batch;
  const commands = batch.items.map(({ command }) => command);
  const outcomes = await cancelEach(recent, call, commands);
  const orderList = outcomes.map((outcome, item) => {
    const sent = batch.items[item]?.sent ?? '';
    const names = batch.by === 'id' ? { id: sent, clientId: '' } : { id: '0', clientId: sent };
    return canceledOrNot(names, outcome, call.locale);
  });
  return { orderList };
}

const cancelEvery =
  (scope: 'working' | 'untriggered'): Handler<PrivateCall> =>
  async (call) => {
    const orders = await cancelAll(call, parseCancelAll(scope)(callerOf(call), call.fields));
    return isWireError(orders) ? orders : orders.map(orderDone);
  };

async function readOrder(recent: Parts['recent'], call: PrivateCall): Promise<Answer> {
  const target = parseTarget(call.fields);
  if (isWireError(target)) return target;
  const found = await findTarget(call, recent, target);
  return found === undefined ? unknownOrder() : formatted(call, orderRow)(found);
}

type Format = typeof orderRow | typeof algoOrderRow;

const formatted =
  ({ venue }: PrivateCall, format: Format) =>
  (found: FoundOrder) =>
    format(venue.read.listing.contract(found.order.contract), found);

const readOpen = (
  pages: Parts['pages'],
  call: PrivateCall,
  group: LivingQuery['group'],
  query: ListQuery | WireError,
  format: Format,
): Answer =>
  isWireError(query) ? query : readLiving(pages, call, group, query).map(formatted(call, format));

export const readHistory =
  (format: typeof orderRow): Handler<PrivateCall> =>
  async (call) => {
    const now = call.venue.read.now();
    const fields = withinReach(call.fields, ['startTime', 'endTime'], now);
    const query = parseHistory(call.findContract, fields, now);
    if (isWireError(query)) return query;
    return (await readFinished(call, query)).map(formatted(call, format));
  };

async function readAlgoHistory(call: PrivateCall): Promise<Answer> {
  const query = parseAlgoHistory(call.findContract, call.fields);
  if (isWireError(query)) return query;
  const { orders, hasMore } = await readTriggers(call, query);
  return { orders: orders.map(formatted(call, algoOrderRow)), hasMore };
}

async function readUserTrades(call: PrivateCall): Promise<Answer> {
  const query = parseUserTrades(call.findContract, call.fields);
  if (isWireError(query)) return query;
  const { fills } = await readFillRows(call, query);
  return fills.map((fill) => userTrade(call.venue.read.listing.contract(fill.contract), fill));
}

async function closeEvery(call: PrivateCall): Promise<Answer> {
  const command = parseClosePositions(callerOf(call), call.fields);
  if (isWireError(command)) return command;
  const positions = await closePositions(call, command);
  if (isWireError(positions)) return positions;
  return positions.map(({ position, outcome }) => closed(position, outcome, call.locale));
}
