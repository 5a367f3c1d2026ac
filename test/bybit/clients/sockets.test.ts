/** Unmodified ccxt.pro and `bybit-api` on the sockets of the Bybit v5 dialect. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { RestClientV5, WebsocketAPIClient, WebsocketClient } from 'bybit-api';
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../src/domain/ids.ts';
import { money } from '../../../src/domain/units.ts';
import { type ClientKit, openClientKit } from '../../binance/clients/client-kit.ts';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import { usdt } from '../../kit/driver.ts';

const PAIR = 'BTC/USDT:USDT';
let kit: ClientKit;
let account: AccountId;
let exchange: Anything;

beforeAll(async () => {
  kit = await openClientKit();
  account = await kit.openAccount('net');
  const { http, ws, key, secret } = kit.doorOf(account);
  exchange = new (ccxt.pro as Anything).bybit({
    apiKey: key,
    secret,
    enableRateLimit: false,
    urls: {
      api: {
        public: http,
        private: http,
        ws: {
          public: { linear: `${ws}/v5/public/linear` },
          private: { contract: `${ws}/v5/private`, trade: `${ws}/v5/trade` },
        },
      },
    },
  });
  await exchange.loadHttpProxyAgent();
  await exchange.loadMarkets();
});
afterAll(async () => {
  await exchange.close();
  await kit.close();
});

/** Something happens in the market until the promise is kept. */
async function whileTrading<Told>(told: Promise<Told>): Promise<Told> {
  let isOver = false;
  const over = told.finally(() => {
    isOver = true;
  });
  void (async () => {
    for (let at = 0; !isOver && at < 500; at += 1) {
      await kit.refresh();
      await kit.ok('orderPlaceOrder', {
        ...{ symbol: BTC, client_oid: `m-${Date.now()}-${at}`, size: '0.0010', type: '1' },
        ...{ match_price: '1', order_type: '0', price: '1' },
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return over;
}

/** The mark is looked at again and again until the promise is kept. */
async function whileMarking<Told>(told: Promise<Told>): Promise<Told> {
  let isOver = false;
  const over = told.finally(() => {
    isOver = true;
  });
  for (let at = 0; !isOver && at < 50; at += 1) {
    await kit.memory.advance(1_000);
    await kit.setIndex(BTC, '80000.0');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return over;
}

const MARKET = { symbol: BTC, match_price: '1', order_type: '0', price: '1' };

test('[BYB-20] ccxt.pro watches the market as HTTP tells it', async () => {
  const ticker = await whileTrading(exchange.watchTicker(PAIR));
  expect((ticker as Anything).last).toBeGreaterThan(80_000);
  // ccxt asks again for a topic that it has, and is refused as at the exchange: hence others.
  const others = ['ETH/USDT:USDT', 'SOL/USDT:USDT'];
  const tickers: Anything = await whileTrading(exchange.watchTickers(others));
  expect(Object.keys(tickers).length).toBeGreaterThan(0);
  const trades: Anything = await whileTrading(exchange.watchTrades(PAIR));
  expect(trades[0].symbol).toBe(PAIR);
  const candles: Anything = await whileTrading(exchange.watchOHLCV(PAIR, '1m'));
  expect(candles[0]).toHaveLength(6);
  for (const depth of [1, 50, 200, 1_000]) {
    const book: Anything = await whileTrading(exchange.watchOrderBook(PAIR, depth));
    expect(book.bids[0][0]).toBeLessThan(book.asks[0][0]);
  }
  const [other = ''] = others;
  const best = await whileTrading(exchange.watchBidsAsks([other]));
  expect(Object.keys(best as object)).toEqual([other]);
});

/** ccxt answers with the positions that there are first, which are none. */
async function firstHeld(): Promise<Anything> {
  for (;;) {
    const positions = await exchange.watchPositions([PAIR]);
    if (positions.length > 0) return positions;
  }
}

test('[BYB-21] ccxt.pro trades on sockets, and hears order, trade, position, wallet', async () => {
  await kit.refresh();
  const heard = Promise.all([
    exchange.watchOrders(PAIR),
    exchange.watchMyTrades(PAIR),
    firstHeld(),
    exchange.watchBalance(),
  ]);
  const findOwn = (): Anything =>
    Object.entries<Anything>(exchange.clients).find(([url]) => url.endsWith('/private'))?.[1];
  // The login, and what was subscribed to.
  const topics = (): number => Object.keys(findOwn()?.subscriptions ?? {}).length;
  await expect.poll(topics).toBeGreaterThanOrEqual(5);
  const { lastPong } = findOwn();
  await findOwn().send({ op: 'ping' });
  await expect.poll(() => findOwn().lastPong).not.toBe(lastPong);
  const sent = await exchange.createOrderWs(PAIR, 'market', 'buy', 0.01);
  const [orders, trades, positions, balance] = await heard;
  expect(orders.at(-1)).toMatchObject({ id: sent.id, status: 'closed', filled: 0.01 });
  expect(trades.at(-1)).toMatchObject({ order: sent.id, amount: 0.01, side: 'buy' });
  expect(positions.at(-1)).toMatchObject({ side: 'long', contracts: 0.01 });
  const [asset] = await kit.ok('accountAssets', {}, account);
  expect(Math.abs(balance.USDT.total - Number(asset.equity))).toBeLessThan(5);
  const limit = await exchange.createOrderWs(PAIR, 'limit', 'buy', 0.01, 80_000);
  await exchange.editOrderWs(limit.id, PAIR, 'limit', 'buy', 0.02, 80_000);
  expect((await exchange.fetchOpenOrder(limit.id, PAIR)).amount).toBe(0.02);
  await exchange.cancelOrderWs(limit.id, PAIR);
  await expect(exchange.cancelOrderWs(limit.id, PAIR)).rejects.toBeInstanceOf(ccxt.OrderNotFound);
});

test('[BYB-22] bybit-api has one address for all: topics, login and orders at /v5', async () => {
  await kit.refresh();
  const { ws, key, secret } = kit.doorOf(account);
  const quiet = { trace: () => {}, info: () => {}, error: () => {} } as Anything;
  const client = new WebsocketClient({ key, secret, wsUrl: `${ws}/v5` }, quiet);
  const topics = new Map<string, Anything>();
  client.on('update', (told: Anything) => void topics.set(told.topic, told));
  client.on('exception', () => {});
  void client.subscribeV5(['orderbook.50.BTCUSDT', 'tickers.BTCUSDT'], 'linear');
  void client.subscribeV5(['order', 'execution', 'position', 'wallet'], 'linear');
  await expect.poll(() => topics.has('tickers.BTCUSDT'), { timeout: 60_000 }).toBe(true);
  const api = new WebsocketAPIClient({ key, secret, wsUrl: `${ws}/v5` }, quiet);
  const told: Anything = await api.submitNewOrder({
    ...{ category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' },
  } as Anything);
  expect(told).toMatchObject({ retCode: 0, op: 'order.create' });
  const { orderId } = told.data;
  await expect.poll(() => topics.get('order')?.data[0].orderId, { timeout: 60_000 }).toBe(orderId);
  expect(topics.get('execution').data[0]).toMatchObject({ orderId, execType: 'Trade' });
  expect(topics.get('position').data[0]).toMatchObject({ symbol: 'BTCUSDT', side: 'Buy' });
  expect(topics.get('wallet').data[0].accountType).toBe('UNIFIED');
  const refused: Anything = await api
    .cancelOrder({ category: 'linear', symbol: 'BTCUSDT', orderId } as Anything)
    .catch((error: Anything) => error);
  expect(refused.retCode).toBe(110_001);
  const limit = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01' };
  const done = async (sent: Promise<Anything>): Promise<Anything> => {
    const { retCode, data, retExtInfo } = await sent;
    const codes = (retExtInfo.list ?? []).map(({ code }: Anything) => code);
    expect([retCode, ...codes].every((code) => code === 0)).toBe(true);
    return data;
  };
  const one = await done(
    api.submitNewOrder({ category: 'linear', ...limit, price: '80000' } as Anything),
  );
  const named = { category: 'linear', symbol: 'BTCUSDT', orderId: one.orderId };
  await done(api.amendOrder({ ...named, qty: '0.02' } as Anything));
  await done(api.cancelOrder(named as Anything));
  const many = ['80000', '80100'].map((price) => ({ ...limit, price }));
  const { list } = await done(api.batchSubmitOrders('linear', many as Anything));
  const ids = list.map(({ orderId: id }: Anything) => ({ symbol: 'BTCUSDT', orderId: id }));
  const larger = ids.map((id: object) => ({ ...id, qty: '0.03' }));
  await done(api.batchAmendOrder('linear', larger));
  const open = await kit.ok('orderCurrent', { symbol: BTC }, account);
  expect(open.map(({ size }: Anything) => size)).toEqual(['0.0300', '0.0300']);
  await done(api.batchCancelOrder('linear', ids));
  expect(await kit.ok('orderCurrent', { symbol: BTC }, account)).toEqual([]);
  client.closeAll(true);
  api.getWSClient().closeAll(true);
});

test('[BYB-21] bybit-api comes back by itself when its connection is cut', async () => {
  await kit.refresh();
  const open = new Set<Socket>();
  const wire = createServer((near) => {
    const far = connect(kit.port, '127.0.0.1');
    for (const end of [near, far]) open.add(end.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const { port } = wire.address() as AddressInfo;
  const { http, key, secret } = kit.doorOf(account);
  const quiet = { trace: () => {}, info: () => {}, error: () => {} } as Anything;
  const wsUrl = `ws://127.0.0.1:${port}/v5`;
  const client = new WebsocketClient({ key, secret, wsUrl, reconnectTimeout: 50 }, quiet);
  const told: Anything[] = [];
  client.on('update', (update: Anything) => void told.push(update));
  client.on('exception', () => {});
  void client.subscribeV5(['order'], 'linear');
  void client.subscribeV5(['orderbook.50.BTCUSDT'], 'linear');
  const books = () => told.filter(({ topic, type }) => /book/.test(topic) && type === 'snapshot');
  await expect.poll(() => books().length, { timeout: 60_000 }).toBe(1);
  for (const end of open) end.destroy();
  await expect.poll(() => books().length, { timeout: 60_000 }).toBe(2);
  const rest = new RestClientV5({ key, secret, baseUrl: http });
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01' };
  const isHeard = async (): Promise<boolean> => {
    await rest.submitOrder({ category: 'linear', ...order, price: '70000' } as Anything);
    await rest.cancelAllOrders({ category: 'linear', symbol: 'BTCUSDT' });
    return told.some(({ topic }) => topic === 'order');
  };
  await expect.poll(isHeard, { timeout: 60_000, interval: 500 }).toBe(true);
  client.closeAll(true);
  for (const end of open) end.destroy();
  wire.close();
});

test('[BYB-20] ccxt.pro hears liquidations, and stops watching what it asks to stop', async () => {
  await kit.refresh();
  const poor = await kit.openAccount('net');
  const heard: Promise<Anything> = exchange.watchLiquidations(PAIR);
  await whileTrading(exchange.watchTicker(PAIR));
  await kit.run({ kind: 'withdraw', account: poor, amount: money(usdt(9_000)) });
  await kit.ok('orderPlaceOrder', { ...MARKET, size: '0.1200', type: '1' }, poor);
  await kit.setIndex(BTC, '80000.0');
  const [forced] = await whileMarking(heard);
  expect(forced).toMatchObject({ symbol: PAIR, info: { S: 'Buy' } });
  const { http, key, secret } = kit.doorOf(poor);
  const urls = { api: { public: http, private: http } };
  const own = new (ccxt as Anything).bybit({ apiKey: key, secret, enableRateLimit: false, urls });
  const [row] = await own.fetchMyLiquidations(PAIR);
  expect(row).toMatchObject({ symbol: PAIR, info: { execType: 'BustTrade', side: 'Sell' } });
  await own.close();
  await kit.setIndex(BTC, '90000.0');
  const topics = exchange.clients[Object.keys(exchange.clients).find((url) => /public/.test(url))!];
  for (const [stop, name] of [
    [() => exchange.unWatchTicker(PAIR), 'ticker'],
    [() => exchange.unWatchTrades(PAIR), 'trade'],
    [() => exchange.unWatchOHLCV(PAIR, '1m'), 'ohlcv'],
    // Its own usual depth is neither of those that it watched.
    [() => exchange.unWatchOrderBook(PAIR), 'orderbook'],
  ] as const) {
    await stop();
    expect(Object.keys(topics.subscriptions).filter((each) => each === `${name}:${PAIR}`)).toEqual(
      [],
    );
  }
  for (const stop of ['unWatchOrders', 'unWatchMyTrades', 'unWatchPositions'])
    await exchange[stop]();
});
