/** Where somebody who called a path that does not exist probably wanted to go. */

import type { Endpoint } from '../endpoint.ts';
import { findNearestByPart } from '../nearest-name.ts';

/** Names that people call by mistake, or remember from elsewhere, and what they mean here. */
const MISTAKEN: Readonly<Record<string, string>> = {
  'order/cancelOrder': 'order/cancel_order',
  'order/cancel': 'order/cancel_order',
  'order/cancelById': 'order/cancel_order',
  'order/cancelAll': 'order/cancelAllOrders',
  'order/cancelAllOrder': 'order/cancelAllOrders',
  'order/cancelAllTrigger': 'order/cancelAllOrders',
  'order/cancelPlan': 'order/cancel_plan',
  'order/openOrders': 'order/current',
  'order/open_orders': 'order/current',
  'order/currentOrders': 'order/current',
  'order/pending': 'order/current',
  'order/orders': 'order/current',
  'order/plan_orders': 'order/currentPlan',
  'order/placeTPSL': 'order/placeTpSlOrder',
  'order/place': 'order/placeOrder',
  'account/balance': 'account/assets',
  'account/singleAccount': 'account/getAccount',
  'account/allPosition': 'account/position/allPosition',
  'account/singlePosition': 'account/position/singlePosition',
  'account/setLeverage': 'account/leverage',
  'account/autoAddMargin': 'account/modifyAutoAppendMargin',
  'position/allPosition': 'account/position/allPosition',
  'position/singlePosition': 'account/position/singlePosition',
  'market/klines': 'market/candles',
  'market/kline': 'market/candles',
  'market/history/klines': 'market/historyCandles',
  'market/fundingRate': 'market/currentFundRate',
  'market/fundingRate/history': 'market/getHistoryFundRate',
  'market/settlementTime': 'market/funding_time',
  'market/instruments': 'market/contracts',
  'market/products': 'market/contracts',
  products: 'market/contracts',
  time: 'market/time',
};

/** The nearest path of the interface; undefined where the wrong one resembles nothing. */
export function findNearestPath(endpoints: readonly Endpoint[], path: string): string | undefined {
  const paths = endpoints.map((endpoint) => endpoint.path);
  const known = paths.find((candidate) => candidate.toLowerCase() === path.toLowerCase());
  if (known !== undefined) return known;
  const short = shorten(path);
  const mistaken = Object.keys(MISTAKEN).find((name) => name.toLowerCase() === short.toLowerCase());
  const nearest =
    mistaken === undefined ? findNearestByPart(short, paths.map(shorten)) : MISTAKEN[mistaken];
  return paths.find((candidate) => shorten(candidate) === nearest);
}

/** Without leading slashes, the usual prefix and a slash at the end. */
const shorten = (path: string): string =>
  path
    .slice(0, 200)
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/^(?:capi|api)\/(?:v\d+\/)?/i, '')
    .replace(/^v\d+\//i, '');
