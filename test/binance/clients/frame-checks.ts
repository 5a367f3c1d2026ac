/** The methods of the WebSocket API, each held against version 2. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import { expectSameOrder, opening, resting } from './orders.ts';
import { BOTH_MODES, type Check, n, type Seat, SYMBOL } from './seat.ts';

const rest = (seat: Seat): Promise<Anything> =>
  seat.ask('order.place', { ...opening(seat, 'BUY'), ...resting('89000.0') });

const buy = (seat: Seat): Promise<Anything> =>
  seat.ask('order.place', { ...opening(seat, 'BUY'), type: 'MARKET', quantity: '0.0200' });

const ORDERS: readonly Check[] = [
  {
    about: 'order.place',
    shows: 'an order that rests',
    modes: BOTH_MODES,
    run: async (seat) => {
      await expectSameOrder(seat, await rest(seat));
      await seat.refuse(-2019, 'order.place', {
        ...opening(seat, 'BUY'),
        ...resting('89000.0', '100'),
      });
    },
  },
  {
    about: 'order.modify',
    shows: 'price and size changed',
    needs: ['order.place'],
    run: async (seat) => {
      const { orderId } = await rest(seat);
      const change = { symbol: SYMBOL, side: 'BUY', orderId, quantity: '0.0200', price: '88900.0' };
      const amended = await seat.ask('order.modify', change);
      await expectSameOrder(seat, amended);
      expect(n(amended.price)).toBe(88_900);
    },
  },
  {
    about: 'order.status',
    shows: 'an order by its id',
    needs: ['order.place'],
    run: async (seat) => {
      const { orderId } = await rest(seat);
      await expectSameOrder(seat, await seat.ask('order.status', { symbol: SYMBOL, orderId }));
    },
  },
  {
    about: 'order.cancel',
    shows: 'the order, canceled',
    needs: ['order.place'],
    run: async (seat) => {
      const { orderId } = await rest(seat);
      const canceled = await seat.ask('order.cancel', { symbol: SYMBOL, orderId });
      expect(canceled.status).toBe('CANCELED');
      expect(await seat.v2('orderCurrent')).toEqual([]);
    },
  },
  {
    about: 'algoOrder.place',
    shows: 'a stop, untriggered',
    run: async (seat) => {
      const stop = { type: 'STOP_MARKET', quantity: '0.0100', triggerPrice: '85000.0' };
      const order = { ...opening(seat, 'SELL'), ...stop, algoType: 'CONDITIONAL' };
      const { algoId } = await seat.ask('algoOrder.place', order);
      const [plan] = await seat.v2('orderCurrentPlan', { symbol: BTC });
      expect([n(plan.order_id), n(plan.triggerPrice)]).toEqual([n(algoId), 85_000]);
    },
  },
  {
    about: 'algoOrder.cancel',
    shows: 'none left',
    needs: ['algoOrder.place'],
    run: async (seat) => {
      const stop = { type: 'STOP_MARKET', quantity: '0.0100', triggerPrice: '85000.0' };
      const order = { ...opening(seat, 'SELL'), ...stop, algoType: 'CONDITIONAL' };
      const { algoId } = await seat.ask('algoOrder.place', order);
      await seat.ask('algoOrder.cancel', { algoId });
      expect(await seat.v2('orderCurrentPlan', { symbol: BTC })).toEqual([]);
    },
  },
];

const ACCOUNT: readonly Check[] = [
  ...['account.balance', 'v2/account.balance'].map((about) => ({
    about,
    shows: 'available money',
    needs: ['order.place'],
    run: async (seat: Seat) => {
      await buy(seat);
      const rows = await seat.ask(about);
      const [assets] = await seat.v2('accountAssets');
      expect(n(rows.find(({ asset }: Anything) => asset === 'USDT').availableBalance)).toBe(
        n(assets.available),
      );
    },
  })),
  ...['account.status', 'v2/account.status'].map((about) => ({
    about,
    shows: 'equity and frozen money',
    needs: ['order.place'],
    modes: BOTH_MODES,
    run: async (seat: Seat) => {
      await buy(seat);
      await rest(seat);
      const account = await seat.ask(about);
      const [assets] = await seat.v2('accountAssets');
      expect(n(account.totalMarginBalance)).toBe(n(assets.equity));
      // The venue freezes the taker fee too, which is no margin.
      const fees = n(assets.frozen) - n(account.totalOpenOrderInitialMargin);
      expect(fees).toBeGreaterThan(0);
      expect(fees).toBeLessThanOrEqual(n(assets.frozen) / 10);
    },
  })),
  ...['account.position', 'v2/account.position'].map((about) => ({
    about,
    shows: 'size and result of a position',
    needs: ['order.place'],
    modes: BOTH_MODES,
    run: async (seat: Seat) => {
      await buy(seat);
      const rows = await seat.ask(about, { symbol: SYMBOL });
      const held = rows.find(({ positionAmt }: Anything) => n(positionAmt) !== 0);
      const [position] = await seat.v2('accountAllPosition');
      expect([n(held.positionAmt), n(held.unRealizedProfit)]).toEqual([
        n(position.size),
        n(position.unrealizePnl),
      ]);
    },
  })),
  {
    about: 'userDataStream.start',
    shows: 'a key of the user stream',
    run: async ({ ask }) =>
      expect((await ask('userDataStream.start')).listenKey).toMatch(/^[A-Za-z0-9]{64}$/),
  },
  {
    about: 'userDataStream.ping',
    shows: 'the key prolonged',
    needs: ['userDataStream.start'],
    run: async ({ ask }) => {
      await ask('userDataStream.start');
      await ask('userDataStream.ping');
    },
  },
  {
    about: 'userDataStream.stop',
    shows: 'no key left to prolong',
    needs: ['userDataStream.start', 'userDataStream.ping'],
    run: async ({ ask, refuse }) => {
      await ask('userDataStream.start');
      await ask('userDataStream.stop');
      await refuse(-1125, 'userDataStream.ping');
    },
  },
];

const MARKET: readonly Check[] = [
  {
    about: 'depth',
    shows: 'every level',
    run: async ({ kit, ask }) => {
      const { bids } = await ask('depth', { symbol: SYMBOL, limit: 100 });
      const v2 = await kit.ok('marketDepth', { symbol: BTC, limit: 200 });
      const pairs = (levels: Anything) => levels.map((level: unknown[]) => level.map(n));
      expect(pairs(bids)).toEqual(pairs(v2.bids).slice(0, 100));
    },
  },
  {
    about: 'ticker.price',
    shows: 'the last price',
    run: async ({ kit, ask }) => {
      const { price } = await ask('ticker.price', { symbol: SYMBOL });
      expect(n(price)).toBe(n((await kit.ok('marketTicker', { symbol: BTC })).last));
    },
  },
  {
    about: 'ticker.book',
    shows: 'the best prices',
    run: async ({ kit, ask }) => {
      const top = await ask('ticker.book', { symbol: SYMBOL });
      const v2 = await kit.ok('marketTicker', { symbol: BTC });
      expect([n(top.bidPrice), n(top.askPrice)]).toEqual([n(v2.best_bid), n(v2.best_ask)]);
    },
  },
];

export const FRAME_CHECKS: readonly Check[] = [...ORDERS, ...ACCOUNT, ...MARKET];
