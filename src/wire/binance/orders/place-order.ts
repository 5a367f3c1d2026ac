/** POST order, order/test and algoOrder: places one order. */

import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { PlaceOrder, PlaceTrigger } from '../../../domain/command.ts';
import type { Caller } from '../../caller.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { objectsField } from '../../field.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { type Fields, NO_FIELDS, type Refuse, readRequest } from '../../read-request.ts';
import { integer, list, record, text } from '../../record-field.ts';
import { v1 } from '../endpoint.ts';
import { binanceErrorBody, refusal } from '../errors.ts';
import { nameFields } from '../read-form.ts';
import {
  AMEND_FORM,
  AMENDED_RECORD,
  blameAmend,
  formatAmended,
  readAmendment,
} from './amend-order.ts';
import { ALGO_FORM, isConditional, ORDER_FORM, readConditional, readPlain } from './order-form.ts';
import { ALGO_ACK, acceptedRecord, algoAck, ORDER_RECORD, orderRecord } from './order-record.ts';

interface Placement {
  readonly command: PlaceOrder | PlaceTrigger;
  /** Whether the answer shows the order after matching. */
  readonly isResult: boolean;
}

function readPlacement(sent: Static<typeof ORDER_FORM>, caller: Caller): Placement | WireError {
  const { newClientOrderId: name = null } = sent;
  const command = isConditional(sent)
    ? readConditional(caller, sent, name)
    : readPlain(caller, sent, name);
  return isWireError(command) ? command : { command, isResult: sent.newOrderRespType === 'RESULT' };
}

const refuseMoved: Refuse<Static<typeof ORDER_FORM>> = (formed, _fields, _hasOthers, sender) =>
  isConditional(formed) && sender.takesOldConditionals !== true
    ? refusal('-4120', 'Conditional orders are placed at /fapi/v1/algoOrder.')
    : undefined;

/** Orders that could not be kept as asked are told as refused, though a list shows their end. */
const BROKEN = {
  'fok-short': refusal('-5021', 'The FOK order could not be filled at once and is over.'),
  'post-only-would-take': refusal('-5022', 'The GTX order would have taken and is over.'),
};

function formatPlaced(
  found: FoundOrder,
  { isResult }: Pick<Placement, 'isResult'>,
  caller: Pick<Caller, 'contractOf'>,
): Static<typeof ORDER_RECORD> | WireError {
  const { cancelReason } = found;
  if (cancelReason === 'fok-short' || cancelReason === 'post-only-would-take')
    return BROKEN[cancelReason];
  return isResult ? orderRecord(found, caller) : acceptedRecord(found, caller);
}

export const PLACE_ORDER = v1.placePost('/order', [0, 0], {
  id: 'binanceOrderPlace',
  request: ORDER_FORM,
  response: ORDER_RECORD,
  summary: 'Place an order',
  text:
    'LIMIT needs `timeInForce`, `quantity` and `price` or `priceMatch`; MARKET needs `quantity`. ' +
    'Conditional types belong to algoOrder.',
  refuse: refuseMoved,
  read: readPlacement,
  format: formatPlaced,
});

export const TEST_ORDER = v1.ownPost('/order/test', [1, 0], {
  id: 'binanceOrderTest',
  request: ORDER_FORM,
  response: record({}),
  summary: 'Check an order',
  text:
    'Its form and the steps of its contract are checked; nothing is placed. Margin, positions, ' +
    'the book and other orders are not looked at: an order that passes may still be refused.',
  refuse: refuseMoved,
  read: readPlacement,
  format: () => ({}),
});

export const PLACE_ALGO = v1.placePost('/algoOrder', [0, 0], {
  id: 'binanceAlgoPlace',
  request: ALGO_FORM,
  response: ALGO_ACK,
  summary: 'Place a conditional order',
  text:
    'STOP fires where the price moves against the side, TAKE_PROFIT where it moves with it, ' +
    'wherever it stands now. The order that it becomes has the same id.',
  read: (sent, caller) => {
    const command = readConditional(caller, sent, sent.clientAlgoId ?? null);
    return isWireError(command) ? command : { command };
  },
  format: (found: FoundOrder, _asked, caller) => algoAck(found, caller),
});

export const ORDER_OR_ERROR = Type.Union([
  AMENDED_RECORD,
  record({
    code: integer('The code', -2_011),
    msg: text('What went wrong', 'Unknown order sent.'),
  }),
]);

export const itemOf = <Item extends object>(
  item: Item | WireError,
  { locale }: Pick<Caller, 'locale'>,
) => (isWireError(item) ? binanceErrorBody(item, locale) : item);

const BATCH_MAX = 5;
const NAME = 'batchOrders';

const batchOf = <Properties extends TProperties, Item>(
  form: TObject<Properties>,
  readItem: (sent: Static<TObject<Properties>>, caller: Caller) => Item | WireError,
  refuse?: Refuse<Static<TObject<Properties>>>,
) => ({
  request: Type.Object({
    batchOrders: objectsField('The items, as JSON text.', { items: form, countMax: BATCH_MAX }),
  }),
  read: ({ batchOrders }: { readonly batchOrders: readonly Json[] }, caller: Caller) =>
    batchOrders.map((item) => {
      const named = nameFields(isJsonObject(item) ? item : NO_FIELDS, form);
      const sent = isWireError(named) ? named : readRequest(form, named, caller, refuse);
      return isWireError(sent) ? sent : readItem(sent, caller);
    }),
  count: (fields: Fields) => lengthOf(fields.get(NAME), BATCH_MAX),
});

const TEXT = 'Each succeeds or fails by itself; results are in the order of the request.';

export const PLACE_BATCH = v1.placePost(`/${NAME}`, [5, 0], {
  id: 'binanceOrderPlaceBatch',
  ...batchOf(ORDER_FORM, readPlacement, refuseMoved),
  response: list(ORDER_OR_ERROR),
  summary: 'Place up to 5 orders',
  text: TEXT,
  format: (told: readonly (FoundOrder | WireError)[], items, caller) =>
    told.map((each, at) => {
      const item = items[at];
      const isResult = item !== undefined && !isWireError(item) && item.isResult;
      return itemOf(isWireError(each) ? each : formatPlaced(each, { isResult }, caller), caller);
    }),
});

export const AMEND_BATCH = v1.placePut(`/${NAME}`, [5, 0], {
  id: 'binanceOrderAmendBatch',
  ...batchOf(AMEND_FORM, readAmendment),
  response: list(ORDER_OR_ERROR),
  summary: 'Amend up to 5 orders',
  text: TEXT,
  format: (told: readonly (FoundOrder | WireError)[], items, caller) =>
    told.map((each, at) => {
      const item = items[at];
      if (isWireError(each)) return binanceErrorBody(blameAmend(each), caller.locale);
      const name = item === undefined || isWireError(item) ? null : item.name;
      return formatAmended(each, { name }, caller);
    }),
});
