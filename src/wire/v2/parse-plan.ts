/** From the bodies of the trigger, take-profit and stop-loss endpoints to commands. */
import type { AmendTrigger, CancelOrder, PlaceTrigger } from '../../domain/command.ts';
import { orderId } from '../../domain/ids.ts';
import { type Caller, parseSymbol } from '../caller.ts';
import { isWireError, type WireError } from '../errors.ts';
import { findForeignExit, parseExit, parseExitChange } from '../exit-terms.ts';
import { findForeign } from '../foreign-fields.ts';
import { parseLimit, parsePrice, parseSize } from '../order-terms.ts';
import { type Fields, readRequest } from '../read-request.ts';
import { DIRECTIONS, marginModeOf, ORDER_WORDS, TRIGGER_SOURCES } from './codes.ts';
import {
  CANCEL_PLAN_BODY,
  MODIFY_TPSL_BODY,
  PLAN_ORDER_BODY,
  TPSL_BODY,
} from './order-requests.ts';

export function parsePlanOrder(caller: Caller, fields: Fields): PlaceTrigger | WireError {
  const request = readRequest(PLAN_ORDER_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  const direction = DIRECTIONS[request.type];
  const isMarket = request.match_type === '1';
  const execution = isMarket ? 'ioc' : 'normal';
  const { effect } = direction;
  const sent = { schema: PLAN_ORDER_BODY, fields, kind: 'trigger', effect, execution } as const;
  const foreign = findForeign(sent, ORDER_WORDS);
  if (foreign !== undefined) return foreign;
  const size = parseSize(contract, request.size);
  if (isWireError(size)) return size;
  const triggerPrice = parsePrice(contract, request.trigger_price, 'trigger-price-invalid');
  if (isWireError(triggerPrice)) return triggerPrice;
  const price = parseLimit(contract, {
    isMarket,
    field: 'execute_price',
    text: request.execute_price,
  });
  if (isWireError(price)) return price;
  return {
    kind: 'place-trigger',
    account: caller.account,
    contract: contract.id,
    purpose: 'plan',
    ...direction,
    size,
    triggerPrice,
    triggerSource: 'last',
    price,
    clientOrderId: request.client_oid ?? null,
    marginMode: marginModeOf(request.marginMode),
  };
}

export function parseTpSlOrder(caller: Caller, fields: Fields): PlaceTrigger | WireError {
  const request = readRequest(TPSL_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  const foreign = findForeignExit({ schema: TPSL_BODY, fields }, request, ORDER_WORDS);
  if (foreign !== undefined) return foreign;
  return parseExit(contract, {
    account: caller.account,
    purpose: request.planType === 'profit_plan' ? 'take-profit' : 'stop-loss',
    positionSide: request.positionSide,
    triggerPrice: request.triggerPrice,
    triggerSource: 'last',
    executePrice: request.executePrice,
    size: request.size,
    clientOrderId: request.clientOrderId ?? null,
    marginMode: marginModeOf(request.marginMode),
  });
}

export function parseModifyTpSl(caller: Caller, fields: Fields): AmendTrigger | WireError {
  const request = readRequest(MODIFY_TPSL_BODY, fields);
  if (isWireError(request)) return request;
  const foreign = findForeignExit({ schema: MODIFY_TPSL_BODY, fields }, request, ORDER_WORDS);
  if (foreign !== undefined) return foreign;
  const triggerSource = TRIGGER_SOURCES[request.triggerPriceType ?? '1'];
  return parseExitChange(caller, { ...request, triggerSource });
}

export function parseCancelPlan(caller: Caller, fields: Fields): CancelOrder | WireError {
  const request = readRequest(CANCEL_PLAN_BODY, fields);
  if (isWireError(request)) return request;
  const target = { by: 'id', order: orderId(request.orderId) } as const;
  return { kind: 'cancel-order', account: caller.account, target };
}
