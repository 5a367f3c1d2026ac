/**
 * Puts every endpoint of version 3 on the wire. A handler for each is demanded by the types, so an
 * endpoint of the table that nobody serves does not compile.
 */
import type { Fields } from '../../wire/read-request.ts';
import { ENDPOINTS, type EndpointId } from '../../wire/v3/endpoints.ts';
import { BATCH_MAX } from '../../wire/v3/order-requests.ts';
import { lengthOf } from '../acts/count.ts';
import type { Call, Handler, PrivateCall } from '../call.ts';
import type { DialectParts } from '../dialect.ts';
import type { Gateway } from '../gateway.ts';
import { ACCOUNT_HANDLERS } from './account-handlers.ts';
import { DEMO_HANDLERS } from './demo-handlers.ts';
import { MARKET_HANDLERS, type PublicId } from './market-handlers.ts';
import { createOrderHandlers } from './order-handlers.ts';

export function serveV3(gateway: Gateway, parts: DialectParts): void {
  const privates: Readonly<Record<Exclude<EndpointId, PublicId>, Handler<PrivateCall>>> = {
    ...ACCOUNT_HANDLERS,
    ...createOrderHandlers(parts),
    ...DEMO_HANDLERS,
  };
  const publics: Readonly<Record<PublicId, Handler<Call>>> = MARKET_HANDLERS;
  for (const endpoint of ENDPOINTS) {
    const { id } = endpoint;
    if (isPublic(id)) gateway.routePublic({ endpoint, handler: publics[id] });
    else gateway.routePrivate({ endpoint, handler: privates[id], count: COUNTS[id] ?? countOne });
  }
}

const isPublic = (id: EndpointId): id is PublicId => id in MARKET_HANDLERS;

type Count = (fields: Fields) => number;

const countOne: Count = () => 1;

const COUNTS: Readonly<Partial<Record<EndpointId, Count>>> = {
  v3OrderPlaceBatch: (fields) => lengthOf(fields.get('batchOrders'), BATCH_MAX),
  v3OrderCancelBatch: (fields) =>
    lengthOf(fields.get('orderIdList') ?? fields.get('origClientOrderIdList'), BATCH_MAX),
};
