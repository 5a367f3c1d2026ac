import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIALECT as V3 } from '../../src/gateway/v3/calls.ts';
import { wireError } from '../../src/wire/errors.ts';
import { ALICE, BOB, BTC, sign } from '../gateway-v2/rest-kit.ts';
import { openV3Kit, sentFor3, type V3Kit } from './v3-kit.ts';

let kit: V3Kit;
beforeAll(async () => {
  kit = await openV3Kit();
});
afterAll(() => kit.close());

const order = (more: object = {}) => ({
  ...{ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'LIMIT' },
  ...{ quantity: 0.01, price: '89000', ...more },
});

test('[DIA-5] a DELETE carries its names in the query, with or without a body', async () => {
  for (const body of [undefined, '', '{}']) {
    const { orderId } = await kit.ok3('v3OrderPlace', order());
    const { method, path } = sentFor3('v3OrderCancel', { orderId });
    const { status, json } = await kit.sendSigned({ method, path, body });
    expect([status, json.orderId]).toEqual([200, orderId]);
  }
});

const issue = (permissions: readonly ('read' | 'trade')[]) =>
  kit.keys.create({
    ...{ account: BOB, name: 'another', permissions, allowlist: null },
    ...{ passphrase: null, expiresAt: null },
  });

test('[DIA-5] the body of a DELETE is part of what is signed', async () => {
  const issued = await issue(['read', 'trade']);
  const signed = sign(sentFor3('v3OrderCancelAll', {}), issued, kit.memory.clock.wallNow());
  expect((await kit.send({ ...signed, body: '{}' })).json.code).toBe(-1047);
  expect((await kit.send(signed)).status).toBe(200);
});

test('[DIA-5] exactly the same request again does nothing and answers the same', async () => {
  const sent = sentFor3('v3OrderPlace', order());
  const first = await kit.sendSigned(sent);
  const { clock } = kit.memory;
  clock.advance(-1);
  const again = await kit.sendSigned(sent);
  expect(again.headers['x-idempotent-replay']).toBe('1');
  expect(again.text).toBe(first.text);
  expect(await kit.ok3('v3OrderOpen')).toHaveLength(1);
  await kit.ok3('v3OrderCancelAll');
});

test('[DIA-6] errors have an integer code and a text, but for a call too many', async () => {
  const { json, status } = await kit.call3('v3OrderPlace', order({ symbol: 'NONE' }));
  expect([status, json.code]).toEqual([400, -1121]);
  expect(json.msg).toBe('Parameter symbol is invalid');
  expect(json).not.toHaveProperty('data');
  await kit.fails3('v3OrderPlace', -1141, { symbol: 'BTCUSDT' });
  await kit.fails3('v3OrderPlace', -1117, order({ side: 'HOLD' }));
  await kit.fails3('v3OrderPlace', -1116, order({ type: 'STOP' }));
  await kit.fails3('v3OrderPlace', -1115, order({ timeInForce: 'GTD' }));
  await kit.fails3('v3OrderPlace', -1180, order({ newClientOrderId: 'a b' }));
  await kit.fails3('v3OrderPlace', -1128, order({ reduceOnly: true }));
  const marked = { tpTriggerPrice: '95000', TpWorkingType: 'MARK_PRICE' };
  await kit.fails3('v3OrderPlace', -1128, order(marked));
  await kit.fails3('v3OrderRead', -2200, { orderId: 99_999 });
  await kit.fails3('v3OrderRead', -1141);
  await kit.fails3('v3AccountMarginType', -1128, {
    ...{ symbol: 'BTCUSDT', marginType: 'CROSSED', separatedType: 'SEPARATED' },
  });
  await kit.fails3('v3AccountIncome', -1142, { asset: 'BTC' });
  const unknown = await kit.send({ method: 'GET', path: '/capi/v3/market/kline' });
  expect([unknown.status, unknown.json.code]).toEqual([404, -1150]);
  expect(unknown.json.msg).toContain('did you mean /capi/v3/market/klines?');
  const short = await kit.send({ method: 'GET', path: '/capi/v3/market/tickr' });
  expect(short.json.msg).toContain('did you mean /capi/v3/market/ticker/24hr?');
  const wrongMethod = await kit.send({ method: 'GET', path: '/capi/v3/algoOrder' });
  expect(wrongMethod.json.msg).toContain('use POST, DELETE');
  const long = await kit.send({ method: 'POST', path: '/capi/v3/order', body: 'x'.repeat(70_000) });
  expect(long.json.code).toBe(-1140);
});

