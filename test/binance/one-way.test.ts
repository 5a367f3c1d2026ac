/** One-way mode and the options of orders in the Binance USDⓈ-M dialect, over real HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit();
  for (const account of [ALICE, BOB])
    await kit.run({ kind: 'set-position-mode', account, mode: 'net' });
});
afterAll(() => kit.close());

const MARKET = { symbol: 'BTCUSDT', type: 'MARKET', newOrderRespType: 'RESULT' };
const LIMIT = { symbol: 'BTCUSDT', type: 'LIMIT', timeInForce: 'GTC', side: 'BUY' };

const held = () => kit.venue.read.account.positions(ALICE).map(({ position }) => position.side);

test('[BNC-23] one order closes a long and opens a short, in one trade', async () => {
  const buy = await kit.does('POST', 'order', { ...MARKET, side: 'BUY', quantity: '0.01' });
  expect(buy).toMatchObject({ positionSide: 'BOTH', status: 'FILLED', reduceOnly: false });
  expect(held()).toEqual(['long']);
  const flip = await kit.does('POST', 'order', { ...MARKET, side: 'SELL', quantity: '0.03' });
  expect(flip).toMatchObject({ status: 'FILLED', executedQty: '0.0300' });
  expect(held()).toEqual(['short']);
  const fills = await kit.does('GET', 'userTrades', { symbol: 'BTCUSDT', orderId: flip.orderId });
  expect(fills).toMatchObject([{ positionSide: 'BOTH', side: 'SELL', qty: '0.0300' }]);
  expect(fills[0].realizedPnl).not.toBe('0.00000000');
});

test('[BNC-23] reduceOnly closes: too large a limit is refused, a market cut', async () => {
  const reduce = { ...LIMIT, reduceOnly: true, quantity: '0.02', price: '80000' };
  const first = await kit.does('POST', 'order', reduce);
  expect(first).toMatchObject({ reduceOnly: true, positionSide: 'BOTH', side: 'BUY' });
  await kit.refuses(-2_022, 'POST', 'order', { ...reduce, quantity: '0.05' });
  await kit.refuses(-2_022, 'POST', 'order', { ...reduce, side: 'SELL', price: '99000' });
  await kit.refuses(-2_022, 'POST', 'order', { ...reduce, symbol: 'ETHUSDT', price: '2000' });
  const more = { ...MARKET, side: 'BUY', quantity: '1', reduceOnly: 'true' };
  expect(await kit.does('POST', 'order', more)).toMatchObject({
    status: 'FILLED',
    origQty: '0.0200',
    executedQty: '0.0200',
  });
  expect(held()).toEqual([]);
  const here = { symbol: 'BTCUSDT', orderId: first.orderId };
  expect(await kit.does('GET', 'order', here)).toMatchObject({ status: 'EXPIRED' });
  await kit.refuses(-4_061, 'POST', 'order', {
    ...MARKET,
    side: 'BUY',
    positionSide: 'LONG',
    quantity: '1',
  });
});

test('[BNC-24] GTD ends by itself', async () => {
  const now = kit.venue.read.now();
  const dated = { ...LIMIT, quantity: '0.01', price: '80000', timeInForce: 'GTD' };
  await kit.refuses(-1_102, 'POST', 'order', dated);
  await kit.refuses(-5_040, 'POST', 'order', { ...dated, goodTillDate: now + 599_000 });
  const early = { ...dated, timeInForce: 'GTC', goodTillDate: now + 999_000 };
  await kit.refuses(-1_106, 'POST', 'order', early);
  const goodTillDate = now + 700_123;
  const placed = await kit.does('POST', 'order', { ...dated, goodTillDate });
  expect(placed).toMatchObject({
    timeInForce: 'GTD',
    goodTillDate: Math.floor(goodTillDate / 1_000) * 1_000,
  });
  await kit.memory.advance(701_000);
  const target = { symbol: 'BTCUSDT', orderId: placed.orderId };
  expect(await kit.does('GET', 'order', target)).toMatchObject({ status: 'EXPIRED' });
});

test('[BNC-24] priceMatch takes the limit from the book and shows it', async () => {
  await kit.setIndex(BTC, '90000.0');
  const match = { ...LIMIT, quantity: '0.01', priceMatch: 'QUEUE' };
  const placed = await kit.does('POST', 'order', match);
  expect(placed.priceMatch).toBe('QUEUE');
  const { bids } = kit.venue.read.market.levels(kit.venue.read.listing.find(BTC)!.id, 1);
  expect(placed.price).toBe(`${(bids[0]!.price / 10).toFixed(1)}`);
  await kit.refuses(-1_106, 'POST', 'order', { ...match, price: '80000' });
  await kit.refuses(-5_041, 'POST', 'order', { ...match, priceMatch: 'OPPONENT_20' });
  await kit.refuses(-5_038, 'POST', 'order', { ...match, type: 'MARKET' });
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' });
});

test('[BNC-24] the order that gives way to oneself is chosen by the order', async () => {
  const { bids } = kit.venue.read.market.levels(kit.venue.read.listing.find(BTC)!.id, 1);
  const price = ((bids[0]!.price + 1) / 10).toFixed(1);
  const resting = await kit.does('POST', 'order', { ...LIMIT, quantity: '0.01', price });
  const crossing = { ...LIMIT, side: 'SELL', quantity: '0.01', price, newOrderRespType: 'RESULT' };
  const taker = { ...crossing, selfTradePreventionMode: 'EXPIRE_TAKER' };
  expect(await kit.does('POST', 'order', taker)).toMatchObject({
    status: 'EXPIRED_IN_MATCH',
    selfTradePreventionMode: 'EXPIRE_TAKER',
  });
  const target = { symbol: 'BTCUSDT', orderId: resting.orderId };
  expect(await kit.does('GET', 'order', target)).toMatchObject({ status: 'NEW' });
  const none = { ...crossing, selfTradePreventionMode: 'NONE' };
  expect(await kit.does('POST', 'order', none)).toMatchObject({
    selfTradePreventionMode: 'EXPIRE_MAKER',
  });
  expect(await kit.does('GET', 'order', target)).toMatchObject({ status: 'EXPIRED_IN_MATCH' });
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' });
});

test('[BNC-25] a countdown cancels open orders unless it is told again', async () => {
  const order = { ...LIMIT, quantity: '0.01', price: '80000' };
  const { orderId } = await kit.does('POST', 'order', order);
  const target = { symbol: 'BTCUSDT', orderId };
  const count = (countdownTime: number) =>
    kit.does('POST', 'countdownCancelAll', { symbol: 'BTCUSDT', countdownTime });
  expect(await count(5_000)).toEqual({ symbol: 'BTCUSDT', countdownTime: '5000' });
  await kit.memory.advance(4_000);
  await count(5_000);
  await kit.memory.advance(4_000);
  expect(await kit.does('GET', 'order', target)).toMatchObject({ status: 'NEW' });
  await kit.memory.advance(2_000);
  expect(await kit.does('GET', 'order', target)).toMatchObject({ status: 'CANCELED' });
  await count(5_000);
  await count(0);
  const next = await kit.does('POST', 'order', order);
  await kit.memory.advance(9_000);
  expect(await kit.does('GET', 'order', { ...target, orderId: next.orderId })).toMatchObject({
    status: 'NEW',
  });
  await kit.refuses(-1_102, 'POST', 'countdownCancelAll', { symbol: 'BTCUSDT', countdownTime: -1 });
});
