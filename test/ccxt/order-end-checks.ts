/** The methods that end orders and positions, and what is refused. */
import { expect } from 'vitest';
import { type Anything, BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { SYMBOL } from './ccxt-kit.ts';
import { type Check, expectSameOrder } from './check.ts';
import { place, plansOf } from './order-checks.ts';

const END_CHECKS: readonly Check[] = [
  {
    method: 'cancelOrder',
    shows: 'the order, canceled, by id and by client order id; a second cancel finds none',
    run: async (scene) => {
      const { kit, bob } = scene;
      await bob.cancelOrder(undefined, SYMBOL, { clientOrderId: 'named-by-bob' });
      const [order] = await bob.fetchOpenOrders(SYMBOL);
      await bob.cancelOrder(order.id, SYMBOL);
      const after = await bob.fetchOrder(order.id, SYMBOL);
      await expectSameOrder(scene, BOB, after);
      expect(after.status).toBe('canceled');
      await expect(bob.cancelOrder(order.id, SYMBOL)).rejects.toThrow(kit.library.OrderNotFound);
      await expect(bob.fetchOrder('999999', SYMBOL)).rejects.toThrow(kit.library.OrderNotFound);
    },
  },
  {
    method: 'editOrder',
    shows: 'the old order canceled, the new one resting',
    limit: 'cancels and places a new order: two calls, and the place in the queue is lost',
    run: async (scene) => {
      const { order } = await place(scene, 'limit', 'buy', 0.001, 88_000);
      const { id } = await scene.bob.editOrder(order.id, SYMBOL, 'limit', 'buy', 0.002, 88_100);
      const edited = await scene.bob.fetchOrder(id, SYMBOL);
      await expectSameOrder(scene, BOB, edited);
      expect([edited.amount, edited.price]).toEqual([0.002, 88_100]);
      expect((await scene.bob.fetchOrder(order.id, SYMBOL)).status).toBe('canceled');
    },
  },
  {
    method: 'cancelOrders',
    shows: 'each order, canceled',
    limit: 'raises an error if one of them fails, though the others are canceled',
    run: async (scene) => {
      const placed = [
        (await place(scene, 'limit', 'buy', 0.001, 88_000)).order.id,
        (await place(scene, 'limit', 'buy', 0.001, 88_001)).order.id,
      ];
      const canceled = await scene.bob.cancelOrders(placed, SYMBOL);
      expect(canceled.map(({ id, status }: Anything) => [id, status])).toEqual(
        placed.map((id) => [id, 'canceled']),
      );
      await expect(scene.bob.cancelOrders(placed, SYMBOL)).rejects.toThrow(
        scene.kit.library.OrderNotFound,
      );
    },
  },
  {
    method: 'cancelAllOrders',
    shows: 'no working order left, triggers untouched',
    run: async (scene) => {
      await place(scene, 'limit', 'buy', 0.001, 88_000);
      const plans = (await plansOf(scene)).length;
      expect((await scene.bob.cancelAllOrders(SYMBOL)).length).toBeGreaterThan(0);
      expect(await scene.kit.ok('orderCurrent', {}, BOB)).toEqual([]);
      expect(await plansOf(scene)).toHaveLength(plans);
    },
  },
  {
    method: 'cancelOrder {trigger}',
    shows: 'the trigger, canceled',
    run: async (scene) => {
      const [plan] = await plansOf(scene);
      await scene.bob.cancelOrder(plan.order_id, SYMBOL, { trigger: true });
      const order = await scene.bob.fetchOrder(plan.order_id, SYMBOL);
      await expectSameOrder(scene, BOB, order);
      expect(order.status).toBe('canceled');
    },
  },
  {
    method: 'cancelAllOrders {trigger}',
    shows: 'no trigger left',
    run: async (scene) => {
      expect((await plansOf(scene)).length).toBeGreaterThan(0);
      await scene.bob.cancelAllOrders(undefined, { trigger: true });
      expect(await plansOf(scene)).toEqual([]);
    },
  },
  {
    method: 'closePosition',
    shows: 'no position left at the contract, and the order that closed it',
    run: async (scene) => {
      await scene.bob.createOrder('ETH/USDT:USDT', 'market', 'sell', 0.1);
      const closed = await scene.bob.closePosition(SYMBOL);
      const detail = await scene.kit.ok(
        'orderDetail',
        { orderId: closed[0]?.info.successOrderId ?? closed.info.successOrderId },
        BOB,
      );
      expect(detail).toMatchObject({ status: 'filled', type: 'close_long' });
      const positions = await scene.kit.ok('accountAllPosition', {}, BOB);
      expect(positions.map(({ symbol }: Anything) => symbol)).toEqual(['cmt_ethusdt']);
    },
  },
  {
    method: 'closeAllPositions',
    shows: 'no position left at all',
    run: async (scene) => {
      await scene.bob.closeAllPositions();
      expect(await scene.kit.ok('accountAllPosition', {}, BOB)).toEqual([]);
    },
  },
];

const REFUSAL_CHECKS: readonly Check[] = [
  {
    method: 'createOrder, refused',
    shows: 'the exception for each mistake',
    run: async ({ kit, bob }) => {
      const refused = (error: Anything, ...order: Anything[]) =>
        expect(bob.createOrder(SYMBOL, ...order), String(order)).rejects.toThrow(error);
      const { InsufficientFunds, InvalidOrder, BadRequest } = kit.library;
      await refused(InsufficientFunds, 'limit', 'buy', 100, 89_000);
      await refused(InvalidOrder, 'limit', 'buy', 0.001, 89_000, { newClientOrderId: 'no spaces' });
      await refused(InvalidOrder, 'limit', 'buy', 5_000, 89_000);
      await refused(InvalidOrder, 'limit', 'buy', 0.001, 2_000_000);
      await refused(InvalidOrder, 'market', 'sell', 0.001, undefined, { reduceOnly: true });
      await refused(InvalidOrder, 'limit', 'buy', 0.001, 89_000, { timeInForce: 'GTD' });
      await refused(BadRequest, 'limit', 'buy', 0.001, 89_000, {
        reduceOnly: true,
        positionSide: 'LONG',
      });
    },
  },
  {
    method: 'errors',
    shows: 'the exceptions for wrong keys, symbols, leverage and intervals',
    run: async ({ kit, bob }) => {
      const { AuthenticationError, BadSymbol, InvalidOrder, BadRequest } = kit.library;
      await expect(bob.contractGetCapiV3MarketDepth({ symbol: 'NONE' })).rejects.toThrow(BadSymbol);
      await expect(bob.contractGetCapiV3MarketDepth({ symbol: BTC })).rejects.toThrow(BadSymbol);
      await expect(bob.setLeverage(4_000, SYMBOL)).rejects.toThrow(InvalidOrder);
      await expect(bob.contractGetCapiV3MarketKlines({ symbol: 'BTCUSDT' })).rejects.toThrow(
        kit.library.ArgumentsRequired,
      );
      const stranger = await kit.exchangeOf(BOB);
      stranger.secret = 'wrong';
      await expect(stranger.fetchBalance()).rejects.toThrow(AuthenticationError);
      stranger.apiKey = 'unknown';
      await expect(stranger.fetchBalance()).rejects.toThrow(AuthenticationError);
      await expect(bob.fetchOHLCV(SYMBOL, '7m')).rejects.toThrow(BadRequest);
    },
  },
];

export const ORDER_END_CHECKS: readonly Check[] = [...END_CHECKS, ...REFUSAL_CHECKS];
