/** Unmodified ccxt.pro and @nktkas/hyperliquid on the socket. */
import * as hl from '@nktkas/hyperliquid';
import ccxt from 'ccxt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { type HyperliquidKit, openHyperliquidKit, type Seat } from './hyperliquid-kit.ts';
import { newWallet } from './wallet.ts';

let kit: HyperliquidKit;
let seat: Seat;
let exchange: Anything;
let transport: hl.WebSocketTransport;
const PAIR = 'BTC/USDC:USDC';
const library: Anything = ccxt;

beforeAll(async () => {
  kit = await openHyperliquidKit();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await kit.refresh();
  seat = await kit.seat();
  const { url } = kit;
  const socket = `${url.replace('http', 'ws')}/ws`;
  exchange = new library.pro.hyperliquid({
    walletAddress: seat.wallet.address,
    privateKey: seat.wallet.privateKey,
    enableRateLimit: false,
    urls: { api: { public: url, private: url, ws: { public: socket } } },
  });
  await exchange.loadHttpProxyAgent();
  transport = new hl.WebSocketTransport({ url: socket });
});
afterEach(async () => {
  await exchange.close();
  await transport.close();
});

/** On the same socket, so that what was subscribed before is heard before. */
const buy = (price: number, amount = 0.01): Promise<Anything> =>
  exchange.createOrderWs(PAIR, 'limit', 'buy', amount, price);

test('[HL-20] ccxt.pro: the market, watched and not watched any more', async () => {
  const book = await exchange.watchOrderBook(PAIR);
  const http = await exchange.fetchOrderBook(PAIR);
  expect([book.bids[0], book.asks[0]]).toEqual([http.bids[0], http.asks[0]]);
  expect(await exchange.watchTicker(PAIR)).toMatchObject({ bid: 89_999.9, ask: 90_000.1 });
  expect(Object.keys(await exchange.watchTickers())).toContain(PAIR);
  expect((await exchange.watchOHLCV(PAIR, '1m')).at(-1)[4]).toBeCloseTo(90_000, -3);
  const trades = exchange.watchTrades(PAIR);
  await buy(90_500);
  expect((await trades).at(-1)).toMatchObject({ symbol: PAIR, side: 'buy', amount: 0.01 });
  for (const name of ['unWatchOrderBook', 'unWatchTicker', 'unWatchTrades', 'unWatchOHLCV'])
    await exchange[name](PAIR);
  await exchange.unWatchTickers();
});

test('[HL-20] ccxt.pro: the account', async () => {
  const balance = await exchange.watchBalance();
  expect(balance.USDC).toEqual({ free: 10_000, used: 0, total: 10_000 });
  const orders = exchange.watchOrders(PAIR);
  const mine = exchange.watchMyTrades(PAIR);
  const positions = exchange.watchPositions([PAIR]);
  await buy(90_500, 0.02);
  expect((await orders).at(-1)).toMatchObject({ symbol: PAIR, status: 'closed', amount: 0.02 });
  expect((await mine).at(-1)).toMatchObject({ symbol: PAIR, side: 'buy', amount: 0.02 });
  const held = await positions;
  const known = held.length > 0 ? held : await exchange.watchPositions([PAIR]);
  expect(known.at(-1)).toMatchObject({ symbol: PAIR, side: 'long', contracts: 0.02 });
  await exchange.unWatchOrders();
  await exchange.unWatchMyTrades();
});

test('[HL-20] ccxt.pro: orders on the socket', async () => {
  const { id } = await exchange.createOrderWs(PAIR, 'limit', 'buy', 0.01, 89_000);
  const edited = await exchange.editOrderWs(id, PAIR, 'limit', 'buy', 0.02, 88_000);
  expect(edited.id).toBe(id);
  expect(await exchange.fetchOrder(id, PAIR)).toMatchObject({ amount: 0.02, price: 88_000 });
  const [second] = await exchange.createOrdersWs([
    { symbol: PAIR, type: 'limit', side: 'buy', amount: 0.01, price: 88_500 },
  ]);
  const third = await exchange.createOrderWs(PAIR, 'limit', 'buy', 0.01, 88_200);
  await exchange.cancelOrderWs(third.id, PAIR);
  await exchange.cancelOrdersWs([id, second.id], PAIR);
  expect(await exchange.fetchOpenOrders(PAIR)).toEqual([]);
  await expect(exchange.createOrderWs(PAIR, 'limit', 'buy', 0.00001, 89_000)).rejects.toThrow(
    library.InvalidOrder,
  );
});

