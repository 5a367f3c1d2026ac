import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIALECT as V2 } from '../../gateway/v2/calls.ts';
import { explainPath } from '../not-found.ts';
import * as hints from './dialect.ts';

const findNearestPath = (path: string) => hints.findNearestPath(V2.endpoints, path);
const notFound = (method: string, path: string) =>
  explainPath(V2.endpoints, method, path, hints.findNearestPath);

test.each([
  ['order/cancelOrder', 'order/cancel_order'],
  ['order/cancel', 'order/cancel_order'],
  ['order/cancelById', 'order/cancel_order'],
  ['order/cancelAll', 'order/cancelAllOrders'],
  ['order/cancelAllOrder', 'order/cancelAllOrders'],
  ['order/cancelPlan', 'order/cancel_plan'],
  ['order/openOrders', 'order/current'],
  ['order/open_orders', 'order/current'],
  ['order/currentOrders', 'order/current'],
  ['order/pending', 'order/current'],
  ['order/orders', 'order/current'],
  ['order/plan_orders', 'order/currentPlan'],
  ['order/placeTPSL', 'order/placeTpSlOrder'],
  ['account/setLeverage', 'account/leverage'],
  ['account/singleAccount', 'account/getAccount'],
  ['account/balance', 'account/assets'],
  ['account/allPosition', 'account/position/allPosition'],
  ['position/allPosition', 'account/position/allPosition'],
  ['position/singlePosition', 'account/position/singlePosition'],
  ['market/klines', 'market/candles'],
  ['market/history/klines', 'market/historyCandles'],
  ['market/fundingRate', 'market/currentFundRate'],
  ['market/settlementTime', 'market/funding_time'],
  ['market/instruments', 'market/contracts'],
  ['products', 'market/contracts'],
  ['time', 'market/time'],
  ['order/placeorder', 'order/placeOrder'],
  ['order/plceOrder', 'order/placeOrder'],
  ['market/tickr', 'market/ticker'],
  ['account/asset', 'account/assets'],
  ['perpetua/tier', 'perpetua/tiers'],
])('[WIRE-65] %s meant %s', (wrong, right) => {
  expect(findNearestPath(`/capi/v2/${wrong}`)).toBe(`/capi/v2/${right}`);
  expect(notFound('GET', `/capi/v2/${wrong}`)).toMatchObject({
    status: 404,
    code: '404',
    text: { en: expect.stringContaining(`did you mean /capi/v2/${right}?`) },
  });
});

test('[WIRE-65] prefixes that are missing or of another version do not hide the name', () => {
  for (const wrong of ['/market/ticker', '//capi/v2/market/ticker/', '/capi/v1/market/ticker'])
    expect(findNearestPath(wrong)).toBe('/capi/v2/market/ticker');
});

test('[WIRE-65] what resembles nothing gets no advice', () => {
  expect(findNearestPath('/favicon.ico')).toBeUndefined();
  expect(notFound('GET', '/wp-admin/setup.php').text.en).toBe(
    'Request path does not exist: GET /wp-admin/setup.php',
  );
});

test('[WIRE-65] the wrong method is told the right one', () => {
  expect(notFound('GET', '/capi/v2/order/placeOrder').text.en).toBe(
    'Request path does not exist: GET /capi/v2/order/placeOrder, use POST',
  );
  expect(notFound('POST', '/capi/v2/perpetua/tiers').text.en).toMatch(/, use GET$/);
});

test('[WIRE-65] any path has an answer, and a right one finds itself', () => {
  for (const { path } of V2.endpoints) expect(findNearestPath(path)).toBe(path);
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (path) => {
      expect(notFound('GET', path).status).toBe(404);
    }),
  );
});
