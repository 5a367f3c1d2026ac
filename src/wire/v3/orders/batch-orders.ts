/** POST batchOrders: several orders, of whatever contracts. */
import { type Static, Type } from 'typebox';
import type { PlaceOrder } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { objectsField } from '../../field.ts';
import { isJsonObject } from '../../json.ts';
import { NO_FIELDS, readRequest } from '../../read-request.ts';
import { list } from '../../record-field.ts';
import { ownPost } from '../endpoint.ts';
import { BATCH_MAX } from './order-fields.ts';
import { formatPlaced, ORDER_BODY, PLACED_RECORD, readPlaceOrder } from './place-order.ts';
import { refused } from './verdict.ts';

const BODY = Type.Object({
  batchOrders: objectsField({
    description: 'The orders, in the order in which they are placed.',
    items: ORDER_BODY,
    countMax: BATCH_MAX,
  }),
});

interface BatchItem {
  readonly clientOrderId: string | null;
  /** The command, or the error if this order could not be read. */
  readonly command: PlaceOrder | WireError;
}

/** Each order of a batch succeeds or fails by itself. Only a malformed batch fails as a whole. */
export const BATCH_ORDERS = ownPost([5, 10], {
  id: 'v3OrderPlaceBatch',
  path: '/batchOrders',
  orderRate: 'place',
  count: (fields) => lengthOf(fields.get('batchOrders'), BATCH_MAX),
  request: BODY,
  response: list(PLACED_RECORD),
  summary: 'Place up to 10 orders',
  text: 'Each order succeeds or fails by itself; results are in the order of the request.',
  read: (caller, fields) => {
    const request = readRequest(BODY, fields);
    if (isWireError(request)) return request;
    return request.batchOrders.map((item): BatchItem => {
      const sent = isJsonObject(item) ? item : NO_FIELDS;
      const named = sent.get('newClientOrderId');
      return {
        clientOrderId: typeof named === 'string' && named !== '' ? named : null,
        command: readPlaceOrder(caller, sent),
      };
    });
  },
  format: (
    told: readonly ({ readonly order: OrderId } | WireError)[],
    items,
    { locale },
  ): Static<typeof PLACED_RECORD>[] =>
    told.map((outcome, at) => {
      const clientOrderId = items[at]?.clientOrderId ?? null;
      if (!isWireError(outcome)) return formatPlaced(outcome, { clientOrderId });
      return { orderId: '0', clientOrderId: clientOrderId ?? '', ...refused(outcome, locale) };
    }),
});
