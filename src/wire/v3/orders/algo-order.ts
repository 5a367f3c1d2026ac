/** algoOrder, placeTpSlOrder and modifyTpSlOrder: orders that wait for a price. */

import { type Static, Type } from 'typebox';
import type { PlaceTrigger } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import type { TriggerPurpose } from '../../../domain/order.ts';
import type { Effect } from '../../../domain/side.ts';
import { invalid } from '../../caller.ts';
import { plainContractField } from '../../contract-query.ts';
import type { WireError } from '../../errors.ts';
import {
  codeField,
  exitField,
  exitLimitField,
  ifSent,
  meaningField,
  optionalSizeField,
} from '../../field.ts';
import { findForeign, refuseForeignExit } from '../../foreign-fields.ts';
import { optionsMeant } from '../../order-options.ts';
import { exitChangeOf } from '../../order-target.ts';

import { isNone } from '../../read-field.ts';
import type { Fields, Formed } from '../../read-request.ts';
import { flag, list, record } from '../../record-field.ts';
import { ORDER_WORDS, TRIGGER_TYPES } from '../codes.ts';
import { placePost } from '../endpoint.ts';
import {
  clientIdField,
  directionOf,
  formatPlaced,
  ORDER_DONE,
  orderDone,
  PLACED_RECORD,
  positionSideField,
  presetField,
  refuseDirection,
  sideFields,
  triggerPriceField,
  workingType,
} from './place-order.ts';

const BODY = Type.Object({
  symbol: plainContractField(),
  ...sideFields,
  type: codeField(
    TRIGGER_TYPES,
    'STOP and TAKE_PROFIT have a limit, the others are market orders.',
    'STOP_MARKET',
  ),
  triggerPrice: triggerPriceField('The price at which the order is sent.', '88000.0'),
  clientAlgoId: clientIdField(),
  TpWorkingType: workingType('Which price a take-profit watches.'),
  SlWorkingType: workingType('Which price any other trigger watches.'),
  presetTakeProfitPrice: presetField('Refused unless 0: a trigger has no exits of its own.'),
  presetStopLossPrice: presetField('Refused unless 0: a trigger has no exits of its own.'),
});
type AlgoRequest = Formed<Static<typeof BODY>>;

function refuse(algo: AlgoRequest, fields: Fields): WireError | undefined {
  const { effect } = directionOf(algo);
  const execution = algo.type.endsWith('_MARKET') ? 'ioc' : 'normal';
  const sent = { schema: BODY, fields, kind: 'trigger', effect, execution } as const;
  return (
    refuseDirection(algo, effect) ??
    refusePurpose(algo, effect) ??
    refusePreset(algo) ??
    findForeign(sent, ORDER_WORDS)
  );
}

const isProfit = ({ type }: AlgoRequest): boolean => type.startsWith('TAKE_PROFIT');

const refusePurpose = (algo: AlgoRequest, effect: Effect): WireError | undefined =>
  isProfit(algo) && effect === 'open'
    ? invalid('type', 'a take-profit closes a position')
    : undefined;

function refusePreset(algo: AlgoRequest): WireError | undefined {
  const field = !isNone(algo.presetTakeProfitPrice)
    ? 'presetTakeProfitPrice'
    : isNone(algo.presetStopLossPrice)
      ? undefined
      : 'presetStopLossPrice';
  return field === undefined
    ? undefined
    : invalid(field, 'a trigger order has no exits attached; place them once it has filled');
}

/**
 * A stop that opens a position is a plan. A stop that closes one is a stop-loss, which waits on the
 * losing side of the price. With `reduceOnly` it may close from either side.
 */
function purposeOf(algo: AlgoRequest, effect: Effect): TriggerPurpose {
  if (isProfit(algo)) return 'take-profit';
  return effect === 'open' || algo.reduceOnly === true ? 'plan' : 'stop-loss';
}

export const ALGO_ORDER = placePost('/algoOrder', [2, 5], {
  id: 'v3AlgoPlace',
  request: BODY,
  response: PLACED_RECORD,
  summary: 'Place a trigger order',
  text:
    'STOP that opens fires when the price reaches the trigger from where it stands now. STOP ' +
    'that closes is a stop-loss, unless `reduceOnly` is set; TAKE_PROFIT closes.',
  refuse,
  read: (algo, caller): PlaceTrigger | WireError => {
    const direction = directionOf(algo);
    const purpose = purposeOf(algo, direction.effect);
    const watched = purpose === 'take-profit' ? algo.TpWorkingType : algo.SlWorkingType;
    return {
      kind: 'place-trigger',
      account: caller.account,
      contract: algo.symbol.id,
      purpose,
      ...direction,
      size: algo.quantity,
      triggerPrice: algo.triggerPrice,
      triggerSource: watched ?? 'last',
      price: algo.price ?? null,
      clientOrderId: algo.clientAlgoId ?? null,
      marginMode: null,
      ...optionsMeant(algo),
    };
  },
  format: formatPlaced,
});

const PLACE_BODY = Type.Object({
  symbol: plainContractField(),
  clientAlgoId: clientIdField(),
  planType: meaningField<'take-profit' | 'stop-loss'>(
    { TAKE_PROFIT: 'take-profit', STOP_LOSS: 'stop-loss' },
    'Which exit.',
    'TAKE_PROFIT',
  ),
  triggerPrice: triggerPriceField('The price at which the position is closed.', '95000.0'),
  executePrice: exitLimitField(),
  quantity: ifSent(
    optionalSizeField('Size in the base coin; left out or 0 for the whole position.', '0.0100'),
  ),
  positionSide: positionSideField(),
  triggerPriceType: workingType('Which price is watched.'),
});

export const PLACE_EXIT = placePost('/placeTpSlOrder', [2, 5], {
  id: 'v3AlgoPlaceTpSl',
  request: PLACE_BODY,
  response: list(ORDER_DONE),
  summary: 'Place a take-profit or stop-loss',
  text: 'For an open position. The answer is a list of one.',
  refuse: refuseForeignExit(PLACE_BODY, ORDER_WORDS),
  read: (exit, caller): PlaceTrigger => ({
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
  }),
  format: ({ order }: { readonly order: OrderId }) => [orderDone(order)],
});

const MODIFY_BODY = Type.Object({
  orderId: exitField('The untriggered take-profit or stop-loss.'),
  triggerPrice: triggerPriceField('The new trigger price.', '96000.0'),
  executePrice: exitLimitField(),
  triggerPriceType: workingType('Which price is watched.'),
});

export const MODIFY_EXIT = placePost('/modifyTpSlOrder', [2, 5], {
  id: 'v3AlgoModifyTpSl',
  request: MODIFY_BODY,
  response: record({ success: flag('Always true') }),
  summary: 'Change a take-profit or stop-loss',
  text: 'Changes its trigger price, the price that it watches, and its limit.',
  refuse: refuseForeignExit(MODIFY_BODY, ORDER_WORDS),
  read: exitChangeOf,
  format: () => ({ success: true }),
});
