/** POST placeTpSlOrder and modifyTpSlOrder: take-profits and stop-losses of a position. */
import { Type } from 'typebox';
import type { PlaceTrigger } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { exitChangeReader } from '../../exit-change.ts';
import { exitField, exitLimitField, meaningField, optionalSizeField } from '../../field.ts';
import { refuseForeignExit } from '../../foreign-fields.ts';
import { plainContractField } from '../../plain-fields.ts';
import { type Fields, readRequest } from '../../read-request.ts';
import { flag, list, record } from '../../record-field.ts';
import { ORDER_WORDS } from '../codes.ts';
import { ownPost } from '../endpoint.ts';
import {
  clientIdField,
  positionSideField,
  triggerPriceField,
  workingType,
} from './order-fields.ts';
import { ORDER_DONE, orderDone } from './verdict.ts';

const PLACE_BODY = Type.Object({
  symbol: plainContractField(),
  clientAlgoId: clientIdField(),
  planType: meaningField<'take-profit' | 'stop-loss'>(
    { TAKE_PROFIT: 'take-profit', STOP_LOSS: 'stop-loss' },
    { description: 'Which exit.', examples: ['TAKE_PROFIT'] },
  ),
  triggerPrice: triggerPriceField('The price at which the position is closed.', '95000.0'),
  executePrice: exitLimitField(),
  quantity: Type.Optional(
    optionalSizeField({
      description: 'Size in the base coin; left out or 0 for the whole position.',
      examples: ['0.0100'],
    }),
  ),
  positionSide: positionSideField(),
  triggerPriceType: workingType('Which price is watched.'),
});

const refusePlace = (_exit: unknown, fields: Fields) =>
  refuseForeignExit(PLACE_BODY, fields, ORDER_WORDS);

export const PLACE_EXIT = ownPost([2, 5], {
  id: 'v3AlgoPlaceTpSl',
  path: '/placeTpSlOrder',
  orderRate: 'place',
  request: PLACE_BODY,
  response: list(ORDER_DONE),
  summary: 'Place a take-profit or stop-loss',
  text: 'For an open position. The answer is a list of one.',
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
      size: exit.quantity ?? null,
      triggerPrice: exit.triggerPrice,
      triggerSource: exit.triggerPriceType ?? 'last',
      price: exit.executePrice ?? null,
      clientOrderId: exit.clientAlgoId ?? null,
      marginMode: null,
    };
  },
  format: ({ order }: { readonly order: OrderId }) => [orderDone(order)],
});

const MODIFY_BODY = Type.Object({
  orderId: exitField('The untriggered take-profit or stop-loss.'),
  triggerPrice: triggerPriceField('The new trigger price.', '96000.0'),
  executePrice: exitLimitField(),
  triggerPriceType: workingType('Which price is watched.'),
});

export const MODIFY_EXIT = ownPost([2, 5], {
  id: 'v3AlgoModifyTpSl',
  path: '/modifyTpSlOrder',
  orderRate: 'place',
  request: MODIFY_BODY,
  response: record({ success: flag('Always true') }),
  summary: 'Change a take-profit or stop-loss',
  text: 'Changes its trigger price, the price that it watches, and its limit.',
  read: exitChangeReader(MODIFY_BODY, ORDER_WORDS),
  format: () => ({ success: true }),
});
