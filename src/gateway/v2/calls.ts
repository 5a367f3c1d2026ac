/** What version 2 can be asked: each endpoint, with the act that answers it. */
import type { Endpoint } from '../../wire/endpoint.ts';
import { ACCOUNT_ENDPOINTS } from '../../wire/v2/account-endpoints.ts';
import { MARKET_ENDPOINTS } from '../../wire/v2/market-endpoints.ts';
import { BATCH_ORDERS } from '../../wire/v2/orders/batch-orders.ts';
import { CANCEL_ALL } from '../../wire/v2/orders/cancel-all.ts';
import { CANCEL_BATCH } from '../../wire/v2/orders/cancel-batch.ts';
import { CANCEL_ORDER, CANCEL_PLAN } from '../../wire/v2/orders/cancel-order.ts';
import { CLOSE_POSITIONS } from '../../wire/v2/orders/close-positions.ts';
import { CURRENT, CURRENT_PLAN, ORDER_DETAIL } from '../../wire/v2/orders/current-orders.ts';
import { MODIFY_EXIT, PLACE_EXIT } from '../../wire/v2/orders/exits.ts';
import { FILLS } from '../../wire/v2/orders/fills.ts';
import { HISTORY, HISTORY_PLAN } from '../../wire/v2/orders/order-history.ts';
import { PLACE_ORDER } from '../../wire/v2/orders/place-order.ts';
import { PLAN_ORDER } from '../../wire/v2/orders/plan-order.ts';
import { UPLOAD_AI_LOG } from '../../wire/v2/orders/upload-ai-log.ts';
import { amendTrigger, cancelAll, cancelEach, cancelOne } from '../acts/cancel.ts';
import { closePositions } from '../acts/close-positions.ts';
import { readOrder } from '../acts/find-order.ts';
import { place, placeEach } from '../acts/place.ts';
import { readCountedFills, readFinished, readTriggers } from '../acts/read-history.ts';
import { readLiving } from '../acts/read-orders.ts';
import { admitUpload, uploadAiLog } from '../acts/upload-ai-log.ts';
import { serve } from '../serve.ts';
import { ACCOUNT_HANDLERS } from './account-handlers.ts';
import { FUNDING, LIQUIDATIONS, TIERS } from './extension-routes.ts';
import { FUNDING_RATES } from './funding-rates.ts';
import { MARKET_HANDLERS } from './market-handlers.ts';

export const CALLS = [
  ...MARKET_ENDPOINTS.map((endpoint) => ({ endpoint, handler: MARKET_HANDLERS[endpoint.id] })),
  ...ACCOUNT_ENDPOINTS.map((endpoint) => ({ endpoint, handler: ACCOUNT_HANDLERS[endpoint.id] })),
  serve(PLACE_ORDER, place),
  serve(BATCH_ORDERS, placeEach),
  serve(CANCEL_ORDER, cancelOne),
  serve(CANCEL_BATCH, cancelEach),
  serve(ORDER_DETAIL, readOrder),
  serve(HISTORY, readFinished),
  serve(CURRENT, readLiving),
  serve(FILLS, readCountedFills),
  serve(CLOSE_POSITIONS, closePositions),
  serve(CANCEL_ALL, cancelAll),
  serve(UPLOAD_AI_LOG, uploadAiLog, admitUpload),
  serve(PLAN_ORDER, place),
  serve(CANCEL_PLAN, cancelOne),
  serve(CURRENT_PLAN, readLiving),
  serve(HISTORY_PLAN, readTriggers),
  serve(PLACE_EXIT, place),
  serve(MODIFY_EXIT, amendTrigger),
];

export type EndpointId = (typeof CALLS)[number]['endpoint']['id'];

/** The table of endpoints: the one source of routes, limits, checks and documents. */
export const ENDPOINTS: readonly (Endpoint & { readonly id: EndpointId })[] = CALLS.map(
  ({ endpoint }) => endpoint,
);

/** What only this venue answers, and what programs call though no document names it. */
export const EXTENSIONS = [FUNDING_RATES, TIERS, LIQUIDATIONS, FUNDING];

export const EXTENSION_ENDPOINTS: readonly Endpoint[] = EXTENSIONS.map(({ endpoint }) => endpoint);
