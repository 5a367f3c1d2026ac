/** The endpoints about orders, each with what it needs besides the call. */
import type { EndpointId } from '../../wire/v2/endpoints.ts';
import type { PageLists } from '../acts/page-lists.ts';
import type { Handler, PrivateCall } from '../call.ts';
import {
  cancelBatch,
  cancelEvery,
  cancelOrder,
  cancelPlan,
  closeEvery,
  modifyExit,
} from './cancel-orders.ts';
import { placeBatch, placeExit, placeOrder, placePlan } from './place-orders.ts';
import { readFills, readHistory, readHistoryPlan } from './read-history.ts';
import { readCurrent, readCurrentPlan, readOrder } from './read-orders.ts';
import { type AiLogParts, uploadAiLog } from './upload-ai-log.ts';

export type OrderEndpointId = Extract<EndpointId, `order${string}`>;

export interface OrderParts extends AiLogParts {
  readonly pages: PageLists;
}

export function createOrderHandlers(
  parts: OrderParts,
): Readonly<Record<OrderEndpointId, Handler<PrivateCall>>> {
  const { recent, pages } = parts;
  return {
    orderPlaceOrder: placeOrder,
    orderBatchOrders: placeBatch,
    orderPlanOrder: placePlan,
    orderPlaceTpSl: placeExit,
    orderCancelOrder: (call) => cancelOrder(recent, call),
    orderCancelPlan: (call) => cancelPlan(recent, call),
    orderCancelBatch: (call) => cancelBatch(recent, call),
    orderCancelAll: cancelEvery,
    orderModifyTpSl: (call) => modifyExit(recent, call),
    orderClosePositions: closeEvery,
    orderDetail: (call) => readOrder(recent, call),
    orderCurrent: (call) => readCurrent(pages, call),
    orderCurrentPlan: (call) => readCurrentPlan(pages, call),
    orderHistory: readHistory,
    orderHistoryPlan: readHistoryPlan,
    orderFills: readFills,
    orderUploadAiLog: (call) => uploadAiLog(parts, call),
  };
}
