/** PUT order and batchOrders: a new size and price for an order that rests. */
import { type Static, Type } from 'typebox';
import { DAY } from '../../../domain/limits.ts';
import { sideOf } from '../../../domain/side.ts';
import { NO_TICKS } from '../../../domain/units.ts';
import type { Caller } from '../../caller.ts';
import { plainContractField, plainSymbolText } from '../../contract-query.ts';
import { isWireError, type WireError } from '../../errors.ts';
import {
  codeField,
  decimalField,
  flagField,
  ifSent,
  meaningField,
  textField,
} from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { Amendment, AskedAmendment } from '../../order-target.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import { decimal, integer, moment, record, records, text } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { SIDES } from '../../words.ts';
import { v1 } from '../endpoint.ts';
import { malformed, refusal, unasked } from '../errors.ts';
import { readWindow, rowsField, windowFields } from '../query.ts';
import { matchOf } from './order-form.ts';
import { ORDER_RECORD, orderRecord } from './order-record.ts';
import { TARGET_FIELDS, targetOf } from './order-target.ts';
import { PRICE_MATCHES, readLimit, readQuantity } from './order-words.ts';

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
