/** POST order: one order, limit or market. */

import { type Static, Type } from 'typebox';
import type { PlaceOrder } from '../../../domain/command.ts';
import type { Contract } from '../../../domain/contract.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import type { TimeInForce, TriggerSource } from '../../../domain/order.ts';
import type { Effect, PositionSide, Side } from '../../../domain/side.ts';
import type { Millis } from '../../../domain/units.ts';
import { type Caller, invalid } from '../../caller.ts';
import { plainContractField } from '../../contract-query.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type Locale, voicelessText, type WireError } from '../../errors.ts';
import {
  CLIENT_ID_CHARACTERS,
  codeField,
  decimalField,
  flagField,
  ifSent,
  integerField,
  limitField,
  meaningField,
  momentField,
  objectsField,
  priceField,
  sizeField,
  textField,
} from '../../field.ts';
import { findForeign } from '../../foreign-fields.ts';
import { isJsonObject } from '../../json.ts';
import { assignedClientId } from '../../order-figures.ts';
import { OPTION_FIELDS, optionsMeant } from '../../order-options.ts';
import { parseWindow } from '../../parse-window.ts';

import { isNone, parsePresetPrice } from '../../read-field.ts';
import { type Fields, type Formed, NO_FIELDS, readRequest } from '../../read-request.ts';
import { flag, idText, integer, list, record, text } from '../../record-field.ts';
import { effectOf, POSITION_SIDE_NAMES, POSITION_SIDES, SIDE_NAMES, SIDES } from '../../words.ts';
import { ORDER_WORDS, TIMES_IN_FORCE } from '../codes.ts';
import { placePost } from '../endpoint.ts';
import { v3CodeOf } from '../error-codes.ts';
import { clientId } from './order-record.ts';

/** The error text has both names that clients look for. */
export const verdict = {
  success: flag('Whether it was done'),
  errorCode: text('The code of the error; empty on success', ''),
  errorMessage: text('Why it failed; empty on success', ''),
  errorMsg: text('The same', ''),
};

export const DONE = { success: true, errorCode: '', errorMessage: '', errorMsg: '' } as const;

/** Returns the fields of a failure. Clients take an empty code for success. */
export function refused(error: WireError, locale: Locale) {
  const said = voicelessText(error, locale);
  return { success: false, errorCode: v3CodeOf(error), errorMessage: said, errorMsg: said };
}

export const ORDER_DONE = record({ orderId: integer('The order', 1_000_042), ...verdict });

export const orderDone = (order: OrderId) => ({ orderId: order, ...DONE });

export const BATCH_MAX = 10;

export const clientIdField = () =>
  ifSent(
    textField('The caller’s own id. At most 40 of letters, digits and `. _ : # / -`.', {
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
      characters: CLIENT_ID_CHARACTERS,
    }),
  );

/** The price of an attached exit, as text. Zero means none. */
export const presetField = (description: string) => ifSent(decimalField(description, '90000.0'));

export const triggerPriceField = (description: string, example: string) =>
  priceField(description, example, 'trigger-price-invalid');

export const workingType = (description: string) =>
  ifSent(
    meaningField<TriggerSource>({ CONTRACT_PRICE: 'last', MARK_PRICE: 'mark' }, description, {
      default: 'CONTRACT_PRICE',
    }),
  );

export const positionSideField = () =>
  meaningField<PositionSide>(POSITION_SIDES, 'The side of the position.', 'LONG');

/** The sides of an order, its size and its limit. */
export const sideFields = {
  side: meaningField<Side>(
    SIDES,
    'With `positionSide`: BUY LONG opens a long, SELL LONG closes it.',
    'BUY',
  ),
  positionSide: positionSideField(),
  quantity: sizeField('Size in the base coin, a multiple of the step of the contract.', '0.0100'),
  price: ifSent(
    limitField('Limit price, a multiple of the tick; ignored for market orders.', {
      market: ['type', 'MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'],
      isLast: true,
    }),
  ),
  reduceOnly: ifSent(flagField('Optional: `side` and `positionSide` already say it.', false)),
  ...OPTION_FIELDS,
};

interface Direction {
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly reduceOnly?: boolean;
}

