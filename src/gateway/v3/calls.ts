/** What version 3 can be asked: each endpoint, with the act that answers it. */
import type { Endpoint } from '../../wire/endpoint.ts';
import { ACCOUNT_ENDPOINTS } from '../../wire/v3/account-endpoints.ts';
import { DEMO_HISTORY, DEMO_PLACE } from '../../wire/v3/demo/demo.ts';
import { DEMO_ENDPOINTS } from '../../wire/v3/demo-endpoints.ts';
import {
  KLINE_ENDPOINTS,
  MARKET_ENDPOINTS,
  SPOT_ENDPOINTS,
} from '../../wire/v3/market-endpoints.ts';
import { ALGO_ORDER } from '../../wire/v3/orders/algo-order.ts';
import { BATCH_ORDERS } from '../../wire/v3/orders/batch-orders.ts';
import { CANCEL_ALL, CANCEL_ALL_ALGO } from '../../wire/v3/orders/cancel-all.ts';
import { CANCEL_BATCH } from '../../wire/v3/orders/cancel-batch.ts';
import { CANCEL_ALGO, CANCEL_ORDER } from '../../wire/v3/orders/cancel-order.ts';
import { CLOSE_POSITIONS } from '../../wire/v3/orders/close-positions.ts';
import { OPEN_ALGO, OPEN_ORDERS, READ_ORDER } from '../../wire/v3/orders/current-orders.ts';
import { MODIFY_EXIT, PLACE_EXIT } from '../../wire/v3/orders/exits.ts';
import { ALGO_HISTORY, HISTORY } from '../../wire/v3/orders/order-history.ts';
import { PLACE_ORDER } from '../../wire/v3/orders/place-order.ts';
import { USER_TRADES } from '../../wire/v3/orders/user-trades.ts';
import { amendTrigger, cancelAll, cancelEach, cancelOne } from '../acts/cancel.ts';
import { closePositions } from '../acts/close-positions.ts';
import { readOrder } from '../acts/find-order.ts';
import { place, placeEach } from '../acts/place.ts';
import { readFills, readFinished, readTriggers } from '../acts/read-history.ts';
import { readLiving } from '../acts/read-orders.ts';
import { serve } from '../serve.ts';
import { ACCOUNT_HANDLERS } from './account-handlers.ts';
import { DEMO_HANDLERS } from './demo-handlers.ts';
import { MARKET_HANDLERS } from './market-handlers.ts';

export const CALLS = [
  ...[...SPOT_ENDPOINTS, ...MARKET_ENDPOINTS, ...KLINE_ENDPOINTS].map((endpoint) => ({
    endpoint,
    handler: MARKET_HANDLERS[endpoint.id],
  })),
  ...ACCOUNT_ENDPOINTS.map((endpoint) => ({ endpoint, handler: ACCOUNT_HANDLERS[endpoint.id] })),
  serve(PLACE_ORDER, place),
  serve(BATCH_ORDERS, placeEach),
  serve(CANCEL_ORDER, cancelOne),
  serve(CANCEL_BATCH, cancelEach),
  serve(CANCEL_ALL, cancelAll),
  serve(READ_ORDER, readOrder),
  serve(OPEN_ORDERS, readLiving),
  serve(HISTORY, readFinished),
  serve(USER_TRADES, readFills),
  serve(CLOSE_POSITIONS, closePositions),
  serve(ALGO_ORDER, place),
  serve(CANCEL_ALGO, cancelOne),
  serve(CANCEL_ALL_ALGO, cancelAll),
  serve(OPEN_ALGO, readLiving),
  serve(ALGO_HISTORY, readTriggers),
  serve(PLACE_EXIT, place),
  serve(MODIFY_EXIT, amendTrigger),
  ...DEMO_ENDPOINTS.map((endpoint) => ({ endpoint, handler: DEMO_HANDLERS[endpoint.id] })),
  serve(DEMO_HISTORY, readFinished),
  serve(DEMO_PLACE, place),
];

export type EndpointId = (typeof CALLS)[number]['endpoint']['id'];

/** The table of endpoints: the one source of routes, limits, checks and documents. */
export const ENDPOINTS: readonly (Endpoint & { readonly id: EndpointId })[] = CALLS.map(
  ({ endpoint }) => endpoint,
);
