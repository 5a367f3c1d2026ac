/** What may be asked about orders, and of them. */
import { Type } from 'typebox';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../domain/limits.ts';
import {
  CLIENT_ID_CHARACTERS,
  codeField,
  decimalField,
  executePriceField,
  idField,
  integerField,
  jsonField,
  limitPriceField,
  MISSING,
  momentField,
  objectsField,
  symbolField,
  textField,
  textsField,
} from '../field.ts';
import { marginModeField } from './account-requests.ts';
import { DIRECTION_CODES, EXECUTION_CODES } from './codes.ts';

export const BATCH_ORDERS_MAX = 20;
export const BATCH_CANCELS_MAX = 50;
export const PAGE_MAX = 100;

const clientOrderIdField = (description: string) =>
  textField({
    description: `${description} At most 40 of letters, digits and \`. _ : # / -\`.`,
    examples: ['my-order-1'],
    lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    characters: CLIENT_ID_CHARACTERS,
  });

const sizeField = () =>
  decimalField({
    description: 'Size in the base coin, a multiple of the step of the contract.',
    examples: ['0.0100'],
  });

const priceField = (description: string) => decimalField({ description, examples: ['90000.0'] });

const directionField = () =>
  codeField(DIRECTION_CODES, {
    description: '1 open long, 2 open short, 3 close long, 4 close short.',
    examples: ['1'],
  });

const orderMarginMode = () =>
  Type.Optional(
    marginModeField(
      'Margin mode: 1 cross, 3 isolated. Where given it must be the current one of the contract.',
    ),
  );

/** The fields of one order besides its contract and margin mode. */
const orderFields = {
  client_oid: Type.Optional(clientOrderIdField('The caller’s own id of the order.')),
  size: sizeField(),
  type: directionField(),
  order_type: Type.Optional(
    codeField(EXECUTION_CODES, {
      description: '0 normal, 1 post-only, 2 fill-or-kill, 3 immediate-or-cancel.',
      default: '0',
      examples: ['0'],
    }),
  ),
  match_price: codeField(['0', '1'], {
    description: '0 limit at `price`, 1 market. A market order is always immediate-or-cancel.',
    examples: ['0'],
  }),
  price: Type.Optional(
    limitPriceField('Limit price, a multiple of the tick; ignored for market orders.'),
  ),
  presetTakeProfitPrice: Type.Optional(
    priceField('Take-profit to create as the order fills; none where left out or 0.'),
  ),
  presetStopLossPrice: Type.Optional(
    priceField('Stop-loss to create as the order fills; none where left out or 0.'),
  ),
};

export const PLACE_ORDER_BODY = Type.Object({
  symbol: symbolField(),
  ...orderFields,
  marginMode: orderMarginMode(),
});

export const BATCH_ITEM = Type.Object(orderFields);

export const BATCH_ORDERS_BODY = Type.Object({
  symbol: symbolField(),
  marginMode: orderMarginMode(),
  orderDataList: objectsField({
    description: 'The orders, in the order in which they are placed.',
    items: BATCH_ITEM,
    countMax: BATCH_ORDERS_MAX,
  }),
});

