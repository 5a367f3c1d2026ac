/** The methods of ccxt over sockets, each held against version 2. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import {
  type CcxtCheck,
  type CcxtSeat,
  closes,
  expectSameOrder,
  opens,
  PAIR,
} from './ccxt-seat.ts';
import { tradeAt } from './orders.ts';
import { BOTH_MODES, n } from './seat.ts';

const PAUSE = 100;
const SOON = { timeout: 60_000 };

/** What a method brings while something happens again and again. */
async function next(
  watch: () => Promise<Anything>,
  happen: () => Promise<unknown>,
): Promise<Anything> {
  let heard: Anything;
  const watching = watch().then((what) => {
    heard = what;
  });
  while (heard === undefined) {
    await happen();
    await Promise.race([watching, new Promise((resolve) => setTimeout(resolve, PAUSE))]);
  }
  return heard;
}

const trade = async (seat: CcxtSeat): Promise<void> => {
  await tradeAt(seat, 'ask');
  await tradeAt(seat, 'bid');
};

/** The mark follows. */
const moveIndex = async ({ kit }: CcxtSeat): Promise<void> => {
  for (const price of ['90001.0', '90000.0']) await kit.setIndex(BTC, price);
};

const MARKET: readonly CcxtCheck[] = [
  {
    method: 'watchTicker, watchTickers',
    shows: 'last price and volume',
    run: async (seat) => {
      const { exchange, kit } = seat;
      const ticker = await next(
        () => exchange.watchTicker(PAIR),
        () => trade(seat),
      );
      const v2 = await kit.ok('marketTicker', { symbol: BTC });
      expect([n(v2.best_bid), n(v2.best_ask)]).toContain(ticker.last);
      const tickers = await next(
        () => exchange.watchTickers([PAIR]),
        () => trade(seat),
      );
      expect(tickers).toHaveProperty([PAIR]);
    },
  },
  {
    method: 'watchMarkPrice, watchMarkPrices',
    shows: 'mark and index',
    run: async (seat) => {
      const { exchange, kit } = seat;
      const { markPrice, indexPrice } = await next(
        () => exchange.watchMarkPrice(PAIR),
        () => moveIndex(seat),
      );
      const v2 = await kit.ok('marketTicker', { symbol: BTC });
      expect([markPrice, indexPrice].map((price) => Math.round(price / 10))).toEqual(
        [v2.markPrice, v2.indexPrice].map((price) => Math.round(n(price) / 10)),
      );
      const marks = await next(
        () => exchange.watchMarkPrices([PAIR]),
        () => moveIndex(seat),
      );
      expect(marks).toHaveProperty([PAIR]);
    },
  },
  {
    method: 'watchBidsAsks',
    shows: 'the best prices',
    run: async (seat) => {
      const tops = await next(
        () => seat.exchange.watchBidsAsks([PAIR]),
        () => trade(seat),
      );
      const v2 = await seat.kit.ok('marketTicker', { symbol: BTC });
      expect([tops[PAIR].bid, tops[PAIR].ask]).toEqual([n(v2.best_bid), n(v2.best_ask)]);
    },
  },
  {
    method: 'watchTrades',
    shows: 'price and size of trades, single and aggregate',
    run: async (seat) => {
      for (const name of ['trade', 'aggTrade']) {
        const trades = await next(
          () => seat.exchange.watchTrades(PAIR, undefined, undefined, { name }),
          () => trade(seat),
        );
        const v2 = await seat.kit.ok('marketTrades', { symbol: BTC });
        expect(v2.map(({ price }: Anything) => n(price))).toContain(trades.at(-1).price);
        expect(trades.at(-1).amount).toBe(0.001);
      }
    },
  },
  {
    method: 'watchOHLCV',
    shows: 'the candle that is forming',
    run: async (seat) => {
      const rows = await next(
        () => seat.exchange.watchOHLCV(PAIR, '1m'),
        () => trade(seat),
      );
      const query = { symbol: BTC, granularity: '1m', limit: 2 };
      const v2 = await seat.kit.ok('marketCandles', query);
      expect(v2.map(([at]: string[]) => n(at))).toContain(rows.at(-1)[0]);
    },
  },
  {
    method: 'watchOrderBook, unWatchOrderBook',
    shows: 'every level, at once and after changes',
    run: async ({ exchange, kit }) => {
      const quotes = ['89980.0', '89981.0', '89982.0'];
      let at = 0;
      const change = async () => {
        at += 1;
        await kit.quote(BTC, 'buy', '0.0100', quotes[at % quotes.length]!);
      };
      await next(() => exchange.watchOrderBook(PAIR), change);
      await change();
      const levels = (side: Anything) => side.map((level: unknown[]) => level.map(n));
      await expect
        .poll(async () => {
          const book = exchange.orderbooks[PAIR];
          const v2 = await kit.ok('marketDepth', { symbol: BTC, limit: 200 });
          return [levels(book.bids), levels(book.asks)].toString() ===
            [levels(v2.bids), levels(v2.asks)].toString()
            ? 'equal'
            : 'different';
        })
        .toBe('equal');
      await exchange.unWatchOrderBook(PAIR);
    },
  },
];

