/** The methods that read orders and fills, living and over. */
import { expect } from 'vitest';
import { type Anything, BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { SYMBOL } from './ccxt-kit.ts';
import { type Check, expectSameOrder, n, type Scene } from './check.ts';
import { plansOf } from './order-checks.ts';

export const ORDER_READ_CHECKS: readonly Check[] = [
  {
    method: 'fetchOrder',
    shows: 'an order by its client order id',
    run: async (scene) => {
      const clientOrderId = 'named-by-bob';
      const { id } = await scene.bob.createOrder(SYMBOL, 'limit', 'buy', 0.001, 88_000, {
        clientOrderId,
      });
      const order = await scene.bob.fetchOrder(id, SYMBOL, { clientOrderId });
      await expectSameOrder(scene, BOB, order);
      expect([order.id, order.clientOrderId]).toEqual([id, clientOrderId]);
    },
  },
  {
    method: 'fetchOpenOrders',
    shows: 'the working orders, all and of one contract',
    run: async (scene) => {
      const v2 = await scene.kit.ok('orderCurrent', { symbol: BTC }, BOB);
      const ids = v2.map(({ order_id }: Anything) => order_id).sort();
      for (const symbol of [SYMBOL, undefined]) {
        const orders = await scene.bob.fetchOpenOrders(symbol);
        expect(orders.map(({ id }: Anything) => id).sort()).toEqual(ids);
        for (const order of orders) await expectSameOrder(scene, BOB, order);
      }
    },
  },
  {
    method: 'fetchOpenOrders {trigger}',
    shows: 'the untriggered orders',
    run: async (scene) => {
      const orders = await scene.bob.fetchOpenOrders(undefined, undefined, undefined, {
        trigger: true,
      });
      expect(orders.map(({ id }: Anything) => id).sort()).toEqual(
        (await plansOf(scene)).map(({ order_id }) => order_id).sort(),
      );
      expect(orders.every(({ status }: Anything) => status === 'open')).toBe(true);
    },
  },
  {
    method: 'fetchClosedOrders',
    shows: 'every filled order',
    run: (scene) => expectHistory(scene, 'filled', (symbol) => scene.bob.fetchClosedOrders(symbol)),
  },
  {
    method: 'fetchCanceledOrders',
    shows: 'every canceled order',
    run: (scene) =>
      expectHistory(scene, 'canceled', (symbol) => scene.bob.fetchCanceledOrders(symbol)),
  },
  {
    method: 'fetchCanceledAndClosedOrders',
    shows: 'both, and nothing before a given time',
    run: async (scene) => {
      const orders = await scene.bob.fetchCanceledAndClosedOrders(SYMBOL);
      const last = orders.at(-1).timestamp;
      const since = await scene.bob.fetchCanceledAndClosedOrders(SYMBOL, last);
      expect(since.every(({ timestamp }: Anything) => timestamp >= last)).toBe(true);
      expect(since.length).toBeLessThan(orders.length);
    },
  },
  {
    method: 'fetchMyTrades',
    shows: 'every fill: price, size, value, fee, role',
    run: async ({ kit, bob }) => {
      const { list } = await kit.ok('orderFills', { symbol: BTC }, BOB);
      const trades = await bob.fetchMyTrades(SYMBOL);
      expect(
        trades.map((trade: Anything) => ({
          id: trade.id,
          order: trade.order,
          side: trade.side,
          amount: trade.amount,
          cost: trade.cost,
          fee: trade.fee.cost,
          role: trade.takerOrMaker,
          timestamp: trade.timestamp,
        })),
      ).toEqual(
        list
          .map((fill: Anything) => ({
            id: String(fill.tradeId),
            order: String(fill.orderId),
            side: fill.orderSide.toLowerCase(),
            amount: n(fill.fillSize),
            cost: n(fill.fillValue),
            fee: n(fill.fillFee),
            role: fill.direction.toLowerCase(),
            timestamp: fill.createdTime,
          }))
          .reverse(),
      );
      for (const { price, amount, cost } of trades) expect(price * amount).toBeCloseTo(cost, 6);
    },
  },
  {
    method: 'fetchOrderTrades',
    shows: 'the fills of one order',
    run: async ({ kit, bob }) => {
      const [order] = await bob.fetchClosedOrders(SYMBOL);
      const { list } = await kit.ok('orderFills', { orderId: order.id }, BOB);
      const trades = await bob.fetchOrderTrades(order.id, SYMBOL);
      expect(trades.map(({ id }: Anything) => id)).toEqual(
        list.map(({ tradeId }: Anything) => String(tradeId)).reverse(),
      );
      expect(trades.length).toBeGreaterThan(0);
    },
  },
];

async function expectHistory(
  scene: Scene,
  status: string,
  read: (symbol: string) => Promise<Anything[]>,
): Promise<void> {
  const v2 = await scene.kit.ok('orderHistory', { symbol: BTC }, BOB);
  const wanted = v2.filter((order: Anything) => order.status === status);
  const orders = await read(SYMBOL);
  expect(orders.map(({ id }) => id).sort()).toEqual(
    wanted.map(({ order_id }: Anything) => order_id).sort(),
  );
  expect(orders.length).toBeGreaterThan(0);
  for (const order of orders) await expectSameOrder(scene, BOB, order);
}
