/** Orders are placed, at once or once a price is reached: one, or a batch. */

import { type Static, Type } from 'typebox';
import type { PlaceOrder, PlaceTrigger } from '../../../domain/command.ts';
import type { Contract } from '../../../domain/contract.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import type { MarginMode } from '../../../domain/margin.ts';
import type { TriggerSource } from '../../../domain/order.ts';
import type { PositionSide } from '../../../domain/side.ts';
import type { Caller } from '../../caller.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type Locale, type WireError } from '../../errors.ts';
import {
  CLIENT_ID_CHARACTERS,
  contractField,
  exitField,
  exitLimitField,
  ifSent,
  limitField,
  meaningField,
  objectsField,
  optionalPriceField,
  optionalSizeField,
  type PriceReason,
  priceField,
  sizeField,
  textField,
} from '../../field.ts';
import { findForeign, refuseForeignExit } from '../../foreign-fields.ts';
import { isJsonObject } from '../../json.ts';
import { OPTION_FIELDS, optionsMeant } from '../../order-options.ts';
import { exitChangeOf } from '../../order-target.ts';
import { type Fields, type Formed, NO_FIELDS, readRequest } from '../../read-request.ts';
import {
  flag,
  idText,
  integer,
  list,
  nullable,
  record,
  records,
  text,
} from '../../record-field.ts';
import { DIRECTIONS, EXECUTIONS, MARGIN_MODES, ORDER_WORDS, TRIGGER_SOURCES } from '../codes.ts';
import { envelope, envelopeRecord, placePost } from '../endpoint.ts';

export const clientOrderIdField = () =>
  ifSent(
    textField(
      'The caller’s own id of the order. At most 40 of letters, digits and `. _ : # / -`.',
      {
        examples: ['my-order-1'],
        lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
        characters: CLIENT_ID_CHARACTERS,
      },
    ),
  );

export const orderSizeField = (
  description = 'Size in the base coin, a multiple of the step of the contract.',
) => sizeField(description, '0.0100');

export const directionField = () =>
  meaningField(DIRECTIONS, '1 open long, 2 open short, 3 close long, 4 close short.', '1');

export const triggerPriceField = (description: string) =>
  priceField(description, '90000.0', 'trigger-price-invalid');

export const orderMarginMode = () =>
  ifSent(
    meaningField<MarginMode>(
      MARGIN_MODES,
      'Margin mode: 1 cross, 3 isolated. Where given it must be the current one of the contract.',
      1,
    ),
  );

export const optionalContract = () => ifSent(contractField('One contract; all where left out.'));

const presetField = (what: string, reason: PriceReason) =>
  ifSent(
    optionalPriceField(
      `${what} to create as the order fills; none where left out or 0.`,
      '90000.0',
      reason,
    ),
  );

/** The fields of one order besides its contract and margin mode. */
const ORDER_FIELDS = {
  client_oid: clientOrderIdField(),
  size: orderSizeField(),
  type: directionField(),
  order_type: ifSent(
    meaningField(EXECUTIONS, '0 normal, 1 post-only, 2 fill-or-kill, 3 immediate-or-cancel.', {
      default: '0',
      examples: ['0'],
    }),
  ),
  match_price: meaningField<'limit' | 'market'>(
    { '0': 'limit', '1': 'market' },
    '0 limit at `price`, 1 market. A market order is always immediate-or-cancel.',
    '0',
  ),
  price: ifSent(
    limitField('Limit price, a multiple of the tick; ignored for market orders.', {
      market: ['match_price', 'market'],
    }),
  ),
  presetTakeProfitPrice: presetField('Take-profit', 'take-profit-invalid'),
  presetStopLossPrice: presetField('Stop-loss', 'stop-loss-invalid'),
  ...OPTION_FIELDS,
};

const BODY = Type.Object({
  symbol: contractField(),
  ...ORDER_FIELDS,
  marginMode: orderMarginMode(),
});

/** An order of a batch. The batch names the contract and the margin mode for all. */
const BATCH_ITEM = Type.Object(ORDER_FIELDS);
type OrderRequest = Static<typeof BATCH_ITEM>;

const executionOf = ({ match_price, order_type = 'normal' }: Formed<OrderRequest>) =>
  match_price === 'market' ? 'ioc' : order_type;

const refuseIn = (schema: typeof BODY | typeof BATCH_ITEM) => {
  return (order: Formed<OrderRequest>, fields: Fields, hasOthers: boolean) => {
    if (!hasOthers) return undefined;
    const { effect } = order.type;
    const execution = executionOf(order);
    return findForeign({ schema, fields, kind: 'order', effect, execution }, ORDER_WORDS);
  };
};

