/** From the bodies of the endpoints that place orders to commands. */
import type { Static } from 'typebox';
import type { AmendTrigger, PlaceOrder, PlaceTrigger } from '../../domain/command.ts';
import type { TriggerPurpose, TriggerSource } from '../../domain/order.ts';
import type { Effect } from '../../domain/side.ts';
import { type Caller, invalid, parseSymbol } from '../caller.ts';
import { isWireError, type WireError } from '../errors.ts';
import { findForeignExit, parseExit, parseExitChange } from '../exit-terms.ts';
import { findForeign } from '../foreign-fields.ts';
import { isJsonObject } from '../json-value.ts';
import { isNone, parseLimit, parsePresetPrice, parsePrice, parseSize } from '../order-terms.ts';
import { type Fields, NO_FIELDS, readRequest } from '../read-request.ts';
import { effectOf, ORDER_WORDS, POSITION_SIDES, SIDES, TIMES_IN_FORCE } from './codes.ts';
import {
  ALGO_ORDER_BODY,
  BATCH_ORDERS_BODY,
  MODIFY_TPSL_BODY,
  ORDER_BODY,
  TPSL_BODY,
} from './order-requests.ts';

/** Fields that are right one by one, and not with each other or not at this venue. */
export const notTogether = (field: string, problem: string): WireError => invalid(field, problem);

type OrderBody = Static<typeof ORDER_BODY>;
type AlgoBody = Static<typeof ALGO_ORDER_BODY>;