export const directionOf = ({ side, positionSide }: Direction) => ({
  positionSide,
  effect: effectOf(side, positionSide),
});

/** Returns an error if `reduceOnly` contradicts the two sides. */
export function refuseDirection(order: Direction, effect: Effect): WireError | undefined {
  if (order.reduceOnly !== true || effect === 'close') return undefined;
  const side = SIDE_NAMES[order.side];
  const positionSide = POSITION_SIDE_NAMES[order.positionSide];
  return invalid('reduceOnly', `${side} with positionSide ${positionSide} opens a position`);
}

/** The window of a list of orders or fills. */
export const windowFields = {
  symbol: ifSent(plainContractField('One contract; all where left out.')),
  startTime: ifSent(momentField('The earliest.')),
  endTime: ifSent(momentField('The latest; move it back to page.')),
};

export const limitOf = (max: number, normal: number) =>
  ifSent(integerField('How many.', { default: normal, min: 1, max }));

export const LIMIT_FALLBACK = 100;

export interface ListRequest {
  readonly symbol?: Contract;
  readonly startTime?: Millis;
  readonly endTime?: Millis;
  readonly orderId?: OrderId;
  readonly limit?: number;
}

export function listQuery(request: ListRequest) {
  const { symbol: contract = null, orderId: order = null, limit = LIMIT_FALLBACK } = request;
  return parseWindow(request, { contract, order, limit });
}

export const ORDER_BODY = Type.Object({
  symbol: plainContractField(),
  ...sideFields,
  type: codeField(['LIMIT', 'MARKET'], 'Kind of order.', 'LIMIT'),
  timeInForce: ifSent(
    meaningField<TimeInForce>(TIMES_IN_FORCE, 'How a limit order executes.', { default: 'GTC' }),
  ),
  postOnly: ifSent(flagField('The same as `timeInForce` POST_ONLY.', false)),
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

export function refuseOrder(
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
export function placing(order: OrderRequest, caller: Caller): PlaceOrder | WireError {
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

export const PLACE_ORDER = placePost('/order', [2, 5], {
  id: 'v3OrderPlace',
  request: ORDER_BODY,
  response: PLACED_RECORD,
  summary: 'Place an order',
  text:
    'The answer means that the order was accepted; reading it tells what became of it. The ' +
    'same client id with the same content answers with the first order and places nothing.',
  refuse: refuseOrder,
  read: placing,
  format: formatPlaced,
});

interface BatchItem {
  readonly clientOrderId: string | null;
  /** The command, or the error if this order could not be read. */
  readonly command: PlaceOrder | WireError;
}

/** Each order of a batch succeeds or fails by itself. Only a malformed batch fails as a whole. */
export const BATCH_ORDERS = placePost('/batchOrders', [5, 10], {
  id: 'v3OrderPlaceBatch',
  count: (fields) => lengthOf(fields.get('batchOrders'), BATCH_MAX),
  request: Type.Object({
    batchOrders: objectsField('The orders, in the order in which they are placed.', {
      items: ORDER_BODY,
      countMax: BATCH_MAX,
    }),
  }),
  response: list(PLACED_RECORD),
  summary: 'Place up to 10 orders',
  text: 'Each order succeeds or fails by itself; results are in the order of the request.',
  read: (request, caller) =>
    request.batchOrders.map((item): BatchItem => {
      const sent = isJsonObject(item) ? item : NO_FIELDS;
      const order = readRequest(ORDER_BODY, sent, caller, refuseOrder);
      const named = sent.get('newClientOrderId');
      return {
        clientOrderId: typeof named === 'string' && named !== '' ? named : null,
        command: isWireError(order) ? order : placing(order, caller),
      };
    }),
  format: (
    told: readonly ({ readonly order: OrderId } | WireError)[],
    items,
    { locale },
  ): Static<typeof PLACED_RECORD>[] =>
    told.map((outcome, at) => {
      const clientOrderId = items[at]?.clientOrderId ?? null;
      if (!isWireError(outcome)) return formatPlaced(outcome, { clientOrderId });
      return { orderId: '0', clientOrderId: clientOrderId ?? '', ...refused(outcome, locale) };
    }),
});
