/** Unmodified ccxt, class `bybit`: every story over HTTP, held against version 2. */
import { setTimeout as sleep } from 'node:timers/promises';
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../src/domain/ids.ts';
import { type ClientKit, type Door, openClientKit } from '../../binance/clients/client-kit.ts';
import type { Anything } from '../../gateway-v2/rest-kit.ts';

const PAIR = 'BTC/USDT:USDT';
let kit: ClientKit;
let net: AccountId;
let hedge: AccountId;
let oneWay: Anything;
let hedging: Anything;

/** The two lines that docs/BOTS.md gives. */
const termsOf = ({ http, key, secret }: Door) => ({
  apiKey: key,
  secret,
  enableRateLimit: false,
  urls: { api: { public: http, private: http } },
});

beforeAll(async () => {
  kit = await openClientKit();
  [net, hedge] = [await kit.openAccount('net'), await kit.openAccount('hedge')];
  oneWay = new ccxt.bybit(termsOf(kit.doorOf(net)) as Anything);
  hedging = new ccxt.bybit(termsOf(kit.doorOf(hedge)) as Anything);
  await Promise.all([oneWay.loadMarkets(), hedging.loadMarkets()]);
});
afterAll(async () => {
  await Promise.all([oneWay.close(), hedging.close()]);
  await kit.close();
});

const two = (id: Anything, fields = {}, account = net) => kit.ok(id, fields, account);

test('[BYB-17] ccxt loads the market and reads all that there is of it', async () => {
  await kit.refresh();
  expect(Object.keys(oneWay.markets)).toHaveLength(8);
  const market = oneWay.market(PAIR);
  expect(market).toMatchObject({ linear: true, swap: true, active: true, contractSize: 1 });
  expect(Math.abs((await oneWay.fetchTime()) - Date.now())).toBeLessThan(60_000);
  expect((await oneWay.fetchStatus()).status).toBe('ok');
  const ticker = await oneWay.fetchTicker(PAIR);
  const told = await two('marketTicker', { symbol: 'cmt_btcusdt' });
  expect([ticker.last, ticker.bid, ticker.ask]).toEqual(
    [told.last, told.best_bid, told.best_ask].map(Number),
  );
  expect(Object.keys(await oneWay.fetchTickers())).toHaveLength(8);
  const book = await oneWay.fetchOrderBook(PAIR, 5);
  expect(book.bids[0][0]).toBe(ticker.bid);
  for (const price of [undefined, 'mark', 'index', 'premiumIndex'])
    expect((await oneWay.fetchOHLCV(PAIR, '1m', undefined, 3, { price })).length).toBeGreaterThan(
      0,
    );
  expect((await oneWay.fetchTrades(PAIR)).length).toBeGreaterThan(0);
  expect((await oneWay.fetchFundingRate(PAIR)).interval).toBe('8h');
  expect(Object.keys(await oneWay.fetchFundingRates())).toHaveLength(8);
  expect((await oneWay.fetchFundingRateHistory(PAIR)).length).toBeGreaterThan(0);
  expect((await oneWay.fetchOpenInterest(PAIR)).symbol).toBe(PAIR);
  expect(await oneWay.fetchOpenInterestHistory(PAIR, '1h')).toHaveLength(1);
  expect((await oneWay.fetchMarketLeverageTiers(PAIR))[0].maxLeverage).toBe(400);
  expect(Object.keys(await oneWay.fetchLeverageTiers())).toHaveLength(8);
});

test('[BYB-17] ccxt changes settings, and hears that they are so already', async () => {
  await oneWay.setLeverage(11, PAIR);
  await expect(oneWay.setLeverage(11, PAIR)).rejects.toBeInstanceOf(ccxt.BadRequest);
  expect((await oneWay.fetchLeverage(PAIR)).longLeverage).toBe(11);
  await oneWay.setPositionMode(false);
  await expect(oneWay.setPositionMode(false, PAIR)).rejects.toBeInstanceOf(ccxt.NoChange);
  await oneWay.setMarginMode('isolated');
  await oneWay.setMarginMode('cross');
  expect((await oneWay.fetchTradingFee(PAIR)).taker).toBeGreaterThan(0);
  expect(Object.keys(await oneWay.fetchTradingFees())).toHaveLength(8);
});

