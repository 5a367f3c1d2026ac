/** The endpoints of version 2, each with the act that answers it. */
import type { Endpoint } from '../../wire/endpoint.ts';
import {
  ACCOUNT,
  ACCOUNTS,
  ASSETS,
  GET_ACCOUNT,
  GET_ACCOUNTS,
} from '../../wire/v2/account/account.ts';
import { BILLS } from '../../wire/v2/account/bills.ts';
import { ALL_POSITION, SINGLE_POSITION } from '../../wire/v2/account/positions.ts';
import {
  ADJUST_MARGIN,
  AUTO_APPEND,
  HOLD_MODEL,
  LEVERAGE,
  SETTINGS,
} from '../../wire/v2/account/settings.ts';
import { AMEND } from '../../wire/v2/extensions/amend.ts';
import { PORTFOLIO } from '../../wire/v2/extensions/portfolio.ts';
import { TIME_STEP } from '../../wire/v2/extensions/time-step.ts';
import { FUNDING_PAYMENTS, LIQUIDATIONS } from '../../wire/v2/extensions/why.ts';
import { DEPTH, TICKER, TICKERS, TRADES } from '../../wire/v2/market/book.ts';
import { CANDLES, HISTORY_CANDLES, SPARKLINES } from '../../wire/v2/market/candles.ts';
import { CONTRACTS, TIERS, TIME } from '../../wire/v2/market/contracts.ts';
import {
  CURRENT_FUNDING,
  FUNDING_HISTORY,
  FUNDING_RATES,
  FUNDING_TIME,
  INDEX,
  OPEN_INTEREST,
} from '../../wire/v2/market/prices.ts';
import {
  CANCEL_ALL,
  CANCEL_BATCH,
  CANCEL_ORDER,
  CANCEL_PLAN,
  CLOSE_POSITIONS,
} from '../../wire/v2/orders/cancel-orders.ts';
import { BATCH_ORDERS, PLACE_ORDER } from '../../wire/v2/orders/place-order.ts';
import { MODIFY_EXIT, PLACE_EXIT, PLAN_ORDER } from '../../wire/v2/orders/plan-order.ts';
import {
  CURRENT,
  CURRENT_PLAN,
  FILLS,
  HISTORY,
  HISTORY_PLAN,
  ORDER_DETAIL,
} from '../../wire/v2/orders/read-orders.ts';
import { UPLOAD_AI_LOG } from '../../wire/v2/orders/upload-ai-log.ts';
import { cancel, cancelEach, cancelEvery, changeTrigger, closeEach } from '../acts/cancel.ts';
import { place, placeEach } from '../acts/carry-out.ts';
import { change } from '../acts/change.ts';
import { readOrder } from '../acts/find-order.ts';
import { amendOwn } from '../acts/follow-orders.ts';
import { readAccount, readDeskSettings, readMoney, readPositions } from '../acts/read-account.ts';
import { readBills } from '../acts/read-bills.ts';
import { readCountedFills, readFinished, readTriggers } from '../acts/read-history.ts';
import {
  readCandleRange,
  readClock,
  readContracts,
  readDepth,
  readFunding,
  readNewestCandles,
  readNextSettlement,
  readOneTicker,
  readOpenInterest,
  readPrices,
  readSettlements,
  readTickers,
  readTrades,
} from '../acts/read-market.ts';
import { readLiving } from '../acts/read-orders.ts';
import { readPortfolio } from '../acts/read-portfolio.ts';
import { readFundingBills, readLiquidations } from '../acts/read-why.ts';
import { stepTime } from '../acts/step-time.ts';
import { admitUpload, uploadAiLog } from '../acts/upload-ai-log.ts';
import { serve, serveOpen } from '../serve.ts';
import { serveCandles } from '../serve-candles.ts';

/** How this dialect writes candles. */
const ROWS = { name: 'v2', isNewestFirst: true } as const;

export const CALLS = [
  serveOpen(TIME, readClock),
  serveOpen(CONTRACTS, readContracts),
  serveOpen(DEPTH, readDepth),
  serveOpen(TICKERS, readTickers),
  serveOpen(TICKER, readOneTicker),
  serveOpen(TRADES, readTrades),
  serveCandles(CANDLES, readCandleRange, ROWS),
  serveCandles(HISTORY_CANDLES, readCandleRange, ROWS),
  serveOpen(INDEX, readPrices),
  serveOpen(OPEN_INTEREST, readOpenInterest),
  serveOpen(FUNDING_TIME, readNextSettlement),
  serveOpen(FUNDING_HISTORY, readSettlements),
  serveOpen(CURRENT_FUNDING, readFunding),
  serve(GET_ACCOUNTS, readAccount),
  serve(ACCOUNTS, readAccount),
  serve(GET_ACCOUNT, readAccount),
  serve(ACCOUNT, readAccount),
  serve(ASSETS, readMoney),
  serve(BILLS, readBills),
  serve(SETTINGS, readDeskSettings),
  serve(LEVERAGE, change),
  serve(ADJUST_MARGIN, change),
  serve(AUTO_APPEND, change),
  serve(ALL_POSITION, readPositions),
  serve(SINGLE_POSITION, readPositions),
  serve(HOLD_MODEL, change),
  serve(PLACE_ORDER, place),
  serve(BATCH_ORDERS, placeEach),
  serve(CANCEL_ORDER, cancel),
  serve(CANCEL_BATCH, cancelEach),
  serve(ORDER_DETAIL, readOrder),
  serve(HISTORY, readFinished),
  serve(CURRENT, readLiving),
  serve(FILLS, readCountedFills),
  serve(CLOSE_POSITIONS, closeEach),
  serve(CANCEL_ALL, cancelEvery),
  serve(UPLOAD_AI_LOG, uploadAiLog, admitUpload),
  serve(PLAN_ORDER, place),
  serve(CANCEL_PLAN, cancel),
  serve(CURRENT_PLAN, readLiving),
  serve(HISTORY_PLAN, readTriggers),
  serve(PLACE_EXIT, place),
  serve(MODIFY_EXIT, changeTrigger),
];

export type EndpointId = (typeof CALLS)[number]['endpoint']['id'];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly (Endpoint & { readonly id: EndpointId })[] = CALLS.map(
  ({ endpoint }) => endpoint,
);

/** Endpoints that this venue adds to version 2. `/docs` lists them with the others. */
export const EXTENSIONS = [
  serveOpen(FUNDING_RATES, readFunding),
  serveOpen(TIERS, readContracts),
  serveOpen(SPARKLINES, readNewestCandles),
  serve(LIQUIDATIONS, readLiquidations),
  serve(FUNDING_PAYMENTS, readFundingBills),
  serve(PORTFOLIO, readPortfolio),
  serve(AMEND, amendOwn),
  serve(TIME_STEP, stepTime),
];

export const EXTENSION_ENDPOINTS: readonly Endpoint[] = EXTENSIONS.map(({ endpoint }) => endpoint);
