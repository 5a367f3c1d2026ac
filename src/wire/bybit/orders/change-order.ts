/** Orders are placed, amended and canceled: one, several, or all. */

import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { CancelAllOrders, PlaceOrder, PlaceTrigger } from '../../../domain/command.ts';
import { NO_TICKS } from '../../../domain/units.ts';
import type { Caller } from '../../caller.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import {
  codeField,
  ifSent,
  objectsField,
  optionalPriceField,
  optionalSizeField,
  orderIdField,
} from '../../field.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { AskedAmendment, TracedTarget } from '../../order-target.ts';
import { type Fields, NO_FIELDS, readRequest } from '../../read-request.ts';
import { integer, record, records } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import {
  answered,
  coinFields,
  enveloped,
  linearCategory,
  symbolIn,
  symbolOrAll,
  texts,
  v5,
  wholeV5,
} from '../endpoint.ts';
import { bybitCodeOf, errorText, refusal, wrong } from '../errors.ts';
import {
  EXIT_FIELDS,
  linkIdField,
  ORDER_FORM,
  type OrderWish,
  readWish,
  sourceField,
} from './order-form.ts';
import { linkIdOf } from './order-record.ts';

const BATCH_MAX = 20;

export const batchOf = <Properties extends TProperties, Item>(
  form: TObject<Properties>,
  readItem: (sent: Static<TObject<Properties>>, caller: Caller) => Item | WireError,
) => ({
  request: Type.Object({
    category: linearCategory(),
    request: objectsField('The items.', { items: form, countMax: BATCH_MAX }),
  }),
  read: ({ request }: { readonly request: readonly Json[] }, caller: Caller) =>
    request.map((item) => {
      const sent = readRequest(form, isJsonObject(item) ? item : NO_FIELDS, caller);
      return isWireError(sent) ? sent : readItem(sent, caller);
    }),
  count: (fields: Fields) => lengthOf(fields.get('request'), BATCH_MAX),
});

export const batchAnswer = <const Name extends string>(...names: readonly Name[]) =>
  enveloped(
    record({ list: records(texts(...names)) }),
    record({ list: records({ code: integer('0, or the code', 0), ...texts('msg') }) }),
  );

interface BatchWords<Told, Row> {
  readonly done: (told: Told) => Row;
  readonly failed: Row;
}

export const batchTold = <Told, Row>(
  told: readonly (Told | WireError)[],
  caller: Caller,
  { done, failed }: BatchWords<Told, Row>,
) =>
  answered({ list: told.map((each) => (isWireError(each) ? failed : done(each))) }, caller, {
    list: told.map((each) =>
      isWireError(each)
        ? { code: Number(bybitCodeOf(each)), msg: errorText(each, caller.locale) }
        : { code: 0, msg: 'OK' },
    ),
  });

export const ORDER_IDS = record(texts('orderId', 'orderLinkId'));

export const idsOf = ({ order }: FoundOrder) => ({
  orderId: String(order.id),
  orderLinkId: linkIdOf(order),
});

export interface Placement {
  readonly command: PlaceOrder | PlaceTrigger;
}

function readPlacement(sent: OrderWish, caller: Caller): Placement | WireError {
  const command = readWish(caller, sent);
  return isWireError(command) ? command : { command };
}

/** Which way a trigger waited that is reached already: the code and its text say so. */
function blamePlaced(error: WireError, { command }: Placement): WireError {
  if (error.reason !== 'trigger-already-satisfied' || command.kind !== 'place-trigger')
    return error;
  const isFalling = command.options?.direction === 'falling';
  const [own, lead] = isFalling
    ? ['110093', 'expect Falling, but trigger_price >= current']
    : ['110092', 'expect Rising, but trigger_price <= current'];
  const { en, zh } = error.text;
  return { ...error, own, voice: '', text: { en: `${lead}: ${en}`, zh: `${lead}: ${zh}` } };
}

const SINGLE = Type.Object({ category: linearCategory(), ...ORDER_FORM.properties });

export const PLACE_ORDER = v5.placePost('/order/create', [1, 0], {
  id: 'bybitOrderCreate',
  request: SINGLE,
  response: ORDER_IDS,
  summary: 'Place an order',
  text:
    'With a `triggerPrice` it waits. The answer has its ids; what becomes of it is told by ' +
    'order/realtime and the topic `order`.',
  read: readPlacement,
  format: idsOf,
  blame: blamePlaced,
});