test('[BYB-17] ccxt places, edits, finds and cancels orders of every kind', async () => {
  await kit.refresh();
  const limit = await oneWay.createOrder(PAIR, 'limit', 'buy', 0.01, 80_000, {
    clientOrderId: 'cc-1',
  });
  const found = await oneWay.fetchOrder(limit.id, PAIR, { acknowledged: true });
  expect(found).toMatchObject({
    status: 'open',
    clientOrderId: 'cc-1',
    amount: 0.01,
    price: 80_000,
  });
  await oneWay.editOrder(limit.id, PAIR, 'limit', 'buy', 0.02, 81_000);
  expect(await oneWay.fetchOpenOrder(limit.id, PAIR)).toMatchObject({
    amount: 0.02,
    price: 81_000,
  });
  await oneWay.cancelOrder(limit.id, PAIR);
  expect((await oneWay.fetchCanceledOrders(PAIR)).map(({ id }: Anything) => id)).toContain(
    limit.id,
  );
  await expect(oneWay.cancelOrder(limit.id, PAIR)).rejects.toBeInstanceOf(ccxt.OrderNotFound);
  for (const timeInForce of ['PO', 'IOC', 'FOK'])
    await oneWay.createOrder(PAIR, 'limit', 'buy', 0.01, 80_000, { timeInForce });
  const stop = await oneWay.createOrder(PAIR, 'market', 'buy', 0.01, undefined, {
    triggerPrice: 99_000,
    triggerDirection: 'ascending',
  });
  expect((await oneWay.fetchOpenOrders(PAIR)).map(({ id }: Anything) => id)).toContain(stop.id);
  const many = await oneWay.createOrders([
    { symbol: PAIR, type: 'limit', side: 'buy', amount: 0.01, price: 70_000 },
    { symbol: PAIR, type: 'limit', side: 'buy', amount: 0.01, price: 70_100 },
  ]);
  expect(many).toHaveLength(2);
  await oneWay.cancelOrders([many[0].id], PAIR);
  await oneWay.cancelAllOrders(PAIR);
  expect(await oneWay.fetchOpenOrders(PAIR)).toEqual([]);
  await expect(oneWay.createOrder(PAIR, 'limit', 'buy', 10, 80_000)).rejects.toBeInstanceOf(
    ccxt.InsufficientFunds,
  );
});

test('[BYB-17] a position of ccxt is that of version 2, with exits and result', async () => {
  await kit.refresh();
  await oneWay.createOrder(PAIR, 'market', 'buy', 0.02);
  const [position] = await oneWay.fetchPositions([PAIR]);
  const [held] = await two('accountAllPosition');
  expect(position).toMatchObject({ side: 'long', contracts: Number(held.size) });
  expect(position.liquidationPrice ?? 0).toBe(Number(held.liquidatePrice));
  expect(position.unrealizedPnl).toBeCloseTo(Number(held.unrealizePnl), 8);
  const balance = await oneWay.fetchBalance();
  const [asset] = await two('accountAssets');
  expect(balance.USDT.total).toBeCloseTo(Number(asset.equity) - position.unrealizedPnl, 6);
  await oneWay.createOrder(PAIR, 'market', 'sell', 0.02, undefined, { stopLossPrice: 80_000 });
  await oneWay.createOrder(PAIR, 'market', 'sell', 0.02, undefined, { takeProfitPrice: 99_000 });
  await oneWay.createOrder(PAIR, 'market', 'sell', 0.02, undefined, { trailingAmount: '500' });
  const waiting = await oneWay.fetchOpenOrders(PAIR);
  expect(waiting).toHaveLength(3);
  await oneWay.createOrder(PAIR, 'market', 'sell', 0.02, undefined, { reduceOnly: true });
  const trades = await oneWay.fetchMyTrades(PAIR);
  const fills = (await two('orderFills', { symbol: 'cmt_btcusdt' })).list;
  expect(trades.map(({ amount, price }: Anything) => [amount, price]).sort()).toEqual(
    fills
      .map((fill: Anything) => [
        Number(fill.fillSize),
        Math.round((Number(fill.fillValue) / Number(fill.fillSize)) * 10) / 10,
      ])
      .sort(),
  );
  const [result] = await oneWay.fetchPositionsHistory([PAIR]);
  expect(result.contracts).toBe(0.02);
  expect((await oneWay.fetchLedger('USDT')).length).toBeGreaterThan(2);
  expect((await oneWay.fetchClosedOrders(PAIR)).length).toBeGreaterThan(1);
  await oneWay.cancelAllOrders(PAIR);
  expect(await oneWay.fetchMyLiquidations(PAIR)).toEqual([]);
});

