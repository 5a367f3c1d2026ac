/** The Hyperliquid dialect: its endpoints, each with the act that answers it, and its proof. */
import type { Endpoint } from '../../wire/endpoint.ts';
import * as account from '../../wire/hyperliquid/account.ts';
import * as settings from '../../wire/hyperliquid/account-actions.ts';
import { L2_BOOK } from '../../wire/hyperliquid/book.ts';
import { hyperliquidWire } from '../../wire/hyperliquid/dialect.ts';
import * as info from '../../wire/hyperliquid/market.ts';
import * as money from '../../wire/hyperliquid/money-rows.ts';
import * as actions from '../../wire/hyperliquid/order-actions.ts';
import * as orders from '../../wire/hyperliquid/read-orders.ts';
import { STUBS } from '../../wire/hyperliquid/stubs.ts';
import { WEB_DATA } from '../../wire/hyperliquid/web-data.ts';
import { carryOutEach } from '../acts/carry-out.ts';
import { adjustMargin, change } from '../acts/change.ts';
import { readFees } from '../acts/read-account.ts';
import { readFundingBills, readIncome } from '../acts/read-bills.ts';
import { readForwardOrders, readLivingOrders } from '../acts/read-forward.ts';
import * as market from '../acts/read-market.ts';
import { readWalkedFills } from '../acts/read-walked.ts';
import type { Dialect } from '../dialect.ts';
import { serve, serveOpen } from '../serve.ts';
import * as own from './acts.ts';
import { authenticateAction } from './authenticate-action.ts';
import { issueAddress } from './sign-action.ts';

const MARKET_CALLS = [
  serveOpen(info.META_INFO, market.readContracts),
  serveOpen(info.ALL_METAS, market.readContracts),
  serveOpen(info.META_AND_CONTEXTS, market.readOverviews),
  serveOpen(info.ALL_MIDS, market.readOverviews),
  serveOpen(L2_BOOK, market.readDepth),
  serveOpen(info.CANDLES, market.readCandleRange),
  serveOpen(info.RECENT_TRADES, market.readTrades),
  serveOpen(info.FUNDING_HISTORY, market.readSettlementRange),
  serveOpen(info.PREDICTED_FUNDINGS, market.readOverviews),
  serveOpen(info.EXCHANGE_STATUS, market.readClock),
  ...STUBS.map((stub) => serveOpen(stub, market.readNothing)),
];

const ACCOUNT_CALLS = [
  serve(account.CLEARINGHOUSE_STATE, own.readStandingNow),
  serve(account.USER_FEES, readFees),
  serve(account.USER_ROLE, own.readRole),
  serve(account.EXTRA_AGENTS, own.readAgents),
  serve(account.RATE_LIMIT, market.readNothing),
  serve(account.PORTFOLIO, own.readStandingNow),
  serve(account.ACTIVE_ASSET, own.readStandingNow),
  serve(WEB_DATA, own.readWebData),
  serve(orders.OPEN_ORDERS, readLivingOrders),
  serve(orders.FRONTEND_OPEN_ORDERS, readLivingOrders),
  serve(orders.ORDER_STATUS, own.findOwn),
  serve(orders.HISTORICAL_ORDERS, readForwardOrders),
  serve(money.USER_FILLS, readWalkedFills),
  serve(money.USER_FILLS_BY_TIME, readWalkedFills),
  serve(money.USER_FUNDING, readFundingBills),
  serve(money.LEDGER_UPDATES, readIncome),
];

const ACTIONS = [
  serve(actions.ORDER_ACTION, own.placeWishes, own.admitOneWay),
  serve(actions.MODIFY, own.modifyEach, own.admitOneWay),
  serve(actions.BATCH_MODIFY, own.modifyEach, own.admitOneWay),
  serve(actions.CANCEL, own.cancelWishes),
  serve(actions.CANCEL_BY_CLOID, own.cancelWishes),
  serve(settings.UPDATE_LEVERAGE, change, own.admitOneWay),
  serve(settings.UPDATE_MARGIN, adjustMargin, own.admitOneWay),
  serve(
    settings.SCHEDULE_CANCEL,
    async (call, commands) => own.findWhole(await carryOutEach(call, commands)),
    own.admitOneWay,
  ),
  serve(settings.APPROVE_AGENT, own.approveAgent),
  ...settings.ACCEPTED_ACTIONS.map((action) => serve(action, market.readNothing)),
  ...settings.NOT_OFFERED.map((action) => serve(action, market.readNothing)),
];

export const CALLS = [...MARKET_CALLS, ...ACCOUNT_CALLS, ...ACTIONS];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly Endpoint[] = CALLS.map(({ endpoint }) => endpoint);

export const DIALECT: Dialect = {
  ...hyperliquidWire(ENDPOINTS),
  authenticate: authenticateAction,
  issueAddress,
  routes: CALLS,
  qualifying: {
    order: [actions.ORDER_ACTION],
    assets: [account.CLEARINGHOUSE_STATE],
    market: [info.META_AND_CONTEXTS, info.ALL_MIDS],
    leverage: [settings.UPDATE_LEVERAGE],
    fills: [money.USER_FILLS, money.USER_FILLS_BY_TIME],
  },
};