const refuseOrder = refuseIn(BODY);
const refuseItem = refuseIn(BATCH_ITEM);

const placing = (
  caller: Caller,
  contract: Contract,
  marginMode: MarginMode | undefined,
  order: OrderRequest,
): PlaceOrder => ({
  kind: 'place-order',
  account: caller.account,
  contract: contract.id,
  ...order.type,
  size: order.size,
  price: order.price ?? null,
  timeInForce: executionOf(order),
  clientOrderId: order.client_oid ?? null,
  takeProfit: order.presetTakeProfitPrice ?? null,
  stopLoss: order.presetStopLossPrice ?? null,
  marginMode: marginMode ?? null,
  ...optionsMeant(order),
});

export const PLACED_RECORD = record({
  client_oid: nullable(text('The caller’s own id as it was sent', 'my-order-1')),
  order_id: idText('The order'),
});

/** Returns the order with the caller's own id, or null if none was sent. */
export const formatPlaced = (
  { order }: { readonly order: OrderId },
  { clientOrderId }: { readonly clientOrderId: string | null },
): Static<typeof PLACED_RECORD> => ({ client_oid: clientOrderId, order_id: String(order) });

export const PLACE_ORDER = placePost('/order/placeOrder', [2, 5], {
  id: 'orderPlaceOrder',
  request: BODY,
  response: PLACED_RECORD,
  summary: 'Place an order',
  text:
    'The answer means that the order was accepted; `order/detail` tells what became of it. The ' +
    'same `client_oid` with the same content answers with the first order and places nothing.',
  refuse: refuseOrder,
  read: (order, caller) => placing(caller, order.symbol, order.marginMode, order),
  format: formatPlaced,
});

const ORDERS_MAX = 20;

interface BatchItem {
  readonly clientOrderId: string | null;
  /** The command, or the error if this order could not be read. */
  readonly command: PlaceOrder | WireError;
}

type Outcome = { readonly order: OrderId } | WireError;

function outcomeRecord(client_oid: string, outcome: Outcome, locale: Locale) {
  if (!isWireError(outcome)) {
    const order_id = String(outcome.order);
    return { order_id, client_oid, result: true, error_code: '', error_message: '' };
  }
  const { code: error_code, text } = outcome;
  return { order_id: '', client_oid, result: false, error_code, error_message: text[locale] };
}

/** Each order of a batch succeeds or fails by itself. Only a malformed batch fails as a whole. */
export const BATCH_ORDERS = placePost('/order/batchOrders', [5, 10], {
  id: 'orderBatchOrders',
  count: (fields) => lengthOf(fields.get('orderDataList'), ORDERS_MAX),
  request: Type.Object({
    symbol: contractField(),
    marginMode: orderMarginMode(),
    orderDataList: objectsField('The orders, in the order in which they are placed.', {
      items: BATCH_ITEM,
      countMax: ORDERS_MAX,
    }),
  }),
  response: record({
    order_info: records({
      order_id: Type.String({ description: 'The order; empty where it failed' }),
      client_oid: Type.String({ description: 'The caller’s own id; empty where there is none' }),
      result: flag('Whether it was placed'),
      error_code: Type.String({ description: 'Empty where it was placed' }),
      error_message: Type.String({ description: 'Empty where it was placed' }),
    }),
    result: flag('Whether the batch was carried out'),
  }),
  summary: 'Place up to 20 orders',
  text: 'Each order succeeds or fails by itself; results are in the order of the request.',
  read: (request, caller) => {
    const { symbol: contract, marginMode } = request;
    return request.orderDataList.map((item): BatchItem => {
      const sent = isJsonObject(item) ? item : NO_FIELDS;
      const order = readRequest(BATCH_ITEM, sent, { contract }, refuseItem);
      const named = sent.get('client_oid');
      return {
        clientOrderId: typeof named === 'string' && named !== '' ? named : null,
        command: isWireError(order) ? order : placing(caller, contract, marginMode, order),
      };
    });
  },
  format: (told: readonly Outcome[], items, { locale }) => ({
    order_info: told.map((outcome, at) =>
      outcomeRecord(items[at]?.clientOrderId ?? '', outcome, locale),
    ),
    result: true,
  }),
});

/** One order of cancelAllOrders or placeTpSlOrder. */
export const ORDER_DONE_RECORD = record({
  orderId: integer('The order; 0 where it failed', 1_000_042),
  success: flag('Whether it succeeded'),
});

export const orderDoneRecord = (order: OrderId): Static<typeof ORDER_DONE_RECORD> => ({
  orderId: order,
  success: true,
});