export const PLACE_BATCH = wholeV5.placePost('/order/create-batch', [1, 0], {
  id: 'bybitOrderCreateBatch',
  ...batchOf(ORDER_FORM, readPlacement),
  response: batchAnswer('category', 'symbol', 'orderId', 'orderLinkId', 'createAt'),
  summary: 'Place up to 20 orders',
  text: 'Each succeeds or fails by itself; the results are in the order of the request.',
  format: (told: readonly (FoundOrder | WireError)[], items, caller) => {
    const blamed = told.map((each, at) => {
      const item = items[at];
      const isPlaced = item === undefined || isWireError(item) || !isWireError(each);
      return isPlaced ? each : blamePlaced(each, item);
    });
    return batchTold(blamed, caller, {
      done: (found) => ({
        category: 'linear',
        symbol: symbolOf(caller.contractOf(found.order.contract)),
        ...idsOf(found),
        createAt: String(found.order.createdAt),
      }),
      failed: { category: 'linear', symbol: '', orderId: '', orderLinkId: '', createAt: '' },
    });
  },
});

/** What an order would do to the margin, in ten-thousandths of what the account is worth. */
export interface CheckTold {
  readonly before: { readonly initial: number; readonly maintenance: number };
  readonly after: { readonly initial: number; readonly maintenance: number };
}

export const PRE_CHECK = v5.ownPost('/order/pre-check', [1, 0], {
  id: 'bybitOrderPreCheck',
  permission: 'read',
  request: SINGLE,
  response: record({
    ...texts('orderId', 'orderLinkId'),
    preImrE4: integer('Initial margin before', 45),
    preMmrE4: integer('Maintenance margin before', 1),
    postImrE4: integer('Initial margin after', 90),
    postMmrE4: integer('Maintenance margin after', 2),
  }),
  summary: 'Check an order',
  text: 'Its form is checked, and its margin told as if all of it were held. Nothing is placed.',
  read: readPlacement,
  format: ({ before, after }: CheckTold, { command }) => ({
    orderId: '',
    orderLinkId: command.clientOrderId ?? '',
    preImrE4: before.initial,
    preMmrE4: before.maintenance,
    postImrE4: after.initial,
    postMmrE4: after.maintenance,
  }),
});

export const TARGET_FIELDS = {
  orderId: ifSent(orderIdField('The order.')),
  orderLinkId: linkIdField('Or the caller’s own id of it.'),
};

const CANCEL_FORM = Type.Object({ symbol: symbolIn(), ...TARGET_FIELDS });

type TargetSent = Pick<Static<typeof CANCEL_FORM>, 'orderId' | 'orderLinkId'>;

/** The id wins. Undefined where neither is sent. */
export function targetSent({ orderId: order, orderLinkId: clientOrderId }: TargetSent) {
  if (order !== undefined) return { by: 'id', order } as const;
  return clientOrderId === undefined
    ? undefined
    : ({ by: 'client-order-id', clientOrderId } as const);
}

const UNNAMED = wrong('orderId', 'or orderLinkId is needed');

function readTarget(sent: Static<typeof CANCEL_FORM>): TracedTarget | WireError {
  const target = targetSent(sent);
  return target === undefined ? UNNAMED : { target, contract: sent.symbol, kind: 'any' };
}

export const CANCEL_ORDER = v5.cancelPost('/order/cancel', [1, 0], {
  id: 'bybitOrderCancel',
  request: Type.Object({ category: linearCategory(), ...CANCEL_FORM.properties }),
  response: ORDER_IDS,
  summary: 'Cancel an order',
  text: 'Conditional ones and exits too. What was filled stays filled.',
  read: readTarget,
  format: idsOf,
});

const idRow = (found: FoundOrder, caller: Caller) => ({
  category: 'linear',
  symbol: symbolOf(caller.contractOf(found.order.contract)),
  ...idsOf(found),
});
const NO_ROW = { category: 'linear', symbol: '', orderId: '', orderLinkId: '' };
const BATCH_ANSWER = batchAnswer('category', 'symbol', 'orderId', 'orderLinkId');

const BATCH_TERMS = {
  response: BATCH_ANSWER,
  text: 'Each succeeds or fails by itself; the results are in the order of the request.',
  format: (told: readonly (FoundOrder | WireError)[], _items: unknown, caller: Caller) =>
    batchTold(told, caller, { done: (found) => idRow(found, caller), failed: NO_ROW }),
};

export const CANCEL_BATCH = wholeV5.cancelPost('/order/cancel-batch', [1, 0], {
  ...BATCH_TERMS,
  id: 'bybitOrderCancelBatch',
  ...batchOf(CANCEL_FORM, readTarget),
  summary: 'Cancel up to 20 orders',
});

const AMEND_FORM = Type.Object({
  symbol: symbolIn(),
  ...TARGET_FIELDS,
  qty: ifSent(optionalSizeField('The new size.', '0.02')),
  price: ifSent(optionalPriceField('The new limit.', '90000')),
  triggerPrice: ifSent(optionalPriceField('The new trigger.', '88000', 'trigger-price-invalid')),
  triggerBy: sourceField(),
  ...EXIT_FIELDS,
});

