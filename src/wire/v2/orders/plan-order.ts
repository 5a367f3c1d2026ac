/** order/plan_order: an order that is sent once the last price reaches its trigger. */
import { type Static, Type } from 'typebox';
import type { PlaceTrigger } from '../../../domain/command.ts';
import { isWireError, type WireError } from '../../errors.ts';
import {
  contractField,
  limitField,
  meaningField,
  positionModeField,
  sizeField,
} from '../../field.ts';
import { findForeign } from '../../foreign-fields.ts';
import { optionsMeant } from '../../order-options.ts';
import { type Fields, type Formed, readRequest } from '../../read-request.ts';
import { ORDER_WORDS } from '../codes.ts';
import { ownPost } from '../endpoint.ts';
import {
  clientOrderIdField,
  directionField,
  ORDER_SIZE,
  orderMarginMode,
  triggerPriceField,
} from './order-fields.ts';
import { formatPlaced, PLACED_RECORD } from './place-order.ts';

const BODY = Type.Object({
  symbol: contractField(),
  client_oid: clientOrderIdField(),
  size: sizeField(ORDER_SIZE),
  type: directionField(),
  match_type: meaningField<'limit' | 'market'>(
    { '0': 'limit', '1': 'market' },
    {
      description: '0 limit at `execute_price` once triggered, 1 market.',
      examples: ['1'],
    },
  ),
  execute_price: Type.Optional(
    limitField('Limit price once triggered; ignored for market.', {
      market: ['match_type', 'market'],
      isLast: true,
    }),
  ),
  trigger_price: triggerPriceField('The last price at which the order is sent.'),
  marginMode: orderMarginMode(),
  positionMode: positionModeField(),
});

function refuse(plan: Formed<Static<typeof BODY>>, fields: Fields): WireError | undefined {
  const { effect } = plan.type;
  const execution = plan.match_type === 'market' ? 'ioc' : 'normal';
  return findForeign({ schema: BODY, fields, kind: 'trigger', effect, execution }, ORDER_WORDS);
}

export const PLAN_ORDER = ownPost([2, 5], {
  id: 'orderPlanOrder',
  path: '/order/plan_order',
  orderRate: 'place',
  request: BODY,
  response: PLACED_RECORD,
  summary: 'Place a trigger order',
  text: 'It fires when the last price reaches the trigger from where it stands now.',
  read: (caller, fields): PlaceTrigger | WireError => {
    const plan = readRequest(BODY, fields, caller, refuse);
    if (isWireError(plan)) return plan;
    return {
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
    };
  },
  format: formatPlaced,
});
