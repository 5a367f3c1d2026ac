/** The Binance USDⓈ-M dialect: its endpoints, each with the act that answers it, and its proof. */
import * as account from '../../wire/binance/account/account.ts';
import * as positions from '../../wire/binance/account/positions.ts';
import * as settings from '../../wire/binance/account/settings.ts';
import { binanceWire } from '../../wire/binance/dialect.ts';
import * as book from '../../wire/binance/market/book.ts';
import * as info from '../../wire/binance/market/exchange-info.ts';
import * as prices from '../../wire/binance/market/prices.ts';
import * as statistics from '../../wire/binance/market/statistics.ts';
import * as canceling from '../../wire/binance/orders/cancel-orders.ts';
import * as placing from '../../wire/binance/orders/place-order.ts';
import * as orders from '../../wire/binance/orders/read-orders.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import {
  adjustMargin,
  change,
  changeEach,
  changeLeverage,
  changeMarginMode,
  endListening,
  prolongListening,
  startListening,
} from '../acts/change.ts';
import * as follow from '../acts/follow-orders.ts';
import { readFees, readMarginMoves, readOwnDesks, readTerms } from '../acts/read-account.ts';
import { readIncome } from '../acts/read-bills.ts';
import {
  readAmendments,
  readForced,
  readForwardFills,
  readForwardOrders,
  readLivingOrders,
} from '../acts/read-forward.ts';
import * as market from '../acts/read-market.ts';
import type { Dialect } from '../dialect.ts';
import { serve, serveCandles, serveOpen } from '../serve.ts';
import { authenticateForm } from './authenticate-form.ts';

const ACCOUNT_CALLS = [
  serve(account.BALANCE_V2, readOwnDesks),
  serve(account.BALANCE_V3, readOwnDesks),
  serve(account.ACCOUNT_V2, readOwnDesks),
  serve(account.ACCOUNT_V3, readOwnDesks),
  serve(positions.POSITION_RISK_V1, readOwnDesks),
  serve(positions.POSITION_RISK_V2, readOwnDesks),
  serve(positions.POSITION_RISK_V3, readOwnDesks),
  serve(positions.ADL_QUANTILE, readOwnDesks),
  serve(settings.ACCOUNT_CONFIG, readOwnDesks),
  serve(settings.SYMBOL_CONFIG, readOwnDesks),
  serve(settings.LEVERAGE, changeLeverage),
  serve(settings.MARGIN_TYPE, changeMarginMode),
  serve(settings.POSITION_MODE, readOwnDesks),
  serve(settings.SET_POSITION_MODE, change),
  serve(settings.MULTI_ASSETS, market.readNothing),
  serve(settings.SET_MULTI_ASSETS, market.readNothing),
  serve(settings.FEE_BURN, market.readNothing),
  serve(settings.SET_FEE_BURN, market.readNothing),
  serve(positions.POSITION_MARGIN, adjustMargin),
  serve(positions.MARGIN_HISTORY, readMarginMoves),
  serve(settings.LEVERAGE_BRACKET, market.readContracts),
  serve(settings.COMMISSION_RATE, readTerms),
  serve(settings.TRADE_FEE, readFees),
  serve(account.INCOME, readIncome),
  serve(settings.ORDER_RATE, market.readNothing),
  serve(settings.TRADING_STATUS, market.readNothing),
];

const ORDER_CALLS = [
  serve(placing.PLACE_ORDER, follow.placeOwn),
  serve(placing.TEST_ORDER, market.readNothing),
  serve(placing.AMEND_ORDER, follow.amendOwn),
  serve(canceling.CANCEL_ORDER, follow.cancelOwn),
  serve(orders.READ_ORDER, follow.readTraced),
  serve(orders.OPEN_ORDER, follow.readTraced),
  serve(orders.OPEN_ORDERS, readLivingOrders),
  serve(orders.ALL_ORDERS, readForwardOrders),
  serve(canceling.CANCEL_ALL, changeEach),
  serve(placing.PLACE_BATCH, follow.placeEachOwn),
  serve(placing.AMEND_BATCH, follow.amendEachOwn),
  serve(canceling.CANCEL_BATCH, follow.cancelEachOwn),
  serve(canceling.COUNTDOWN, (call, { command }) => change(call, command)),
  serve(placing.AMENDMENTS, readAmendments),
  serve(orders.USER_TRADES, readForwardFills),
  serve(orders.FORCE_ORDERS, readForced),
  serve(placing.PLACE_ALGO, follow.placeOwn),
  serve(canceling.CANCEL_ALGO, follow.cancelOwn),
  serve(canceling.CANCEL_ALL_ALGO, changeEach),
  serve(orders.READ_ALGO, follow.readTraced),
  serve(orders.OPEN_ALGOS, readLivingOrders),
  serve(orders.ALL_ALGOS, readForwardOrders),
];

