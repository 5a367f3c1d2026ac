/** The endpoints of version 3, each with the act that answers it. */
import type { Endpoint } from '../../wire/endpoint.ts';
import { INCOME } from '../../wire/v3/account/income.ts';
import { ALL_POSITION, SINGLE_POSITION } from '../../wire/v3/account/positions.ts';
import {
  ACCOUNT_CONFIG,
  AUTO_APPEND,
  BALANCE,
  COMMISSION_RATE,
  LEVERAGE,
  MARGIN_TYPE,
  POSITION_MARGIN,
  SYMBOL_CONFIG,
} from '../../wire/v3/account/settings.ts';
import { DEMO_BALANCE, DEMO_HISTORY, DEMO_PLACE, DEMO_POSITIONS } from '../../wire/v3/demo/demo.ts';
import { BOOK_TICKER, DEPTH, TICKER_24H, TRADES } from '../../wire/v3/market/book.ts';
import {
  EXCHANGE_INFO,
  SPOT_COINS,
  SPOT_EXCHANGE_INFO,
  SPOT_PING,
  SPOT_TIME,
  TIME,
  TRADING_SYMBOLS,
} from '../../wire/v3/market/contracts.ts';
import { HISTORY_KLINES, INDEX_KLINES, KLINES, MARK_KLINES } from '../../wire/v3/market/klines.ts';
import {
  FUNDING_RATE,
  OPEN_INTEREST,
  PREMIUM_INDEX,
  SYMBOL_PRICE,
} from '../../wire/v3/market/prices.ts';
import { ALGO_ORDER, MODIFY_EXIT, PLACE_EXIT } from '../../wire/v3/orders/algo-order.ts';
import {
  CANCEL_ALGO,
  CANCEL_ALL,
  CANCEL_ALL_ALGO,
  CANCEL_BATCH,
  CANCEL_ORDER,
  CLOSE_POSITIONS,
} from '../../wire/v3/orders/cancel-orders.ts';
import { BATCH_ORDERS, PLACE_ORDER } from '../../wire/v3/orders/place-order.ts';
import {
  ALGO_HISTORY,
  HISTORY,
  OPEN_ALGO,
  OPEN_ORDERS,
  READ_ORDER,
  USER_TRADES,
} from '../../wire/v3/orders/read-orders.ts';
import { cancel, cancelEach, cancelEvery, changeTrigger, closeEach } from '../acts/cancel.ts';
import { place, placeEach } from '../acts/carry-out.ts';
import { change, changeLeverage } from '../acts/change.ts';
import { readOrder } from '../acts/find-order.ts';
import {
  readDeskSettings,
  readMoney,
  readPositions,
  readStanding,
  readTerms,
} from '../acts/read-account.ts';
import { readBills } from '../acts/read-bills.ts';
import { readFills, readFinished, readTriggers } from '../acts/read-history.ts';
import {
  readCandleRange,
  readClock,
  readContracts,
  readDepth,
  readFunding,
  readNothing,
  readOpenInterest,
  readPrices,
  readSettlements,
  readTickers,
  readTops,
  readTradable,
  readTrades,
} from '../acts/read-market.ts';
import { readLiving } from '../acts/read-orders.ts';
import { serve, serveOpen } from '../serve.ts';
import { serveCandles } from '../serve-candles.ts';

/** How this dialect writes candles. */
const ROWS = { name: 'v3' };

export const CALLS = [
  serveOpen(SPOT_COINS, readNothing),
  serveOpen(SPOT_EXCHANGE_INFO, readNothing),
  serveOpen(SPOT_PING, readNothing),
  serveOpen(SPOT_TIME, readClock),
  serveOpen(TIME, readClock),
  serveOpen(EXCHANGE_INFO, readContracts),
  serveOpen(TRADING_SYMBOLS, readTradable),
  serveOpen(TICKER_24H, readTickers),
  serveOpen(BOOK_TICKER, readTops),
  serveOpen(SYMBOL_PRICE, readPrices),
  serveOpen(PREMIUM_INDEX, readFunding),
  serveOpen(FUNDING_RATE, readSettlements),
  serveOpen(DEPTH, readDepth),
  serveOpen(TRADES, readTrades),
  serveOpen(OPEN_INTEREST, readOpenInterest),
  serveCandles(KLINES, readCandleRange, ROWS),
  serveCandles(MARK_KLINES, readCandleRange, ROWS),
  serveCandles(INDEX_KLINES, readCandleRange, ROWS),
  serveCandles(HISTORY_KLINES, readCandleRange, ROWS),
  serve(BALANCE, readMoney),
  serve(COMMISSION_RATE, readTerms),
  serve(ACCOUNT_CONFIG, readStanding),
  serve(SYMBOL_CONFIG, readDeskSettings),
  serve(INCOME, readBills),
  serve(LEVERAGE, changeLeverage),
  serve(MARGIN_TYPE, change),
  serve(POSITION_MARGIN, change),
  serve(AUTO_APPEND, change),
  serve(ALL_POSITION, readPositions),
  serve(SINGLE_POSITION, readPositions),
  serve(PLACE_ORDER, place),
  serve(BATCH_ORDERS, placeEach),
  serve(CANCEL_ORDER, cancel),
  serve(CANCEL_BATCH, cancelEach),
  serve(CANCEL_ALL, cancelEvery),
  serve(READ_ORDER, readOrder),
  serve(OPEN_ORDERS, readLiving),
  serve(HISTORY, readFinished),
  serve(USER_TRADES, readFills),
  serve(CLOSE_POSITIONS, closeEach),
  serve(ALGO_ORDER, place),
  serve(CANCEL_ALGO, cancel),
  serve(CANCEL_ALL_ALGO, cancelEvery),
  serve(OPEN_ALGO, readLiving),
  serve(ALGO_HISTORY, readTriggers),
  serve(PLACE_EXIT, place),
  serve(MODIFY_EXIT, changeTrigger),
  serve(DEMO_BALANCE, readMoney),
  serve(DEMO_POSITIONS, readPositions),
  serve(DEMO_HISTORY, readFinished),
  serve(DEMO_PLACE, place),
];

export type EndpointId = (typeof CALLS)[number]['endpoint']['id'];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly (Endpoint & { readonly id: EndpointId })[] = CALLS.map(
  ({ endpoint }) => endpoint,
);
