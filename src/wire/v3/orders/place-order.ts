/** POST order: one order, limit or market. */
import { type Static, Type } from 'typebox';
import type { PlaceOrder } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import type { TimeInForce } from '../../../domain/order.ts';
import { assignedClientId } from '../../assigned-id.ts';
import { type Caller, invalid } from '../../caller.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { codeField, flagField, meaningField } from '../../field.ts';
import { findForeign } from '../../foreign-fields.ts';
import { optionsMeant } from '../../order-options.ts';
import { plainContractField } from '../../plain-fields.ts';
import { isNone, parsePresetPrice } from '../../read-field.ts';
import { type Fields, type Formed, readRequest } from '../../read-request.ts';
import { idText, record } from '../../record-field.ts';
import { ORDER_WORDS, TIMES_IN_FORCE } from '../codes.ts';
import { ownPost } from '../endpoint.ts';
import {
  clientIdField,
  directionOf,
  presetField,
  refuseDirection,
  sideFields,
  workingType,
} from './order-fields.ts';
import { clientId } from './order-record.ts';
import { DONE, verdict } from './verdict.ts';

export const ORDER_BODY = Type.Object({
  symbol: plainContractField(),
  ...sideFields,
  type: codeField(['LIMIT', 'MARKET'], { description: 'Kind of order.', examples: ['LIMIT'] }),
  timeInForce: Type.Optional(
    meaningField<TimeInForce>(TIMES_IN_FORCE, {
      description: 'How a limit order executes.',
      default: 'GTC',
    }),
  ),
  postOnly: Type.Optional(
    flagField({ description: 'The same as `timeInForce` POST_ONLY.', examples: [false] }),
  ),
  newClientOrderId: clientIdField(),
  tpTriggerPrice: presetField('Take-profit to create as the order fills; none where 0.'),
  slTriggerPrice: presetField('Stop-loss to create as the order fills; none where 0.'),
  TpWorkingType: workingType('Which price the take-profit watches: the last, the only one.'),
  SlWorkingType: workingType('Which price the stop-loss watches: the last, the only one.'),
});
type OrderRequest = Static<typeof ORDER_BODY>;

function executionOf({ type, postOnly, timeInForce = 'normal' }: Formed<OrderRequest>) {
  if (type === 'MARKET') return 'ioc';
  return postOnly === true ? 'post-only' : timeInForce;
}

function refuse(
  order: Formed<OrderRequest>,
  fields: Fields,
  hasOthers: boolean,
): WireError | undefined {
  const { effect } = directionOf(order);
  const odd = refuseDirection(order, effect);
  if (odd !== undefined || !hasOthers) return odd;
  const execution = executionOf(order);
  return findForeign({ schema: ORDER_BODY, fields, kind: 'order', effect, execution }, ORDER_WORDS);
}

/** Returns an error for an attached exit that should watch the mark: only the last price works. */
function findMarkedPreset(order: OrderRequest): WireError | undefined {
  const field =
    order.TpWorkingType === 'mark' && !isNone(order.tpTriggerPrice)
      ? 'TpWorkingType'
      : order.SlWorkingType === 'mark' && !isNone(order.slTriggerPrice)
        ? 'SlWorkingType'
        : undefined;
  return field === undefined
    ? undefined
    : invalid(field, 'attached exits watch CONTRACT_PRICE; place a trigger order for the mark');
}

/** Returns the command. Exit prices are read last, after a check of the price they watch. */
export function readPlaceOrder(caller: Caller, fields: Fields): PlaceOrder | WireError {
  const order = readRequest(ORDER_BODY, fields, caller, refuse);
  if (isWireError(order)) return order;
  const marked = findMarkedPreset(order);
  if (marked !== undefined) return marked;
  const { symbol: contract, tpTriggerPrice, slTriggerPrice } = order;
  const takeProfit = parsePresetPrice(contract, tpTriggerPrice, 'take-profit-invalid');
  if (isWireError(takeProfit)) return takeProfit;
  const stopLoss = parsePresetPrice(contract, slTriggerPrice, 'stop-loss-invalid');
  if (isWireError(stopLoss)) return stopLoss;
  return {
    kind: 'place-order',
    account: caller.account,
    contract: contract.id,
    ...directionOf(order),
    size: order.quantity,
    price: order.price ?? null,
    timeInForce: executionOf(order),
    clientOrderId: order.newClientOrderId ?? null,
    takeProfit,
    stopLoss,
    marginMode: null,
    ...optionsMeant(order),
  };
}

export const PLACED_RECORD = record({
  orderId: idText('The order'),
  clientOrderId: clientId(),
  ...verdict,
});

export const formatPlaced = (
  { order }: { readonly order: OrderId },
  { clientOrderId }: { readonly clientOrderId: string | null },
): Static<typeof PLACED_RECORD> => ({
  orderId: String(order),
  clientOrderId: clientOrderId ?? assignedClientId(order),
  ...DONE,
});

export const PLACE_ORDER = ownPost([2, 5], {
  id: 'v3OrderPlace',
  path: '/order',
  orderRate: 'place',
  request: ORDER_BODY,
  response: PLACED_RECORD,
  summary: 'Place an order',
  text:
    'The answer means that the order was accepted; reading it tells what became of it. The ' +
    'same client id with the same content answers with the first order and places nothing.',
  read: readPlaceOrder,
  format: formatPlaced,
});
