/** Trailing stops in version 2, which has none of its own: the page places them so. */
import { beforeEach, expect, test } from 'vitest';
import { BOB, BTC, ETH, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeEach(async () => {
  kit = await openRestKit();
  await take('1', '0.0001');
  return () => kit.close();
});

const take = (type: string, size: string, account = BOB) =>
  kit.ok('orderPlaceOrder', { symbol: BTC, size, type, match_price: '1' }, account);
const trail = (more: object) => ({ symbol: BTC, size: '0.0010', type: '2', ...more });

/** The last price, as BOB's order has left it. */
const lastTicks = async (): Promise<number> => {
  const { last } = await kit.ok('marketTicker', { symbol: BTC });
  return Math.round(Number(last) * 10);
};
const below = (last: number, distance: number): string => ((last - distance) / 10).toFixed(1);

test('[WEB-75] a stop follows the last price, and is sent when it comes back', async () => {
  const last = await lastTicks();
  const { order_id } = await kit.ok('perpetuaPlaceTrail', trail({ distance: '0.2' }));
  const shown = { order_id, symbol: BTC, distance: '0.2', percent: null, activation_price: null };
  expect(await kit.ok('perpetuaTrails')).toEqual([{ ...shown, trigger_price: below(last, 2) }]);
  await take('1', '1.6000');
  const higher = await lastTicks();
  expect(higher).toBeGreaterThan(last);
  expect(await kit.ok('perpetuaTrails')).toEqual([{ ...shown, trigger_price: below(higher, 2) }]);
  expect(await kit.ok('orderCurrentPlan')).toMatchObject([{ triggerPrice: below(higher, 2) }]);
  await take('2', '0.0001');
  expect(await kit.ok('perpetuaTrails')).toEqual([]);
  expect(await kit.ok('orderDetail', { orderId: order_id })).toMatchObject({ status: 'filled' });
});

test('[WEB-75] a stop may follow by per cent, and only from a price on', async () => {
  const activation_price = '95000.0';
  await kit.ok('perpetuaPlaceTrail', trail({ percent: '0.5', activation_price }));
  expect(await kit.ok('perpetuaTrails')).toMatchObject([
    { percent: '0.5', distance: null, activation_price, trigger_price: null },
  ]);
});

test('[WEB-75] a stop follows by one of the two, within the bounds of the engine', async () => {
  await kit.fails('perpetuaPlaceTrail', '40017', trail({}));
  await kit.fails('perpetuaPlaceTrail', '40017', trail({ distance: '1.0', percent: '1' }));
  await kit.fails('perpetuaPlaceTrail', '40020', trail({ percent: '0.55' }));
  await kit.fails('perpetuaPlaceTrail', '40015', trail({ percent: '20.1' }));
  await kit.fails('perpetuaPlaceTrail', '40015', trail({ percent: '0' }));
  await kit.fails('perpetuaPlaceTrail', '40015', trail({ distance: '0.05' }));
  await kit.fails(
    'perpetuaPlaceTrail',
    '40015',
    trail({ distance: '1.0', activation_price: '1.0' }),
  );
  await kit.fails('perpetuaPlaceTrail', '40020', trail({ distance: '1.0', stopLoss: '80000' }));
  expect(await kit.ok('perpetuaTrails')).toEqual([]);
  const foreign = { symbol: ETH, size: '0.01', type: '3', callbackRate: '1', match_type: '1' };
  const hint = await kit.fails('orderPlanOrder', '40020', { ...foreign, trigger_price: '2000.00' });
  expect(hint).toContain('perpetua/trail');
});