const PLAN_BODY = Type.Object({
  symbol: contractField(),
  client_oid: clientOrderIdField(),
  size: orderSizeField(),
  type: directionField(),
  match_type: meaningField<'limit' | 'market'>(
    { '0': 'limit', '1': 'market' },
    '0 limit at `execute_price` once triggered, 1 market.',
    '1',
  ),
  execute_price: ifSent(
    limitField('Limit price once triggered; ignored for market.', {
      market: ['match_type', 'market'],
      isLast: true,
    }),
  ),
  trigger_price: triggerPriceField('The last price at which the order is sent.'),
  marginMode: orderMarginMode(),
  ...OPTION_FIELDS,
});

function refusePlan(plan: Formed<Static<typeof PLAN_BODY>>, fields: Fields): WireError | undefined {
  const { effect } = plan.type;
  const execution = plan.match_type === 'market' ? 'ioc' : 'normal';
  return findForeign(
    { schema: PLAN_BODY, fields, kind: 'trigger', effect, execution },
    ORDER_WORDS,
  );
}

export const PLAN_ORDER = placePost('/order/plan_order', [2, 5], {
  id: 'orderPlanOrder',
  request: PLAN_BODY,
  response: PLACED_RECORD,
  summary: 'Place a trigger order',
  text: 'It fires when the last price reaches the trigger from where it stands now.',
  refuse: refusePlan,
  read: (plan, caller): PlaceTrigger => ({
    kind: 'place-trigger',
    account: caller.account,
    contract: plan.symbol.id,
    purpose: 'plan',
    ...plan.type,
    size: plan.size,
    triggerPrice: plan.trigger_price,
    triggerSource: 'last',
    price: plan.execute_price ?? null,
    clientOrderId: plan.client_oid ?? null,
    marginMode: plan.marginMode ?? null,
    ...optionsMeant(plan),
  }),
  format: formatPlaced,
});

const PLACE_BODY = Type.Object({
  symbol: contractField(),
  clientOrderId: clientOrderIdField(),
  planType: meaningField<'take-profit' | 'stop-loss'>(
    { profit_plan: 'take-profit', loss_plan: 'stop-loss' },
    '`profit_plan` take profit, `loss_plan` stop loss.',
    'profit_plan',
  ),
  triggerPrice: triggerPriceField('The last price at which the position is closed.'),
  executePrice: exitLimitField(),
  size: ifSent(
    optionalSizeField(
      'Size in the base coin, a multiple of the step; left out or 0 for the whole position.',
      '0.0100',
    ),
  ),
  positionSide: meaningField<PositionSide>(
    { long: 'long', short: 'short' },
    'The side of the position.',
    'long',
  ),
  marginMode: orderMarginMode(),
});

export const PLACE_EXIT = placePost('/order/placeTpSlOrder', [2, 5], {
  id: 'orderPlaceTpSl',
  request: PLACE_BODY,
  response: list(ORDER_DONE_RECORD),
  summary: 'Place a take-profit or stop-loss',
  text: 'For a position that is open. A list of one.',
  refuse: refuseForeignExit(PLACE_BODY, ORDER_WORDS),
  read: (exit, caller): PlaceTrigger => ({
    kind: 'place-trigger',
    account: caller.account,
    contract: exit.symbol.id,
    purpose: exit.planType,
    positionSide: exit.positionSide,
    effect: 'close',
    size: exit.size ?? null,
    triggerPrice: exit.triggerPrice,
    triggerSource: 'last',
    price: exit.executePrice ?? null,
    clientOrderId: exit.clientOrderId ?? null,
    marginMode: exit.marginMode ?? null,
  }),
  format: ({ order }: { readonly order: OrderId }) => [orderDoneRecord(order)],
});

const MODIFY_BODY = Type.Object({
  orderId: exitField('The untriggered take-profit or stop-loss.'),
  triggerPrice: triggerPriceField('The new trigger price.'),
  executePrice: exitLimitField(),
  triggerPriceType: ifSent(
    meaningField<TriggerSource>(TRIGGER_SOURCES, 'Which price triggers: 1 last, 3 mark.', {
      default: 1,
      examples: [1],
    }),
  ),
});

const MODIFIED_RECORD = envelopeRecord('');

export const MODIFY_EXIT = placePost('/order/modifyTpSlOrder', [2, 5], {
  id: 'orderModifyTpSl',
  request: MODIFY_BODY,
  response: MODIFIED_RECORD,
  summary: 'Change a take-profit or stop-loss',
  text: 'Its trigger, what triggers it, and its limit.',
  refuse: refuseForeignExit(MODIFY_BODY, ORDER_WORDS),
  read: exitChangeOf,
  format: (_told, _asked, { now }): Static<typeof MODIFIED_RECORD> => envelope('', now),
});
