/** The methods of the sockets, each held against version 2. */
import { expect } from 'vitest';
import { ALICE, type Anything, BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { ETHER, SYMBOL } from './ccxt-kit.ts';
import { type Check, expectSameOrder, n, type Scene } from './check.ts';

/** Alice trades with the house, so that there is something to hear. */
const trade = ({ kit }: Scene, size = '0.0010', symbol = BTC): Promise<Anything> =>
  kit.ok('orderPlaceOrder', { symbol, size, type: '1', match_price: '1', order_type: '0' }, ALICE);

/** What the next call of a method brings, with something happening once it listens. */
async function next(
  scene: Scene,
  watch: () => Promise<Anything>,
  happen: () => Promise<unknown>,
): Promise<Anything> {
  const heard = watch();
  await settle(scene);
  await happen();
  return heard;
}

/** More turns of the loop than a connection, its greeting, a frame and the answer to it take. */
const TURNS = 10;

/**
 * Whatever was under way on the sockets has arrived. Both ends live in this process, so what counts
 * is not time but turns: in each an answer goes through the machine's network and back.
 */
async function settle({ kit }: Scene): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await kit.send({ method: 'GET', path: '/capi/v2/market/time' });
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function expectTicker({ kit }: Scene, ticker: Anything, symbol: string): Promise<void> {
  const v2 = await kit.ok('marketTicker', { symbol });
  expect(ticker).toMatchObject({
    last: n(v2.last),
    high: n(v2.high_24h),
    low: n(v2.low_24h),
    baseVolume: n(v2.base_volume),
    quoteVolume: n(v2.volume_24h),
    markPrice: n(v2.markPrice),
    indexPrice: n(v2.indexPrice),
  });
}

const PUBLIC_CHECKS: readonly Check[] = [
  {
    method: 'watchTicker',
    shows: 'prices and 24-hour figures, at once and after a trade',
    limit: 'shows the percentage as a fraction',
    run: async (scene) => {
      await expectTicker(scene, await scene.stream.watchTicker(SYMBOL), BTC);
      const ticker = await next(
        scene,
        () => scene.stream.watchTicker(SYMBOL),
        () => trade(scene),
      );
      await expectTicker(scene, ticker, BTC);
    },
  },
  {
    method: 'watchTickers',
    shows: 'the tickers of several contracts on one connection',
    run: async (scene) => {
      const both = [SYMBOL, ETHER];
      const heard: Anything = {};
      while (Object.keys(heard).length < 2)
        Object.assign(
          heard,
          await next(
            scene,
            () => scene.stream.watchTickers(both),
            async () => {
              await trade(scene);
              await trade(scene, '0.01', 'cmt_ethusdt');
            },
          ),
        );
      expect(Object.keys(heard).sort()).toEqual([...both].sort());
    },
  },
  {
    method: 'unWatchTicker',
    shows: 'that no more frames arrive',
    run: async (scene) => {
      await scene.stream.unWatchTickers([SYMBOL, ETHER]);
      await expectSilent(scene, () => scene.stream.tickers[SYMBOL]);
    },
  },
  {
    method: 'watchTrades',
    shows: 'price, size, side and time of a trade',
    run: async (scene) => {
      const trades = await next(
        scene,
        () => scene.stream.watchTrades(SYMBOL),
        () => trade(scene),
      );
      const [v2] = await scene.kit.ok('marketTrades', { symbol: BTC, limit: 1 });
      expect(trades.at(-1)).toMatchObject({
        price: n(v2.price),
        amount: n(v2.size),
        cost: n(v2.value),
        side: 'buy',
        timestamp: v2.time,
      });
    },
  },
  {
    method: 'unWatchTrades',
    shows: 'that no more frames arrive',
    run: async (scene) => {
      await scene.stream.unWatchTrades(SYMBOL);
      await expectSilent(scene, () => scene.stream.trades[SYMBOL]?.length);
    },
  },
  {
    method: 'watchOHLCV',
    shows: 'the candle that is forming, of the last price and of the mark',
    run: async (scene) => {
      await scene.stream.watchOHLCV(SYMBOL, '1m');
      const rows = await next(
        scene,
        () => scene.stream.watchOHLCV(SYMBOL, '1m'),
        () => trade(scene),
      );
      const query = { symbol: BTC, granularity: '1m', limit: 1 };
      const [v2] = await scene.kit.ok('marketCandles', query);
      expect(rows.at(-1)).toEqual(v2.slice(0, 6).map(n));
      const marks = await scene.stream.watchOHLCV(SYMBOL, '5m', undefined, undefined, {
        priceType: 'MARK_PRICE',
      });
      const mark = { ...query, granularity: '5m', priceType: 'MARK' };
      const [v2Mark] = await scene.kit.ok('marketCandles', mark);
      expect(marks.at(-1)).toEqual(v2Mark.slice(0, 6).map(n));
    },
  },
  {
    method: 'unWatchOHLCV',
    shows: 'that no more frames arrive',
    run: async (scene) => {
      await scene.stream.unWatchOHLCV(SYMBOL, '1m');
      await scene.stream.unWatchOHLCV(SYMBOL, '5m', { priceType: 'MARK_PRICE' });
      await expectSilent(scene, () => JSON.stringify(scene.stream.ohlcvs[SYMBOL]));
    },
  },
  {
    method: 'watchOrderBook',
    shows: 'every level, at once and after changes',
    run: async (scene) => {
      const { kit, stream } = scene;
      await expectBook(scene, await stream.watchOrderBook(SYMBOL));
      for (const price of ['89950.0', '89940.0', '89930.0'])
        await next(
          scene,
          () => stream.watchOrderBook(SYMBOL),
          () => kit.quote(BTC, 'buy', '0.0100', price),
        );
      await next(
        scene,
        () => stream.watchOrderBook(SYMBOL),
        () => trade(scene, '0.0100'),
      );
      await expectBook(scene, stream.orderbooks[SYMBOL]);
    },
  },
  {
    method: 'unWatchOrderBook',
    shows: 'that no more frames arrive',
    run: async (scene) => {
      await scene.stream.unWatchOrderBook(SYMBOL);
      await expectSilent(scene, () => scene.stream.orderbooks[SYMBOL]?.nonce);
    },
  },
];

async function expectBook({ kit }: Scene, book: Anything): Promise<void> {
  const v2 = await kit.ok('marketDepth', { symbol: BTC, limit: 200 });
  const pairs = (side: Anything) => side.map(([price, size]: string[]) => [n(price), n(size)]);
  expect([[...book.bids], [...book.asks]]).toEqual([pairs(v2.bids), pairs(v2.asks)]);
}

async function expectSilent(scene: Scene, read: () => unknown): Promise<void> {
  const before = read();
  await trade(scene);
  await settle(scene);
  expect(read()).toEqual(before);
}

const bobPlaces = ({ bob }: Scene, ...order: Anything[]): Promise<Anything> =>
  bob.createOrder(SYMBOL, ...order);

const PRIVATE_CHECKS: readonly Check[] = [
  {
    method: 'watchOrders',
    shows: 'an order, new, partly filled, filled and canceled',
    limit: 'gives `average` in contract units: multiply it by `contractSize`',
    run: async (scene) => {
      const { kit, stream, bob } = scene;
      const newest = async (happen: () => Promise<unknown>): Promise<Anything> => {
        const orders = await next(scene, () => stream.watchOrders(SYMBOL), happen);
        await expectSameOrder(scene, BOB, orders.at(-1), stream.market(SYMBOL).contractSize);
        return orders.at(-1);
      };
      const placed = await newest(() => bobPlaces(scene, 'limit', 'buy', 0.01, 90_000));
      expect(placed).toMatchObject({ status: 'open', filled: 0, type: 'limit' });
      const part = await newest(() => kit.quote(BTC, 'sell', '0.0030', '90000.0'));
      expect(part).toMatchObject({ id: placed.id, status: 'open', filled: 0.003 });
      const whole = await newest(() => kit.quote(BTC, 'sell', '0.0070', '90000.0'));
      expect(whole).toMatchObject({ id: placed.id, status: 'closed', filled: 0.01 });
      const other = await newest(() => bobPlaces(scene, 'limit', 'buy', 0.01, 89_000));
      const canceled = await newest(() => bob.cancelOrder(other.id, SYMBOL));
      expect(canceled).toMatchObject({ id: other.id, status: 'canceled' });
      const stop = await newest(() =>
        bobPlaces(scene, 'market', 'sell', 0.001, undefined, { stopLossPrice: 80_000 }),
      );
      expect(stop).toMatchObject({ status: 'open', triggerPrice: 80_000, type: 'market' });
      await newest(() => bob.cancelAllOrders(SYMBOL, { trigger: true }));
    },
  },
  {
    method: 'unWatchOrders',
    shows: 'that no more frames arrive',
    run: async (scene) => {
      await scene.stream.unWatchOrders();
      await expectQuiet(scene, () => scene.stream.orders?.length);
    },
  },
  {
    method: 'watchMyTrades',
    shows: 'a fill: price, size, value, fee, role',
    run: async (scene) => {
      const trades = await next(
        scene,
        () => scene.stream.watchMyTrades(SYMBOL),
        () => bobPlaces(scene, 'market', 'buy', 0.001),
      );
      const { list } = await scene.kit.ok('orderFills', { symbol: BTC, limit: 1 }, BOB);
      expect(trades.at(-1)).toMatchObject({
        id: String(list[0].tradeId),
        order: String(list[0].orderId),
        side: 'buy',
        amount: n(list[0].fillSize),
        cost: n(list[0].fillValue),
        fee: { cost: n(list[0].fillFee), currency: 'USDT' },
        takerOrMaker: 'taker',
      });
    },
  },
  {
    method: 'unWatchMyTrades',
    shows: 'that no more frames arrive',
    run: async (scene) => {
      await scene.stream.unWatchMyTrades();
      await expectQuiet(scene, () => scene.stream.myTrades?.length);
    },
  },
  {
    method: 'watchBalance',
    shows: 'free, used and total, at once and after a fill',
    limit: 'has no way to unsubscribe',
    run: async (scene) => {
      await expectBalance(scene, await scene.stream.watchBalance());
      const after = await next(
        scene,
        () => scene.stream.watchBalance(),
        () => bobPlaces(scene, 'market', 'buy', 0.001),
      );
      await expectBalance(scene, after);
    },
  },
  {
    method: 'watchPositions',
    shows: 'a position, opened, grown and gone',
    run: async (scene) => {
      const { kit, stream, bob } = scene;
      await stream.watchPositions();
      // The first that comes by the socket is how things stand.
      await stream.watchPositions();
      const changed = await next(
        scene,
        () => stream.watchPositions(),
        () => bobPlaces(scene, 'market', 'buy', 0.002),
      );
      const [v2] = await kit.ok('accountAllPosition', {}, BOB);
      expect(changed[0]).toMatchObject({
        id: String(v2.id),
        symbol: SYMBOL,
        side: 'long',
        contracts: n(v2.size),
        notional: n(v2.open_value),
        leverage: n(v2.leverage),
        unrealizedPnl: n(v2.unrealizePnl),
        initialMargin: n(v2.marginSize),
      });
      const gone = await next(
        scene,
        () => stream.watchPositions(),
        () => bob.closePosition(SYMBOL),
      );
      expect(gone[0]).toMatchObject({ id: String(v2.id), contracts: 0 });
    },
  },
  {
    method: 'unWatchPositions',
    shows: 'that no more frames arrive',
    run: async (scene) => {
      await scene.stream.unWatchPositions();
      await expectQuiet(scene, () => scene.stream.positions?.length);
    },
  },
];

async function expectBalance({ kit }: Scene, balance: Anything): Promise<void> {
  const [v2] = await kit.ok('accountAssets', {}, BOB);
  expect(balance.USDT).toEqual({
    free: n(v2.available),
    used: n(v2.frozen),
    total: n(v2.equity),
  });
}

async function expectQuiet(scene: Scene, read: () => unknown): Promise<void> {
  const before = read();
  await bobPlaces(scene, 'market', 'buy', 0.001);
  await settle(scene);
  expect(read()).toEqual(before);
}

export const STREAM_CHECKS: readonly Check[] = [...PUBLIC_CHECKS, ...PRIVATE_CHECKS];
