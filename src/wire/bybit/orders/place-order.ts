/** order/create, its batch, and order/pre-check, which places nothing; batches of all kinds. */

import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { PlaceOrder, PlaceTrigger } from '../../../domain/command.ts';
import type { Caller } from '../../caller.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { objectsField } from '../../field.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { type Fields, NO_FIELDS, readRequest } from '../../read-request.ts';
import { integer, record, records } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { answered, enveloped, linearCategory, texts, v5, wholeV5 } from '../endpoint.ts';
import { bybitCodeOf, errorText } from '../errors.ts';
import { ORDER_FORM, type OrderWish, readWish } from './order-form.ts';
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