type AmendSent = Static<typeof AMEND_FORM>;

function readAmendment(sent: AmendSent): AskedAmendment | WireError {
  const target = targetSent(sent);
  if (target === undefined) return UNNAMED;
  for (const name of ['takeProfit', 'stopLoss', 'tpLimitPrice', 'slLimitPrice'] as const)
    if (sent[name] !== undefined)
      return refusal('110059', `${name} of an order stays as it was sent; use trading-stop.`);
  const { qty: size = null, price = null } = sent;
  return {
    target,
    contract: sent.symbol,
    kind: 'any',
    change: { size, price },
    waiting: ({ order }) => ({
      triggerPrice: sent.triggerPrice ?? order.trigger?.price ?? NO_TICKS,
      triggerSource: sent.triggerBy ?? order.trigger?.source ?? 'last',
      price: price ?? (order.price === NO_TICKS ? null : order.price),
    }),
    check: (found) => refuseChange(found, sent),
    name: null,
  };
}

function refuseChange({ order }: FoundOrder, sent: AmendSent): WireError | undefined {
  const { qty = null, price = null, triggerPrice = null } = sent;
  const isWaiting = order.status === 'untriggered';
  if (isWaiting && qty !== null && qty !== order.size)
    return wrong('qty', 'of a conditional order stays; cancel it and place another');
  if (!isWaiting && triggerPrice !== null)
    return wrong('triggerPrice', 'is for orders that wait for it');
  if (qty !== null && qty <= order.filled)
    return refusal('110064', `The new size is not above what is filled: ${order.filled} lots.`);
  const isSame =
    (qty === null || qty === order.size) &&
    (price === null || price === order.price) &&
    (triggerPrice === null || triggerPrice === order.trigger?.price) &&
    (sent.triggerBy === undefined || sent.triggerBy === order.trigger?.source);
  return isSame
    ? refusal('10001', 'The order remains unchanged: nothing new was sent.')
    : undefined;
}

export const AMEND_ORDER = v5.placePost('/order/amend', [1, 0], {
  id: 'bybitOrderAmend',
  request: Type.Object({ category: linearCategory(), ...AMEND_FORM.properties }),
  response: ORDER_IDS,
  summary: 'Amend an order',
  text:
    'A limit order gets a new size or price, a conditional one a new trigger or limit. The size ' +
    'must stay above what is filled.',
  read: readAmendment,
  format: idsOf,
});

export const AMEND_BATCH = wholeV5.placePost('/order/amend-batch', [1, 0], {
  ...BATCH_TERMS,
  id: 'bybitOrderAmendBatch',
  ...batchOf(AMEND_FORM, readAmendment),
  summary: 'Amend up to 20 orders',
});

const ALL_FORM = Type.Object({
  category: linearCategory(),
  symbol: symbolOrAll(),
  ...coinFields(),
  orderFilter: ifSent(
    codeField(
      ['Order', 'StopOrder', 'tpslOrder', 'OpenOrder'],
      'Order leaves those that wait alone, StopOrder cancels only them.',
    ),
  ),
  stopOrderType: ifSent(codeField(['Stop'], 'With StopOrder: no exits.')),
});

/** What to cancel; which of those that wait are meant is decided by the orders themselves. */
export interface CancelAllAsked {
  readonly commands: readonly CancelAllOrders[];
}

const SCOPES = {
  Order: ['working'],
  OpenOrder: ['working'],
  StopOrder: ['untriggered'],
  tpslOrder: ['untriggered'],
} as const;

function readAll(sent: Static<typeof ALL_FORM>, { account }: Caller): CancelAllAsked | WireError {
  const { symbol, baseCoin, settleCoin, orderFilter } = sent;
  if (symbol === undefined && baseCoin === undefined && settleCoin === undefined)
    return wrong('symbol', 'or settleCoin is needed');
  if (symbol === undefined && baseCoin !== undefined)
    return wrong('baseCoin', 'alone is not offered: send symbol or settleCoin');
  const scopes =
    orderFilter === undefined ? (['working', 'untriggered'] as const) : SCOPES[orderFilter];
  return {
    commands: scopes.map((scope) => ({
      kind: 'cancel-all-orders',
      account,
      contract: symbol?.id ?? null,
      scope,
    })),
  };
}

export const CANCEL_ALL = v5.cancelPost('/order/cancel-all', [1, 0], {
  id: 'bybitOrderCancelAll',
  request: ALL_FORM,
  response: record({ list: records(texts('orderId', 'orderLinkId')), ...texts('success') }),
  summary: 'Cancel all orders',
  text: 'Conditional ones and exits too, unless `orderFilter` says otherwise.',
  read: readAll,
  format: (canceled: readonly FoundOrder[]) => ({ list: canceled.map(idsOf), success: '1' }),
});
