import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractId } from '../../src/domain/ids.ts';
import type { IssuedKey } from '../../src/gateway/keys/key-store.ts';
import { ERRORS } from '../../src/wire/errors.ts';
import {
  ADA,
  ALICE,
  BOB,
  BTC,
  CAROL,
  openRestKit,
  type Received,
  type RestKit,
  type Sent,
  sentFor,
  sign,
} from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit({ mayUpload: (account) => account !== CAROL });
});
afterAll(() => kit.close());

const reached = new Set<string>();
const note = ({ status, json, text }: Received): string => {
  expect(Object.keys(json), text).toEqual(['code', 'msg', 'requestTime', 'data']);
  expect(status).toBe(ERRORS[json.code as keyof typeof ERRORS].status);
  reached.add(json.code);
  return json.code;
};

const ASSETS = sentFor('accountAssets', {});
const order = { symbol: BTC, size: '0.0001', type: '1', match_price: '0', price: '80000.0' };
const PLACE = sentFor('orderPlaceOrder', order);
const UPLOAD = sentFor('orderUploadAiLog', {});

const keyOf = (more: object = {}): Promise<IssuedKey> =>
  kit.keys.create({
    account: ALICE,
    name: 'other',
    permissions: ['read', 'trade'],
    allowlist: null,
    passphrase: null,
    expiresAt: null,
    ...more,
  });

const with_ = (sent: Sent, headers: object): Sent => ({
  ...sent,
  headers: Object.fromEntries(
    Object.entries({ ...sent.headers, ...headers }).filter(([, value]) => value !== undefined),
  ),
});

test('[REST-20] a caller that cannot be told is refused with the code of its mistake', async () => {
  const key = await keyOf();
  const now = kit.memory.clock.wallNow();
  const good = sign(ASSETS, key, now);
  const send = async (headers: object) => note(await kit.send(with_(good, headers)));
  expect(await send({ 'ACCESS-KEY': undefined })).toBe('40001');
  expect(await send({ 'ACCESS-SIGN': undefined })).toBe('40002');
  expect(await send({ 'ACCESS-TIMESTAMP': undefined })).toBe('40003');
  expect(await send({ 'ACCESS-PASSPHRASE': undefined })).toBe('40011');
  expect(await send({ 'ACCESS-TIMESTAMP': 'soon' })).toBe('40005');
  expect(await send({ 'ACCESS-KEY': 'nobody' })).toBe('40006');
  expect(await send({ 'ACCESS-TIMESTAMP': String(now - 31_000) })).toBe('40008');
  const wrong = createHmac('sha256', 'x').digest('base64');
  expect(await send({ 'ACCESS-SIGN': wrong })).toBe('40009');
  expect(await send({ 'ACCESS-PASSPHRASE': 'wrong-passphrase' })).toBe('40012');
  const text = with_(sign(PLACE, key, now), { 'Content-Type': 'text/plain' });
  expect(note(await kit.send(text))).toBe('40007');
});

test('[GATE-3] of what nobody signs a content type that is none is told first', async () => {
  const headers = { 'Content-Type': 'none' };
  const open = { method: 'POST', path: '/capi/v2/nothing', body: '{}' } as const;
  expect(note(await kit.send({ ...open, headers }))).toBe('40007');
  expect(note(await kit.send(open))).toBe('404');
  expect(note(await kit.send(with_(PLACE, headers)))).toBe('40001');
});

test('[REST-20] a caller that may not is refused with the code of what it lacks', async () => {
  const now = kit.memory.clock.wallNow();
  const send = async (sent: Sent, more: object) => {
    kit.memory.clock.advance(1);
    const key = await keyOf(more);
    return note(await kit.send(sign(sent, key, kit.memory.clock.wallNow())));
  };
  expect(await send(ASSETS, { allowlist: ['10.0.0.1'] })).toBe('40018');
  expect(await send(PLACE, { permissions: ['read'] })).toBe('40022');
  expect(await send(UPLOAD, { permissions: ['read'] })).toBe('40021');
  expect(await send(ASSETS, { permissions: ['trade'] })).toBe('40014');
  expect(await send(ASSETS, { expiresAt: now })).toBe('40753');
  expect(await send(ASSETS, { account: 999_999 })).toBe('50004');
  const account = BOB;
  await kit.run({ kind: 'set-account-status', account, status: 'frozen', note: 'test' });
  expect(note(await kit.call('orderPlaceOrder', order, account))).toBe('40013');
  await kit.run({ kind: 'set-account-status', account, status: 'active', note: 'test' });
});