export function parseOrder(caller: Caller, fields: Fields): PlaceOrder | WireError {
  const request = readRequest(ORDER_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  const direction = directionOf(request);
  if (isWireError(direction)) return direction;
  const isMarket = request.type === 'MARKET';
  const execution = isMarket ? 'ioc' : executionOf(request);
  const { effect } = direction;
  const sent = { schema: ORDER_BODY, fields, kind: 'order', effect, execution } as const;
  const foreign = findForeign(sent, ORDER_WORDS);
  if (foreign !== undefined) return foreign;
  const size = parseSize(contract, request.quantity);
  if (isWireError(size)) return size;
  const price = parseLimit(contract, { isMarket, field: 'price', text: request.price });
  if (isWireError(price)) return price;
  const odd = findMarkedPreset(request);
  if (odd !== undefined) return odd;
  const { tpTriggerPrice, slTriggerPrice } = request;
  const takeProfit = parsePresetPrice(contract, tpTriggerPrice, 'take-profit-invalid');
  if (isWireError(takeProfit)) return takeProfit;
  const stopLoss = parsePresetPrice(contract, slTriggerPrice, 'stop-loss-invalid');
  if (isWireError(stopLoss)) return stopLoss;
  return {
    kind: 'place-order',
    account: caller.account,
    contract: contract.id,
    ...direction,
    size,
    price,
    timeInForce: execution,
    clientOrderId: request.newClientOrderId ?? null,
    takeProfit,
    stopLoss,
    marginMode: null,
  };
}

/** The two sides say what the order does; a flag that says otherwise is a mistake. */
function directionOf(request: Pick<OrderBody, 'side' | 'positionSide' | 'reduceOnly'>) {
  const positionSide = POSITION_SIDES[request.positionSide];
  const effect: Effect = effectOf(SIDES[request.side], positionSide);
  if (request.reduceOnly === true && effect === 'open')
    return notTogether(
      'reduceOnly',
      `${request.side} with positionSide ${request.positionSide} opens a position`,
    );
  return { positionSide, effect };
}

const executionOf = ({ postOnly, timeInForce }: OrderBody) =>
  postOnly === true ? 'post-only' : TIMES_IN_FORCE[timeInForce ?? 'GTC'];

/** Silently watching another price than was asked for would be worse than a refusal. */
function findMarkedPreset(request: OrderBody): WireError | undefined {
  const { tpTriggerPrice, slTriggerPrice, TpWorkingType, SlWorkingType } = request;
  const field =
    TpWorkingType === 'MARK_PRICE' && !isNone(tpTriggerPrice)
      ? 'TpWorkingType'
      : SlWorkingType === 'MARK_PRICE' && !isNone(slTriggerPrice)
        ? 'SlWorkingType'
        : undefined;
  return field === undefined
    ? undefined
    : notTogether(field, 'attached exits watch CONTRACT_PRICE; place a trigger order for the mark');
}

export interface BatchItem {
  readonly clientOrderId: string | null;
  readonly outcome: PlaceOrder | WireError;
}

/** Each order of a batch succeeds or fails by itself; only the frame can fail as a whole. */
export function parseBatchOrders(caller: Caller, fields: Fields): BatchItem[] | WireError {
  const request = readRequest(BATCH_ORDERS_BODY, fields);
  if (isWireError(request)) return request;
  return request.batchOrders.map((item) => {
    const sent = isJsonObject(item) ? item : NO_FIELDS;
    const named = sent.get('newClientOrderId');
    return {
      clientOrderId: typeof named === 'string' && named !== '' ? named : null,
      outcome: parseOrder(caller, sent),
    };
  });
}

export function parseAlgoOrder(caller: Caller, fields: Fields): PlaceTrigger | WireError {
  const request = readRequest(ALGO_ORDER_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  const direction = directionOf(request);
  if (isWireError(direction)) return direction;
  const purpose = purposeOf(request, direction.effect);
  if (isWireError(purpose)) return purpose;
  const isMarket = request.type === 'STOP_MARKET' || request.type === 'TAKE_PROFIT_MARKET';
  const execution = isMarket ? 'ioc' : 'normal';
  const { effect } = direction;
  const sent = { schema: ALGO_ORDER_BODY, fields, kind: 'trigger', effect, execution } as const;
  const odd = findPreset(request) ?? findForeign(sent, ORDER_WORDS);
  if (odd !== undefined) return odd;
  const size = parseSize(contract, request.quantity);
  if (isWireError(size)) return size;
  const triggerPrice = parsePrice(contract, request.triggerPrice, 'trigger-price-invalid');
  if (isWireError(triggerPrice)) return triggerPrice;
  const price = parseLimit(contract, { isMarket, field: 'price', text: request.price });
  if (isWireError(price)) return price;
  const watched = purpose === 'take-profit' ? request.TpWorkingType : request.SlWorkingType;
  return {
    kind: 'place-trigger',
    account: caller.account,
    contract: contract.id,
    purpose,
    ...direction,
    size,
    triggerPrice,
    triggerSource: sourceOf(watched),
    price,
    clientOrderId: request.clientAlgoId ?? null,
    marginMode: null,
  };
}

const sourceOf = (watched: 'CONTRACT_PRICE' | 'MARK_PRICE' | undefined): TriggerSource =>
  watched === 'MARK_PRICE' ? 'mark' : 'last';

/**
 * A stop that opens is a plan. One that closes is a stop-loss, which waits on the losing side of
 * the price, unless `reduceOnly` says that it is any order that closes, on whichever side.
 */
function purposeOf(request: AlgoBody, effect: Effect): TriggerPurpose | WireError {
  const isProfit = request.type.startsWith('TAKE_PROFIT');
  if (effect === 'open')
    return isProfit ? notTogether('type', 'a take-profit closes a position') : 'plan';
  if (isProfit) return 'take-profit';
  return request.reduceOnly === true ? 'plan' : 'stop-loss';
}

function findPreset(request: AlgoBody): WireError | undefined {
  const field = !isNone(request.presetTakeProfitPrice)
    ? 'presetTakeProfitPrice'
    : isNone(request.presetStopLossPrice)
      ? undefined
      : 'presetStopLossPrice';
  return field === undefined
    ? undefined
    : notTogether(field, 'a trigger order has no exits attached; place them once it has filled');
}

export function parseTpSl(caller: Caller, fields: Fields): PlaceTrigger | WireError {
  const request = readRequest(TPSL_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  const foreign = findForeignExit({ schema: TPSL_BODY, fields }, request, ORDER_WORDS);
  if (foreign !== undefined) return foreign;
  return parseExit(contract, {
    account: caller.account,
    purpose: request.planType === 'TAKE_PROFIT' ? 'take-profit' : 'stop-loss',
    positionSide: POSITION_SIDES[request.positionSide],
    triggerPrice: request.triggerPrice,
    triggerSource: sourceOf(request.triggerPriceType),
    executePrice: request.executePrice,
    size: request.quantity,
    clientOrderId: request.clientAlgoId ?? null,
    marginMode: null,
  });
}

export function parseModifyTpSl(caller: Caller, fields: Fields): AmendTrigger | WireError {
  const request = readRequest(MODIFY_TPSL_BODY, fields);
  if (isWireError(request)) return request;
  const foreign = findForeignExit({ schema: MODIFY_TPSL_BODY, fields }, request, ORDER_WORDS);
  if (foreign !== undefined) return foreign;
  const triggerSource = sourceOf(request.triggerPriceType);
  return parseExitChange(caller, { ...request, triggerSource });
}
