/** The dialect of version 3: its endpoints, each with the act that answers it, and its proof. */
import type { Endpoint } from '../../wire/endpoint.ts';
import * as accounts from '../../wire/v3/account/account.ts';
import * as demo from '../../wire/v3/demo/demo.ts';
import { v3Wire } from '../../wire/v3/dialect.ts';
import * as book from '../../wire/v3/market/book.ts';
import * as contracts from '../../wire/v3/market/contracts.ts';
import * as exits from '../../wire/v3/orders/algo-order.ts';
import * as canceling from '../../wire/v3/orders/cancel-orders.ts';
import * as placing from '../../wire/v3/orders/place-order.ts';
import * as orders from '../../wire/v3/orders/read-orders.ts';
import { cancel, cancelEach, cancelEvery, changeTrigger, closeEach } from '../acts/cancel.ts';
import { place, placeEach } from '../acts/carry-out.ts';
import { change, changeLeverage } from '../acts/change.ts';
import { readOrder } from '../acts/find-order.ts';
import * as account from '../acts/read-account.ts';
import { readBills } from '../acts/read-bills.ts';
import { readFills, readFinished, readLiving, readTriggers } from '../acts/read-history.ts';
import * as market from '../acts/read-market.ts';
import { authenticateHeaders } from '../authenticate.ts';
import type { Dialect } from '../dialect.ts';
import { serve, serveCandles, serveOpen } from '../serve.ts';

/** How this dialect writes candles. */
const ROWS = { name: 'v3' };

export const CALLS = [
  serveOpen(contracts.SPOT_COINS, market.readNothing),
  serveOpen(contracts.SPOT_EXCHANGE_INFO, market.readNothing),
  serveOpen(contracts.SPOT_PING, market.readNothing),
  serveOpen(contracts.SPOT_TIME, market.readClock),
  serveOpen(contracts.TIME, market.readClock),
  serveOpen(contracts.EXCHANGE_INFO, market.readContracts),
  serveOpen(contracts.TRADING_SYMBOLS, market.readTradable),
  serveOpen(book.TICKER_24H, market.readTickers),
  serveOpen(book.BOOK_TICKER, market.readTops),
  serveOpen(contracts.SYMBOL_PRICE, market.readPrices),
  serveOpen(contracts.PREMIUM_INDEX, market.readFunding),
  serveOpen(contracts.FUNDING_RATE, market.readSettlements),
  serveOpen(book.DEPTH, market.readDepth),
  serveOpen(book.TRADES, market.readTrades),
  serveOpen(contracts.OPEN_INTEREST, market.readOpenInterest),
  serveCandles(book.KLINES, market.readCandleRange, ROWS),
  serveCandles(book.MARK_KLINES, market.readCandleRange, ROWS),
  serveCandles(book.INDEX_KLINES, market.readCandleRange, ROWS),
  serveCandles(book.HISTORY_KLINES, market.readCandleRange, ROWS),
  serve(accounts.BALANCE, account.readMoney),
  serve(accounts.COMMISSION_RATE, account.readTerms),
  serve(accounts.ACCOUNT_CONFIG, account.readStanding),
  serve(accounts.SYMBOL_CONFIG, account.readDeskSettings),
  serve(accounts.INCOME, readBills),
  serve(accounts.LEVERAGE, changeLeverage),
  serve(accounts.MARGIN_TYPE, change),
  serve(accounts.POSITION_MARGIN, change),
  serve(accounts.AUTO_APPEND, change),
  serve(accounts.ALL_POSITION, account.readPositions),
  serve(accounts.SINGLE_POSITION, account.readPositions),
  serve(placing.PLACE_ORDER, place),
  serve(placing.BATCH_ORDERS, placeEach),
  serve(canceling.CANCEL_ORDER, cancel),
  serve(canceling.CANCEL_BATCH, cancelEach),
  serve(canceling.CANCEL_ALL, cancelEvery),
  serve(orders.READ_ORDER, readOrder),
  serve(orders.OPEN_ORDERS, readLiving),
  serve(orders.HISTORY, readFinished),
  serve(orders.USER_TRADES, readFills),
  serve(canceling.CLOSE_POSITIONS, closeEach),
  serve(exits.ALGO_ORDER, place),
  serve(canceling.CANCEL_ALGO, cancel),
  serve(canceling.CANCEL_ALL_ALGO, cancelEvery),
  serve(orders.OPEN_ALGO, readLiving),
  serve(orders.ALGO_HISTORY, readTriggers),
  serve(exits.PLACE_EXIT, place),
  serve(exits.MODIFY_EXIT, changeTrigger),
  serve(demo.DEMO_BALANCE, account.readMoney),
  serve(demo.DEMO_POSITIONS, account.readPositions),
  serve(demo.DEMO_HISTORY, readFinished),
  serve(demo.DEMO_PLACE, place),
];

export type EndpointId = (typeof CALLS)[number]['endpoint']['id'];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly (Endpoint & { readonly id: EndpointId })[] = CALLS.map(
  ({ endpoint }) => endpoint,
);

export const DIALECT: Dialect = {
  ...v3Wire(ENDPOINTS),
  authenticate: authenticateHeaders,
  routes: CALLS,
  qualifying: {
    order: [placing.PLACE_ORDER, demo.DEMO_PLACE],
    assets: [accounts.BALANCE, demo.DEMO_BALANCE],
    market: [book.TICKER_24H, contracts.EXCHANGE_INFO],
    leverage: [accounts.LEVERAGE],
    fills: [orders.USER_TRADES],
  },
};
