/** The methods of ccxt that place, read and end orders. Every order is read in version 2 too. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import {
  type CcxtCheck,
  type CcxtSeat,
  closes,
  expectSameOrder,
  library,
  opens,
  PAIR,
} from './ccxt-seat.ts';
import { tradeAt } from './orders.ts';
import { BOTH_MODES, n } from './seat.ts';

type Placed = [type: string, side: string, amount: number, price?: number, params?: object];

/** Places, reads back, and holds both against version 2. */
async function place(seat: CcxtSeat, ...order: Placed): Promise<Anything> {
  const [type, side, amount, price, params = opens(seat)] = order;
  const { exchange } = seat;
  const ack = await exchange.createOrder(PAIR, type, side, amount, price, params);
  await expectSameOrder(seat, ack);
  const read = await exchange.fetchOrder(ack.id, PAIR);
  await expectSameOrder(seat, read);
  return read;
}

const rest = (seat: CcxtSeat, price = 89_000): Promise<Anything> =>
  place(seat, 'limit', 'buy', 0.01, price);

const refused = (
  { exchange }: CcxtSeat,
  error: Anything,
  ...[type, side, amount, price, params]: Placed
): Promise<void> =>
  expect(exchange.createOrder(PAIR, type, side, amount, price, params)).rejects.toThrow(error);

const PLAIN: readonly CcxtCheck[] = [
  {
    method: 'createOrder limit',
    shows: 'new, partly filled and filled',
    modes: BOTH_MODES,
    run: async (seat) => {
      const { id } = await rest(seat, 90_000);
      for (const [size, status, filled] of [
        ['0.0040', 'open', 0.004],
        ['0.0060', 'closed', 0.01],
      ] as const) {
        await seat.kit.quote(BTC, 'sell', size, '90000.0');
        const order = await seat.exchange.fetchOrder(id, PAIR);
        await expectSameOrder(seat, order);
        expect(order).toMatchObject({ status, filled });
      }
    },
  },
  {
    method: 'createOrder market, reduceOnly',
    shows: 'a position opened and closed in part',
    modes: BOTH_MODES,
    run: async (seat) => {
      const bought = await place(seat, 'market', 'buy', 0.02);
      expect(bought).toMatchObject({ status: 'closed', average: 90_000.1, cost: 1_800.002 });
      const sold = await place(seat, 'market', 'sell', 0.005, undefined, closes(seat));
      expect(sold).toMatchObject({ status: 'closed', side: 'sell' });
      const [position] = await seat.v2('accountAllPosition');
      expect(n(position.size)).toBeCloseTo(0.015, 8);
    },
  },
  {
    method: 'createOrder postOnly, IOC, FOK',
    shows: 'what rests, what is left, and InvalidOrder for what may not be',
    modes: BOTH_MODES,
    run: async (seat) => {
      const limit = (params: object): Placed => [
        'limit',
        'buy',
        0.005,
        90_000,
        opens(seat, params),
      ];
      const post = await place(
        seat,
        'limit',
        'buy',
        0.005,
        89_000,
        opens(seat, { postOnly: true }),
      );
      expect(post).toMatchObject({ status: 'open', postOnly: true });
      const taking = opens(seat, { postOnly: true });
      await refused(seat, library.InvalidOrder, 'limit', 'buy', 0.005, 90_000.1, taking);
      await refused(seat, library.InvalidOrder, ...limit({ timeInForce: 'FOK' }));
      await seat.kit.quote(BTC, 'sell', '0.0010', '90000.0');
      const ioc = await place(seat, ...limit({ timeInForce: 'IOC' }));
      expect(ioc).toMatchObject({ status: 'expired', filled: 0.001 });
    },
  },
  {
    method: 'createOrder GTD, clientOrderId, selfTradePrevention, priceMatch',
    shows: 'each as it was sent',
    run: async (seat) => {
      const goodTillDate = Math.floor(Date.now() / 1_000) * 1_000 + 900_000;
      const dated = await seat.exchange.createOrder(PAIR, 'limit', 'buy', 0.001, 89_000, {
        ...{ timeInForce: 'GTD', goodTillDate, clientOrderId: 'mine-1' },
        selfTradePrevention: 'EXPIRE_TAKER',
      });
      expect(dated).toMatchObject({ clientOrderId: 'mine-1', timeInForce: 'GTD' });
      expect(n(dated.info.goodTillDate)).toBe(goodTillDate);
      await refused(seat, library.InvalidOrder, 'limit', 'buy', 0.001, 89_000, {
        clientOrderId: 'mine-1',
      });
      const queued = await place(seat, 'limit', 'buy', 0.001, undefined, { priceMatch: 'QUEUE' });
      const { best_bid } = await seat.kit.ok('marketTicker', { symbol: BTC });
      expect(queued.price).toBe(n(best_bid));
    },
  },
  {
    method: 'createOrder through zero',
    shows: 'a long that becomes a short in one order',
    run: async (seat) => {
      await place(seat, 'market', 'buy', 0.01);
      await place(seat, 'market', 'sell', 0.03);
      const [position] = await seat.exchange.fetchPositions([PAIR]);
      expect(position).toMatchObject({ side: 'short', contracts: 0.02 });
      expect(await seat.v2('accountAllPosition')).toHaveLength(1);
    },
  },
  {
    method: 'createOrders',
    shows: 'three orders, one of them bad',
    run: async (seat) => {
      const order = (price: number) => ({
        ...{ symbol: PAIR, type: 'limit', side: 'buy', amount: 0.001, price },
      });
      const made = await seat.exchange.createOrders([89_000, 2_000_000_000, 88_900].map(order));
      await expectSameOrder(seat, made[0]);
      await expectSameOrder(seat, made[2]);
      expect(await seat.v2('orderCurrent')).toHaveLength(2);
    },
  },
];

