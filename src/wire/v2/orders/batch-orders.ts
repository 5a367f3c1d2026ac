/** order/batchOrders: several orders of one contract. */
import { type Static, Type } from 'typebox';
import type { PlaceOrder } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { contractField, objectsField } from '../../field.ts';
import { isJsonObject } from '../../json.ts';
import type { Locale } from '../../locale.ts';
import { NO_FIELDS, readRequest } from '../../read-request.ts';
import { flag, list, record } from '../../record-field.ts';
import { ownPost } from '../endpoint.ts';
import { orderMarginMode } from './order-fields.ts';
import { BATCH_ITEM, placing, refuseItem } from './place-order.ts';

const ORDERS_MAX = 20;

const BODY = Type.Object({
  symbol: contractField(),
  marginMode: orderMarginMode(),
  orderDataList: objectsField({
    description: 'The orders, in the order in which they are placed.',
    items: BATCH_ITEM,
    countMax: ORDERS_MAX,
  }),
});

const RECORD = record({
  order_info: list(
    record({
      order_id: Type.String({ description: 'The order; empty where it failed' }),
      client_oid: Type.String({ description: 'The caller’s own id; empty where there is none' }),
      result: flag('Whether it was placed'),
      error_code: Type.String({ description: 'Empty where it was placed' }),
      error_message: Type.String({ description: 'Empty where it was placed' }),
    }),
  ),
  result: flag('Whether the batch was carried out'),
});
type BatchRecord = Static<typeof RECORD>;

interface BatchItem {
  readonly clientOrderId: string | null;
  /** The command, or the error if this order could not be read. */
  readonly command: PlaceOrder | WireError;
}

type Outcome = { readonly order: OrderId } | WireError;

function outcomeRecord(client_oid: string, outcome: Outcome, locale: Locale) {
  if (!isWireError(outcome)) {
    const order_id = String(outcome.order);
    return { order_id, client_oid, result: true, error_code: '', error_message: '' };
  }
  const { code: error_code, text } = outcome;
  return { order_id: '', client_oid, result: false, error_code, error_message: text[locale] };
}

/** Each order of a batch succeeds or fails by itself. Only a malformed batch fails as a whole. */
export const BATCH_ORDERS = ownPost([5, 10], {
  id: 'orderBatchOrders',
  path: '/order/batchOrders',
  orderRate: 'place',
  count: (fields) => lengthOf(fields.get('orderDataList'), ORDERS_MAX),
  request: BODY,
  response: RECORD,
  summary: 'Place up to 20 orders',
  text: 'Each order succeeds or fails by itself; results are in the order of the request.',
  read: (caller, fields) => {
    const request = readRequest(BODY, fields, caller);
    if (isWireError(request)) return request;
    const { symbol: contract, marginMode } = request;
    return request.orderDataList.map((item): BatchItem => {
      const sent = isJsonObject(item) ? item : NO_FIELDS;
      const order = readRequest(BATCH_ITEM, sent, { contract }, refuseItem);
      const named = sent.get('client_oid');
      return {
        clientOrderId: typeof named === 'string' && named !== '' ? named : null,
        command: isWireError(order) ? order : placing(caller, contract, marginMode, order),
      };
    });
  },
  format: (told: readonly Outcome[], items, { locale }): BatchRecord => ({
    order_info: told.map((outcome, at) =>
      outcomeRecord(items[at]?.clientOrderId ?? '', outcome, locale),
    ),
    result: true,
  }),
});