/** How this dialect writes candles. */
const ROWS = { name: 'binance' };

const MARKET_CALLS = [
  serveOpen(info.PING, market.readNothing),
  serveOpen(info.TIME, market.readClock),
  serveOpen(info.EXCHANGE_INFO, market.readListings),
  serveOpen(book.DEPTH, market.readDepth),
  serveOpen(book.RPI_DEPTH, market.readDepth),
  serveOpen(book.TRADES, market.readTradeRange),
  serve(book.HISTORICAL_TRADES, market.readTradeRange),
  serveOpen(book.AGG_TRADES, market.readTradeRange),
  serveCandles(book.KLINES, market.readCandleRange, ROWS),
  serveCandles(book.CONTINUOUS_KLINES, market.readCandleRange, ROWS),
  serveCandles(book.INDEX_KLINES, market.readCandleRange, ROWS),
  serveCandles(book.MARK_KLINES, market.readCandleRange, ROWS),
  serveCandles(book.PREMIUM_KLINES, market.readPremiums, { name: 'binance premium' }),
  serveOpen(prices.PREMIUM_INDEX, market.readFunding),
  serveOpen(prices.FUNDING_RATE, market.readSettlementRange),
  serveOpen(prices.FUNDING_INFO, market.readFunding),
  serveOpen(prices.TICKER_24H, market.readTickers),
  serveOpen(prices.TICKER_PRICE, market.readTickers),
  serveOpen(prices.TICKER_PRICE_V2, market.readTickers),
  serveOpen(prices.BOOK_TICKER, market.readTops),
  serveOpen(statistics.OPEN_INTEREST, market.readOpenInterest),
  serveOpen(statistics.CONSTITUENTS, market.readPrices),
  serveOpen(statistics.ASSET_INDEX, market.readNothing),
  serveOpen(statistics.INSURANCE_BALANCE, market.readFund),
  serveOpen(statistics.SYMBOL_ADL_RISK, market.readContracts),
  serveOpen(statistics.OPEN_INTEREST_HIST, market.readNothing),
  serveOpen(statistics.LONG_SHORT_ACCOUNTS, market.readNothing),
  serveOpen(statistics.TOP_ACCOUNTS, market.readNothing),
  serveOpen(statistics.TOP_POSITIONS, market.readNothing),
  serveOpen(statistics.TAKER_RATIO, market.readNothing),
  serveOpen(statistics.BASIS, market.readNothing),
  serveOpen(statistics.DELIVERY_PRICE, market.readNothing),
  serveOpen(statistics.INDEX_INFO, market.readNothing),
  serveOpen(statistics.TRADING_SCHEDULE, market.readNothing),
  serveOpen(statistics.ALL_FORCE_ORDERS, market.readNothing),
  serveOpen(statistics.WALLET_COINS, market.readNothing),
  serveOpen(statistics.MARGIN_PAIRS, market.readNothing),
  serveOpen(statistics.ISOLATED_PAIRS, market.readNothing),
  serveOpen(statistics.SYSTEM_STATUS, market.readNothing),
  serveOpen(statistics.COIN_MARGINED, market.readNothing),
];

const LISTEN_CALLS = [
  serve(settings.START_LISTENING, startListening),
  serve(settings.PROLONG_LISTENING, prolongListening),
  serve(settings.END_LISTENING, endListening),
];

export const CALLS = [...MARKET_CALLS, ...ORDER_CALLS, ...ACCOUNT_CALLS, ...LISTEN_CALLS];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly Endpoint[] = CALLS.map(({ endpoint }) => endpoint);

export const DIALECT: Dialect = {
  ...binanceWire(ENDPOINTS),
  authenticate: authenticateForm,
  routes: CALLS,
  qualifying: {
    order: [placing.PLACE_ORDER],
    assets: [account.BALANCE_V2, account.BALANCE_V3, account.ACCOUNT_V2, account.ACCOUNT_V3],
    market: [prices.TICKER_24H, info.EXCHANGE_INFO],
    leverage: [settings.LEVERAGE],
    fills: [orders.USER_TRADES],
  },
};
