/** Stories of trading that every client can be led through, told in REST. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import { closing, expectSameOrder, holding, opening, placed, resting, tradeAt } from './orders.ts';
import { BOTH_MODES, type Check, n, type Seat, SYMBOL } from './seat.ts';

const market = (quantity: string) => ({ type: 'MARKET', quantity }) as const;
const read = (seat: Seat, orderId: unknown): Promise<Anything> =>
  seat.ask('GET order', { symbol: SYMBOL, orderId });

const LIFE: readonly Check[] = [
  {
    about: 'an order from new to partly filled to filled, and one to canceled',
    shows: 'every state',
    needs: ['POST order', 'GET order', 'DELETE order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const { orderId } = await placed(seat, { ...opening(seat, 'BUY'), ...resting('90000.0') });
      for (const [size, status] of [
        ['0.0030', 'PARTIALLY_FILLED'],
        ['0.0070', 'FILLED'],
      ] as const) {
        await seat.kit.quote(BTC, 'sell', size, '90000.0');
        const order = await read(seat, orderId);
        expect(order.status).toBe(status);
        await expectSameOrder(seat, order);
      }
      const other = await placed(seat, { ...opening(seat, 'BUY'), ...resting('89000.0') });
      await seat.ask('DELETE order', { symbol: SYMBOL, orderId: other.orderId });
      const over = await read(seat, other.orderId);
      expect(over.status).toBe('CANCELED');
      await expectSameOrder(seat, over);
    },
  },
  {
    about: 'GTX that would take, FOK that is short, IOC with a remainder',
    shows: '-5022 and -5021 and nothing on the book; EXPIRED with what was filled',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const limit = (timeInForce: string, price: string, quantity = '0.0050') => ({
        ...opening(seat, 'BUY'),
        ...{ type: 'LIMIT', timeInForce, price, quantity },
      });
      await seat.refuse(-5022, 'POST order', limit('GTX', '90000.1'));
      await seat.refuse(-5021, 'POST order', limit('FOK', '90000.0'));
      expect(await placed(seat, limit('GTX', '89000.0'))).toMatchObject({ timeInForce: 'GTX' });
      await seat.kit.quote(BTC, 'sell', '0.0010', '90000.0');
      const ioc = await placed(seat, limit('IOC', '90000.0'));
      expect([ioc.status, n(ioc.executedQty)]).toEqual(['EXPIRED', 0.001]);
      const fok = await placed(seat, limit('FOK', '90000.1'));
      expect(fok.status).toBe('FILLED');
    },
  },
  {
    about: 'closing more than there is',
    shows: '-2022, the position as it was; in one-way mode a market order is cut to the position',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      await seat.refuse(-2022, 'POST order', { ...closing(seat, 'SELL'), ...resting('95000.0') });
      await placed(seat, { ...opening(seat, 'BUY'), ...market('0.0100') });
      const much = { ...closing(seat, 'SELL'), ...resting('95000.0', '0.0200') };
      await seat.refuse(-2022, 'POST order', much);
      expect(await holding(seat)).toBeCloseTo(0.01, 8);
      if (seat.mode === 'hedge') {
        await seat.refuse(-2022, 'POST order', { ...closing(seat, 'SELL'), ...market('0.0200') });
        expect(await holding(seat)).toBeCloseTo(0.01, 8);
        return;
      }
      const cut = await placed(seat, { ...closing(seat, 'SELL'), ...market('0.0200') });
      expect([cut.status, n(cut.executedQty)]).toEqual(['FILLED', 0.01]);
      expect(await holding(seat)).toBe(0);
    },
  },
  {
    about: 'a flip through zero in one order',
    shows: 'a long of 0.01 becomes a short of 0.02 by one trade; in hedge mode both are held',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      await placed(seat, { ...opening(seat, 'BUY'), ...market('0.0100') });
      const sold = await placed(seat, { ...opening(seat, 'SELL'), ...market('0.0300') });
      expect(sold.status).toBe('FILLED');
      expect(await holding(seat)).toBeCloseTo(-0.02, 8);
      const sides = await seat.v2('accountAllPosition');
      expect(sides).toHaveLength(seat.mode === 'net' ? 1 : 2);
    },
  },
  {
    about: 'an amendment up, down and below what is filled',
    shows: 'size and price; -5027 for the same again; canceled at the end',
    needs: ['POST order', 'PUT order', 'GET order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const { orderId } = await placed(seat, { ...opening(seat, 'BUY'), ...resting('90000.0') });
      const amend = async (quantity: string, price: string): Promise<Anything> => {
        const change = { symbol: SYMBOL, side: 'BUY', orderId, quantity, price };
        const order = await seat.ask('PUT order', change);
        await expectSameOrder(seat, order);
        return order;
      };
      expect(n((await amend('0.0300', '90000.0')).origQty)).toBe(0.03);
      expect(n((await amend('0.0200', '89999.9')).price)).toBe(89_999.9);
      await amend('0.0200', '90000.0');
      await seat.kit.quote(BTC, 'sell', '0.0100', '90000.0');
      expect((await amend('0.0100', '90000.0')).status).toMatch(/^(?:CANCELED|FILLED)$/);
      expect(await seat.v2('orderCurrent')).toEqual([]);
    },
  },
];

const place = (seat: Seat, fields: object): Promise<Anything> =>
  seat.ask('POST algoOrder', { algoType: 'CONDITIONAL', ...fields });
const statusOf = async (seat: Seat, algoId: unknown): Promise<string> =>
  (await seat.ask('GET algoOrder', { symbol: SYMBOL, algoId })).algoStatus;

const CONDITIONAL: readonly Check[] = [
  {
    about: 'a stop that opens, fires and fills',
    shows: 'the order that it became, and its position',
    needs: ['POST algoOrder', 'GET algoOrder', 'GET order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      await tradeAt(seat, 'bid');
      const trigger = { type: 'STOP_MARKET', quantity: '0.0010', triggerPrice: '90000.1' };
      const { algoId } = await place(seat, { ...opening(seat, 'BUY'), ...trigger });
      await tradeAt(seat, 'ask');
      const fired = await seat.ask('GET algoOrder', { symbol: SYMBOL, algoId });
      expect(fired.algoStatus).toMatch(/^(?:TRIGGERED|FINISHED)$/);
      const order = await read(seat, fired.actualOrderId);
      expect(order).toMatchObject({ status: 'FILLED', origType: 'STOP_MARKET' });
      await expectSameOrder(seat, order);
      expect(await holding(seat)).toBeCloseTo(0.001, 8);
    },
  },
  {
    about: 'take-profits and stops with a limit, by last price and by mark',
    shows: 'each in version 2; the wrong side of the market is -2021',
    needs: ['POST algoOrder', 'POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      await placed(seat, { ...opening(seat, 'BUY'), ...market('0.0100') });
      const close = closing(seat, 'SELL');
      const limit = { quantity: '0.0010', price: '95000.0', timeInForce: 'GTC' };
      await place(seat, { ...close, ...limit, type: 'TAKE_PROFIT', triggerPrice: '95000.0' });
      const mark = { workingType: 'MARK_PRICE', type: 'STOP', triggerPrice: '85000.0' };
      await place(seat, { ...close, ...limit, ...mark, price: '84000.0' });
      const plans = await seat.v2('orderCurrentPlan', { symbol: BTC });
      expect(plans.map(({ triggerPrice }: Anything) => n(triggerPrice)).sort()).toEqual([
        85_000, 95_000,
      ]);
      const wrong = { ...close, type: 'TAKE_PROFIT_MARKET', quantity: '0.0010' };
      await seat.refuse(-2021, 'POST algoOrder', {
        ...{ algoType: 'CONDITIONAL', ...wrong, triggerPrice: '85000.0' },
      });
    },
  },
  {
    about: 'a stop that closes the whole position',
    shows: 'no position left; a second one of that kind is -4130',
    needs: ['POST algoOrder', 'POST order', 'GET algoOrder'],
    modes: BOTH_MODES,
    run: async (seat) => {
      await tradeAt(seat, 'ask');
      await placed(seat, { ...opening(seat, 'BUY'), ...market('0.0100') });
      const { reduceOnly: _, ...close } = closing(seat, 'SELL');
      const whole = { ...close, type: 'STOP_MARKET', closePosition: 'true' };
      const { algoId } = await place(seat, { ...whole, triggerPrice: '89999.9' });
      await seat.refuse(-4130, 'POST algoOrder', {
        ...{ algoType: 'CONDITIONAL', ...whole, triggerPrice: '89000.0' },
      });
      await tradeAt(seat, 'bid');
      expect(await statusOf(seat, algoId)).toMatch(/^(?:TRIGGERED|FINISHED)$/);
      expect(await holding(seat)).toBe(0);
    },
  },
  {
    about: 'a trailing stop',
    shows: 'the order, waiting with its callback; it fires after the fall from its high',
    needs: ['POST algoOrder', 'GET algoOrder', 'POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      await placed(seat, { ...opening(seat, 'BUY'), ...market('0.0100') });
      const trailing = { type: 'TRAILING_STOP_MARKET', quantity: '0.0100', callbackRate: '0.1' };
      const { algoId } = await place(seat, {
        ...{ ...closing(seat, 'SELL'), ...trailing, workingType: 'MARK_PRICE' },
      });
      expect(await statusOf(seat, algoId)).toBe('NEW');
      await seat.kit.setIndex(BTC, '89000.0');
      await seat.kit.memory.advance(1_000);
      expect(await statusOf(seat, algoId)).toMatch(/^(?:TRIGGERED|FINISHED)$/);
      await seat.kit.setIndex(BTC, '90000.0');
      expect(await holding(seat)).toBe(0);
    },
  },
];

const REFUSALS: readonly Check[] = [
  {
    about: 'mistakes in an order',
    shows: 'the code for margin, tick, step, smallest size, symbol, side, mode and client id',
    needs: ['POST order', 'DELETE order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const order = { ...opening(seat, 'BUY'), ...resting('89000.0') };
      const refused = (code: number, change: object) =>
        seat.refuse(code, 'POST order', { ...order, ...change });
      await refused(-2019, { quantity: '100' });
      await refused(-1111, { price: '89000.05' });
      await refused(-4003, { quantity: '0' });
      await refused(-1121, { symbol: 'NONEUSDT' });
      await refused(-1117, { side: 'HOLD' });
      await refused(-1116, { type: 'ICEBERG' });
      await refused(-4061, { positionSide: seat.mode === 'net' ? 'LONG' : 'BOTH' });
      await refused(-4015, { newClientOrderId: 'no spaces here' });
      if (seat.mode === 'hedge') await refused(-1106, { reduceOnly: 'true' });
      await seat.refuse(-2011, 'DELETE order', { symbol: SYMBOL, orderId: 999_999 });
      expect(await seat.v2('orderCurrent')).toEqual([]);
    },
  },
  {
    about: 'the same client id twice',
    shows: '-4116 while the first is open; free afterwards',
    needs: ['POST order', 'DELETE order'],
    run: async (seat) => {
      const order = { ...opening(seat, 'BUY'), ...resting('89000.0'), newClientOrderId: 'mine-1' };
      const { orderId } = await placed(seat, order);
      await seat.refuse(-4116, 'POST order', order);
      await seat.ask('DELETE order', { symbol: SYMBOL, origClientOrderId: 'mine-1' });
      const again = await placed(seat, order);
      expect(n(again.orderId)).not.toBe(n(orderId));
    },
  },
];

export const STORY_CHECKS: readonly Check[] = [...LIFE, ...CONDITIONAL, ...REFUSALS];
