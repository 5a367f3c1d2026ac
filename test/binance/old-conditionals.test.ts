/** Conditional orders in the shape they had before they got a place of their own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit({ legacyConditionalOrders: true });
});
afterAll(() => kit.close());

const STOP = {
  symbol: 'BTCUSDT',
  side: 'SELL',
  positionSide: 'LONG',
  type: 'STOP_MARKET',
  quantity: '0.01',
  stopPrice: '85000',
  newClientOrderId: 'x-old',
};

test('[BNC-27] with the setting, conditional orders are orders that wait', async () => {
  const placed = await kit.does('POST', 'order', STOP);
  expect(placed).toMatchObject({
    status: 'NEW',
    type: 'STOP_MARKET',
    origType: 'STOP_MARKET',
    stopPrice: '85000.0',
    clientOrderId: 'x-old',
  });
  const target = { symbol: 'BTCUSDT', orderId: placed.orderId };
  expect(await kit.does('GET', 'order', target)).toEqual(placed);
  expect(await kit.does('GET', 'openOrders')).toEqual([placed]);
  expect(await kit.does('GET', 'allOrders', { symbol: 'BTCUSDT' })).toEqual([placed]);
  const canceled = await kit.does('DELETE', 'order', target);
  expect(canceled).toMatchObject({ status: 'CANCELED', type: 'STOP_MARKET' });
  const trail = { ...STOP, type: 'TRAILING_STOP_MARKET', callbackRate: '1', stopPrice: undefined };
  const { stopPrice: _, ...sent } = trail;
  expect(await kit.does('POST', 'order', sent)).toMatchObject({ priceRate: '1.0' });
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' });
  expect(await kit.does('GET', 'openOrders')).toEqual([]);
  expect(await kit.does('POST', 'batchOrders', { batchOrders: [STOP] })).toMatchObject([
    { type: 'STOP_MARKET' },
  ]);
});
