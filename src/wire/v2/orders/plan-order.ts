/** Orders that wait for a price: plan_order, placeTpSlOrder and modifyTpSlOrder. */

import { type Static, Type } from 'typebox';
import type { PlaceTrigger } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import type { TriggerSource } from '../../../domain/order.ts';
import type { PositionSide } from '../../../domain/side.ts';
import type { WireError } from '../../errors.ts';
import {
  contractField,
  exitField,
  exitLimitField,
  ifSent,
  limitField,
  meaningField,
  optionalSizeField,
} from '../../field.ts';
import { findForeign, refuseForeignExit } from '../../foreign-fields.ts';
import { OPTION_FIELDS, optionsMeant } from '../../order-options.ts';
import { exitChangeOf } from '../../order-target.ts';

import type { Fields, Formed } from '../../read-request.ts';
import { list } from '../../record-field.ts';
import { ORDER_WORDS, TRIGGER_SOURCES } from '../codes.ts';
import { placePost } from '../endpoint.ts';
import { ORDER_DONE_RECORD, orderDoneRecord } from './cancel-orders.ts';
import {
  clientOrderIdField,
  directionField,
  envelope,
  envelopeRecord,
  formatPlaced,
  orderMarginMode,
  orderSizeField,
  PLACED_RECORD,
  triggerPriceField,
} from './place-order.ts';

const BODY = Type.Object({
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

function refuse(plan: Formed<Static<typeof BODY>>, fields: Fields): WireError | undefined {
  const { effect } = plan.type;
  const execution = plan.match_type === 'market' ? 'ioc' : 'normal';
  return findForeign({ schema: BODY, fields, kind: 'trigger', effect, execution }, ORDER_WORDS);
}

export const PLAN_ORDER = placePost('/order/plan_order', [2, 5], {
  id: 'orderPlanOrder',
  request: BODY,
  response: PLACED_RECORD,
  summary: 'Place a trigger order',
  text: 'It fires when the last price reaches the trigger from where it stands now.',
  refuse,
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