test('[HL-20] @nktkas/hyperliquid: every subscription of the venue', async () => {
  const client = new hl.SubscriptionClient({ transport });
  const user = seat.wallet.address;
  const heard = new Map<string, Anything>();
  const note = (name: string) => (data: Anything) => heard.set(name, data);
  const open: hl.ISubscription[] = [
    await client.allMids(note('allMids')),
    await client.l2Book({ coin: 'BTC' }, note('l2Book')),
    await client.bbo({ coin: 'BTC' }, note('bbo')),
    await client.trades({ coin: 'BTC' }, note('trades')),
    await client.candle({ coin: 'BTC', interval: '1m' }, note('candle')),
    await client.activeAssetCtx({ coin: 'BTC' }, note('activeAssetCtx')),
    await client.allDexsAssetCtxs(note('allDexsAssetCtxs')),
    await client.activeAssetData({ coin: 'BTC', user }, note('activeAssetData')),
    await client.userFills({ user }, note('userFills')),
    await client.orderUpdates({ user }, note('orderUpdates')),
    await client.userHistoricalOrders({ user }, note('userHistoricalOrders')),
    await client.userEvents({ user }, note('userEvents')),
    await client.userFundings({ user }, note('userFundings')),
    await client.userNonFundingLedgerUpdates({ user }, note('ledger')),
    await client.clearinghouseState({ user }, note('clearinghouseState')),
    await client.openOrders({ user }, note('openOrders')),
    await client.webData3({ user }, note('webData3')),
    await client.userTwapHistory({ user }, note('userTwapHistory')),
    await client.userTwapSliceFills({ user }, note('userTwapSliceFills')),
    await client.spotState({ user }, note('spotState')),
    await client.notification({ user }, () => undefined),
  ];
  await buy(90_500);
  const all = ['trades', 'orderUpdates', 'userEvents', 'userFundings', 'ledger', 'webData3'];
  await expect.poll(() => heard.size, { timeout: 60_000 }).toBe(open.length - 1);
  for (const name of all) expect(heard.has(name), name).toBe(true);
  expect(heard.get('userEvents').fills[0]).toMatchObject({ coin: 'BTC', dir: 'Open Long' });
  expect(heard.get('orderUpdates')[0]).toMatchObject({ status: 'filled' });
  const { orderHistory } = heard.get('userHistoricalOrders');
  expect(orderHistory).toEqual(await seat.info.historicalOrders({ user }));
  await Promise.all(open.map((each) => each.unsubscribe()));
  await expect(client.l2Book({ coin: 'NOPE' }, note('none'))).rejects.toThrow(
    'Invalid subscription',
  );
});

test('[HL-20] @nktkas/hyperliquid: reads and actions over its socket', async () => {
  const info = new hl.InfoClient({ transport });
  const own = new hl.ExchangeClient({ transport, wallet: seat.wallet as Anything });
  const order: Anything = {
    ...{ a: 0, b: true, p: '89000', s: '0.01', r: false },
    ...{ t: { limit: { tif: 'Gtc' } } },
  };
  const { response } = await own.order({ orders: [order], grouping: 'na' });
  const [{ resting }] = response.data.statuses as Anything;
  const { oid } = resting;
  await own.modify({ oid, order: { ...order, p: '88000' } });
  await own.batchModify({ modifies: [{ oid, order: { ...order, p: '87000' } }] });
  const user = seat.wallet.address;
  const [open] = await info.frontendOpenOrders({ user });
  expect(open).toMatchObject({ oid, limitPx: '87000.0' });
  await own.cancel({ cancels: [{ a: 0, o: oid }] });
  await own.updateLeverage({ asset: 0, isCross: true, leverage: 7 });
  const cloid = `0x${'ef'.repeat(16)}` as const;
  await own.order({ orders: [{ ...order, c: cloid }], grouping: 'na' });
  await own.cancelByCloid({ cancels: [{ asset: 0, cloid }] });
  await own.updateLeverage({ asset: 0, isCross: false, leverage: 7 });
  await own.order({
    orders: [{ ...order, p: '90500', t: { limit: { tif: 'Ioc' } } }],
    grouping: 'na',
  });
  await own.updateIsolatedMargin({ asset: 0, isBuy: true, ntli: 5_000_000 });
  await own.scheduleCancel({ time: Date.now() + 60_000 });
  await own.scheduleCancel();
  const agent = newWallet();
  await own.approveAgent({ agentAddress: agent.address, agentName: 'socket' });
  expect((await info.extraAgents({ user })).map(({ name }) => name)).toEqual(['socket']);
  expect(await info.openOrders({ user })).toEqual([]);
  await expect(own.cancel({ cancels: [{ a: 0, o: oid }] })).rejects.toThrow('never placed');
  const { levels } = (await info.l2Book({ coin: 'BTC' }))!;
  expect(levels[0][0]!.px).toBe('89999.9');
});
