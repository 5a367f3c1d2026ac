/** The endpoints of the Binance USDⓈ-M dialect, each with the act that answers it. */

import {
  ACCOUNT_V2,
  ACCOUNT_V3,
  BALANCE_V2,
  BALANCE_V3,
} from '../../wire/binance/account/account.ts';
import {
  END_LISTENING,
  FEE_BURN,
  LEVERAGE,
  MARGIN_TYPE,
  MULTI_ASSETS,
  POSITION_MODE,
  PROLONG_LISTENING,
  SET_FEE_BURN,
  SET_MULTI_ASSETS,
  SET_POSITION_MODE,
  START_LISTENING,
} from '../../wire/binance/account/changes.ts';
import { INCOME } from '../../wire/binance/account/income.ts';
import { MARGIN_HISTORY, POSITION_MARGIN } from '../../wire/binance/account/position-margin.ts';
import {
  ADL_QUANTILE,
  POSITION_RISK_V1,
  POSITION_RISK_V2,
  POSITION_RISK_V3,
} from '../../wire/binance/account/position-risk.ts';
import {
  ACCOUNT_CONFIG,
  COMMISSION_RATE,
  LEVERAGE_BRACKET,
  ORDER_RATE,
  SYMBOL_CONFIG,
  TRADE_FEE,
  TRADING_STATUS,
} from '../../wire/binance/account/settings.ts';
import {
  AGG_TRADES,
  DEPTH,
  HISTORICAL_TRADES,
  RPI_DEPTH,
  TRADES,
} from '../../wire/binance/market/book.ts';
import { EXCHANGE_INFO, PING, TIME } from '../../wire/binance/market/exchange-info.ts';
import { FUNDING_INFO, FUNDING_RATE, PREMIUM_INDEX } from '../../wire/binance/market/funding.ts';
import {
  CONTINUOUS_KLINES,
  INDEX_KLINES,
  KLINES,
  MARK_KLINES,
  PREMIUM_KLINES,
} from '../../wire/binance/market/klines.ts';
import {
  ASSET_INDEX,
  BASIS,
  CONSTITUENTS,
  DELIVERY_PRICE,
  INSURANCE_BALANCE,
  LONG_SHORT_ACCOUNTS,
  OPEN_INTEREST,
  OPEN_INTEREST_HIST,
  SYMBOL_ADL_RISK,
  TAKER_RATIO,
  TOP_ACCOUNTS,
  TOP_POSITIONS,
} from '../../wire/binance/market/statistics.ts';
import {
  ALL_FORCE_ORDERS,
  COIN_MARGINED,
  INDEX_INFO,
  ISOLATED_PAIRS,
  MARGIN_PAIRS,
  SYSTEM_STATUS,
  TRADING_SCHEDULE,
  WALLET_COINS,
} from '../../wire/binance/market/stubs.ts';
import {
  BOOK_TICKER,
  TICKER_24H,
  TICKER_PRICE,
  TICKER_PRICE_V2,
} from '../../wire/binance/market/ticker.ts';
import { AMEND_ORDER, AMENDMENTS } from '../../wire/binance/orders/amend-order.ts';
import {
  CANCEL_ALGO,
  CANCEL_ALL,
  CANCEL_ALL_ALGO,
  CANCEL_BATCH,
  CANCEL_ORDER,
  COUNTDOWN,
} from '../../wire/binance/orders/cancel-orders.ts';
import {
  AMEND_BATCH,
  PLACE_ALGO,
  PLACE_BATCH,
  PLACE_ORDER,
  TEST_ORDER,
} from '../../wire/binance/orders/place-order.ts';
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
import type { Endpoint } from '../../wire/endpoint.ts';
import { adjustMargin, change, changeLeverage, changeMarginMode } from '../acts/change.ts';
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
import { endListening, prolongListening, startListening } from '../acts/listen.ts';
import { readFees, readMarginMoves, readOwnDesks, readTerms } from '../acts/read-account.ts';
import { readIncome } from '../acts/read-bills.ts';
import {
  readAmendments,
  readForced,
  readForwardFills,
  readForwardOrders,
  readLivingOrders,
} from '../acts/read-forward.ts';
import {
  readCandleRange,
  readClock,
  readContracts,
  readDepth,
  readFund,
  readFunding,
  readListings,
  readNothing,
  readOpenInterest,
  readPremiums,
  readPrices,
  readSettlementRange,
  readTickers,
  readTops,
  readTradeRange,
} from '../acts/read-market.ts';
import { serve, serveOpen } from '../serve.ts';
import { serveCandles } from '../serve-candles.ts';

