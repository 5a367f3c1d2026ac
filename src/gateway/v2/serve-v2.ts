/**
 * Puts every endpoint of version 2 on the wire. A handler for each is demanded by the types, so an
 * endpoint of the table that nobody serves does not compile.
 */
import type { Fields } from '../../wire/read-request.ts';
import { ENDPOINTS, type EndpointId } from '../../wire/v2/endpoints.ts';
import { BATCH_CANCELS_MAX, BATCH_ORDERS_MAX } from '../../wire/v2/order-requests.ts';
import { lengthOf } from '../acts/count.ts';
import type { Handler, PrivateCall } from '../call.ts';
import type { DialectParts } from '../dialect.ts';
import type { Gateway } from '../gateway.ts';
import { ACCOUNT_HANDLERS, type AccountEndpointId } from './account-handlers.ts';
import { FUNDING, LIQUIDATIONS, TIERS } from './extension-routes.ts';
import { FUNDING_RATES } from './funding-rates.ts';
import { MARKET_HANDLERS, type PublicId } from './market-handlers.ts';
import { createOrderHandlers, type OrderEndpointId } from './order-handlers.ts';

export function serveV2(gateway: Gateway, parts: DialectParts): void {
  const orders = createOrderHandlers(parts);
  const privates: Readonly<Record<Exclude<EndpointId, PublicId>, Handler<PrivateCall>>> = {
    ...ACCOUNT_HANDLERS,
    ...orders,
  };
  for (const endpoint of ENDPOINTS) {
    const { id } = endpoint;
    if (isPublic(id)) gateway.routePublic({ endpoint, handler: MARKET_HANDLERS[id] });
    else gateway.routePrivate({ endpoint, handler: privates[id], count: COUNTS[id] ?? countOne });
  }
  gateway.routePublic(FUNDING_RATES);
  gateway.routePublic(TIERS);
  gateway.routePrivate(LIQUIDATIONS);
  gateway.routePrivate(FUNDING);
}

const isPublic = (id: EndpointId): id is PublicId => id in MARKET_HANDLERS;

type Count = (fields: Fields) => number;

const countOne: Count = () => 1;

/** Each order of a batch counts; a batch that is too long is refused for that, not for its cost. */
const COUNTS: Readonly<Partial<Record<AccountEndpointId | OrderEndpointId, Count>>> = {
  orderBatchOrders: (fields) => lengthOf(fields.get('orderDataList'), BATCH_ORDERS_MAX),
  orderCancelBatch: (fields) =>
    lengthOf(fields.get('ids') ?? fields.get('cids'), BATCH_CANCELS_MAX),
};