const stops = (more: object, seat: CcxtSeat): object => closes(seat, more);

const plansOf = async ({ v2 }: CcxtSeat): Promise<Anything[]> =>
  v2('orderCurrentPlan', { symbol: BTC });

const TRIGGERS: readonly CcxtCheck[] = [
  {
    method: 'createOrder triggerPrice',
    shows: 'waiting, then fired and filled; the wrong side is OrderImmediatelyFillable',
    modes: BOTH_MODES,
    run: async (seat) => {
      await tradeAt(seat, 'bid');
      const trigger = opens(seat, { triggerPrice: 90_000.1 });
      const made = await seat.exchange.createOrder(
        PAIR,
        'market',
        'buy',
        0.001,
        undefined,
        trigger,
      );
      expect(made).toMatchObject({ status: 'open', triggerPrice: 90_000.1 });
      expect((await plansOf(seat)).map(({ order_id }) => order_id)).toEqual([made.id]);
      await tradeAt(seat, 'ask');
      const fired = await seat.exchange.fetchOrder(made.id, PAIR, { trigger: true });
      expect(['closed', 'open']).toContain(fired.status);
      await expectSameOrder(seat, await seat.exchange.fetchOrder(fired.info.actualOrderId, PAIR));
      const wrong = opens(seat, { triggerPrice: 80_000 });
      const error = library.OrderImmediatelyFillable;
      await refused(seat, error, 'market', 'buy', 0.001, undefined, wrong);
    },
  },
  {
    method: 'createOrder stopLossPrice, takeProfitPrice',
    shows: 'each in version 2, with a limit and at market',
    modes: BOTH_MODES,
    run: async (seat) => {
      await place(seat, 'market', 'buy', 0.01);
      const { exchange } = seat;
      const stop = stops({ stopLossPrice: 85_000 }, seat);
      const profit = stops({ takeProfitPrice: 95_000 }, seat);
      await exchange.createOrder(PAIR, 'market', 'sell', 0.001, undefined, stop);
      await exchange.createOrder(PAIR, 'limit', 'sell', 0.001, 95_100, profit);
      expect((await plansOf(seat)).map(({ triggerPrice }) => n(triggerPrice)).sort()).toEqual([
        85_000, 95_000,
      ]);
    },
  },
  {
    method: 'createOrder closePosition',
    shows: 'no position left once it has fired',
    run: async (seat) => {
      await tradeAt(seat, 'ask');
      await place(seat, 'market', 'buy', 0.01);
      await seat.exchange.createOrder(PAIR, 'STOP_MARKET', 'sell', undefined, undefined, {
        stopLossPrice: 89_999.9,
        closePosition: true,
      });
      await tradeAt(seat, 'bid');
      expect(await seat.v2('accountAllPosition')).toEqual([]);
    },
  },
  {
    method: 'createOrder trailingPercent',
    shows: 'the order, waiting with its callback',
    modes: BOTH_MODES,
    run: async (seat) => {
      await place(seat, 'market', 'buy', 0.01);
      const trailing = stops({ trailingPercent: 1, trailingTriggerPrice: 95_000 }, seat);
      const made = await seat.exchange.createOrder(
        ...[PAIR, 'market', 'sell', 0.01, undefined, trailing],
      );
      expect(made).toMatchObject({ status: 'open' });
      expect(n(made.info.callbackRate)).toBe(1);
    },
  },
  {
    method: 'fetchOpenOrders, cancelOrder, cancelAllOrders {trigger}',
    shows: 'those that wait, one canceled, none left',
    run: async (seat) => {
      const { exchange } = seat;
      for (const triggerPrice of [80_000, 81_000, 82_000])
        await exchange.createOrder(PAIR, 'market', 'sell', 0.001, undefined, { triggerPrice });
      const params = { trigger: true };
      const open = await exchange.fetchOpenOrders(PAIR, undefined, undefined, params);
      expect(open.map(({ triggerPrice }: Anything) => triggerPrice).sort()).toEqual([
        ...[80_000, 81_000, 82_000],
      ]);
      await exchange.cancelOrder(open[0].id, PAIR, params);
      expect(await plansOf(seat)).toHaveLength(2);
      await exchange.cancelAllOrders(PAIR, params);
      expect(await plansOf(seat)).toEqual([]);
      const over = await exchange.fetchCanceledOrders(PAIR, undefined, undefined, params);
      expect(over).toHaveLength(3);
    },
  },
];