const ACCOUNT_CALLS = [
  serve(BALANCE_V2, readOwnDesks),
  serve(BALANCE_V3, readOwnDesks),
  serve(ACCOUNT_V2, readOwnDesks),
  serve(ACCOUNT_V3, readOwnDesks),
  serve(POSITION_RISK_V1, readOwnDesks),
  serve(POSITION_RISK_V2, readOwnDesks),
  serve(POSITION_RISK_V3, readOwnDesks),
  serve(ADL_QUANTILE, readOwnDesks),
  serve(ACCOUNT_CONFIG, readOwnDesks),
  serve(SYMBOL_CONFIG, readOwnDesks),
  serve(LEVERAGE, changeLeverage),
  serve(MARGIN_TYPE, changeMarginMode),
  serve(POSITION_MODE, readOwnDesks),
  serve(SET_POSITION_MODE, change),
  serve(MULTI_ASSETS, readNothing),
  serve(SET_MULTI_ASSETS, readNothing),
  serve(FEE_BURN, readNothing),
  serve(SET_FEE_BURN, readNothing),
  serve(POSITION_MARGIN, adjustMargin),
  serve(MARGIN_HISTORY, readMarginMoves),
  serve(LEVERAGE_BRACKET, readContracts),
  serve(COMMISSION_RATE, readTerms),
  serve(TRADE_FEE, readFees),
  serve(INCOME, readIncome),
  serve(ORDER_RATE, readNothing),
  serve(TRADING_STATUS, readNothing),
];

const ORDER_CALLS = [
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

/** How this dialect writes candles. */
const ROWS = { name: 'binance' };

const MARKET_CALLS = [
  serveOpen(PING, readNothing),
  serveOpen(TIME, readClock),
  serveOpen(EXCHANGE_INFO, readListings),
  serveOpen(DEPTH, readDepth),
  serveOpen(RPI_DEPTH, readDepth),
  serveOpen(TRADES, readTradeRange),
  serve(HISTORICAL_TRADES, readTradeRange),
  serveOpen(AGG_TRADES, readTradeRange),
  serveCandles(KLINES, readCandleRange, ROWS),
  serveCandles(CONTINUOUS_KLINES, readCandleRange, ROWS),
  serveCandles(INDEX_KLINES, readCandleRange, ROWS),
  serveCandles(MARK_KLINES, readCandleRange, ROWS),
  serveCandles(PREMIUM_KLINES, readPremiums, { name: 'binance premium' }),
  serveOpen(PREMIUM_INDEX, readFunding),
  serveOpen(FUNDING_RATE, readSettlementRange),
  serveOpen(FUNDING_INFO, readFunding),
  serveOpen(TICKER_24H, readTickers),
  serveOpen(TICKER_PRICE, readTickers),
  serveOpen(TICKER_PRICE_V2, readTickers),
  serveOpen(BOOK_TICKER, readTops),
  serveOpen(OPEN_INTEREST, readOpenInterest),
  serveOpen(CONSTITUENTS, readPrices),
  serveOpen(ASSET_INDEX, readNothing),
  serveOpen(INSURANCE_BALANCE, readFund),
  serveOpen(SYMBOL_ADL_RISK, readContracts),
  serveOpen(OPEN_INTEREST_HIST, readNothing),
  serveOpen(LONG_SHORT_ACCOUNTS, readNothing),
  serveOpen(TOP_ACCOUNTS, readNothing),
  serveOpen(TOP_POSITIONS, readNothing),
  serveOpen(TAKER_RATIO, readNothing),
  serveOpen(BASIS, readNothing),
  serveOpen(DELIVERY_PRICE, readNothing),
  serveOpen(INDEX_INFO, readNothing),
  serveOpen(TRADING_SCHEDULE, readNothing),
  serveOpen(ALL_FORCE_ORDERS, readNothing),
  serveOpen(WALLET_COINS, readNothing),
  serveOpen(MARGIN_PAIRS, readNothing),
  serveOpen(ISOLATED_PAIRS, readNothing),
  serveOpen(SYSTEM_STATUS, readNothing),
  serveOpen(COIN_MARGINED, readNothing),
];

const LISTEN_CALLS = [
  serve(START_LISTENING, startListening),
  serve(PROLONG_LISTENING, prolongListening),
  serve(END_LISTENING, endListening),
];

export const CALLS = [...MARKET_CALLS, ...ORDER_CALLS, ...ACCOUNT_CALLS, ...LISTEN_CALLS];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly Endpoint[] = CALLS.map(({ endpoint }) => endpoint);
