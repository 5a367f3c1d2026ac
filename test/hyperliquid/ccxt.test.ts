/** Unmodified ccxt, class `hyperliquid`. */
import ccxt from 'ccxt';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { type HyperliquidKit, openHyperliquidKit, type Seat } from './hyperliquid-kit.ts';

let kit: HyperliquidKit;
let seat: Seat;
let exchange: Anything;
const PAIR = 'BTC/USDC:USDC';
const library: Anything = ccxt;

const termsOf = (url: string, { wallet }: Pick<Seat, 'wallet'>) => ({
  walletAddress: wallet.address,
  privateKey: wallet.privateKey,
  enableRateLimit: false,
  urls: { api: { public: url, private: url, ws: { public: `${url.replace('http', 'ws')}/ws` } } },
});

beforeAll(async () => {
  kit = await openHyperliquidKit();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await kit.refresh();
  seat = await kit.seat();
  exchange = new library.pro.hyperliquid(termsOf(kit.url, seat));
  await exchange.loadMarkets();
});

const buy = (price: number, amount = 0.01, params: object = {}): Promise<Anything> =>
  exchange.createOrder(PAIR, 'limit', 'buy', amount, price, params);

test('[HL-20] the market', async () => {
  expect(exchange.market(PAIR)).toMatchObject({ swap: true, linear: true, baseId: '0' });
  expect(await exchange.fetchTicker(PAIR)).toMatchObject({ bid: 89_999.9, ask: 90_000.1 });
  expect(Object.keys(await exchange.fetchTickers())).toHaveLength(8);
  const book = await exchange.fetchOrderBook(PAIR);
  const v2 = await kit.ok('marketDepth', { symbol: 'cmt_btcusdt' });
  expect(book.bids[0]).toEqual(v2.bids[0].map(Number));
  expect((await exchange.fetchOHLCV(PAIR, '1m')).length).toBeGreaterThan(0);
  expect(
    await exchange.fetchTrades(PAIR, undefined, undefined, { user: seat.wallet.address }),
  ).toEqual([]);
  const rates = await exchange.fetchFundingRates();
  expect(rates[PAIR].markPrice).toBeCloseTo(90_000, 0);
  expect((await exchange.fetchFundingRateHistory(PAIR)).length).toBeGreaterThan(0);
  expect((await exchange.fetchOpenInterest(PAIR)).openInterestAmount).toBeGreaterThan(0);
  expect(Object.keys(await exchange.fetchOpenInterests())).toContain(PAIR);
  expect((await exchange.fetchTradingFee(PAIR)).taker).toBe(0.0008);
});

test('[HL-20] money, positions, margin and leverage', async () => {
  const before = await exchange.fetchBalance();
  expect(before.USDC).toEqual({ free: 10_000, used: 0, total: 10_000 });
  await exchange.setLeverage(10, PAIR, { marginMode: 'isolated' });
  await exchange.createOrder(PAIR, 'market', 'buy', 0.01, 90_000);
  const [position] = await exchange.fetchPositions([PAIR]);
  expect(position).toMatchObject({ contracts: 0.01, side: 'long', marginMode: 'isolated' });
  expect(position.entryPrice).toBe(90_000.1);
  await exchange.addMargin(PAIR, 50);
  const [richer] = await exchange.fetchPositions([PAIR]);
  // The mark may have moved meanwhile.
  const marginIn = (row: Anything): number => row.collateral - row.unrealizedPnl;
  expect(marginIn(richer) - marginIn(position)).toBeCloseTo(50, 6);
  await exchange.reduceMargin(PAIR, 20);
  await exchange.createOrder(PAIR, 'market', 'sell', 0.01, 90_000, { reduceOnly: true });
  expect(await exchange.fetchPositions([PAIR])).toEqual([]);
  await exchange.setMarginMode('cross', PAIR, { leverage: 5 });
});

test('[HL-20] orders by id and by client id', async () => {
  const clientOrderId = `0x${'cd'.repeat(16)}`;
  const { id } = await buy(89_000, 0.01, { clientOrderId });
  expect(await exchange.fetchOrder(id, PAIR)).toMatchObject({ status: 'open', clientOrderId });
  expect(await exchange.fetchOpenOrders(PAIR)).toHaveLength(1);
  const edited = await exchange.editOrder(id, PAIR, 'limit', 'buy', 0.02, 88_000);
  expect(edited.id).toBe(id);
  expect(await exchange.fetchOrder(id, PAIR)).toMatchObject({ amount: 0.02, price: 88_000 });
  await exchange.cancelOrder(undefined, PAIR, { clientOrderId });
  expect(await exchange.fetchOrder(id, PAIR)).toMatchObject({ status: 'canceled' });
  const orders = await exchange.createOrders([
    { symbol: PAIR, type: 'limit', side: 'buy', amount: 0.01, price: 88_000 },
    { symbol: PAIR, type: 'limit', side: 'sell', amount: 0.01, price: 92_000 },
  ]);
  await exchange.cancelOrders(
    orders.map((order: Anything) => order.id),
    PAIR,
  );
  expect(await exchange.fetchOpenOrders(PAIR)).toEqual([]);
  expect((await exchange.fetchOrders(PAIR)).length).toBe(3);
  expect((await exchange.fetchCanceledOrders(PAIR)).length).toBe(3);
  await buy(90_500, 0.01, { timeInForce: 'Ioc' });
  expect(await exchange.fetchClosedOrders(PAIR)).toHaveLength(1);
  const [trade] = await exchange.fetchMyTrades(PAIR);
  expect(trade).toMatchObject({
    side: 'buy',
    amount: 0.01,
    price: 90_000.1,
    takerOrMaker: 'taker',
  });
  expect(trade.fee.cost).toBeCloseTo(0.7200008, 9);
  await expect(exchange.cancelOrder('99999999', PAIR)).rejects.toThrow(library.OrderNotFound);
  await expect(exchange.fetchOrder('99999999', PAIR)).rejects.toThrow(library.OrderNotFound);
});

