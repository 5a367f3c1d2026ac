/** The endpoints about orders. */
import { list } from '../record-field.ts';
import { ownDelete, ownGet, ownPost } from './endpoint.ts';
import { OPTIONAL_SYMBOL_QUERY } from './market-requests.ts';
import {
  ALGO_ORDER,
  ALGO_ORDERS,
  CANCELED,
  CANCELED_LIST,
  CLOSED,
  MODIFIED,
  ORDER,
  ORDER_DONE,
  PLACED,
  USER_TRADE,
} from './order-records.ts';
import {
  ALGO_HISTORY_QUERY,
  ALGO_ORDER_BODY,
  BATCH_ORDERS_BODY,
  CANCEL_BATCH_BODY,
  MODIFY_TPSL_BODY,
  OPEN_ALGO_ORDERS_QUERY,
  OPEN_ORDERS_QUERY,
  ORDER_BODY,
  ORDER_HISTORY_QUERY,
  ORDER_TARGET,
  TPSL_BODY,
  USER_TRADES_QUERY,
} from './order-requests.ts';

const WORKING_ENDPOINTS = [
  ownPost([2, 5], {
    id: 'v3OrderPlace',
    path: '/order',
    orderRate: 'place',
    request: ORDER_BODY,
    response: PLACED,
    summary: 'Place an order',
    text:
      'The answer means that the order was accepted; reading it tells what became of it. The ' +
      'same client id with the same content answers with the first order and places nothing.',
  }),
  ownPost([5, 10], {
    id: 'v3OrderPlaceBatch',
    path: '/batchOrders',
    orderRate: 'place',
    request: BATCH_ORDERS_BODY,
    response: list(PLACED),
    summary: 'Place up to 10 orders',
    text: 'Each order succeeds or fails by itself; results are in the order of the request.',
  }),
  ownDelete([2, 3], {
    id: 'v3OrderCancel',
    path: '/order',
    orderRate: 'cancel',
    request: ORDER_TARGET,
    response: CANCELED,
    summary: 'Cancel an order',
    text: 'What was filled stays filled.',
  }),
  ownDelete([5, 10], {
    id: 'v3OrderCancelBatch',
    path: '/batchOrders',
    orderRate: 'cancel',
    request: CANCEL_BATCH_BODY,
    response: CANCELED_LIST,
    summary: 'Cancel up to 10 orders',
    text: 'The lists stand in the body. Each cancel succeeds or fails by itself.',
  }),
  ownDelete([5, 10], {
    id: 'v3OrderCancelAll',
    path: '/allOpenOrders',
    request: OPTIONAL_SYMBOL_QUERY,
    response: list(ORDER_DONE),
    summary: 'Cancel all working orders',
    text: 'An empty list where there was nothing to cancel.',
  }),
  ownGet([2, 3], {
    id: 'v3OrderRead',
    path: '/order',
    request: ORDER_TARGET,
    response: ORDER,
    summary: 'One order',
    text: 'Working, untriggered or over.',
  }),
  ownGet([2, 3], {
    id: 'v3OrderOpen',
    path: '/openOrders',
    request: OPEN_ORDERS_QUERY,
    response: list(ORDER),
    summary: 'Working orders',
    text: 'Newest first. Pages are numbered from 0.',
  }),
  ownGet([10, 10], {
    id: 'v3OrderHistory',
    path: '/order/history',
    request: ORDER_HISTORY_QUERY,
    response: list(ORDER),
    summary: 'Orders that are over',
    text: 'Newest first, within at most 90 days, triggered and canceled triggers included.',
  }),
  ownGet([5, 5], {
    id: 'v3OrderUserTrades',
    path: '/userTrades',
    request: USER_TRADES_QUERY,
    response: list(USER_TRADE),
    summary: 'Fills',
    text: 'Newest first. Move `endTime` back to page.',
  }),
  ownPost([40, 50], {
    id: 'v3OrderClosePositions',
    path: '/closePositions',
    request: OPTIONAL_SYMBOL_QUERY,
    response: list(CLOSED),
    summary: 'Close positions at market',
    text: 'One contract or all. Working closes of these positions are canceled first.',
  }),
] as const;

const ALGO_ENDPOINTS = [
  ownPost([2, 5], {
    id: 'v3AlgoPlace',
    path: '/algoOrder',
    orderRate: 'place',
    request: ALGO_ORDER_BODY,
    response: PLACED,
    summary: 'Place a trigger order',
    text:
      'STOP that opens fires when the price reaches the trigger from where it stands now. STOP ' +
      'that closes is a stop-loss, unless `reduceOnly` is set; TAKE_PROFIT closes.',
  }),
  ownDelete([2, 3], {
    id: 'v3AlgoCancel',
    path: '/algoOrder',
    orderRate: 'cancel',
    request: ORDER_TARGET,
    response: CANCELED,
    summary: 'Cancel a trigger order',
    text: 'Also for take-profit and stop-loss orders.',
  }),
  ownDelete([5, 10], {
    id: 'v3AlgoCancelAll',
    path: '/algoOpenOrders',
    request: OPTIONAL_SYMBOL_QUERY,
    response: list(ORDER_DONE),
    summary: 'Cancel all untriggered orders',
    text: 'An empty list where there was nothing to cancel.',
  }),
  ownGet([3, 3], {
    id: 'v3AlgoOpen',
    path: '/openAlgoOrders',
    request: OPEN_ALGO_ORDERS_QUERY,
    response: list(ALGO_ORDER),
    summary: 'Untriggered orders',
    text: 'Newest first. Pages are numbered from 1.',
  }),
  ownGet([5, 10], {
    id: 'v3AlgoHistory',
    path: '/allAlgoOrders',
    request: ALGO_HISTORY_QUERY,
    response: ALGO_ORDERS,
    summary: 'Trigger orders that are over',
    text: 'Newest first. Move `endTime` back to page.',
  }),
  ownPost([2, 5], {
    id: 'v3AlgoPlaceTpSl',
    path: '/placeTpSlOrder',
    orderRate: 'place',
    request: TPSL_BODY,
    response: list(ORDER_DONE),
    summary: 'Place a take-profit or stop-loss',
    text: 'For a position that is open. A list of one.',
  }),
  ownPost([2, 5], {
    id: 'v3AlgoModifyTpSl',
    path: '/modifyTpSlOrder',
    orderRate: 'place',
    request: MODIFY_TPSL_BODY,
    response: MODIFIED,
    summary: 'Change a take-profit or stop-loss',
    text: 'Its trigger, what triggers it, and its limit.',
  }),
] as const;

export const ORDER_ENDPOINTS = [...WORKING_ENDPOINTS, ...ALGO_ENDPOINTS] as const;
