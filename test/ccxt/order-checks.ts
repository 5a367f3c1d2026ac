/** The methods that place orders. Every order is read back in both dialects. */
import { expect } from 'vitest';
import { type Anything, BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { SYMBOL } from './ccxt-kit.ts';
import { type Check, expectSameOrder, n, type Scene } from './check.ts';

/** Places as Bob, reads back in ccxt, and holds it against version 2. */
export async function place(
  scene: Scene,
  ...[type, side, amount, price, params]: [string, string, number, number?, object?]
): Promise<{ order: Anything; detail: Anything }> {
  const { bob } = scene;
  const { id } = await bob.createOrder(SYMBOL, type, side, amount, price, { ...params });
  const order = await bob.fetchOrder(id, SYMBOL);
  return { order, detail: await expectSameOrder(scene, BOB, order) };
}

export const plansOf = async ({ kit }: Scene): Promise<Anything[]> =>
  kit.ok('orderCurrentPlan', { symbol: BTC }, BOB);

const PLAIN_CHECKS: readonly Check[] = [
  {
    method: 'createOrder limit',
    shows: 'the order, new',
    run: async (scene) => {
      const { order } = await place(scene, 'limit', 'buy', 0.01, 89_000);
      expect(order).toMatchObject({ status: 'open', type: 'limit', timeInForce: 'GTC' });
    },
  },
  {
    method: 'createOrder limit, partly filled',
    shows: 'the order, resting with a fill',
    run: async (scene) => {
      const { order } = await place(scene, 'limit', 'buy', 0.01, 90_000);
      await scene.kit.quote(BTC, 'sell', '0.0040', '90000.0');
      const after = await scene.bob.fetchOrder(order.id, SYMBOL);
      await expectSameOrder(scene, BOB, after);
      expect(after).toMatchObject({ status: 'open', filled: 0.004, remaining: 0.006 });
      await scene.bob.cancelOrder(order.id, SYMBOL);
    },
  },
  {
    method: 'createOrder market',
    shows: 'the order, filled, with its average price',
    run: async (scene) => {
      const { order } = await place(scene, 'market', 'buy', 0.02);
      expect(order).toMatchObject({ status: 'closed', type: 'market', filled: 0.02 });
      expect(order.average).toBe(90_000.1);
    },
  },
  {
    method: 'createOrder IOC',
    shows: 'the order, canceled after a partial fill',
    run: async (scene) => {
      await scene.kit.quote(BTC, 'sell', '0.0010', '90000.0');
      const params = { timeInForce: 'IOC' };
      const { order, detail } = await place(scene, 'limit', 'buy', 0.005, 90_000, params);
      expect(order).toMatchObject({ status: 'canceled', filled: 0.001, timeInForce: 'IOC' });
      expect(detail.order_type).toBe('ioc');
    },
  },
  {
    method: 'createOrder FOK',
    shows: 'the order, canceled without a fill',
    run: async (scene) => {
      const params = { timeInForce: 'FOK' };
      const { order, detail } = await place(scene, 'limit', 'buy', 0.005, 90_000, params);
      expect(order).toMatchObject({ status: 'canceled', filled: 0, timeInForce: 'FOK' });
      expect(detail.order_type).toBe('fok');
    },
  },
  {
    method: 'createOrder POST_ONLY',
    shows: 'the order, resting, and canceled where it would have taken',
    limit:
      'has no post-only and shows `postOnly` false; send `timeInForce` `POST_ONLY` or `postOnly`',
    run: async (scene) => {
      const params = { timeInForce: 'POST_ONLY' };
      const { order, detail } = await place(scene, 'limit', 'buy', 0.005, 89_000, params);
      expect(order).toMatchObject({ status: 'open', timeInForce: 'POST_ONLY' });
      expect(detail.order_type).toBe('postOnly');
      const taking = await place(scene, 'limit', 'buy', 0.005, 90_000.1, { postOnly: true });
      expect(taking.order).toMatchObject({ status: 'canceled', timeInForce: 'POST_ONLY' });
    },
  },
  {
    method: 'createOrder reduceOnly',
    shows: 'the order, closing a part of the position',
    run: async (scene) => {
      const { order } = await place(scene, 'market', 'sell', 0.005, undefined, {
        reduceOnly: true,
      });
      expect(order).toMatchObject({ status: 'closed', reduceOnly: true, side: 'sell' });
      const [position] = await scene.bob.fetchPositions();
      expect(position.contracts).toBeCloseTo(0.02 + 0.004 + 0.001 - 0.005, 8);
    },
  },
  {
    method: 'createOrder trailingPercent, trailingAmount',
    shows: 'BadRequest, and the position as it was',
    limit: 'sends them unchanged to the endpoint for plain orders, which refuses them',
    run: async (scene) => {
      const before = await scene.bob.fetchPositions();
      for (const trailing of [{ trailingPercent: 1 }, { trailingAmount: 50 }])
        await expect(
          scene.bob.createOrder(SYMBOL, 'market', 'sell', 0.005, undefined, {
            reduceOnly: true,
            ...trailing,
          }),
        ).rejects.toThrow(scene.kit.library.BadRequest);
      const after = await scene.bob.fetchPositions();
      expect(after.map((each: Anything) => each.contracts)).toEqual(
        before.map((each: Anything) => each.contracts),
      );
    },
  },
  {
    method: 'createOrder attached stopLoss and takeProfit',
    shows: 'the presets, and the exits they become',
    limit: 'exits watch the last price; `triggerPriceType` mark is refused',
    run: async (scene) => {
      const exits = { stopLoss: { triggerPrice: 85_000 }, takeProfit: { triggerPrice: 95_000 } };
      const { order, detail } = await place(scene, 'market', 'buy', 0.003, undefined, exits);
      expect(order).toMatchObject({ stopLossPrice: 85_000, takeProfitPrice: 95_000 });
      expect(n(detail.presetStopLossPrice)).toBe(85_000);
      expect((await plansOf(scene)).map(({ triggerPrice }) => n(triggerPrice)).sort()).toEqual([
        85_000, 95_000,
      ]);
      const open = await scene.bob.fetchOpenOrders(SYMBOL, undefined, undefined, { trigger: true });
      expect(open.map((plan: Anything) => [plan.stopLossPrice, plan.takeProfitPrice])).toEqual(
        expect.arrayContaining([
          [85_000, undefined],
          [undefined, 95_000],
        ]),
      );
    },
  },
];

const TRIGGER_CHECKS: readonly Check[] = [
  {
    method: 'createOrder triggerPrice',
    shows: 'the order, untriggered, then triggered and filled',
    limit: 'cannot attach exits to it here: they are refused rather than dropped',
    run: async (scene) => {
      await tradeAt(scene, 'bid');
      const { order } = await place(scene, 'market', 'buy', 0.001, undefined, {
        triggerPrice: 90_000.1,
      });
      expect(order).toMatchObject({ status: 'open', type: 'market', triggerPrice: 90_000.1 });
      await tradeAt(scene, 'ask');
      const fired = await scene.bob.fetchOrder(order.id, SYMBOL);
      await expectSameOrder(scene, BOB, fired);
      expect(fired).toMatchObject({ status: 'closed', filled: 0.001 });
      await expect(
        scene.bob.createOrder(SYMBOL, 'market', 'buy', 0.001, undefined, {
          triggerPrice: 91_000,
          stopLoss: { triggerPrice: 85_000 },
        }),
      ).rejects.toThrow(scene.kit.library.BadRequest);
    },
  },
  {
    method: 'createOrder stopLossPrice',
    shows: 'the stop-loss, with a limit and at market, by last price and by mark',
    run: async (scene) => {
      const stop = await place(scene, 'market', 'sell', 0.001, undefined, {
        stopLossPrice: 86_000,
      });
      expect(stop.order).toMatchObject({ status: 'open', type: 'market', stopLossPrice: 86_000 });
      const limited = await place(scene, 'limit', 'sell', 0.001, 85_900, {
        stopLossPrice: 86_100,
        triggerPriceType: 'mark',
      });
      expect(limited.order).toMatchObject({ type: 'limit', price: 85_900 });
      const plan = (await plansOf(scene)).find(({ order_id }) => order_id === limited.order.id);
      expect(plan).toMatchObject({ triggerPriceType: 'MARK_PRICE', status: 'UNTRIGGERED' });
    },
  },
  {
    method: 'createOrder takeProfitPrice',
    shows: 'the take-profit, with a limit and at market',
    run: async (scene) => {
      const profit = await place(scene, 'market', 'sell', 0.001, undefined, {
        takeProfitPrice: 96_000,
      });
      expect(profit.order).toMatchObject({ status: 'open', takeProfitPrice: 96_000 });
      const limited = await place(scene, 'limit', 'sell', 0.001, 96_200, {
        takeProfitPrice: 96_100,
      });
      expect(limited.order).toMatchObject({ type: 'limit', price: 96_200 });
    },
  },
];

/** Alice trades with the house, which moves the last price to the best ask or bid. */
const tradeAt = ({ kit }: Scene, side: 'ask' | 'bid'): Promise<Anything> =>
  kit.ok('orderPlaceOrder', {
    ...{ symbol: BTC, size: '0.0010', type: side === 'ask' ? '1' : '3' },
    ...{ match_price: '1', order_type: '0' },
  });

export const ORDER_CHECKS: readonly Check[] = [...PLAIN_CHECKS, ...TRIGGER_CHECKS];
