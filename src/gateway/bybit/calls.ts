/** The Bybit v5 dialect: its endpoints, each with the act that answers it, and its proof. */
import * as positions from '../../wire/bybit/account/positions.ts';
import * as settings from '../../wire/bybit/account/settings.ts';
import * as log from '../../wire/bybit/account/transaction-log.ts';
import * as wallet from '../../wire/bybit/account/wallet.ts';
import { bybitWire } from '../../wire/bybit/dialect.ts';
import * as book from '../../wire/bybit/market/book.ts';
import * as instruments from '../../wire/bybit/market/instruments.ts';
import * as ticker from '../../wire/bybit/market/ticker.ts';
import * as changing from '../../wire/bybit/orders/change-order.ts';
import * as executions from '../../wire/bybit/orders/executions.ts';
import * as orders from '../../wire/bybit/orders/read-orders.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import {
  adjustMargin,
  change,
  changeEach,
  changeEveryMarginMode,
  changePositionMode,
  chooseGuard,
} from '../acts/change.ts';
import { checkOrder } from '../acts/check-order.ts';
import * as follow from '../acts/follow-orders.ts';
import * as account from '../acts/read-account.ts';
import { readBackFills, readBackMoves, readBackOrders, readClosings } from '../acts/read-back.ts';
import * as market from '../acts/read-market.ts';
import { setExits } from '../acts/set-exits.ts';
import type { Dialect } from '../dialect.ts';
import { serve, serveOpen } from '../serve.ts';
import { authenticateBybit } from './authenticate-headers.ts';

const MARKET_CALLS = [
  serveOpen(instruments.TIME, market.readClock),
  serveOpen(instruments.INSTRUMENTS, market.readListings),
  serveOpen(instruments.RISK_LIMITS, market.readContracts),
  serveOpen(instruments.SYSTEM_STATUS, market.readNothing),
  serveOpen(instruments.ANNOUNCEMENTS, market.readNothing),
  serveOpen(ticker.TICKERS, market.readOverviews),
  serveOpen(ticker.OPEN_INTEREST, market.readOpenInterest),
  serveOpen(ticker.PRICE_LIMIT, market.readPrices),
  serveOpen(ticker.INSURANCE, market.readFund),
  serveOpen(ticker.INDEX_COMPONENTS, market.readPrices),
  serveOpen(ticker.ADL_ALERT, market.readNothing),
  serveOpen(ticker.ACCOUNT_RATIO, market.readNothing),
  serveOpen(book.ORDERBOOK, market.readDepth),
  serveOpen(book.RECENT_TRADES, market.readTrades),
  serveOpen(book.KLINES, market.readCandleRange),
  serveOpen(book.MARK_KLINES, market.readCandleRange),
  serveOpen(book.INDEX_KLINES, market.readCandleRange),
  serveOpen(book.PREMIUM_KLINES, market.readPremiums),
  serveOpen(book.FUNDING_HISTORY, market.readSettlements),
];

const ORDER_CALLS = [
  serve(changing.PLACE_ORDER, follow.placeOwn),
  serve(changing.PLACE_BATCH, follow.placeEachOwn),
  serve(changing.PRE_CHECK, checkOrder),
  serve(changing.AMEND_ORDER, follow.amendOwn),
  serve(changing.AMEND_BATCH, follow.amendEachOwn),
  serve(changing.CANCEL_ORDER, follow.cancelOwn),
  serve(changing.CANCEL_BATCH, follow.cancelEachOwn),
  serve(changing.CANCEL_ALL, follow.cancelAllListed),
  serve(settings.SET_PROTECTION, chooseGuard),
  serve(orders.REALTIME_ORDERS, readBackOrders),
  serve(orders.ORDER_HISTORY, readBackOrders),
  serve(executions.EXECUTIONS, readBackFills),
];

const ACCOUNT_CALLS = [
  serve(wallet.WALLET_BALANCE, account.readWallet),
  serve(wallet.WITHDRAWAL, account.readOwnDesks),
  serve(wallet.FEE_RATE, account.readFees),
  serve(wallet.ACCOUNT_INFO, account.readGuarded),
  serve(wallet.KEY_INFORMATION, account.readOwnKey),
  serve(settings.PROTECTION, account.readGuard),
  serve(log.TRANSACTION_LOG, readBackMoves),
  serve(positions.POSITIONS, account.readHoldings),
  serve(positions.SYMBOL_INFO, account.readOwnDesks),
  serve(
    positions.ADD_MARGIN,
    async (call, asked) => (await adjustMargin(call, asked)) ?? account.readHoldings(call, asked),
  ),
  serve(executions.CLOSED_PNL, readClosings),
  serve(positions.TRADING_STOP, setExits),
  serve(settings.SET_LEVERAGE, change),
  serve(settings.SWITCH_MODE, changePositionMode),
  serve(settings.SWITCH_ISOLATED, changeEach),
  serve(settings.SET_MARGIN_MODE, changeEveryMarginMode),
  serve(settings.SET_AUTO_MARGIN, change),
  serve(settings.CONFIRM_PENDING, market.readNothing),
  ...settings.REFUSED_CALLS.map((refused) => serve(refused, market.readNothing)),
  serve(settings.COLLATERAL_INFO, market.readNothing),
  serve(settings.SMP_GROUP, market.readNothing),
  serve(settings.USER_SETTINGS, market.readNothing),
  serve(settings.COIN_INFO, market.readNothing),
  serve(settings.FUNDING_WALLET, market.readNothing),
  serve(instruments.OWN_INSTRUMENTS, market.readListings),
];

export const CALLS = [...MARKET_CALLS, ...ORDER_CALLS, ...ACCOUNT_CALLS];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly Endpoint[] = CALLS.map(({ endpoint }) => endpoint);

export const DIALECT: Dialect = {
  ...bybitWire(ENDPOINTS),
  authenticate: authenticateBybit,
  takesRsa: true,
  routes: CALLS,
  qualifying: {
    order: [changing.PLACE_ORDER],
    assets: [wallet.WALLET_BALANCE],
    market: [ticker.TICKERS, instruments.INSTRUMENTS],
    leverage: [settings.SET_LEVERAGE],
    fills: [executions.EXECUTIONS],
  },
};