test('[HL-20] kinds of orders', async () => {
  await buy(89_000, 0.01, { postOnly: true });
  await expect(buy(90_500, 0.01, { postOnly: true })).rejects.toThrow(library.InvalidOrder);
  await expect(buy(89_000, 0.0001)).rejects.toThrow(library.InvalidOrder);
  await expect(buy(89_000, 9)).rejects.toThrow(library.InsufficientFunds);
  await exchange.createOrder(PAIR, 'market', 'buy', 0.01, 90_000, {
    stopLoss: { triggerPrice: 85_000, type: 'market' },
    takeProfit: { triggerPrice: 95_000, type: 'market' },
  });
  const rows = await exchange.fetchOpenOrders(PAIR);
  const triggers = rows.map((row: Anything) => row.triggerPrice).filter(Boolean);
  expect(triggers.sort()).toEqual([85_000, 95_000]);
  const stop = { reduceOnly: true, stopLossPrice: 84_000 };
  await exchange.createOrder(PAIR, 'market', 'sell', 0.005, 84_000, stop);
  const goal = { reduceOnly: true, takeProfitPrice: 96_000 };
  await exchange.createOrder(PAIR, 'limit', 'sell', 0.005, 96_000, goal);
  expect(await exchange.fetchOpenOrders(PAIR)).toHaveLength(5);
  await exchange.cancelAllOrdersAfter(60_000);
  await exchange.cancelAllOrdersAfter(0).catch(() => undefined);
});

test('[HL-20] a trigger, exits of a position, a builder and a vault', async () => {
  const up = { triggerPrice: 95_000, slippage: '0.01' };
  const { id } = await exchange.createOrder(PAIR, 'market', 'buy', 0.01, 95_000, up);
  expect(await exchange.fetchOrder(id, PAIR)).toMatchObject({ triggerPrice: 95_000 });
  await exchange.cancelOrder(id, PAIR);
  await exchange.createOrder(PAIR, 'market', 'buy', 0.01, 90_000);
  await exchange.createOrder(PAIR, 'market', 'buy', 0.01, 90_000, {
    ...{ grouping: 'positionTpsl', stopLoss: { triggerPrice: 85_000 } },
    takeProfit: { triggerPrice: 95_000 },
  });
  const rows = await exchange.fetchOpenOrders(PAIR);
  expect(rows.map(({ info }: Anything) => info.isPositionTpsl)).toEqual([true, true]);
  expect((await exchange.fetchPositions([PAIR]))[0].contracts).toBe(0.01);
  // It asks for the approval by itself, and then names its builder with each order.
  expect(exchange.options.approvedBuilderFee).toBe(true);
  await buy(89_000, 0.01, { vaultAddress: seat.wallet.address });
  const plain = new library.hyperliquid({
    ...termsOf(kit.url, seat),
    options: { builderFee: false, refSet: true, approvedBuilderFee: false },
  });
  await plain.createOrder(PAIR, 'limit', 'buy', 0.01, 88_000);
  expect(await exchange.fetchOpenOrders(PAIR)).toHaveLength(4);
  const foreign = buy(89_000, 0.01, { vaultAddress: `0x${'12'.repeat(20)}` });
  await expect(foreign).rejects.toThrow('Vault not registered');
});

test('[HL-20] rows of money, and what happened to a veteran', async () => {
  const veteran = kit.veterans.net;
  const { newWallet } = await import('./wallet.ts');
  const { giveAddress } = await import('./hyperliquid-kit.ts');
  const wallet = newWallet();
  await giveAddress(kit, veteran, wallet);
  const own = new library.hyperliquid(termsOf(kit.url, { wallet }));
  const [deposit] = await own.fetchLedger('USDC', 1);
  expect(deposit.amount).toBe(10_000);
  // Without a time, all of them.
  expect(await own.fetchLedger('USDC')).toHaveLength(1);
  expect(await own.fetchDeposits('USDC')).toHaveLength(1);
  const [paid] = await own.fetchFundingHistory(PAIR);
  expect(await own.fetchFundingHistory(PAIR, 1)).toEqual([paid]);
  const rows = await kit.ok('perpetuaFunding', {}, veteran);
  expect(paid.amount).toBe(Number(rows[0].amount));
  expect(paid.rate).toBe(Number(rows[0].rate));
});
