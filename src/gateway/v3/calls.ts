/**
 * Puts every endpoint of version 3 on the wire. A handler for each is demanded by the types, so an
 * endpoint of the table that nobody serves does not compile.
 */
import { lengthOf } from '../../wire/endpoint.ts';
import type { Fields } from '../../wire/read-request.ts';
import { ENDPOINTS, type EndpointId } from '../../wire/v3/endpoints.ts';
import { BATCH_MAX } from '../../wire/v3/order-requests.ts';
import type { Handler, PrivateCall } from '../call.ts';
import { ACCOUNT_HANDLERS } from './account-handlers.ts';
import { DEMO_HANDLERS } from './demo-handlers.ts';
import { MARKET_HANDLERS, type PublicId } from './market-handlers.ts';
import { ORDER_HANDLERS } from './order-handlers.ts';

const PRIVATES: Readonly<Record<Exclude<EndpointId, PublicId>, Handler<PrivateCall>>> = {
  ...ACCOUNT_HANDLERS,
  ...ORDER_HANDLERS,
  ...DEMO_HANDLERS,
};

export const CALLS = ENDPOINTS.map((endpoint) => {
  const { id } = endpoint;
  return isPublic(id)
    ? { endpoint, handler: MARKET_HANDLERS[id] }
    : { endpoint, handler: PRIVATES[id], count: (fields: Fields) => countOf(id, fields) };
});

function isPublic(id: EndpointId): id is PublicId {
  return id in MARKET_HANDLERS;
}

function countOf(id: EndpointId, fields: Fields): number {
  if (id === 'v3OrderPlaceBatch') return lengthOf(fields.get('batchOrders'), BATCH_MAX);
  if (id !== 'v3OrderCancelBatch') return 1;
  return lengthOf(fields.get('orderIdList') ?? fields.get('origClientOrderIdList'), BATCH_MAX);
}