test('[DIA-6] who may not is told so in the words of the dialect', async () => {
  const reader = await issue(['read']);
  const now = kit.memory.clock.wallNow();
  const denied = await kit.send(sign(sentFor3('v3OrderPlace', order()), reader, now));
  expect([denied.status, denied.json.code]).toEqual([403, -1052]);
  const late = await kit.send(sign(sentFor3('v3AccountBalance', {}), reader, now - 60_000));
  expect([late.status, late.json.code]).toEqual([400, -1046]);
  const stranger = await kit.send({ method: 'GET', path: '/capi/v3/account/balance' });
  expect([stranger.status, stranger.json.code]).toEqual([400, -1040]);
});

test('[DIA-6] refusals call the margin modes as the dialect does', async () => {
  await kit.ok3('v3OrderPlace', order(), BOB);
  const change = { symbol: 'BTCUSDT', marginType: 'ISOLATED' };
  const held = await kit.fails3('v3AccountMarginType', -1128, change, BOB);
  expect(held).toMatch(/Current margin mode is 'CROSSED'$/);
  await kit.ok3('v3OrderCancelAll', {}, BOB);
  const leverage = { ...change, isolatedLongLeverage: '5', isolatedShortLeverage: '5' };
  await kit.ok3('v3AccountLeverage', leverage, BOB);
  await kit.ok3('v3OrderPlace', order(), BOB);
  const back = { symbol: 'BTCUSDT', marginType: 'CROSSED' };
  const isolated = await kit.fails3('v3AccountMarginType', -1128, back, BOB);
  expect(isolated).toMatch(/Current margin mode is 'ISOLATED'$/);
  await kit.ok3('v3OrderCancelAll', {}, BOB);
  await kit.ok3('v3AccountMarginType', back, BOB);
});

test('[DIA-6] a call too many has no msg, so that client libraries know what it is', async () => {
  const { body, status } = V3.formatError(wireError('429'), 'en', kit.memory.clock.wallNow());
  expect(status).toBe(429);
  expect(body).toMatchObject({ code: -1_003, message: 'Too many requests' });
  expect(body).not.toHaveProperty('msg');
});

test('[DIA-7] a symbol of one dialect is none in the other', async () => {
  await kit.fails3('v3MarketDepth', -1121, { symbol: BTC });
  await kit.fails3('v3MarketDepth', -1121, { symbol: 'btcusdt' });
  await kit.fails('marketDepth', '40020', { symbol: 'BTCUSDT' });
  const { bids } = await kit.ok('marketDepth', { symbol: BTC });
  expect((await kit.ok3('v3MarketDepth', { symbol: 'BTCUSDT' })).bids).toEqual(bids);
});

test('[DIA-8] numbers and texts are read alike', async () => {
  const { orderId } = await kit.ok3('v3OrderPlace', order({ quantity: '0.0100', price: 89_000 }));
  const read = await kit.ok3('v3OrderRead', { orderId: Number(orderId) });
  expect([read.origQty, read.price]).toEqual(['0.0100', '89000.0']);
  await kit.ok3('v3OrderCancelAll', {}, ALICE);
  await kit.ok3('v3AccountLeverage', { symbol: 'BTCUSDT', crossLeverage: '7' });
  await kit.ok3('v3AccountLeverage', { symbol: 'BTCUSDT', crossLeverage: 8 });
  const [config] = await kit.ok3('v3AccountSymbolConfig', { symbol: 'BTCUSDT' });
  expect(config.crossLeverage).toBe('8');
});
