/** Conditional orders in the Binance USDⓈ-M dialect, in both position modes, over real HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit();
  await kit.run({ kind: 'set-position-mode', account: BOB, mode: 'net' });
});
afterAll(() => kit.close());
beforeEach(async () => {
  await kit.does('DELETE', 'algoOpenOrders', { symbol: 'BTCUSDT' });
  await kit.does('DELETE', 'algoOpenOrders', { symbol: 'BTCUSDT' }, BOB);
});

const STOP = {
  algoType: 'CONDITIONAL',
  symbol: 'BTCUSDT',
  side: 'SELL',
  positionSide: 'LONG',
  type: 'STOP_MARKET',
  quantity: '0.01',
  triggerPrice: '85000',
};
const { positionSide: _, ...NET_STOP } = STOP;
const OPEN = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'MARKET',
  quantity: '0.01',
};

test('[BNC-19] a conditional order is accepted, read, listed and canceled', async () => {
  const placed = await kit.does('POST', 'algoOrder', { ...STOP, clientAlgoId: 'x-stop1' });
  expect(placed).toMatchObject({
    clientAlgoId: 'x-stop1',
    algoType: 'CONDITIONAL',
    orderType: 'STOP_MARKET',
    symbol: 'BTCUSDT',
    side: 'SELL',
    positionSide: 'LONG',
    timeInForce: 'GTC',
    quantity: '0.0100',
    algoStatus: 'NEW',
    triggerPrice: '85000.0',
    price: '0.0',
    workingType: 'CONTRACT_PRICE',
    closePosition: false,
    priceProtect: false,
    triggerTime: 0,
  });
  const { algoId } = placed;
  const read = await kit.does('GET', 'algoOrder', { clientAlgoId: 'x-stop1' });
  expect(read).toMatchObject({ ...placed, actualOrderId: '', actualType: '', actualQty: '0.0000' });
  expect(await kit.does('GET', 'openAlgoOrders')).toEqual([read]);
  expect(await kit.does('GET', 'openAlgoOrders', { algoId: algoId + 1 })).toEqual([]);
  // Some clients name it so.
  expect(await kit.does('GET', 'algoOrder', { orderId: algoId })).toEqual(read);
  // It is no order yet.
  await kit.refuses(-2_013, 'GET', 'order', { symbol: 'BTCUSDT', orderId: algoId });
  await kit.refuses(-2_011, 'DELETE', 'order', { symbol: 'BTCUSDT', orderId: algoId });
  expect(await kit.does('GET', 'openOrders')).toEqual([]);
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' });
  expect(await kit.does('DELETE', 'algoOrder', { algoid: algoId })).toEqual({
    algoId,
    clientAlgoId: 'x-stop1',
    code: '200',
    msg: 'success',
  });
  await kit.refuses(-2_011, 'DELETE', 'algoOrder', { algoId });
  expect(await kit.does('GET', 'algoOrder', { algoId })).toMatchObject({ algoStatus: 'CANCELED' });
  const all = await kit.does('GET', 'allAlgoOrders', { symbol: 'BTCUSDT', algoId });
  expect(all).toMatchObject([{ algoId, algoStatus: 'CANCELED' }]);
  expect(await kit.does('GET', 'allOrders', { orderId: algoId })).toEqual([]);
});

test.each([
  ['SELL', 'STOP_MARKET', '85000', '95000'],
  ['BUY', 'STOP_MARKET', '95000', '85000'],
  ['SELL', 'TAKE_PROFIT_MARKET', '95000', '85000'],
  ['BUY', 'TAKE_PROFIT_MARKET', '85000', '95000'],
])('[BNC-20] %s %s waits at %s and is refused at %s', async (side, type, right, wrong) => {
  const order = { ...NET_STOP, side, type };
  const placed = await kit.does('POST', 'algoOrder', { ...order, triggerPrice: right }, BOB);
  expect(placed).toMatchObject({ orderType: type, side, positionSide: 'BOTH' });
  await kit.refuses(-2_021, 'POST', 'algoOrder', { ...order, triggerPrice: wrong }, BOB);
});

test('[BNC-20] a limit is held against the trigger price, however far the mark is', async () => {
  const far = {
    ...NET_STOP,
    side: 'BUY',
    type: 'STOP',
    triggerPrice: '1000000',
    timeInForce: 'GTC',
  };
  const { algoId } = await kit.does('POST', 'algoOrder', { ...far, price: '1000100' }, BOB);
  await kit.does('DELETE', 'algoOrder', { algoId }, BOB);
  // Below ten times the mark, and yet a typing mistake.
  const low = { ...far, side: 'SELL', triggerPrice: '20000', price: '200001' };
  const text = await kit.refuses(-4_016, 'POST', 'algoOrder', low, BOB);
  expect(text).toContain("'200000.0', ten times the trigger price");
});

test('[BNC-20] a limit has its own time in force', async () => {
  await kit.quote(BTC, 'buy', '5', '89900.0');
  const order = {
    ...NET_STOP,
    side: 'BUY',
    type: 'TAKE_PROFIT',
    triggerPrice: '89990',
    price: '80000',
    timeInForce: 'GTX',
    workingType: 'MARK_PRICE',
    clientAlgoId: 'x-tp',
  };
  const { algoId } = await kit.does('POST', 'algoOrder', order, BOB);
  const waiting = await kit.does('GET', 'algoOrder', { algoId }, BOB);
  expect(waiting).toMatchObject({
    timeInForce: 'GTX',
    price: '80000.0',
    workingType: 'MARK_PRICE',
  });
  await kit.setIndex(BTC, '89900.0');
  await kit.memory.advance(10_000);
  await kit.setIndex(BTC, '89800.0');
  const fired = await kit.does('GET', 'algoOrder', { algoId }, BOB);
  expect(fired).toMatchObject({
    algoStatus: 'TRIGGERED',
    actualOrderId: String(algoId),
    actualType: 'LIMIT',
  });
  expect(fired.triggerTime).toBeGreaterThan(0);
  const named = { symbol: 'BTCUSDT', origClientOrderId: 'x-tp' };
  expect(await kit.does('GET', 'order', named, BOB)).toMatchObject({
    orderId: algoId,
    type: 'LIMIT',
    origType: 'TAKE_PROFIT',
    timeInForce: 'GTX',
    status: 'NEW',
    stopPrice: '89990.0',
  });
  await kit.does('DELETE', 'order', named, BOB);
  expect(await kit.does('GET', 'algoOrder', { algoId }, BOB)).toMatchObject({
    algoStatus: 'FINISHED',
  });
  await kit.setIndex(BTC, '90000.0');
});

test('[BNC-21] a trailing stop has a rate in per cent and may have an activation', async () => {
  const trail = {
    algoType: 'CONDITIONAL',
    symbol: 'BTCUSDT',
    side: 'SELL',
    positionSide: 'LONG',
    type: 'TRAILING_STOP_MARKET',
    quantity: '0.01',
    callbackRate: '0.5',
  };
  const plain = await kit.does('POST', 'algoOrder', trail);
  expect(plain).toMatchObject({
    orderType: 'TRAILING_STOP_MARKET',
    callbackRate: '0.5',
    activatePrice: '',
  });
  const late = await kit.does('POST', 'algoOrder', { ...trail, activationPrice: '95000' });
  expect(late).toMatchObject({ activatePrice: '95000.0' });
  await kit.refuses(-2_021, 'POST', 'algoOrder', { ...trail, activatePrice: '85000' });
  for (const callbackRate of ['0', '0.05', '20.1', '-1'])
    await kit.refuses(-1_130, 'POST', 'algoOrder', { ...trail, callbackRate });
  const { callbackRate: _rate, ...without } = trail;
  await kit.refuses(-1_102, 'POST', 'algoOrder', without);
  await kit.refuses(-4_135, 'POST', 'algoOrder', { ...trail, activatePrice: '0' });
});

test('[BNC-22] closePosition closes whatever there is, once of each kind and side', async () => {
  await kit.does('POST', 'order', OPEN);
  const { quantity: __, ...rest } = STOP;
  const whole = { ...rest, closePosition: 'True' };
  const placed = await kit.does('POST', 'algoOrder', whole);
  expect(placed).toMatchObject({ closePosition: true, quantity: '0.0000' });
  await kit.refuses(-4_130, 'POST', 'algoOrder', { ...whole, triggerPrice: '84000' });
  await kit.does('POST', 'algoOrder', {
    ...whole,
    type: 'TAKE_PROFIT_MARKET',
    triggerPrice: '99000',
  });
  await kit.refuses(-4_137, 'POST', 'algoOrder', { ...whole, quantity: '0.01' });
  await kit.refuses(-4_136, 'POST', 'algoOrder', { ...whole, type: 'STOP', price: '1' });
  await kit.refuses(-1_128, 'POST', 'algoOrder', { ...whole, side: 'BUY' });
  const net = { ...whole, positionSide: 'BOTH', reduceOnly: true };
  await kit.refuses(-1_106, 'POST', 'algoOrder', net);
  await kit.does('POST', 'order', { ...OPEN, side: 'SELL' });
});

test.each([
  [-1_102, { algoType: undefined }],
  [-1_102, { triggerPrice: undefined }],
  [-1_102, { quantity: undefined }],
  [-1_116, { type: 'LIMIT', price: '90000', timeInForce: 'GTC' }],
  [-4_006, { triggerPrice: '0' }],
  [-1_111, { triggerPrice: '85000.01' }],
  [-4_015, { clientAlgoId: 'a b' }],
])('[BNC-19] %i for %j, and nothing waits', async (code, change) => {
  const sent = Object.entries({ ...STOP, ...change }).filter(([, value]) => value !== undefined);
  await kit.refuses(code, 'POST', 'algoOrder', Object.fromEntries(sent));
  expect(await kit.does('GET', 'openAlgoOrders')).toEqual([]);
});

test('[BNC-19] a client id is free once its order is over, in both series', async () => {
  const named = { ...STOP, clientAlgoId: 'x-again' };
  await kit.does('POST', 'algoOrder', named);
  await kit.refuses(-4_116, 'POST', 'algoOrder', named);
  await kit.does('DELETE', 'algoOrder', { clientAlgoId: 'x-again' });
  await kit.does('POST', 'algoOrder', { ...named, triggerPrice: '84000' });
  await kit.does('DELETE', 'algoOrder', { clientAlgoId: 'x-again' });
  const order = { ...OPEN, type: 'LIMIT', timeInForce: 'GTC', price: '70000' };
  const first = await kit.does('POST', 'order', { ...order, newClientOrderId: 'x-again' });
  await kit.refuses(-4_116, 'POST', 'order', { ...order, newClientOrderId: 'x-again' });
  await kit.does('DELETE', 'order', { symbol: 'BTCUSDT', orderId: first.orderId });
  const second = await kit.does('POST', 'order', { ...order, newClientOrderId: 'x-again' });
  expect(second.orderId).not.toBe(first.orderId);
  await kit.does('DELETE', 'order', { symbol: 'BTCUSDT', origClientOrderId: 'x-again' });
});
