/** From the bodies of the endpoints that cancel and close to commands. */
import type {
  CancelAllOrders,
  CancelOrder,
  ClosePositions,
  OrderTarget,
} from '../../domain/command.ts';
import { type Caller, parseOptionalSymbol } from '../caller.ts';
import { isWireError, type WireError, wireError } from '../errors.ts';
import { clientTarget, idTarget } from '../order-target.ts';
import { type Fields, findUnknownFields, readRequest } from '../read-request.ts';
import {
  CANCEL_ALL_BODY,
  CANCEL_BATCH_BODY,
  CANCEL_ORDER_BODY,
  CLOSE_POSITIONS_BODY,
} from './order-requests.ts';

export function parseCancelOrder(caller: Caller, fields: Fields): CancelOrder | WireError {
  const request = readRequest(CANCEL_ORDER_BODY, fields);
  if (isWireError(request)) return request;
  const { orderId: id, clientOid } = request;
  if (id === undefined && clientOid === undefined) return noTarget(fields);
  const target = id === undefined ? clientTarget(clientOid ?? '') : idTarget(id);
  return { kind: 'cancel-order', account: caller.account, target };
}

function noTarget(fields: Fields): WireError {
  const sent = findUnknownFields(CANCEL_ORDER_BODY, fields)
    .filter(({ nearest }) => nearest !== undefined)
    .map(({ name, nearest }) => `; ${name} is unknown, did you mean ${nearest}?`);
  const hint = sent[0] ?? '';
  return wireError('40017', {
    field: 'orderId',
    detail: {
      en: `orderId or clientOid is required${hint}`,
      zh: `orderId和clientOid至少填写一个${hint}`,
    },
  });
}

export interface CancelItem {
  /** The id as it was sent. */
  readonly sent: string;
  readonly command: CancelOrder;
}

export interface CancelBatch {
  readonly by: OrderTarget['by'];
  readonly items: readonly CancelItem[];
}

export function parseCancelBatch(caller: Caller, fields: Fields): CancelBatch | WireError {
  const request = readRequest(CANCEL_BATCH_BODY, fields);
  if (isWireError(request)) return request;
  const { ids, cids } = request;
  const by = ids === undefined ? 'client-order-id' : 'id';
  const texts = ids ?? cids;
  if (texts === undefined)
    return wireError('40017', {
      field: 'ids',
      detail: { en: 'ids or cids is required', zh: 'ids和cids至少填写一个' },
    });
  const odd = by === 'id' ? texts.find((text) => !/^\d{1,19}$/.test(text)) : undefined;
  if (odd !== undefined)
    return wireError('40020', { field: 'ids', detail: { en: `'${odd}'`, zh: `'${odd}'` } });
  const items = texts.map((sent): CancelItem => {
    const target = by === 'id' ? idTarget(Number(sent)) : clientTarget(sent);
    return { sent, command: { kind: 'cancel-order', account: caller.account, target } };
  });
  return { by, items };
}

export function parseCancelAll(caller: Caller, fields: Fields): CancelAllOrders | WireError {
  const request = readRequest(CANCEL_ALL_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseOptionalSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  return {
    kind: 'cancel-all-orders',
    account: caller.account,
    contract: contract === null ? null : contract.id,
    scope: request.cancelOrderType === 'normal' ? 'working' : 'untriggered',
  };
}

export function parseClosePositions(caller: Caller, fields: Fields): ClosePositions | WireError {
  const request = readRequest(CLOSE_POSITIONS_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseOptionalSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  return {
    kind: 'close-positions',
    account: caller.account,
    contract: contract === null ? null : contract.id,
  };
}
