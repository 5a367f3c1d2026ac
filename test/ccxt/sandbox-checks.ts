/** The methods that ccxt has in sandbox mode. Bob trades through them, and version 2 looks on. */
import { expect } from 'vitest';
import { type Anything, BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { SYMBOL } from './ccxt-kit.ts';
import { type Check, expectSameOrder, n } from './check.ts';

const named = (method: string): string => `${method} {sandbox}`;

export const SANDBOX_CHECKS: readonly Check[] = [
  {
    method: named('createOrder'),
    shows: 'the order, filled and resting, and the exception for a mistake',
    limit: 'has no triggerPrice, stopLossPrice or takeProfitPrice there',
    run: async ({ kit, demo, bob }) => {
      const filled = await demo.createOrder(SYMBOL, 'market', 'buy', 0.004);
      expect(filled.symbol).toBe(SYMBOL);
      const read = await bob.fetchOrder(filled.id, SYMBOL);
      await expectSameOrder({ kit }, BOB, read);
      expect(read).toMatchObject({ status: 'closed', filled: 0.004 });
      const resting = await demo.createOrder(SYMBOL, 'limit', 'buy', 0.004, 89_000);
      expect((await kit.ok('orderDetail', { orderId: resting.id }, BOB)).status).toBe('open');
      await bob.cancelOrder(resting.id, SYMBOL);
      await expect(demo.createOrder(SYMBOL, 'market', 'buy', 100_000)).rejects.toThrow(
        kit.library.ExchangeError,
      );
    },
  },
  {
    method: named('fetchBalance'),
    shows: 'free, used and total',
    run: async ({ kit, demo }) => {
      const [v2] = await kit.ok('accountAssets', {}, BOB);
      const { USDT } = await demo.fetchBalance();
      expect(USDT).toEqual({ free: n(v2.available), used: n(v2.frozen), total: n(v2.equity) });
    },
  },
  {
    method: named('fetchPositions'),
    shows: 'symbol, side, size, margin mode and results of each position',
    run: async ({ kit, demo, bob }) => {
      const v2 = await kit.ok('accountAllPosition', {}, BOB);
      const positions = await demo.fetchPositions();
      expect(
        positions.map((each: Anything) => [each.id, each.contracts, each.unrealizedPnl]),
      ).toEqual(v2.map((each: Anything) => [`${each.id}`, n(each.size), n(each.unrealizePnl)]));
      const bare = ({ info: _, ...rest }: Anything) => rest;
      expect(positions.map(bare)).toEqual((await bob.fetchPositions()).map(bare));
      expect(positions.map(({ symbol }: Anything) => symbol)).toContain(SYMBOL);
    },
  },
  {
    method: named('fetchClosedOrders'),
    shows: 'every filled order of a contract, and of all',
    run: async ({ kit, demo }) => {
      const v2 = await kit.ok('orderHistory', { symbol: BTC, pageSize: 100 }, BOB);
      const ids = v2
        .filter(({ status }: Anything) => status === 'filled')
        .map(({ order_id }: Anything) => order_id);
      const idsOf = (orders: Anything) => orders.map(({ id }: Anything) => id).sort();
      expect(ids.length).toBeGreaterThan(0);
      expect(idsOf(await demo.fetchClosedOrders(SYMBOL))).toEqual(ids.sort());
      const everywhere = await demo.fetchClosedOrders();
      expect(idsOf(everywhere)).toEqual(expect.arrayContaining(ids));
      for (const order of everywhere) expect(order.symbol).toMatch(/\/USDT:USDT$/);
    },
  },
  {
    method: named('fetchCanceledOrders'),
    shows: 'every canceled order of a contract',
    run: async ({ kit, demo }) => {
      const v2 = await kit.ok('orderHistory', { symbol: BTC, pageSize: 100 }, BOB);
      const ids = v2
        .filter(({ status }: Anything) => status === 'canceled')
        .map(({ order_id }: Anything) => order_id);
      const orders = await demo.fetchCanceledOrders(SYMBOL);
      expect(orders.map(({ id }: Anything) => id).sort()).toEqual(ids.sort());
    },
  },
];
