/**
 * Puts every endpoint of version 2 on the wire. A handler for each is demanded by the types, so an
 * endpoint of the table that nobody serves does not compile.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Json } from '../../wire/json-value.ts';
import { ENDPOINTS, type EndpointId } from '../../wire/v2/endpoints.ts';
import { BATCH_CANCELS_MAX, BATCH_ORDERS_MAX } from '../../wire/v2/order-requests.ts';
import type { Fields } from '../../wire/v2/read-request.ts';
import type { Handler, PrivateCall } from '../call.ts';
import type { Gateway } from '../server.ts';
import { ACCOUNT_HANDLERS, type AccountEndpointId } from './account-handlers.ts';
import { type AiLogs, createMemoryAiLogs } from './ai-logs.ts';
import { FUNDING_RATES } from './funding-rates.ts';
import { MARKET_HANDLERS, type PublicId } from './market-handlers.ts';
import { createOrderHandlers, type OrderEndpointId } from './order-handlers.ts';
import { createPageLists } from './page-lists.ts';
import { watchRecentOrders } from './recent-orders.ts';

export interface V2Settings {
  /** Where the logs of decisions go; to memory where it is left out. */
  readonly aiLogs?: AiLogs;
  /** Who may upload such logs; everybody where it is left out. */
  readonly mayUpload?: (account: AccountId) => boolean;
}

export function serveV2(gateway: Gateway, settings: V2Settings = {}): void {
  const { edge, http } = gateway;
  const recent = watchRecentOrders(edge.venue);
  http.addHook('onClose', async () => recent.stop());
  const orders = createOrderHandlers({
    recent,
    pages: createPageLists(),
    aiLogs: settings.aiLogs ?? createMemoryAiLogs(),
    mayUpload: settings.mayUpload ?? (() => true),
  });
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

const lengthOf = (value: Json | undefined, max: number): number =>
  Array.isArray(value) ? Math.min(value.length, max) : 1;
