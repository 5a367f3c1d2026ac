/** The endpoints of orders and conditional orders, each with the act that answers it. */
import { AMEND_ORDER, AMENDMENTS } from '../../wire/binance/orders/amend-order.ts';
import { AMEND_BATCH, PLACE_BATCH } from '../../wire/binance/orders/batch-orders.ts';
import {
  CANCEL_ALGO,
  CANCEL_ALL,
  CANCEL_ALL_ALGO,
  CANCEL_BATCH,
  CANCEL_ORDER,
} from '../../wire/binance/orders/cancel-orders.ts';
import { COUNTDOWN } from '../../wire/binance/orders/countdown.ts';
import { PLACE_ALGO, PLACE_ORDER, TEST_ORDER } from '../../wire/binance/orders/place-order.ts';
import {
  ALL_ALGOS,
  ALL_ORDERS,
  FORCE_ORDERS,
  OPEN_ALGOS,
  OPEN_ORDER,
  OPEN_ORDERS,
  READ_ALGO,
  READ_ORDER,
} from '../../wire/binance/orders/read-orders.ts';
import { USER_TRADES } from '../../wire/binance/orders/user-trades.ts';
import { change } from '../acts/change.ts';
import {
  amendEachOwn,
  amendOwn,
  cancelAllOf,
  cancelEachOwn,
  cancelOwn,
  placeEachOwn,
  placeOwn,
  readTraced,
} from '../acts/follow-orders.ts';
import {
  readAmendments,
  readForced,
  readForwardFills,
  readForwardOrders,
  readLivingOrders,
} from '../acts/read-forward.ts';
import { readNothing } from '../acts/read-market.ts';
import { serve } from '../serve.ts';

export const ORDER_CALLS = [
  serve(PLACE_ORDER, placeOwn),
  serve(TEST_ORDER, readNothing),
  serve(AMEND_ORDER, amendOwn),
  serve(CANCEL_ORDER, cancelOwn),
  serve(READ_ORDER, readTraced),
  serve(OPEN_ORDER, readTraced),
  serve(OPEN_ORDERS, readLivingOrders),
  serve(ALL_ORDERS, readForwardOrders),
  serve(CANCEL_ALL, cancelAllOf),
  serve(PLACE_BATCH, placeEachOwn),
  serve(AMEND_BATCH, amendEachOwn),
  serve(CANCEL_BATCH, cancelEachOwn),
  serve(COUNTDOWN, (call, { command }) => change(call, command)),
  serve(AMENDMENTS, readAmendments),
  serve(USER_TRADES, readForwardFills),
  serve(FORCE_ORDERS, readForced),
  serve(PLACE_ALGO, placeOwn),
  serve(CANCEL_ALGO, cancelOwn),
  serve(CANCEL_ALL_ALGO, cancelAllOf),
  serve(READ_ALGO, readTraced),
  serve(OPEN_ALGOS, readLivingOrders),
  serve(ALL_ALGOS, readForwardOrders),
];