const READ: readonly CcxtCheck[] = [
  {
    method: 'editOrder',
    shows: 'price and size changed, the id kept',
    modes: BOTH_MODES,
    run: async (seat) => {
      const { id } = await rest(seat);
      const edited = await seat.exchange.editOrder(id, PAIR, 'limit', 'buy', 0.02, 88_900);
      expect([edited.id, edited.amount, edited.price]).toEqual([id, 0.02, 88_900]);
      await expectSameOrder(seat, edited);
    },
  },
  {
    method: 'editOrders',
    shows: 'two orders changed',
    run: async (seat) => {
      const ids = [(await rest(seat)).id, (await rest(seat, 88_900)).id];
      const edited = await seat.exchange.editOrders(
        ids.map((id) => ({
          ...{ id, symbol: PAIR, type: 'limit', side: 'buy', amount: 0.02, price: 88_000 },
        })),
      );
      for (const order of edited) await expectSameOrder(seat, order);
    },
  },
  {
    method: 'fetchOrder, fetchOpenOrder',
    shows: 'an order by its id and by its client id; OrderNotFound',
    run: async (seat) => {
      const { exchange } = seat;
      const { id, clientOrderId } = await rest(seat);
      const named = await exchange.fetchOrder(undefined, PAIR, { clientOrderId });
      expect(named.id).toBe(id);
      await expectSameOrder(seat, await exchange.fetchOpenOrder(id, PAIR));
      await expect(exchange.fetchOrder('999999', PAIR)).rejects.toThrow(library.OrderNotFound);
    },
  },
  {
    method: 'fetchOpenOrders, fetchOrders, fetchClosedOrders, fetchCanceledOrders',
    shows: 'every order by what became of it',
    modes: BOTH_MODES,
    run: async (seat) => {
      const { exchange } = seat;
      const open = await rest(seat);
      const canceled = await rest(seat, 88_900);
      await exchange.cancelOrder(canceled.id, PAIR);
      const filled = await place(seat, 'market', 'buy', 0.001);
      const ids = (orders: Anything) => orders.map(({ id }: Anything) => id);
      expect(ids(await exchange.fetchOpenOrders(PAIR))).toEqual([open.id]);
      expect(ids(await exchange.fetchClosedOrders(PAIR))).toEqual([filled.id]);
      expect(ids(await exchange.fetchCanceledOrders(PAIR))).toEqual([canceled.id]);
      expect(ids(await exchange.fetchCanceledAndClosedOrders(PAIR))).toEqual([
        ...[canceled.id, filled.id],
      ]);
      const all = await exchange.fetchOrders(PAIR);
      expect(ids(all)).toEqual([open.id, canceled.id, filled.id]);
      for (const order of all) await expectSameOrder(seat, order);
    },
  },
  {
    method: 'fetchMyTrades',
    shows: 'every fill: price, size, value, fee and role',
    modes: BOTH_MODES,
    isVeteran: true,
    run: async ({ exchange, v2 }) => {
      const { list } = await v2('orderFills', { symbol: BTC });
      const trades = await exchange.fetchMyTrades(PAIR);
      expect(
        trades.map((trade: Anything) => [
          ...[trade.order, trade.side, trade.amount, trade.cost],
          ...[trade.fee.cost, trade.takerOrMaker, trade.timestamp],
        ]),
      ).toEqual(
        [...list]
          .reverse()
          .map((fill) => [
            ...[String(fill.orderId), fill.orderSide.toLowerCase()],
            ...[n(fill.fillSize), n(fill.fillValue), n(fill.fillFee)],
            ...[fill.direction.toLowerCase(), fill.createdTime],
          ]),
      );
      const tape = await exchange.fetchTrades(PAIR);
      for (const { id, price, amount, timestamp } of trades) {
        const found = tape.find((trade: Anything) => trade.id === id);
        expect(found).toMatchObject({ price, amount, timestamp });
      }
    },
  },
  {
    method: 'cancelOrder, cancelOrders, cancelAllOrders',
    shows: 'each canceled; OrderNotFound for one that is over',
    modes: BOTH_MODES,
    run: async (seat) => {
      const { exchange } = seat;
      const ids: string[] = [];
      for (const price of [89_000, 88_900, 88_800, 88_700]) ids.push((await rest(seat, price)).id);
      const canceled = await exchange.cancelOrder(ids[0], PAIR);
      expect(canceled.status).toBe('canceled');
      await expectSameOrder(seat, canceled);
      await expect(exchange.cancelOrder(ids[0], PAIR)).rejects.toThrow(library.OrderNotFound);
      await exchange.cancelOrders(ids.slice(1, 3), PAIR);
      expect(await seat.v2('orderCurrent')).toHaveLength(1);
      await exchange.cancelAllOrders(PAIR);
      expect(await seat.v2('orderCurrent')).toEqual([]);
    },
  },
  {
    method: 'exceptions',
    shows: 'the one for each mistake: money, tick, size, symbol, side of the mode, key, secret',
    modes: BOTH_MODES,
    run: async (seat) => {
      const { exchange, kit, account } = seat;
      const { InsufficientFunds, InvalidOrder, AuthenticationError, BadSymbol } = library;
      await refused(seat, InsufficientFunds, 'limit', 'buy', 100, 89_000, opens(seat));
      await refused(seat, InvalidOrder, 'limit', 'sell', 0.001, 95_000, closes(seat));
      await refused(seat, library.BaseError, 'limit', 'buy', 5_000, 89_000, opens(seat));
      const other = { positionSide: seat.mode === 'net' ? 'LONG' : 'BOTH' };
      await refused(seat, library.OperationRejected, 'limit', 'buy', 0.001, 89_000, other);
      await expect(exchange.fapiPublicGetDepth({ symbol: 'NONEUSDT' })).rejects.toThrow(BadSymbol);
      const stranger = new library.binanceusdm({
        ...exchange.options,
        ...{ urls: exchange.urls, secret: 'wrong', apiKey: kit.doorOf(account).key },
      });
      stranger.setMarketsFromExchange?.(exchange);
      await expect(stranger.fapiPrivateV3GetAccount()).rejects.toThrow(AuthenticationError);
    },
  },
];

export const CCXT_ORDER_CHECKS: readonly CcxtCheck[] = [...PLAIN, ...TRIGGERS, ...READ];
