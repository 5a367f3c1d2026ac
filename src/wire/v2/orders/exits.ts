/** order/placeTpSlOrder and order/modifyTpSlOrder: take-profits and stop-losses of a position. */
import { type Static, Type } from 'typebox';
import type { PlaceTrigger } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import type { TriggerSource } from '../../../domain/order.ts';
import type { PositionSide } from '../../../domain/side.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { exitChangeReader } from '../../exit-change.ts';
import {
  contractField,
  exitField,
  exitLimitField,
  meaningField,
  optionalSizeField,
} from '../../field.ts';
import { refuseForeignExit } from '../../foreign-fields.ts';
import { type Fields, readRequest } from '../../read-request.ts';
import { list } from '../../record-field.ts';
import { ORDER_WORDS, TRIGGER_SOURCES } from '../codes.ts';
import { ownPost } from '../endpoint.ts';
import { ORDER_DONE_RECORD, orderDoneRecord } from './cancel-all.ts';
import { envelope, envelopeRecord } from './envelope.ts';
import { clientOrderIdField, orderMarginMode, triggerPriceField } from './order-fields.ts';

const PLACE_BODY = Type.Object({
  symbol: contractField(),
  clientOrderId: clientOrderIdField(),
  planType: meaningField<'take-profit' | 'stop-loss'>(
    { profit_plan: 'take-profit', loss_plan: 'stop-loss' },
    {
      description: '`profit_plan` take profit, `loss_plan` stop loss.',
      examples: ['profit_plan'],
    },
  ),
  triggerPrice: triggerPriceField('The last price at which the position is closed.'),
  executePrice: exitLimitField(),
  size: Type.Optional(
    optionalSizeField({
      description:
        'Size in the base coin, a multiple of the step; left out or 0 for the whole position.',
      examples: ['0.0100'],
    }),
  ),
  positionSide: meaningField<PositionSide>(
    { long: 'long', short: 'short' },
    { description: 'The side of the position.', examples: ['long'] },
  ),
  marginMode: orderMarginMode(),
});

const refusePlace = (_exit: unknown, fields: Fields) =>
  refuseForeignExit(PLACE_BODY, fields, ORDER_WORDS);

export const PLACE_EXIT = ownPost([2, 5], {
  id: 'orderPlaceTpSl',
  path: '/order/placeTpSlOrder',
  orderRate: 'place',
  request: PLACE_BODY,
  response: list(ORDER_DONE_RECORD),
  summary: 'Place a take-profit or stop-loss',
  text: 'For a position that is open. A list of one.',
  read: (caller, fields): PlaceTrigger | WireError => {
    const exit = readRequest(PLACE_BODY, fields, caller, refusePlace);
    if (isWireError(exit)) return exit;
    return {
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
    };
  },
  format: ({ order }: { readonly order: OrderId }) => [orderDoneRecord(order)],
});

const MODIFY_BODY = Type.Object({
  orderId: exitField('The untriggered take-profit or stop-loss.'),
  triggerPrice: triggerPriceField('The new trigger price.'),
  executePrice: exitLimitField(),
  triggerPriceType: Type.Optional(
    meaningField<TriggerSource>(TRIGGER_SOURCES, {
      description: 'Which price triggers: 1 last, 3 mark.',
      default: 1,
      examples: [1],
    }),
  ),
});

const MODIFIED_RECORD = envelopeRecord('');

export const MODIFY_EXIT = ownPost([2, 5], {
  id: 'orderModifyTpSl',
  path: '/order/modifyTpSlOrder',
  orderRate: 'place',
  request: MODIFY_BODY,
  response: MODIFIED_RECORD,
  summary: 'Change a take-profit or stop-loss',
  text: 'Its trigger, what triggers it, and its limit.',
  read: exitChangeReader(MODIFY_BODY, ORDER_WORDS),
  format: (_told, _asked, { now }): Static<typeof MODIFIED_RECORD> => envelope('', now),
});