const ACCOUNT: readonly CcxtCheck[] = [
  {
    method: 'watchOrders',
    shows: 'an order, new, partly filled, filled and canceled',
    modes: BOTH_MODES,
    run: async (seat) => {
      const { exchange, kit } = seat;
      const place = (price: number) =>
        exchange.createOrder(PAIR, 'limit', 'buy', 0.01, price, opens(seat));
      const first = exchange.watchOrders(PAIR);
      await untilListening(exchange);
      const { id } = await place(90_000);
      await first;
      const until = (status: string, filled: number, order = id) =>
        expect
          .poll(() => {
            const known = exchange.orders.find((each: Anything) => each.id === order);
            return [known?.status, known?.filled];
          }, SOON)
          .toEqual([status, filled]);
      await until('open', 0);
      await kit.quote(BTC, 'sell', '0.0040', '90000.0');
      await until('open', 0.004);
      await kit.quote(BTC, 'sell', '0.0060', '90000.0');
      await until('closed', 0.01);
      const other = await place(89_000);
      await exchange.cancelOrder(other.id, PAIR);
      await until('canceled', 0, other.id);
    },
  },
  {
    method: 'watchMyTrades',
    shows: 'a fill: price, size, fee and role',
    run: async (seat) => {
      const { exchange, v2 } = seat;
      const watching = exchange.watchMyTrades(PAIR);
      await untilListening(exchange);
      await exchange.createOrder(PAIR, 'market', 'buy', 0.001);
      const [heard] = await watching;
      const { list } = await v2('orderFills', { symbol: BTC, limit: 1 });
      const [own] = (await exchange.fetchMyTrades(PAIR)).slice(-1);
      expect(heard).toMatchObject({
        id: own.id,
        order: String(list[0].orderId),
        side: 'buy',
        amount: 0.001,
        fee: { cost: n(list[0].fillFee), currency: 'USDT' },
        takerOrMaker: 'taker',
      });
    },
  },
  {
    method: 'watchBalance',
    shows: 'the wallet after a fill',
    run: async (seat) => {
      const { exchange, v2 } = seat;
      const watching = exchange.watchBalance();
      await untilListening(exchange);
      await exchange.createOrder(PAIR, 'market', 'buy', 0.001);
      const { USDT } = await watching;
      const [assets] = await v2('accountAssets');
      expect(USDT.total).toBeCloseTo(n(assets.equity) - n(assets.unrealizePnl), 4);
    },
  },
  {
    method: 'watchPositions',
    shows: 'a position, opened and closed',
    modes: BOTH_MODES,
    run: async (seat) => {
      const { exchange } = seat;
      // The first is how things stand; only then it listens.
      expect(await exchange.watchPositions([PAIR])).toEqual([]);
      const watching = exchange.watchPositions([PAIR]);
      await untilListening(exchange);
      await exchange.createOrder(PAIR, 'market', 'buy', 0.01, undefined, opens(seat));
      const opened = await watching;
      const held = opened.find(({ contracts }: Anything) => contracts > 0);
      expect(held).toMatchObject({ symbol: PAIR, contracts: 0.01 });
      const closing = exchange.watchPositions([PAIR]);
      await exchange.createOrder(PAIR, 'market', 'sell', 0.01, undefined, closes(seat));
      expect((await closing).map(({ contracts }: Anything) => contracts)).toContain(0);
    },
  },
];

