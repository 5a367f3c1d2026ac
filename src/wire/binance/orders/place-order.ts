/** Orders are placed, and given a new size and price while they rest: one, or several. */

import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { PlaceOrder, PlaceTrigger } from '../../../domain/command.ts';
import { DAY } from '../../../domain/limits.ts';
import { sideOf } from '../../../domain/side.ts';
import { NO_TICKS } from '../../../domain/units.ts';
import type { Caller } from '../../caller.ts';
import { plainContractField, plainSymbolText } from '../../contract-query.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import {
  codeField,
  decimalField,
  flagField,
  ifSent,
  meaningField,
  objectsField,
  textField,
} from '../../field.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { Amendment, AskedAmendment } from '../../order-target.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import { type Fields, NO_FIELDS, type Refuse, readRequest } from '../../read-request.ts';
import { decimal, integer, list, moment, record, records, text } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { SIDES } from '../../words.ts';
import { readWindow, rowsField, v1, windowFields } from '../endpoint.ts';
import { binanceErrorBody, malformed, refusal, unasked } from '../errors.ts';
import { nameFields } from '../read-form.ts';
import {
  ALGO_FORM,
  isConditional,
  matchOf,
  ORDER_FORM,
  readConditional,
  readPlain,
} from './order-form.ts';
import { ALGO_ACK, acceptedRecord, algoAck, ORDER_RECORD, orderRecord } from './order-record.ts';
import { PRICE_MATCHES, readLimit, readQuantity, TARGET_FIELDS, targetOf } from './order-words.ts';

const MODIFY_ID_LENGTH_MAX = 36;

export const AMEND_FORM = Type.Object({
  symbol: plainContractField(),
  ...TARGET_FIELDS,
  side: meaningField(SIDES, 'The side of the order, which stays.'),
  quantity: decimalField('The new size in the base coin.', '0.0100'),
  price: ifSent(decimalField('The new limit.', '90000.0')),
  priceMatch: ifSent(codeField(PRICE_MATCHES, 'Takes the limit from the book instead of `price`.')),
  reduceOnly: ifSent(flagField('Must fit the order.')),
  modifyId: ifSent(textField('Sent back.', { lengthMax: MODIFY_ID_LENGTH_MAX, examples: ['m-1'] })),
});
type AmendRequest = Static<typeof AMEND_FORM>;

export function readAmendment(sent: AmendRequest): AskedAmendment | WireError {
  const { symbol: contract, priceMatch = 'NONE' } = sent;
  const target = targetOf(sent);
  if (isWireError(target)) return target;
  const size = readQuantity(contract, sent.quantity);
  if (isWireError(size)) return size;
  const price = priceOf(sent);
  if (isWireError(price)) return price;
  const match = priceMatch === 'NONE' ? {} : { priceMatch: matchOf(priceMatch) };
  return {
    target,
    contract,
    kind: 'placed',
    change: { size, price, ...match },
    check: (found) => refuseChange(found, sent, { size, price }),
    name: sent.modifyId ?? null,
  };
}

function priceOf({ symbol, price, priceMatch = 'NONE' }: AmendRequest) {
  if (priceMatch !== 'NONE') return price === undefined ? null : unasked('price');
  return price === undefined ? malformed('price') : readLimit(symbol, price);
}

function refuseChange(
  { order }: FoundOrder,
  { side, reduceOnly }: AmendRequest,
  { size, price }: { readonly size: number; readonly price: number | null },
): WireError | undefined {
  if (order.price === NO_TICKS) return refusal('-5025', 'Only limit orders can be amended.');
  if (sideOf(order.positionSide, order.effect) !== side)
    return refusal('-1117', 'Invalid side: it is not that of the order.');
  if (reduceOnly === true && order.effect === 'open')
    return refusal('-5047', 'The order is not reduceOnly.');
  return size === order.size && price === order.price
    ? refusal('-5027', 'No need to modify the order.')
    : undefined;
}

export const AMENDED_RECORD = Type.Object(
  { ...ORDER_RECORD.properties, modifyId: ifSent(text('As it was sent', 'm-1')) },
  { additionalProperties: false },
);

export const formatAmended = (
  found: FoundOrder,
  { name }: Pick<AskedAmendment, 'name'>,
  caller: Pick<Caller, 'contractOf'>,
) => ({ ...orderRecord(found, caller), ...(name === null ? {} : { modifyId: name }) });

/** An order that is over does not exist for a change. */
export function blameAmend(error: WireError): WireError {
  if (error.reason === 'order-not-open') return { ...error, own: '-2013' };
  return error.reason === 'contract-halted' ? { ...error, own: '-5024' } : error;
}

export const AMEND_ORDER = v1.placePut('/order', [0, 0], {
  id: 'binanceOrderAmend',
  request: AMEND_FORM,
  response: AMENDED_RECORD,
  summary: 'Amend an order',
  text: 'A limit order gets a new size and price. One that is not above what is filled ends it.',
  read: readAmendment,
  format: formatAmended,
  blame: blameAmend,
});

const WINDOW_MAX = 90 * DAY;

const change = (what: string, example: string) =>
  record({ before: decimal(`${what} before`, example), after: decimal(`${what} after`, example) });

export const AMENDMENTS = v1.ownGet('/orderAmendment', [1, 0], {
  id: 'binanceOrderAmendments',
  request: Type.Object({
    symbol: plainContractField(),
    ...TARGET_FIELDS,
    ...windowFields(),
    limit: rowsField(100, 50),
  }),
  response: records({
    amendmentId: integer('The amendment', 5_363),
    symbol: plainSymbolText(),
    pair: plainSymbolText(),
    orderId: integer('The order', 4_821),
    clientOrderId: text('The caller’s own id of the order', 'x-abc1'),
    time: moment('When it was amended'),
    amendment: record({
      price: change('The limit', '90000.0'),
      origQty: change('The size', '0.0100'),
      count: integer('How often the order was amended, this time included', 1),
      modifyId: ifSent(text('As it was sent', 'm-1')),
    }),
  }),
  summary: 'Amendments of orders',
  text: 'Oldest first. They are remembered while the venue runs.',
  read: (sent) => {
    const window = readWindow(sent, {}, WINDOW_MAX);
    if (isWireError(window)) return window;
    const isNamed = sent.orderId !== undefined || sent.origClientOrderId !== undefined;
    const target = isNamed ? targetOf(sent) : null;
    if (isWireError(target)) return target;
    return { contract: sent.symbol, idMin: null, limit: sent.limit ?? 50, target, ...window };
  },
  format: (made: readonly Amendment[], _asked, { contractOf }) =>
    made.map(({ id, order, clientOrderId, contract: of, at, before, after, count, name }) => {
      const contract = contractOf(of);
      const symbol = symbolOf(contract);
      return {
        amendmentId: id,
        symbol,
        pair: symbol,
        orderId: order,
        clientOrderId,
        time: at,
        amendment: {
          price: {
            before: formatTicks(contract, before.price),
            after: formatTicks(contract, after.price),
          },
          origQty: {
            before: formatLots(contract, before.size),
            after: formatLots(contract, after.size),
          },
          count,
          ...(name === null ? {} : { modifyId: name }),
        },
      };
    }),
});

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