test('[BYB-17] ccxt attaches exits, sets two at once, and edits and cancels many', async () => {
  await kit.refresh();
  const bot: Anything = new ccxt.bybit(
    termsOf(kit.doorOf(await kit.openAccount('net'))) as Anything,
  );
  await bot.createOrder(PAIR, 'market', 'buy', 0.02, undefined, {
    ...{ stopLoss: { triggerPrice: 85_000 }, takeProfit: { triggerPrice: 95_000 } },
  });
  expect(await bot.fetchPosition(PAIR)).toMatchObject({ side: 'long', contracts: 0.02 });
  const stopsOf = async (): Promise<number[]> =>
    (await bot.fetchOpenOrders(PAIR, undefined, undefined, { trigger: true }))
      .map(({ triggerPrice }: Anything) => triggerPrice)
      .sort();
  expect(await stopsOf()).toEqual([85_000, 95_000]);
  const both = { stopLossPrice: 84_000, takeProfitPrice: 96_000 };
  await bot.createOrder(PAIR, 'market', 'sell', 0.01, undefined, both);
  expect(await stopsOf()).toEqual([84_000, 85_000, 95_000, 96_000]);
  const at = (price: number) => ({ symbol: PAIR, type: 'limit', side: 'buy', amount: 0.01, price });
  const placed = await bot.createOrders([at(70_000), at(70_100)]);
  const edits = placed.map(({ id }: Anything, place: number) => ({ id, ...at(71_000 + place) }));
  await bot.editOrders(edits);
  const prices = async (): Promise<number[]> =>
    (await bot.fetchOpenOrders(PAIR, undefined, undefined, { orderFilter: 'Order' }))
      .map(({ price }: Anything) => price)
      .sort();
  expect(await prices()).toEqual([71_000, 71_001]);
  await bot.cancelAllOrders(PAIR, { trigger: true });
  expect([await stopsOf(), await prices()]).toEqual([[], [71_000, 71_001]]);
  await bot.cancelAllOrders(PAIR);
  const { id } = await bot.createOrder(PAIR, 'market', 'sell', 0.02, undefined, {
    reduceOnly: true,
  });
  expect(await bot.fetchClosedOrder(id, PAIR)).toMatchObject({ status: 'closed', filled: 0.02 });
  for (const moved of [bot.transfer('USDT', 1, 'unified', 'funding')])
    await expect(moved).rejects.toBeInstanceOf(ccxt.PermissionDenied);
  await bot.close();
});

test('[BYB-17] in hedge mode ccxt opens and closes by its word hedged', async () => {
  await kit.refresh();
  await hedging.createOrder(PAIR, 'market', 'buy', 0.01, undefined, { hedged: true });
  await hedging.createOrder(PAIR, 'market', 'sell', 0.01, undefined, { hedged: true });
  expect((await hedging.fetchPositions([PAIR])).map(({ side }: Anything) => side)).toEqual([
    'long',
    'short',
  ]);
  await hedging.createOrder(PAIR, 'market', 'sell', 0.01, undefined, {
    hedged: true,
    reduceOnly: true,
  });
  await hedging.createOrder(PAIR, 'market', 'buy', 0.01, undefined, {
    hedged: true,
    reduceOnly: true,
  });
  expect(await two('accountAllPosition', {}, hedge)).toEqual([]);
});