/** ccxt says nothing when its private socket is there. */
async function untilListening(exchange: Anything): Promise<void> {
  const isOpen = () =>
    Object.values<Anything>(exchange.clients).some(
      ({ url, connection }) => /listenKey|private/.test(url) && connection?.readyState === 1,
    );
  await expect.poll(isOpen, SOON).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}

const API: readonly CcxtCheck[] = [
  {
    method: 'createOrderWs, fetchOrderWs, editOrderWs, cancelOrderWs',
    shows: 'the order, placed, read, changed and canceled',
    modes: BOTH_MODES,
    run: async (seat) => {
      const { exchange } = seat;
      const made = await exchange.createOrderWs(PAIR, 'limit', 'buy', 0.01, 89_000, opens(seat));
      await expectSameOrder(seat, made);
      await expectSameOrder(seat, await exchange.fetchOrderWs(made.id, PAIR));
      const edited = await exchange.editOrderWs(made.id, PAIR, 'limit', 'buy', 0.02, 88_900);
      await expectSameOrder(seat, edited);
      await exchange.cancelOrderWs(made.id, PAIR);
      expect(await seat.v2('orderCurrent')).toEqual([]);
    },
  },
  {
    method: 'createOrderWs, cancelOrderWs {trigger}',
    shows: 'a stop, placed and canceled',
    run: async ({ exchange, v2 }) => {
      const trigger = { triggerPrice: 80_000 };
      const { id } = await exchange.createOrderWs(PAIR, 'market', 'sell', 0.01, undefined, trigger);
      expect(await v2('orderCurrentPlan', { symbol: BTC })).toHaveLength(1);
      await exchange.cancelOrderWs(id, PAIR, { trigger: true });
      expect(await v2('orderCurrentPlan', { symbol: BTC })).toEqual([]);
    },
  },
  {
    method: 'fetchBalanceWs, fetchPositionsWs, fetchPositionWs',
    shows: 'money and positions',
    modes: BOTH_MODES,
    run: async (seat) => {
      const { exchange, v2 } = seat;
      await exchange.createOrder(PAIR, 'market', 'buy', 0.01, undefined, opens(seat));
      const { USDT } = await exchange.fetchBalanceWs();
      const [assets] = await v2('accountAssets');
      expect([USDT.free, USDT.total]).toEqual([n(assets.available), n(assets.equity)]);
      const held = (await exchange.fetchPositionsWs([PAIR])).filter(
        ({ contracts }: Anything) => contracts > 0,
      );
      expect(held).toMatchObject([{ side: 'long', contracts: 0.01 }]);
      await exchange.fetchPositionWs(PAIR);
    },
  },
  {
    method: 'fetchTickerWs, fetchOrderBookWs',
    shows: 'the best prices and levels',
    run: async ({ exchange, kit }) => {
      const v2 = await kit.ok('marketTicker', { symbol: BTC });
      const { bid, ask } = await exchange.fetchTickerWs(PAIR);
      expect([bid, ask]).toEqual([n(v2.best_bid), n(v2.best_ask)]);
      const book = await exchange.fetchOrderBookWs(PAIR, 100);
      const depth = await kit.ok('marketDepth', { symbol: BTC, limit: 200 });
      expect(book.bids[0]).toEqual(depth.bids[0].map(n));
    },
  },
];

export const CCXT_STREAM_CHECKS: readonly CcxtCheck[] = [...MARKET, ...ACCOUNT, ...API];
