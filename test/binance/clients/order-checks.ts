/** The calls about orders and conditional orders. Every order is read back in version 2. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import { closing, expectSameOrder, holding, opening, placed, resting } from './orders.ts';
import { BOTH_MODES, type Check, n, type Seat, SYMBOL } from './seat.ts';

const idsOf = (rows: Anything, name: string): number[] =>
  rows.map((row: Anything) => n(row[name])).sort((one: number, other: number) => one - other);

const rest = (seat: Seat, price = '89000.0'): Promise<Anything> =>
  placed(seat, { ...opening(seat, 'BUY'), ...resting(price) });

const PLACE: readonly Check[] = [
  {
    about: 'POST order',
    shows: 'limit and market orders that open and close',
    modes: BOTH_MODES,
    run: async (seat) => {
      expect(await rest(seat)).toMatchObject({ status: 'NEW', type: 'LIMIT' });
      const market = { type: 'MARKET', quantity: '0.0200' };
      const bought = await placed(seat, { ...opening(seat, 'BUY'), ...market });
      expect(bought).toMatchObject({ status: 'FILLED' });
      expect(n(bought.avgPrice)).toBe(90_000.1);
      const sold = { ...closing(seat, 'SELL'), ...market, quantity: '0.0050' };
      expect(await placed(seat, sold)).toMatchObject({ status: 'FILLED', side: 'SELL' });
      expect(await holding(seat)).toBeCloseTo(0.015, 8);
    },
  },
  {
    about: 'POST order/test',
    shows: 'an order that is checked and not placed',
    run: async (seat) => {
      await seat.ask('POST order/test', { ...opening(seat, 'BUY'), ...resting('89000.0') });
      expect(await seat.v2('orderCurrent')).toEqual([]);
    },
  },
  {
    about: 'PUT order',
    shows: 'price and size changed, the id kept; nothing changed is -5027',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const { orderId } = await rest(seat);
      const { symbol, side } = opening(seat, 'BUY');
      const change = { symbol, side, orderId, quantity: '0.0200', price: '88900.0' };
      const amended = await seat.ask('PUT order', change);
      await expectSameOrder(seat, amended);
      expect([n(amended.orderId), n(amended.origQty), n(amended.price)]).toEqual([
        n(orderId),
        0.02,
        88_900,
      ]);
      await seat.refuse(-5027, 'PUT order', change);
    },
  },
  {
    about: 'POST batchOrders',
    shows: 'three orders, one of them bad: the others rest',
    modes: BOTH_MODES,
    run: async (seat) => {
      const items = ['89000.0', '89000.05', '88900.0'].map((price) => ({
        ...opening(seat, 'BUY'),
        ...resting(price),
      }));
      const answers = await seat.ask('POST batchOrders', { batchOrders: items });
      expect(answers).toHaveLength(3);
      await expectSameOrder(seat, answers[0]);
      expect(answers[1].code).toBe(-1111);
      await expectSameOrder(seat, answers[2]);
      expect(await seat.v2('orderCurrent')).toHaveLength(2);
    },
  },
  {
    about: 'PUT batchOrders',
    shows: 'each order, changed',
    needs: ['POST order'],
    run: async (seat) => {
      const ids = [(await rest(seat)).orderId, (await rest(seat, '88900.0')).orderId];
      const items = ids.map((orderId) => ({
        ...{ symbol: SYMBOL, side: 'BUY', orderId: n(orderId) },
        ...{ quantity: '0.0300', price: '88000.0' },
      }));
      for (const order of await seat.ask('PUT batchOrders', { batchOrders: items })) {
        await expectSameOrder(seat, order);
        expect(n(order.price)).toBe(88_000);
      }
    },
  },
];

const READ: readonly Check[] = [
  {
    about: 'GET order',
    shows: 'an order by its id and by its client id',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const { orderId, clientOrderId } = await rest(seat);
      await expectSameOrder(seat, await seat.ask('GET order', { symbol: SYMBOL, orderId }));
      const named = { symbol: SYMBOL, origClientOrderId: clientOrderId };
      expect(n((await seat.ask('GET order', named)).orderId)).toBe(n(orderId));
      await seat.refuse(-2013, 'GET order', { symbol: SYMBOL, orderId: 999_999 });
    },
  },
  {
    about: 'GET openOrder',
    shows: 'an open order; one that is over is -2013',
    needs: ['POST order', 'DELETE order'],
    run: async (seat) => {
      const { orderId } = await rest(seat);
      await expectSameOrder(seat, await seat.ask('GET openOrder', { symbol: SYMBOL, orderId }));
      await seat.ask('DELETE order', { symbol: SYMBOL, orderId });
      await seat.refuse(-2013, 'GET openOrder', { symbol: SYMBOL, orderId });
    },
  },
  {
    about: 'GET openOrders',
    shows: 'the working orders, all and of one contract',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      for (const price of ['89000.0', '88900.0']) await rest(seat, price);
      const v2 = idsOf(await seat.v2('orderCurrent'), 'order_id');
      for (const query of [{ symbol: SYMBOL }, {}]) {
        const rows = await seat.ask('GET openOrders', query);
        expect(rows.map(({ orderId }: Anything) => n(orderId))).toEqual(v2);
        for (const row of rows) await expectSameOrder(seat, row);
      }
    },
  },
  {
    about: 'GET allOrders',
    shows: 'every order, oldest first, whatever became of it',
    needs: ['POST order', 'DELETE order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const { orderId } = await rest(seat);
      await rest(seat, '88900.0');
      await seat.ask('DELETE order', { symbol: SYMBOL, orderId });
      await placed(seat, { ...opening(seat, 'BUY'), type: 'MARKET', quantity: '0.0010' });
      const rows = await seat.ask('GET allOrders', { symbol: SYMBOL });
      expect(rows.map(({ status }: Anything) => status)).toEqual(['CANCELED', 'NEW', 'FILLED']);
      for (const row of rows) await expectSameOrder(seat, row);
      expect(rows.map(({ orderId: id }: Anything) => n(id))).toEqual(idsOf(rows, 'orderId'));
    },
  },
  {
    about: 'GET userTrades',
    shows: 'every fill: price, size, value, fee, result and role',
    modes: BOTH_MODES,
    isVeteran: true,
    run: async ({ ask, v2, mode }) => {
      const { list } = await v2('orderFills', { symbol: BTC });
      const rows = await ask('GET userTrades', { symbol: SYMBOL });
      expect(rows.length).toBeGreaterThan(1);
      expect(
        rows.map((row: Anything) => [
          ...[n(row.orderId), row.side, n(row.qty), n(row.quoteQty)],
          ...[n(row.commission), n(row.realizedPnl), row.maker, row.time],
        ]),
      ).toEqual(
        [...list]
          .reverse()
          .map((fill) => [
            ...[fill.orderId, fill.orderSide, n(fill.fillSize), n(fill.fillValue)],
            ...[n(fill.fillFee), n(fill.realizePnl), fill.direction === 'MAKER', fill.createdTime],
          ]),
      );
      const tape = await ask('GET trades', { symbol: SYMBOL });
      for (const { id, time, qty, positionSide } of rows) {
        expect(positionSide).toBe(mode === 'net' ? 'BOTH' : 'LONG');
        const found = tape.find((trade: Anything) => n(trade.id) === n(id));
        expect([found?.time, n(found?.qty)]).toEqual([time, n(qty)]);
      }
    },
  },
  {
    about: 'GET orderAmendment',
    shows: 'price and size, before and after',
    needs: ['POST order', 'PUT order'],
    run: async (seat) => {
      const { orderId } = await rest(seat);
      const change = { symbol: SYMBOL, side: 'BUY', orderId, quantity: '0.0200', price: '88900.0' };
      await seat.ask('PUT order', change);
      const [row] = await seat.ask('GET orderAmendment', { symbol: SYMBOL, orderId });
      const { price, origQty } = row.amendment;
      expect([n(price.before), n(price.after), n(origQty.before), n(origQty.after)]).toEqual([
        ...[89_000, 88_900, 0.01, 0.02],
      ]);
    },
  },
];

const CANCEL: readonly Check[] = [
  {
    about: 'DELETE order',
    shows: 'the order, canceled; a second cancel is -2011',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const { orderId } = await rest(seat);
      const canceled = await seat.ask('DELETE order', { symbol: SYMBOL, orderId });
      expect(canceled.status).toBe('CANCELED');
      await expectSameOrder(seat, canceled);
      await seat.refuse(-2011, 'DELETE order', { symbol: SYMBOL, orderId });
    },
  },
  {
    about: 'DELETE allOpenOrders',
    shows: 'no working order left',
    needs: ['POST order'],
    run: async (seat) => {
      for (const price of ['89000.0', '88900.0']) await rest(seat, price);
      expect(await seat.ask('DELETE allOpenOrders', { symbol: SYMBOL })).toMatchObject({
        code: 200,
        msg: 'The operation of cancel all open order is done.',
      });
      expect(await seat.v2('orderCurrent')).toEqual([]);
    },
  },
  {
    about: 'DELETE batchOrders',
    shows: 'each order, canceled, and an error for one that is not there',
    needs: ['POST order'],
    run: async (seat) => {
      const { orderId } = await rest(seat);
      const list = { symbol: SYMBOL, orderIdList: [n(orderId), 999_999] };
      const [canceled, missing] = await seat.ask('DELETE batchOrders', list);
      expect(canceled.status).toBe('CANCELED');
      expect(missing.code).toBe(-2011);
      expect(await seat.v2('orderCurrent')).toEqual([]);
    },
  },
  {
    about: 'POST countdownCancelAll',
    shows: 'no order left when the time is over',
    needs: ['POST order'],
    run: async (seat) => {
      await rest(seat);
      const countdown = { symbol: SYMBOL, countdownTime: 1_000 };
      expect(await seat.ask('POST countdownCancelAll', countdown)).toMatchObject({
        symbol: SYMBOL,
      });
      expect(await seat.v2('orderCurrent')).toHaveLength(1);
      await seat.kit.memory.advance(1_100);
      expect(await seat.v2('orderCurrent')).toEqual([]);
    },
  },
];

const STOP = { type: 'STOP_MARKET', quantity: '0.0100', triggerPrice: '85000.0' } as const;

const stop = async (seat: Seat): Promise<Anything> => {
  const order = { algoType: 'CONDITIONAL', ...opening(seat, 'SELL'), ...STOP };
  return seat.ask('POST algoOrder', order);
};

async function expectSamePlan({ v2 }: Seat, algo: Anything): Promise<void> {
  const plans = await v2('orderCurrentPlan', { symbol: BTC });
  const plan = plans.find(({ order_id }: Anything) => n(order_id) === n(algo.algoId));
  expect([n(algo.triggerPrice), n(algo.quantity), algo.clientAlgoId, algo.algoStatus]).toEqual([
    n(plan.triggerPrice),
    n(plan.size),
    plan.client_oid,
    'NEW',
  ]);
}

const ALGO: readonly Check[] = [
  {
    about: 'POST algoOrder',
    shows: 'a stop, untriggered; the wrong side of the market is -2021',
    modes: BOTH_MODES,
    run: async (seat) => {
      await expectSamePlan(seat, await stop(seat));
      const wrong = { ...STOP, triggerPrice: '95000.0' };
      const order = { algoType: 'CONDITIONAL', ...opening(seat, 'SELL'), ...wrong };
      await seat.refuse(-2021, 'POST algoOrder', order);
    },
  },
  {
    about: 'GET algoOrder',
    shows: 'it by its id',
    needs: ['POST algoOrder'],
    run: async (seat) => {
      const { algoId } = await stop(seat);
      await expectSamePlan(seat, await seat.ask('GET algoOrder', { symbol: SYMBOL, algoId }));
      await seat.refuse(-2013, 'GET algoOrder', { symbol: SYMBOL, algoId: 999_999 });
    },
  },
  {
    about: 'GET openAlgoOrders',
    shows: 'those that wait',
    needs: ['POST algoOrder'],
    run: async (seat) => {
      await stop(seat);
      const rows = await seat.ask('GET openAlgoOrders', { symbol: SYMBOL });
      expect(rows).toHaveLength(1);
      await expectSamePlan(seat, rows[0]);
    },
  },
  {
    about: 'DELETE algoOrder',
    shows: 'none left; a second cancel is -2011',
    needs: ['POST algoOrder'],
    run: async (seat) => {
      const { algoId } = await stop(seat);
      const answer = await seat.ask('DELETE algoOrder', { symbol: SYMBOL, algoId });
      expect([n(answer.algoId), answer.msg]).toEqual([n(algoId), 'success']);
      expect(await seat.v2('orderCurrentPlan', { symbol: BTC })).toEqual([]);
      await seat.refuse(-2011, 'DELETE algoOrder', { symbol: SYMBOL, algoId });
    },
  },
  {
    about: 'DELETE algoOpenOrders',
    shows: 'none left, working orders untouched',
    needs: ['POST algoOrder', 'POST order'],
    run: async (seat) => {
      await stop(seat);
      await rest(seat);
      await seat.ask('DELETE algoOpenOrders', { symbol: SYMBOL });
      expect(await seat.v2('orderCurrentPlan', { symbol: BTC })).toEqual([]);
      expect(await seat.v2('orderCurrent')).toHaveLength(1);
    },
  },
  {
    about: 'GET allAlgoOrders',
    shows: 'every one, whatever became of it',
    needs: ['POST algoOrder', 'DELETE algoOrder'],
    run: async (seat) => {
      const { algoId } = await stop(seat);
      await seat.ask('DELETE algoOrder', { symbol: SYMBOL, algoId });
      await stop(seat);
      const rows = await seat.ask('GET allAlgoOrders', { symbol: SYMBOL });
      expect(rows.map(({ algoStatus }: Anything) => algoStatus)).toEqual(['CANCELED', 'NEW']);
    },
  },
];

const KEY: readonly Check[] = [
  {
    about: 'POST listenKey',
    shows: 'a key, and the same again',
    run: async ({ ask }) => {
      const { listenKey } = await ask('POST listenKey');
      expect(listenKey).toMatch(/^[A-Za-z0-9]{64}$/);
      expect((await ask('POST listenKey')).listenKey).toBe(listenKey);
    },
  },
  {
    about: 'PUT listenKey',
    shows: 'the key prolonged; without one -1125',
    needs: ['POST listenKey'],
    run: async ({ ask, refuse }) => {
      await refuse(-1125, 'PUT listenKey', { listenKey: 'a'.repeat(64) });
      const { listenKey } = await ask('POST listenKey');
      await ask('PUT listenKey', { listenKey });
    },
  },
  {
    about: 'DELETE listenKey',
    shows: 'that it cannot be prolonged any more',
    needs: ['POST listenKey', 'PUT listenKey'],
    run: async ({ ask, refuse }) => {
      const { listenKey } = await ask('POST listenKey');
      await ask('DELETE listenKey', { listenKey });
      await refuse(-1125, 'PUT listenKey', { listenKey });
    },
  },
];

export const ORDER_CHECKS: readonly Check[] = [...PLACE, ...READ, ...CANCEL, ...ALGO, ...KEY];