test('[BYB-17] funding that was paid is told to who held', async () => {
  const veteran = new ccxt.bybit(termsOf(kit.doorOf(kit.veterans.net)) as Anything);
  await veteran.loadMarkets();
  const [paid] = await veteran.fetchFundingHistory(PAIR);
  const bills = (await two('accountBills', { businessType: 'position_funding' }, kit.veterans.net))
    .items;
  expect(Math.abs(paid!.amount!)).toBeCloseTo(Math.abs(Number(bills[0].amount)), 8);
  await veteran.close();
});

test('[BYB-17] freqtrade starts, trades with a stop on the exchange, and ends', async () => {
  await kit.refresh();
  const bot: Anything = new ccxt.bybit(
    termsOf(kit.doorOf(await kit.openAccount('net'))) as Anything,
  );
  // The start: markets, position mode by coin, tiers, candles of the mark, funding.
  await bot.loadMarkets(true, {});
  await bot.setPositionMode(false);
  expect((await bot.fetchMarketLeverageTiers(PAIR))[0].minNotional).toBe(0);
  expect((await bot.fetchOHLCV(PAIR, '5m', undefined, 200)).length).toBeGreaterThan(0);
  expect(
    (await bot.fetchOHLCV(PAIR, '4h', undefined, 200, { price: 'mark' })).length,
  ).toBeGreaterThan(0);
  await bot.fetchFundingRateHistory(PAIR, undefined, 200);
  await bot.setMarginMode('isolated', PAIR, { leverage: 3 });
  await bot.setLeverage(3, PAIR);
  // Within the same millisecond it would be the same signed request, which is answered once.
  await sleep(2);
  const failed = await bot.setLeverage(3, PAIR).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ccxt.BadRequest);
  // In at the best bid, then at the market.
  const { bid } = await bot.fetchTicker(PAIR);
  const terms = { timeInForce: 'GTC', position_idx: 0 };
  const waiting = await bot.createOrder(PAIR, 'limit', 'buy', 0.02, bid - 50, terms);
  expect((await bot.fetchOrder(waiting.id, PAIR, { acknowledged: true })).status).toBe('open');
  await bot.cancelOrder(waiting.id, PAIR);
  expect((await bot.fetchOrder(waiting.id, PAIR, { acknowledged: true })).status).toBe('canceled');
  const entry = await bot.createOrder(PAIR, 'market', 'buy', 0.02, undefined, terms);
  const filled = await bot.fetchOrder(entry.id, PAIR, { acknowledged: true });
  expect(filled).toMatchObject({ status: 'closed', filled: 0.02 });
  const [position] = await bot.fetchPositions();
  expect(position).toMatchObject({ side: 'long', info: { tradeMode: 1 } });
  // The stop on the exchange: placed, found, moved by a new one.
  const stopAt = (price: number) =>
    bot.createOrder(PAIR, 'market', 'sell', 0.02, undefined, {
      ...{ stopLossPrice: price, reduceOnly: true, triggerBy: 'MarkPrice', triggerDirection: 2 },
    });
  const stop = await stopAt(80_000);
  const open = { acknowledged: true, trigger: true };
  expect(await bot.fetchOrder(stop.id, PAIR, open)).toMatchObject({
    ...{ status: 'open', stopPrice: 80_000, reduceOnly: true },
  });
  await bot.cancelOrder(stop.id, PAIR, { trigger: true });
  const nearer = await stopAt(85_000);
  // Out: the stop goes, the position is closed, the money is there.
  await bot.cancelOrder(nearer.id, PAIR, { trigger: true });
  await bot.createOrder(PAIR, 'market', 'sell', 0.02, undefined, { reduceOnly: true, ...terms });
  expect(await bot.fetchPositions()).toEqual([]);
  const trades = await bot.fetchMyTrades(PAIR);
  const cost = trades.reduce(
    (sum: number, { side, cost: value, fee }: Anything) =>
      sum + (side === 'sell' ? value : -value) - fee.cost,
    10_000,
  );
  expect((await bot.fetchBalance()).USDT.total).toBeCloseTo(cost, 6);
  await bot.close();
});
