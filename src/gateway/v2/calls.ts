/** The dialect of version 2: its endpoints, each with the act that answers it, and its proof. */
import type { Endpoint } from '../../wire/endpoint.ts';
import * as account from '../../wire/v2/account/account.ts';
import * as positions from '../../wire/v2/account/positions.ts';
import { v2Wire } from '../../wire/v2/dialect.ts';
import * as extensions from '../../wire/v2/extensions/orders.ts';
import * as portfolio from '../../wire/v2/extensions/portfolio.ts';
import * as time from '../../wire/v2/extensions/time.ts';
import * as why from '../../wire/v2/extensions/why.ts';
import * as book from '../../wire/v2/market/book.ts';
import * as contracts from '../../wire/v2/market/contracts.ts';
import * as canceling from '../../wire/v2/orders/cancel-orders.ts';
import * as placing from '../../wire/v2/orders/place-order.ts';
import * as orders from '../../wire/v2/orders/read-orders.ts';
import * as aiLog from '../../wire/v2/orders/upload-ai-log.ts';
import { cancel, cancelEach, cancelEvery, changeTrigger, closeEach } from '../acts/cancel.ts';
import { place, placeEach } from '../acts/carry-out.ts';
import {
  admitUpload,
  change,
  changeLatency,
  readLatency,
  stepTime,
  uploadAiLog,
} from '../acts/change.ts';
import { readOrder } from '../acts/find-order.ts';
import { amendOwn } from '../acts/follow-orders.ts';
import {
  readAccount,
  readDeskSettings,
  readMoney,
  readPositions,
  readQueues,
} from '../acts/read-account.ts';
import { readBills, readFundingBills, readLiquidations } from '../acts/read-bills.ts';
import { readCountedFills, readFinished, readLiving, readTriggers } from '../acts/read-history.ts';
import * as market from '../acts/read-market.ts';
import { readPortfolio } from '../acts/read-portfolio.ts';
import { authenticateHeaders } from '../authenticate.ts';
import type { Dialect } from '../dialect.ts';
import { serve, serveCandles, serveOpen } from '../serve.ts';

/** How this dialect writes candles. */
const ROWS = { name: 'v2', isNewestFirst: true } as const;

export const CALLS = [
  serveOpen(contracts.TIME, market.readClock),
  serveOpen(contracts.CONTRACTS, market.readContracts),
  serveOpen(book.DEPTH, market.readDepth),
  serveOpen(book.TICKERS, market.readTickers),
  serveOpen(book.TICKER, market.readOneTicker),
  serveOpen(book.TRADES, market.readTrades),
  serveCandles(book.CANDLES, market.readCandleRange, ROWS),
  serveCandles(book.HISTORY_CANDLES, market.readCandleRange, ROWS),
  serveOpen(contracts.INDEX, market.readPrices),
  serveOpen(contracts.OPEN_INTEREST, market.readOpenInterest),
  serveOpen(contracts.FUNDING_TIME, market.readNextSettlement),
  serveOpen(contracts.FUNDING_HISTORY, market.readSettlements),
  serveOpen(contracts.CURRENT_FUNDING, market.readFunding),
  serve(account.GET_ACCOUNTS, readAccount),
  serve(account.ACCOUNTS, readAccount),
  serve(account.GET_ACCOUNT, readAccount),
  serve(account.ACCOUNT, readAccount),
  serve(account.ASSETS, readMoney),
  serve(account.BILLS, readBills),
  serve(positions.SETTINGS, readDeskSettings),
  serve(positions.LEVERAGE, change),
  serve(positions.ADJUST_MARGIN, change),
  serve(positions.AUTO_APPEND, change),
  serve(positions.ALL_POSITION, readPositions),
  serve(positions.SINGLE_POSITION, readPositions),
  serve(positions.HOLD_MODEL, change),
  serve(placing.PLACE_ORDER, place),
  serve(placing.BATCH_ORDERS, placeEach),
  serve(canceling.CANCEL_ORDER, cancel),
  serve(canceling.CANCEL_BATCH, cancelEach),
  serve(orders.ORDER_DETAIL, readOrder),
  serve(orders.HISTORY, readFinished),
  serve(orders.CURRENT, readLiving),
  serve(orders.FILLS, readCountedFills),
  serve(canceling.CLOSE_POSITIONS, closeEach),
  serve(canceling.CANCEL_ALL, cancelEvery),
  serve(aiLog.UPLOAD_AI_LOG, uploadAiLog, admitUpload),
  serve(placing.PLAN_ORDER, place),
  serve(canceling.CANCEL_PLAN, cancel),
  serve(orders.CURRENT_PLAN, readLiving),
  serve(orders.HISTORY_PLAN, readTriggers),
  serve(placing.PLACE_EXIT, place),
  serve(placing.MODIFY_EXIT, changeTrigger),
];

export type EndpointId = (typeof CALLS)[number]['endpoint']['id'];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly (Endpoint & { readonly id: EndpointId })[] = CALLS.map(
  ({ endpoint }) => endpoint,
);

/** Endpoints that this venue adds to version 2. `/docs` lists them with the others. */
export const EXTENSIONS = [
  serveOpen(contracts.FUNDING_RATES, market.readFunding),
  serveOpen(contracts.TIERS, market.readContracts),
  serveOpen(book.SPARKLINES, market.readNewestCandles),
  serve(why.LIQUIDATIONS, readLiquidations),
  serve(why.FUNDING_PAYMENTS, readFundingBills),
  serve(portfolio.PORTFOLIO, readPortfolio),
  serve(extensions.AMEND, amendOwn),
  serve(extensions.QUEUE, ({ venue, account }) => readQueues(venue.read, account)),
  serve(extensions.PLACE_TRAIL, place),
  serve(extensions.TRAILS, ({ venue, account }) =>
    venue.read.account.orders({ account, contract: null, group: 'untriggered' }),
  ),
  serve(time.OWN_LATENCY, readLatency),
  serve(time.CHANGE_LATENCY, changeLatency),
  serve(time.TIME_STEP, stepTime),
];

export const EXTENSION_ENDPOINTS: readonly Endpoint[] = EXTENSIONS.map(({ endpoint }) => endpoint);

export const DIALECT: Dialect = {
  ...v2Wire([...ENDPOINTS, ...EXTENSION_ENDPOINTS]),
  authenticate: authenticateHeaders,
  routes: [...CALLS, ...EXTENSIONS],
  qualifying: {
    order: [placing.PLACE_ORDER],
    assets: [account.ASSETS],
    market: [book.TICKER, contracts.CONTRACTS],
    leverage: [positions.LEVERAGE],
    fills: [orders.FILLS],
  },
};
