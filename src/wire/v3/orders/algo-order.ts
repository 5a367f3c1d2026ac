/** POST algoOrder: an order that is sent once a price reaches its trigger. */
import { type Static, Type } from 'typebox';
import type { PlaceTrigger } from '../../../domain/command.ts';
import type { TriggerPurpose } from '../../../domain/order.ts';
import type { Effect } from '../../../domain/side.ts';
import { invalid } from '../../caller.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { codeField } from '../../field.ts';
import { findForeign } from '../../foreign-fields.ts';
import { optionsMeant } from '../../order-options.ts';
import { plainContractField } from '../../plain-fields.ts';
import { isNone } from '../../read-field.ts';
import { type Fields, type Formed, readRequest } from '../../read-request.ts';
import { ORDER_WORDS, TRIGGER_TYPES } from '../codes.ts';
import { ownPost } from '../endpoint.ts';
import {
  clientIdField,
  directionOf,
  presetField,
  refuseDirection,
  sideFields,
  triggerPriceField,
  workingType,
} from './order-fields.ts';
import { formatPlaced, PLACED_RECORD } from './place-order.ts';

const BODY = Type.Object({
  symbol: plainContractField(),
  ...sideFields,
  type: codeField(TRIGGER_TYPES, {
    description: 'STOP and TAKE_PROFIT have a limit, the others are market orders.',
    examples: ['STOP_MARKET'],
  }),
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

export const ALGO_ORDER = ownPost([2, 5], {
  id: 'v3AlgoPlace',
  path: '/algoOrder',
  orderRate: 'place',
  request: BODY,
  response: PLACED_RECORD,
  summary: 'Place a trigger order',
  text:
    'STOP that opens fires when the price reaches the trigger from where it stands now. STOP ' +
    'that closes is a stop-loss, unless `reduceOnly` is set; TAKE_PROFIT closes.',
  read: (caller, fields): PlaceTrigger | WireError => {
    const algo = readRequest(BODY, fields, caller, refuse);
    if (isWireError(algo)) return algo;
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
