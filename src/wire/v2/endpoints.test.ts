import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import {
  accountOf,
  assetOf,
  callerOf,
  playMarket,
  positionOf,
} from '../../../test/wire/played-market.ts';
import { contractId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { ENDPOINTS, type EndpointId } from '../../gateway/v2/calls.ts';
import { flatCandle } from '../../views/candle-ring.ts';
import { depthOf, topLevels } from '../../views/depth.ts';
import { fundingOf } from '../../views/funding.ts';
import { listOrders } from '../../views/orders.ts';
import { readTicker } from '../../views/ticker.ts';
import { newestTrades } from '../../views/trades.ts';
import type { Caller } from '../caller.ts';
import type { Endpoint, Wording } from '../endpoint.ts';
import { isWireError, wireError } from '../errors.ts';
import { readJson } from '../json.ts';
import { findUnknownFields, readBody, readRequest } from '../read-request.ts';
import { ACCOUNT, ACCOUNTS, ASSETS, BILLS, GET_ACCOUNT, GET_ACCOUNTS } from './account/account.ts';
import {
  ADJUST_MARGIN,
  ALL_POSITION,
  AUTO_APPEND,
  HOLD_MODEL,
  LEVERAGE,
  SETTINGS,
  SINGLE_POSITION,
} from './account/positions.ts';
import { CANDLES, DEPTH, HISTORY_CANDLES, TICKER, TICKERS, TRADES } from './market/book.ts';
import {
  CONTRACTS,
  CURRENT_FUNDING,
  FUNDING_HISTORY,
  FUNDING_TIME,
  INDEX,
  OPEN_INTEREST,
  TIME,
} from './market/contracts.ts';
import {
  CANCEL_ALL,
  CANCEL_BATCH,
  CANCEL_ORDER,
  CANCEL_PLAN,
  CLOSE_POSITIONS,
} from './orders/cancel-orders.ts';
import {
  BATCH_ORDERS,
  MODIFY_EXIT,
  PLACE_EXIT,
  PLACE_ORDER,
  PLAN_ORDER,
} from './orders/place-order.ts';
import {
  CURRENT,
  CURRENT_PLAN,
  FILLS,
  HISTORY,
  HISTORY_PLAN,
  ORDER_DETAIL,
} from './orders/read-orders.ts';
import { UPLOAD_AI_LOG } from './orders/upload-ai-log.ts';

const market = playMarket();
const { btc, views, contracts, trader } = market;
const now = millis(market.driver.at);
const query = { account: trader, contract: null } as const;
const working = listOrders(views.orders, { ...query, group: 'working' });
const waiting = listOrders(views.orders, { ...query, group: 'untriggered' });
const finished = market.finished.map(({ order, finishedAt, cancelReason }) => ({
  order,
  updatedAt: finishedAt,
  cancelReason,
}));
const { order } = finished[0]!;
const candle = {
  ...flatCandle(now, views.prices.rows[0]!.index),
  base: order.size,
  quote: order.filledValue,
  trades: 1,
};
const prices = { ...views.prices.rows[0]!, at: now };
const depth = depthOf(views.depth, contractId(0));
const settled = {
  contract: btc.id,
  settledAt: now,
  rate: fundingOf(views.funding, btc.id).estimate,
};
/** Knows every order and position that an example may name. */
const caller: Caller = {
  ...callerOf(market),
  findOrderContract: () => btc,
  findPosition: () => ({ contract: btc.id, positionSide: 'long' }),
};

/** The answer to the request of an endpoint's examples. */
function answer<Asked, Told>(
  endpoint: Pick<Endpoint, 'request'> & Wording<Caller, Asked, Told>,
  told: NoInfer<Told>,
): object {
  const fields = readBody(JSON.stringify(exampleRequest(endpoint)));
  const asked = isWireError(fields) ? fields : endpoint.read(caller, fields);
  if (isWireError(asked)) throw new Error(asked.text.en);
  return endpoint.format(told, asked, caller);
}

const placed = { order: order.id };
const unknown = wireError('50005');

/** An answer of every endpoint, made the way the gateway makes it. */
const ANSWERS: Readonly<Record<EndpointId, unknown>> = {
  marketTime: answer(TIME, now),
  marketContracts: answer(CONTRACTS, contracts),
  marketDepth: answer(DEPTH, {
    asks: topLevels(depth.asks, 15),
    bids: topLevels(depth.bids, 15),
    at: now,
  }),
  marketTickers: answer(
    TICKERS,
    contracts.map(({ id }) => readTicker(views, id, now)),
  ),
  marketTicker: answer(TICKER, readTicker(views, btc.id, now)),
  marketTrades: answer(TRADES, newestTrades(views.trades, btc.id, 10)),
  marketCandles: answer(CANDLES, [candle]),
  marketHistoryCandles: answer(HISTORY_CANDLES, [candle]),
  marketIndex: answer(INDEX, prices),
  marketOpenInterest: answer(OPEN_INTEREST, { ...prices, size: order.size }),
  marketFundingTime: answer(FUNDING_TIME, now),
  marketFundingHistory: answer(FUNDING_HISTORY, [{ ...settled, mark: prices.mark }]),
  marketCurrentFunding: answer(CURRENT_FUNDING, [
    { ...fundingOf(views.funding, btc.id), contract: btc, at: now },
  ]),
  accountGetAccounts: answer(GET_ACCOUNTS, accountOf(market)),
  accountAccounts: answer(ACCOUNTS, accountOf(market)),
  accountGetAccount: answer(GET_ACCOUNT, accountOf(market)),
  accountAccount: answer(ACCOUNT, accountOf(market)),
  accountAssets: answer(ASSETS, assetOf(market)),
  accountBills: answer(BILLS, { rows: market.bills, hasMore: false }),
  accountSettings: answer(SETTINGS, accountOf(market).settings),
  accountLeverage: answer(LEVERAGE, undefined),
  accountAdjustMargin: answer(ADJUST_MARGIN, undefined),
  accountAutoAppend: answer(AUTO_APPEND, undefined),
  accountAllPosition: answer(ALL_POSITION, [positionOf(market)]),
  accountSinglePosition: answer(SINGLE_POSITION, []),
  accountHoldModel: answer(HOLD_MODEL, undefined),
  orderPlaceOrder: answer(PLACE_ORDER, placed),
  orderBatchOrders: answer(BATCH_ORDERS, [placed]),
  orderCancelOrder: answer(CANCEL_ORDER, order.id),
  orderCancelBatch: answer(CANCEL_BATCH, [order.id, unknown]),
  orderDetail: answer(ORDER_DETAIL, finished[0]!),
  orderHistory: answer(HISTORY, finished),
  orderCurrent: answer(CURRENT, working),
  orderFills: answer(FILLS, { fills: market.fills, hasMore: false, total: market.fills.length }),
  orderClosePositions: answer(CLOSE_POSITIONS, [
    { position: positionOf(market).position.id, outcome: order.id },
  ]),
  orderCancelAll: answer(CANCEL_ALL, [order.id]),
  orderUploadAiLog: answer(UPLOAD_AI_LOG, undefined),
  orderPlanOrder: answer(PLAN_ORDER, placed),
  orderCancelPlan: answer(CANCEL_PLAN, order.id),
  orderCurrentPlan: answer(CURRENT_PLAN, waiting),
  orderHistoryPlan: answer(HISTORY_PLAN, { orders: waiting, hasMore: false }),
  orderPlaceTpSl: answer(PLACE_EXIT, placed),
  orderModifyTpSl: answer(MODIFY_EXIT, undefined),
};

test.each(ENDPOINTS)('[WIRE-60] $method $path answers exactly as its schema says', (endpoint) => {
  const answer: unknown = JSON.parse(JSON.stringify(ANSWERS[endpoint.id]));
  expect([...Value.Errors(endpoint.response, answer)]).toEqual([]);
});

/** The request that the examples of a schema make. */
function exampleRequest({ request }: Pick<Endpoint, 'request'>): Record<string, unknown> {
  const named = Object.entries(request.properties).map(([name, property]) => {
    const {
      examples,
      enum: words,
      default: usual,
      items,
    } = property as {
      examples?: unknown[];
      enum?: unknown[];
      default?: unknown;
      items?: Endpoint['request'];
    };
    if (name === 'orderDataList') return [name, [exampleRequest({ request: items! })]];
    return [name, examples?.[0] ?? usual ?? words?.[0]];
  });
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

test.each(ENDPOINTS)('[WIRE-60] $method $path reads the request of its examples', (endpoint) => {
  const example = exampleRequest(endpoint);
  const fields = readBody(JSON.stringify(example));
  if (isWireError(fields)) throw new Error(fields.text.en);
  const read = readRequest(endpoint.request, fields, caller);
  expect(isWireError(read) ? read.text.en : 'read').toBe('read');
  expect(findUnknownFields(endpoint.request, fields)).toEqual([]);
  expect([...Value.Errors(endpoint.request, example)]).toEqual([]);
});

test.each(ENDPOINTS)('[WIRE-60] $method $path documents every field', (endpoint) => {
  for (const property of Object.values(endpoint.request.properties))
    expect((property as { description?: string }).description).toMatch(/^[A-Z0-9`].*\.$/);
  expect(endpoint.summary).not.toBe('');
  expect(endpoint.text).toMatch(/\.$/);
});

test('[WIRE-61] the table has 41 endpoints and two older names, each once', () => {
  expect(ENDPOINTS).toHaveLength(43);
  expect(new Set(ENDPOINTS.map(({ path }) => path)).size).toBe(43);
  expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(43);
  const groups = ENDPOINTS.map(({ path }) => path.split('/')[3]);
  expect(groups.filter((group) => group === 'market')).toHaveLength(13);
  expect(groups.filter((group) => group === 'account')).toHaveLength(13);
  expect(groups.filter((group) => group === 'order')).toHaveLength(17);
});

const WEIGHTS = `
GET market/time 1 0 public
GET market/contracts 10 0 public
GET market/depth 1 0 public
GET market/tickers 40 0 public
GET market/ticker 1 0 public
GET market/trades 5 0 public
GET market/candles 1 0 public
GET market/historyCandles 5 0 public
GET market/index 1 0 public
GET market/open_interest 2 0 public
GET market/funding_time 1 0 public
GET market/getHistoryFundRate 5 0 public
GET market/currentFundRate 1 0 public
GET account/getAccounts 5 5 read
GET account/accounts 5 5 read
GET account/getAccount 1 1 read
GET account/account 1 1 read
GET account/assets 5 10 read
POST account/bills 2 5 read
GET account/settings 1 1 read
POST account/leverage 10 20 trade
POST account/adjustMargin 15 30 trade
POST account/modifyAutoAppendMargin 15 30 trade
GET account/position/allPosition 10 15 read
GET account/position/singlePosition 2 3 read
POST account/position/changeHoldModel 20 50 trade
POST order/placeOrder 2 5 trade place
POST order/batchOrders 5 10 trade place
POST order/cancel_order 2 3 trade cancel
POST order/cancel_batch_orders 5 10 trade cancel
GET order/detail 2 2 read
GET order/history 10 10 read
GET order/current 2 2 read
GET order/fills 5 5 read
POST order/closePositions 40 50 trade
POST order/cancelAllOrders 40 50 trade
POST order/uploadAiLog 1 1 trade
POST order/plan_order 2 5 trade place
POST order/cancel_plan 2 3 trade cancel
GET order/currentPlan 3 3 read
GET order/historyPlan 5 10 read
POST order/placeTpSlOrder 2 5 trade place
POST order/modifyTpSlOrder 2 5 trade place
`;

test('[WIRE-61] weights, permissions and order rates', () => {
  const rows = ENDPOINTS.map((endpoint) => {
    const { method, path, ipWeight, uidWeight, permission, orderRate } = endpoint;
    const short = path.replace('/capi/v2/', '');
    const rate = orderRate === null ? '' : ` ${orderRate}`;
    return `${method} ${short} ${ipWeight} ${uidWeight} ${permission ?? 'public'}${rate}`;
  });
  expect(rows).toEqual(WEIGHTS.trim().split('\n'));
});

test('[WIRE-62] answers survive JSON, ids and all, in the strict reader too', () => {
  for (const answer of Object.values(ANSWERS))
    expect(readJson(JSON.stringify(answer)).ok).toBe(true);
  expect(callerOf(market).account).toBe(trader);
});
