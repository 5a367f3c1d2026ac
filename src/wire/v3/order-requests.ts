/** What may be asked about orders, and of them. */
import { Type } from 'typebox';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../domain/limits.ts';
import {
  CLIENT_ID_CHARACTERS,
  codeField,
  decimalField,
  executePriceField,
  flagField,
  idField,
  integerField,
  limitPriceField,
  momentField,
  objectsField,
  textField,
  textsField,
} from '../field.ts';
import { TRIGGER_TYPES } from './codes.ts';
import { symbolField } from './market-requests.ts';

export const BATCH_MAX = 10;

const clientIdField = () =>
  Type.Optional(
    textField({
      description: 'The caller’s own id. At most 40 of letters, digits and `. _ : # / -`.',
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
      characters: CLIENT_ID_CHARACTERS,
    }),
  );

const priceField = (description: string) =>
  Type.Optional(decimalField({ description, examples: ['90000.0'] }));

const workingType = (description: string) =>
  Type.Optional(
    codeField(['CONTRACT_PRICE', 'MARK_PRICE'], { description, default: 'CONTRACT_PRICE' }),
  );

const sideFields = {
  side: codeField(['BUY', 'SELL'], {
    description: 'With `positionSide`: BUY LONG opens a long, SELL LONG closes it.',
    examples: ['BUY'],
  }),
  positionSide: codeField(['LONG', 'SHORT'], {
    description: 'The side of the position.',
    examples: ['LONG'],
  }),
  quantity: decimalField({
    description: 'Size in the base coin, a multiple of the step of the contract.',
    examples: ['0.0100'],
  }),
  price: Type.Optional(
    limitPriceField('Limit price, a multiple of the tick; ignored for market orders.'),
  ),
  reduceOnly: Type.Optional(
    flagField({ description: 'What the two sides say already.', examples: [false] }),
  ),
};

export const ORDER_BODY = Type.Object({
  symbol: symbolField(),
  ...sideFields,
  type: codeField(['LIMIT', 'MARKET'], { description: 'Kind of order.', examples: ['LIMIT'] }),
  timeInForce: Type.Optional(
    codeField(['GTC', 'IOC', 'FOK', 'POST_ONLY', 'PO', 'GOOD_TIL_CANCEL'], {
      description: 'How a limit order executes.',
      default: 'GTC',
    }),
  ),
  postOnly: Type.Optional(
    flagField({ description: 'The same as `timeInForce` POST_ONLY.', examples: [false] }),
  ),
  newClientOrderId: clientIdField(),
  tpTriggerPrice: priceField('Take-profit to create as the order fills; none where 0.'),
  slTriggerPrice: priceField('Stop-loss to create as the order fills; none where 0.'),
  TpWorkingType: workingType('Which price the take-profit watches: the last, the only one.'),
  SlWorkingType: workingType('Which price the stop-loss watches: the last, the only one.'),
});

export const BATCH_ORDERS_BODY = Type.Object({
  batchOrders: objectsField({
    description: 'The orders, in the order in which they are placed.',
    items: ORDER_BODY,
    countMax: BATCH_MAX,
  }),
});

export const ALGO_ORDER_BODY = Type.Object({
  symbol: symbolField(),
  ...sideFields,
  type: codeField(TRIGGER_TYPES, {
    description: 'STOP and TAKE_PROFIT have a limit, the others are market orders.',
    examples: ['STOP_MARKET'],
  }),
  triggerPrice: decimalField({
    description: 'The price at which the order is sent.',
    examples: ['88000.0'],
  }),
  clientAlgoId: clientIdField(),
  TpWorkingType: workingType('Which price a take-profit watches.'),
  SlWorkingType: workingType('Which price any other trigger watches.'),
  presetTakeProfitPrice: priceField('Refused unless 0: a trigger has no exits of its own.'),
  presetStopLossPrice: priceField('Refused unless 0: a trigger has no exits of its own.'),
});

const targetFields = {
  orderId: Type.Optional(idField('The order; this or `origClientOrderId`.')),
  origClientOrderId: Type.Optional(
    textField({
      description: 'The caller’s own id of the order; this or `orderId`.',
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
};

export const ORDER_TARGET = Type.Object(targetFields);

export const CANCEL_BATCH_BODY = Type.Object({
  orderIdList: Type.Optional(
    textsField({
      description: 'Orders by id; this or `origClientOrderIdList`.',
      examples: [['1000042', '1000043']],
      countMax: BATCH_MAX,
      lengthMax: 19,
    }),
  ),
  origClientOrderIdList: Type.Optional(
    textsField({
      description: 'Orders by the caller’s own ids; this or `orderIdList`.',
      examples: [['my-order-1']],
      countMax: BATCH_MAX,
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
});

const windowFields = {
  symbol: Type.Optional(symbolField('One contract; all where left out.')),
  startTime: Type.Optional(momentField('The earliest.')),
  endTime: Type.Optional(momentField('The latest; move it back to page.')),
};

const limitField = (max: number, normal: number) =>
  Type.Optional(integerField({ description: 'How many.', default: normal, min: 1, max }));

const pageField = (first: 0 | 1) =>
  Type.Optional(
    integerField({
      description: `Which page, from ${first}.`,
      default: first,
      min: first,
      max: 1_000_000,
    }),
  );

export const OPEN_ORDERS_QUERY = Type.Object({
  ...windowFields,
  orderId: Type.Optional(idField('One order.')),
  limit: limitField(100, 100),
  page: pageField(0),
});

export const OPEN_ALGO_ORDERS_QUERY = Type.Object({
  ...windowFields,
  orderId: Type.Optional(idField('One order.')),
  limit: limitField(100, 100),
  page: pageField(1),
});

export const ORDER_HISTORY_QUERY = Type.Object({ ...windowFields, limit: limitField(1_000, 500) });

export const ALGO_HISTORY_QUERY = Type.Object({ ...windowFields, limit: limitField(100, 100) });

export const USER_TRADES_QUERY = Type.Object({
  ...windowFields,
  orderId: Type.Optional(idField('The fills of one order.')),
  limit: limitField(100, 100),
});

export const TPSL_BODY = Type.Object({
  symbol: symbolField(),
  clientAlgoId: clientIdField(),
  planType: codeField(['TAKE_PROFIT', 'STOP_LOSS'], {
    description: 'Which exit.',
    examples: ['TAKE_PROFIT'],
  }),
  triggerPrice: decimalField({
    description: 'The price at which the position is closed.',
    examples: ['95000.0'],
  }),
  executePrice: executePriceField(),
  quantity: Type.Optional(
    decimalField({
      description: 'Size in the base coin; left out or 0 for the whole position.',
      examples: ['0.0100'],
    }),
  ),
  positionSide: codeField(['LONG', 'SHORT'], {
    description: 'The side of the position.',
    examples: ['LONG'],
  }),
  triggerPriceType: workingType('Which price is watched.'),
});

export const MODIFY_TPSL_BODY = Type.Object({
  orderId: idField('The untriggered take-profit or stop-loss.'),
  triggerPrice: decimalField({ description: 'The new trigger price.', examples: ['96000.0'] }),
  executePrice: executePriceField(),
  triggerPriceType: workingType('Which price is watched.'),
});
