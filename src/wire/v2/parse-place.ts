/** From the bodies of placeOrder and batchOrders to commands. */
import type { Static } from 'typebox';
import type { PlaceOrder } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import type { AccountId } from '../../domain/ids.ts';
import { type Caller, parseSymbol } from '../caller.ts';
import { isWireError, type WireError } from '../errors.ts';
import { findForeign, type SentOrder } from '../foreign-fields.ts';
import { isJsonObject } from '../json-value.ts';
import { parseLimit, parsePresetPrice, parseSize } from '../order-terms.ts';
import { type Fields, NO_FIELDS, readRequest } from '../read-request.ts';
import { DIRECTIONS, EXECUTIONS, marginModeOf, ORDER_WORDS } from './codes.ts';
import { BATCH_ITEM, BATCH_ORDERS_BODY, PLACE_ORDER_BODY } from './order-requests.ts';

export function parsePlaceOrder(caller: Caller, fields: Fields): PlaceOrder | WireError {
  const request = readRequest(PLACE_ORDER_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  const marginMode = marginModeOf(request.marginMode);
  const terms = { account: caller.account, contract, marginMode };
  return parseOrder(terms, request, { schema: PLACE_ORDER_BODY, fields });
}

export interface BatchItem {
  readonly clientOrderId: string | null;
  /** What to place, or why this one cannot be. */
  readonly outcome: PlaceOrder | WireError;
}

export interface BatchOrders {
  readonly contract: Contract;
  readonly items: readonly BatchItem[];
}

/** Each order of a batch succeeds or fails by itself; only the frame can fail as a whole. */
export function parseBatchOrders(caller: Caller, fields: Fields): BatchOrders | WireError {
  const request = readRequest(BATCH_ORDERS_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  const terms = {
    account: caller.account,
    contract,
    marginMode: marginModeOf(request.marginMode),
  };
  const items = request.orderDataList.map((item): BatchItem => {
    const sent = isJsonObject(item) ? item : NO_FIELDS;
    const order = readRequest(BATCH_ITEM, sent);
    const named = sent.get('client_oid');
    const clientOrderId = typeof named === 'string' && named !== '' ? named : null;
    const outcome = isWireError(order)
      ? order
      : parseOrder(terms, order, { schema: BATCH_ITEM, fields: sent });
    return { clientOrderId, outcome };
  });
  return { contract, items };
}

interface Terms {
  readonly account: AccountId;
  readonly contract: Contract;
  readonly marginMode: PlaceOrder['marginMode'];
}

function parseOrder(
  terms: Terms,
  order: Static<typeof BATCH_ITEM>,
  sent: Pick<SentOrder, 'schema' | 'fields'>,
): PlaceOrder | WireError {
  const { contract } = terms;
  const isMarket = order.match_price === '1';
  const direction = DIRECTIONS[order.type];
  const execution = isMarket ? 'ioc' : EXECUTIONS[order.order_type ?? '0'];
  const { effect } = direction;
  const foreign = findForeign({ ...sent, kind: 'order', effect, execution }, ORDER_WORDS);
  if (foreign !== undefined) return foreign;
  const size = parseSize(contract, order.size);
  if (isWireError(size)) return size;
  const price = parseLimit(contract, { isMarket, field: 'price', text: order.price });
  if (isWireError(price)) return price;
  const { presetTakeProfitPrice, presetStopLossPrice } = order;
  const takeProfit = parsePresetPrice(contract, presetTakeProfitPrice, 'take-profit-invalid');
  if (isWireError(takeProfit)) return takeProfit;
  const stopLoss = parsePresetPrice(contract, presetStopLossPrice, 'stop-loss-invalid');
  if (isWireError(stopLoss)) return stopLoss;
  return {
    kind: 'place-order',
    account: terms.account,
    contract: contract.id,
    ...direction,
    size,
    price,
    timeInForce: execution,
    clientOrderId: order.client_oid ?? null,
    takeProfit,
    stopLoss,
    marginMode: terms.marginMode,
  };
}