test('[REST-20] a request that cannot be read, or found, says which part', async () => {
  expect(note(await kit.sendSigned({ ...PLACE, body: '{"a":' }))).toBe('40017');
  expect(note(await kit.call('orderPlaceOrder', {}))).toBe('40019');
  expect(note(await kit.call('orderPlaceOrder', { ...order, type: '7' }))).toBe('40020');
  const lost = await kit.sendSigned({ method: 'POST', path: '/capi/v2/order/cancelOrder' });
  expect(note(lost)).toBe('404');
  expect(lost.json.msg).toContain('/capi/v2/order/cancel_order');
  const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
  for (const body of ['[]', '"x"', deep, '{"size":1,"size":2}', '{"clientOid":"\\ud800"}'])
    expect(note(await kit.sendSigned({ ...sentFor('orderCancelOrder', {}), body }))).toMatch(
      /^(?:40017|50005)$/,
    );
});

test('[REST-20] [REST-16] business has its own codes', async () => {
  expect(note(await kit.call('orderPlaceOrder', { ...order, size: '0.00001' }))).toBe('40015');
  expect(note(await kit.call('orderDetail', { orderId: '999999' }))).toBe('50005');
  const ada = { ...order, symbol: ADA, size: '10', price: '0.4000' };
  expect(note(await kit.call('orderPlaceOrder', ada, CAROL))).toBe('50003');
  const leverage = { symbol: BTC, longLeverage: '21' };
  expect(note(await kit.call('accountLeverage', leverage, CAROL))).toBe('50007');
  const log = { stage: 's', model: 'm', input: {}, output: {}, explanation: 'e' };
  expect(note(await kit.call('orderUploadAiLog', log, CAROL))).toBe('40753');
});

test('[REST-20] messages are English, or Chinese where the caller asks for it', async () => {
  const sent = sentFor('marketTicker', { symbol: 'x' });
  const english = await kit.send(sent);
  expect(english.json.msg).toBe('Parameter symbol is invalid');
  const chinese = await kit.send({ ...sent, headers: { locale: 'zh-CN' } });
  expect(chinese.json.msg).toBe('参数symbol错误');
  const batch = { symbol: BTC, orderDataList: [{ ...order, type: '7' }] };
  const answer = await kit.sendSigned({
    ...sentFor('orderBatchOrders', batch),
    headers: { locale: 'zh-CN' },
  });
  expect(answer.json.order_info[0].error_message).toContain('参数type错误');
});

test('[REST-21] a halted contract and a stale index refuse in the engine’s voice', async () => {
  await kit.run({ kind: 'halt-contract', contract: contractId(0) });
  expect(await kit.fails('orderPlaceOrder', '40015', order)).toContain('not open for trading');
  await kit.run({ kind: 'resume-contract', contract: contractId(0) });
  await kit.memory.advance(31_000);
  expect(await kit.fails('orderPlaceOrder', '40015', order)).toContain('out of date');
  await kit.setIndex(BTC, '90000.0');
  await kit.ok('orderPlaceOrder', order);
});

test('[DIA-19] who writes the symbol of another dialect is told the right one', async () => {
  const hint = async (path: string) => (await kit.send({ method: 'GET', path })).json.msg;
  expect(await hint('/capi/v2/market/ticker?symbol=BTCUSDT')).toBe(
    'Parameter symbol is invalid: did you mean cmt_btcusdt? BTCUSDT is its name in version 3',
  );
  expect(await hint('/capi/v2/market/ticker?symbol=BTC-USDT')).toMatch(/mean cmt_btcusdt\?$/);
  expect(await hint('/capi/v3/market/ticker/24hr?symbol=cmt_btcusdt')).toContain(
    'did you mean BTCUSDT? cmt_btcusdt is its name in version 2',
  );
  for (const symbol of ['btc', 'cmt_btc', 'cmt_btcusd', 'BTCUSD', 'cmt_btccusdt'])
    expect(await hint(`/capi/v2/market/ticker?symbol=${symbol}`)).toMatch(/mean cmt_btcusdt\?$/);
  for (const symbol of ['usdt', 'cmt_', 'cmt_zzzusdt'])
    expect(await hint(`/capi/v2/market/ticker?symbol=${symbol}`)).toMatch(/ is invalid$/);
  const wrong = { ...order, symbol: 'BTCUSDT' };
  expect(await kit.fails('orderPlaceOrder', '40020', wrong)).toContain('did you mean');
});

test('[REST-23] a field that means nothing here is named in a header', async () => {
  const { order_id } = await kit.ok('orderPlaceOrder', order);
  const canceled = await kit.call('orderCancelOrder', { orderId: order_id, order_id });
  expect([canceled.status, canceled.headers['x-warning']]).toEqual([
    200,
    'order_id is unknown, did you mean orderId?',
  ]);
  const foreign = await kit.call('orderPlaceOrder', { ...order, stopPrice: '85000' });
  expect(foreign.json.msg).toContain('order/plan_order');
  expect(foreign.headers['x-warning']).toBe(undefined);
  const clean = await kit.call('orderCurrent', { symbol: BTC });
  expect(clean.headers['x-warning']).toBe(undefined);
});

test('[REST-20] every code of the table that a caller can cause was caused', () => {
  const ours = ['50000', '429'];
  const all = Object.keys(ERRORS).filter((code) => !ours.includes(code));
  expect([...reached].sort()).toEqual(all.sort());
});