export const CANCEL_ORDER_BODY = Type.Object({
  orderId: Type.Optional(idField('The order; this or `clientOid`.')),
  clientOid: Type.Optional(
    textField({
      description: 'The caller’s own id of the order; this or `orderId`.',
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
});

export const CANCEL_BATCH_BODY = Type.Object({
  ids: Type.Optional(
    textsField({
      description: 'Orders by id; this or `cids`.',
      examples: [['1000042', '1000043']],
      countMax: BATCH_CANCELS_MAX,
      lengthMax: 19,
    }),
  ),
  cids: Type.Optional(
    textsField({
      description: 'Orders by the caller’s own ids; this or `ids`.',
      examples: [['my-order-1']],
      countMax: BATCH_CANCELS_MAX,
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
    }),
  ),
});

export const ORDER_QUERY = Type.Object({ orderId: idField('The order.') });

const pageField = (name: string) =>
  Type.Optional(integerField({ description: name, default: PAGE_MAX, min: 1, max: PAGE_MAX }));

/** The window's ends are read by their parser, which also judges what lies between them. */
export const HISTORY_QUERY = Type.Object({
  symbol: Type.Optional(symbolField('One contract; all where left out.')),
  pageSize: pageField('How many orders.'),
  createDate: Type.Optional(
    integerField({
      description:
        'Beginning of the window, Unix time in milliseconds. The window is at most 90 days.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
    }),
  ),
  endCreateDate: Type.Optional(
    integerField({
      description: 'End of the window, Unix time in milliseconds; move it back to page.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
    }),
  ),
});

const currentFields = {
  symbol: Type.Optional(symbolField('One contract; all where left out.')),
  startTime: Type.Optional(momentField('The earliest creation.')),
  endTime: Type.Optional(momentField('The latest creation.')),
  limit: pageField('How many on a page.'),
  page: Type.Optional(
    integerField({ description: 'Which page, from 0.', default: 0, min: 0, max: 1_000_000 }),
  ),
};

export const CURRENT_QUERY = Type.Object({
  ...currentFields,
  orderId: Type.Optional(idField('One order.')),
});

export const CURRENT_PLAN_QUERY = Type.Object({
  ...currentFields,
  orderId: Type.Optional(
    textField({
      description: 'One order; ignored where it is no number.',
      examples: ['1000042'],
      lengthMax: 64,
    }),
  ),
});

export const FILLS_QUERY = Type.Object({
  symbol: Type.Optional(symbolField('One contract; all where left out.')),
  orderId: Type.Optional(idField('The fills of one order.')),
  startTime: Type.Optional(momentField('The earliest.')),
  endTime: Type.Optional(momentField('The latest; move it back to page.')),
  limit: pageField('How many fills.'),
});

export const PLAN_ORDER_BODY = Type.Object({
  symbol: symbolField(),
  client_oid: Type.Optional(clientOrderIdField('The caller’s own id of the order.')),
  size: sizeField(),
  type: directionField(),
  match_type: codeField(['0', '1'], {
    description: '0 limit at `execute_price` once triggered, 1 market.',
    examples: ['1'],
  }),
  execute_price: Type.Optional(limitPriceField('Limit price once triggered; ignored for market.')),
  trigger_price: priceField('The last price at which the order is sent.'),
  marginMode: orderMarginMode(),
});

export const CANCEL_PLAN_BODY = Type.Object(
  { orderId: idField('The untriggered order.') },
  { [MISSING]: '40017' },
);

export const HISTORY_PLAN_QUERY = Type.Object({
  symbol: symbolField(),
  startTime: Type.Optional(momentField('The earliest creation.')),
  endTime: Type.Optional(momentField('The latest creation; move it back to page.')),
  delegateType: Type.Optional(
    codeField(DIRECTION_CODES, {
      description: '1 open long, 2 open short, 3 close long, 4 close short; all where left out.',
    }),
  ),
  pageSize: pageField('How many orders.'),
});

export const CLOSE_POSITIONS_BODY = Type.Object({
  symbol: Type.Optional(symbolField('One contract; every position where left out.')),
});

export const CANCEL_ALL_BODY = Type.Object({
  cancelOrderType: codeField(['normal', 'plan'], {
    description: '`normal` for working orders, `plan` for untriggered ones.',
    examples: ['normal'],
  }),
  symbol: Type.Optional(symbolField('One contract; all where left out.')),
});

export const TPSL_BODY = Type.Object({
  symbol: symbolField(),
  clientOrderId: Type.Optional(clientOrderIdField('The caller’s own id of the order.')),
  planType: codeField(['profit_plan', 'loss_plan'], {
    description: '`profit_plan` take profit, `loss_plan` stop loss.',
    examples: ['profit_plan'],
  }),
  triggerPrice: priceField('The last price at which the position is closed.'),
  executePrice: executePriceField(),
  size: Type.Optional(
    decimalField({
      description:
        'Size in the base coin, a multiple of the step; left out or 0 for the whole position.',
      examples: ['0.0100'],
    }),
  ),
  positionSide: codeField(['long', 'short'], {
    description: 'The side of the position.',
    examples: ['long'],
  }),
  marginMode: orderMarginMode(),
});

export const MODIFY_TPSL_BODY = Type.Object({
  orderId: idField('The untriggered take-profit or stop-loss.'),
  triggerPrice: priceField('The new trigger price.'),
  executePrice: executePriceField(),
  triggerPriceType: Type.Optional(
    codeField(['1', '3'], {
      description: 'Which price triggers: 1 last, 3 mark.',
      default: 1,
      examples: [1],
    }),
  ),
});

export const EXPLANATION_LENGTH_MAX = 8_000;

export const AI_LOG_BODY = Type.Object({
  orderId: Type.Optional(idField('The order the log belongs to, if any.')),
  stage: textField({
    description: 'The stage of the decision, in free words.',
    examples: ['Strategy Generation'],
    lengthMax: 200,
  }),
  model: textField({ description: 'The model.', examples: ['my-model-1'], lengthMax: 200 }),
  input: jsonField({ description: 'What the model was given: any JSON.', examples: [{ rsi: 34 }] }),
  output: jsonField({
    description: 'What the model answered: any JSON.',
    examples: [{ signal: 'buy' }],
  }),
  explanation: textField({
    description: 'The reasons in words: at most 500 words.',
    examples: ['Oversold on rising volume.'],
    lengthMax: EXPLANATION_LENGTH_MAX,
  }),
});
