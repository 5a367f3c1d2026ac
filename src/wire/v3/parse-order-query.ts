/** From what names orders, living and over, to commands and questions. */
import type {
  CancelAllOrders,
  CancelOrder,
  ClosePositions,
  OrderTarget,
} from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import { type OrderId, orderId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';
import { type Caller, type FindContract, invalid, parseOptionalSymbol } from '../caller.ts';
import { isWireError, type WireError, wireError } from '../errors.ts';
import { clientTarget, idTarget } from '../order-target.ts';
import {
  type ClosedWindow,
  parseHistoryWindow,
  parseWindow,
  type Window,
} from '../parse-window.ts';
import { type Fields, readRequest } from '../read-request.ts';
import { OPTIONAL_SYMBOL_QUERY } from './market-requests.ts';
import {
  ALGO_HISTORY_QUERY,
  CANCEL_BATCH_BODY,
  OPEN_ALGO_ORDERS_QUERY,
  OPEN_ORDERS_QUERY,
  ORDER_HISTORY_QUERY,
  ORDER_TARGET,
  USER_TRADES_QUERY,
} from './order-requests.ts';

export function parseTarget(fields: Fields): OrderTarget | WireError {
  const request = readRequest(ORDER_TARGET, fields);
  if (isWireError(request)) return request;
  const { orderId: id, origClientOrderId } = request;
  if (id !== undefined) return idTarget(id);
  return origClientOrderId === undefined
    ? wireError('40019', { field: 'orderId' })
    : clientTarget(origClientOrderId);
}

export function parseCancel(caller: Caller, fields: Fields): CancelOrder | WireError {
  const target = parseTarget(fields);
  if (isWireError(target)) return target;
  return { kind: 'cancel-order', account: caller.account, target };
}

export interface CancelBatch {
  readonly by: OrderTarget['by'];
  readonly items: readonly { readonly sent: string; readonly command: CancelOrder }[];
}

export function parseCancelBatch(caller: Caller, fields: Fields): CancelBatch | WireError {
  const request = readRequest(CANCEL_BATCH_BODY, fields);
  if (isWireError(request)) return request;
  const { orderIdList, origClientOrderIdList } = request;
  const texts = orderIdList ?? origClientOrderIdList;
  if (texts === undefined) return wireError('40019', { field: 'orderIdList' });
  const by = orderIdList === undefined ? 'client-order-id' : 'id';
  const odd = by === 'id' ? texts.find((text) => !/^\d{1,19}$/.test(text)) : undefined;
  if (odd !== undefined) return invalid('orderIdList', `'${odd}' is no id`);
  const items = texts.map((sent) => {
    const target = by === 'id' ? idTarget(Number(sent)) : clientTarget(sent);
    const command: CancelOrder = { kind: 'cancel-order', account: caller.account, target };
    return { sent, command };
  });
  return { by, items };
}

function parseScope(caller: Caller, fields: Fields) {
  const request = readRequest(OPTIONAL_SYMBOL_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseOptionalSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  return { account: caller.account, contract: contract === null ? null : contract.id };
}

/** Working and untriggered orders have an endpoint each. */
export const parseCancelAll =
  (scope: CancelAllOrders['scope']) =>
  (caller: Caller, fields: Fields): CancelAllOrders | WireError => {
    const place = parseScope(caller, fields);
    return isWireError(place) ? place : { kind: 'cancel-all-orders', ...place, scope };
  };

export function parseClosePositions(caller: Caller, fields: Fields): ClosePositions | WireError {
  const place = parseScope(caller, fields);
  return isWireError(place) ? place : { kind: 'close-positions', ...place };
}

export interface ListQuery extends Window {
  readonly contract: Contract | null;
  readonly order: OrderId | null;
  readonly limit: number;
  /** From zero. */
  readonly page: number;
}

export function parseOpenOrders(find: FindContract, fields: Fields): ListQuery | WireError {
  const request = readRequest(OPEN_ORDERS_QUERY, fields);
  if (isWireError(request)) return request;
  return listQuery(find, request, { limit: request.limit ?? 100, page: request.page ?? 0 });
}

/** Here pages are numbered from one. */
export function parseOpenAlgoOrders(find: FindContract, fields: Fields): ListQuery | WireError {
  const request = readRequest(OPEN_ALGO_ORDERS_QUERY, fields);
  if (isWireError(request)) return request;
  return listQuery(find, request, { limit: request.limit ?? 100, page: (request.page ?? 1) - 1 });
}

export function parseUserTrades(find: FindContract, fields: Fields): ListQuery | WireError {
  const request = readRequest(USER_TRADES_QUERY, fields);
  if (isWireError(request)) return request;
  return listQuery(find, request, { limit: request.limit ?? 100, page: 0 });
}

export function parseAlgoHistory(find: FindContract, fields: Fields): ListQuery | WireError {
  const request = readRequest(ALGO_HISTORY_QUERY, fields);
  if (isWireError(request)) return request;
  return listQuery(find, request, { limit: request.limit ?? 100, page: 0 });
}

interface ListFields {
  readonly symbol?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly orderId?: number;
}

function listQuery(
  find: FindContract,
  request: ListFields,
  page: Pick<ListQuery, 'limit' | 'page'>,
): ListQuery | WireError {
  const contract = parseOptionalSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  const order = request.orderId === undefined ? null : orderId(request.orderId);
  return { contract, ...window, order, ...page };
}

export interface HistoryQuery extends ClosedWindow {
  readonly contract: Contract | null;
  readonly limit: number;
}

export function parseHistory(
  find: FindContract,
  fields: Fields,
  now: Millis,
): HistoryQuery | WireError {
  const request = readRequest(ORDER_HISTORY_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseOptionalSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  const { startTime: from, endTime: to } = request;
  const window = parseHistoryWindow({ from, to, names: ['startTime', 'endTime'] }, now);
  if (isWireError(window)) return window;
  return { contract, ...window, limit: request.limit ?? 500 };
}
