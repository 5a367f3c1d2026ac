/**
 * The official libraries for Python of Bybit and of Hyperliquid are not run here. These are their
 * stories in requests that are spelt as they spell them: spaces in JSON, sorted queries, bodies
 * that are empty, signatures without leading zeros, frames that wait for no answer.
 */
import { randomUUID } from 'node:crypto';
import { signL1Action, signUserSignedAction } from '@nktkas/hyperliquid/signing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hexOf, LINEAR, openWire } from '../bybit/bybit-kit.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { type HyperliquidKit, openHyperliquidKit } from '../hyperliquid/hyperliquid-kit.ts';
import { newWallet, type Wallet } from '../hyperliquid/wallet.ts';

let kit: HyperliquidKit;
beforeAll(async () => {
  kit = await openHyperliquidKit();
  await kit.refresh();
});
afterAll(() => kit.close());

/** As `json.dumps` writes it. */
function dumps(value: Anything): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `"${name}": ${dumps(each)}`);
  return `{${members.join(', ')}}`;
}

test('[BYB-1] [BYB-21] the story of pybit', async () => {
  const account = await kit.openAccount('net');
  const { http, ws, key, secret } = kit.doorOf(account);
  const call = async (method: 'GET' | 'POST', path: string, fields: Anything = {}) => {
    const sorted = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
    const query = sorted.map(([name, value]) => `${name}=${value}`).join('&');
    const tail = method === 'GET' ? query : dumps(fields);
    const timestamp = Date.now();
    const response = await fetch(`${http}/v5/${path}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...{ 'X-BAPI-API-KEY': key, 'X-BAPI-SIGN-TYPE': '2', 'X-BAPI-RECV-WINDOW': '5000' },
        'X-BAPI-TIMESTAMP': String(timestamp),
        'X-BAPI-SIGN': hexOf(secret, `${timestamp}${key}5000${tail}`),
      },
      ...(method === 'GET' ? {} : { body: tail }),
    });
    const told: Anything = await response.json();
    expect({ status: response.status, told }).toMatchObject({ status: 200, told: { retCode: 0 } });
    expect(Number.isInteger(Number(response.headers.get('X-Bapi-Limit-Reset-Timestamp')))).toBe(
      true,
    );
    return told.result;
  };
  const limit = { ...LINEAR, side: 'Buy', orderType: 'Limit', qty: '0.01', price: 80000 };
  const { orderId } = await call('POST', 'order/create', { ...limit, timeInForce: 'GTC' });
  await call('POST', 'order/amend', { ...LINEAR, orderId, qty: 0.02 });
  const [open] = (await call('GET', 'order/realtime', { ...LINEAR, orderId })).list;
  expect(open).toMatchObject({ orderStatus: 'New', qty: '0.0200', price: '80000.0' });
  await call('POST', 'order/cancel', { ...LINEAR, orderId });
  const both = {
    category: 'linear',
    request: [limit, limit].map(({ category: _, ...one }) => one),
  };
  expect((await call('POST', 'order/create-batch', both)).list).toHaveLength(2);
  await call('POST', 'order/cancel-all', { category: 'linear', settleCoin: 'USDT' });
  const page = await call('GET', 'order/history', { ...LINEAR, limit: 1 });
  // What comes back in a query is escaped after it was signed, or before.
  await call('GET', 'order/history', { ...LINEAR, limit: 1, cursor: page.nextPageCursor });

  const { say, hears, socket } = await openWire(`${ws}/v5/private`);
  const until = Date.now() + 1_000;
  say({ op: 'auth', args: [key, until, hexOf(secret, `GET/realtime${until}`)] });
  const topics = randomUUID();
  say({ op: 'subscribe', req_id: topics, args: ['order', 'execution', 'position', 'wallet'] });
  expect((await hears(({ req_id: id }) => id === topics)).success).toBe(true);
  const { say: trade, hears: told, socket: trading } = await openWire(`${ws}/v5/trade`);
  trade({ op: 'auth', args: [key, until, hexOf(secret, `GET/realtime${until}`)] });
  const reqId = randomUUID();
  const header = { 'X-BAPI-TIMESTAMP': Date.now(), 'X-BAPI-RECV-WINDOW': 5_000 };
  const market = { ...LINEAR, side: 'Buy', orderType: 'Market', qty: '0.01' };
  trade({ reqId, header, op: 'order.create', args: [market] });
  const { retCode, data } = await told((frame) => frame.reqId === reqId);
  expect(retCode).toBe(0);
  for (const topic of ['execution', 'order', 'position', 'wallet'])
    await hears((frame) => frame.topic === topic);
  const [filled] = (await call('GET', 'execution/list', { ...LINEAR })).list;
  expect(filled.orderId).toBe(data.orderId);
  for (const each of [socket, trading]) each.terminate();
});

/** As `to_hex` of a number writes it. */
const bare = (hex: string): string => hex.replace(/^0x0+/, '0x');

/** An agent without a name: it is signed as empty, and then left out. */
async function approvalOf(master: Wallet, agent: Wallet, nonce: number) {
  const approval = { agentAddress: agent.address, agentName: '', nonce };
  const chain = { signatureChainId: '0x66eee', hyperliquidChain: 'Testnet' } as const;
  const action = { type: 'approveAgent', ...approval, ...chain };
  const types = {
    'HyperliquidTransaction:ApproveAgent': [
      { name: 'hyperliquidChain', type: 'string' },
      { name: 'agentAddress', type: 'address' },
      { name: 'agentName', type: 'string' },
      { name: 'nonce', type: 'uint64' },
    ],
  };
  const signing = { wallet: master as Anything, action, types };
  const signature = await signUserSignedAction(signing as Anything);
  const { agentName: _, ...unnamed } = action;
  return { unnamed, signature };
}

test('[HL-3] [HL-10] the story of the official library of Hyperliquid', async () => {
  const { wallet: master } = await kit.seat();
  const user = master.address;
  let nonce = Date.now();
  const post = async (action: Anything, signature: Anything) => {
    const { r, s, v } = signature;
    const envelope = { signature: { r: bare(r), s: bare(s), v }, vaultAddress: null };
    const body = dumps({ action, nonce, ...envelope, expiresAfter: null });
    const { status, json } = await kit.post('exchange', body);
    expect({ status, told: json }).toMatchObject({ status: 200, told: { status: 'ok' } });
    return json.response;
  };
  const act = async (action: Anything, wallet: Wallet = master): Promise<Anything> => {
    nonce = Math.max(nonce + 1, Date.now());
    const terms = { wallet: wallet as Anything, action, nonce, isTestnet: true };
    return post(action, await signL1Action(terms));
  };
  // What the constructors read.
  const { universe } = await kit.ask('meta', { dex: '' });
  expect((await kit.ask('spotMeta')).universe).toEqual([]);
  const a = universe.findIndex(({ name }: Anything) => name === 'BTC');
  const wire = (b: boolean, p: string, tif: string, more = {}) => ({
    ...{ a, b, p, s: '0.01', r: false, t: { limit: { tif } } },
    ...more,
  });
  const place = async (orders: Anything[], wallet = master): Promise<Anything[]> =>
    (await act({ type: 'order', orders, grouping: 'na' }, wallet)).data.statuses;
  const slipped = async (isBuy: boolean): Promise<string> => {
    const mid = Number((await kit.ask('allMids', { dex: '' })).BTC);
    return String(Number((mid * (isBuy ? 1.05 : 0.95)).toPrecision(5)));
  };
  const c = `0x${'0'.repeat(31)}1`;
  const [{ resting }, second, bad] = await place([
    wire(true, '80000', 'Gtc'),
    wire(true, '80100', 'Alo', { c }),
    wire(true, '80100.5', 'Gtc', { s: '0.00001' }),
  ]);
  expect([second.resting.cloid, typeof bad.error]).toEqual([c, 'string']);
  const { oid } = resting;
  const modifies = [{ oid, order: wire(true, '79000', 'Gtc') }];
  await act({ type: 'batchModify', modifies });
  const [found] = await kit.ask('openOrders', { user, dex: '' });
  expect(found).toMatchObject({ oid, limitPx: '79000.0' });
  expect((await kit.ask('orderStatus', { user, oid })).status).toBe('order');
  await act({ type: 'cancel', cancels: [{ a, o: oid }] });
  await act({ type: 'cancelByCloid', cancels: [{ asset: a, cloid: c }] });
  await act({ type: 'updateLeverage', asset: a, isCross: false, leverage: 21 });
  const [{ filled }] = await place([wire(true, await slipped(true), 'Ioc')]);
  expect(filled.totalSz).toBe('0.01');
  await act({ type: 'updateIsolatedMargin', asset: a, isBuy: true, ntli: 5_000_000 });
  await act({ type: 'scheduleCancel', time: Date.now() + 20_000 });
  await act({ type: 'scheduleCancel' });

  const agent = newWallet();
  nonce += 1;
  const { unnamed, signature } = await approvalOf(master, agent, nonce);
  await post(unnamed, signature);
  const { assetPositions } = await kit.ask('clearinghouseState', { user, dex: '' });
  expect(assetPositions[0].position).toMatchObject({ szi: '0.01', leverage: { value: 21 } });
  const close = wire(false, await slipped(false), 'Ioc', { r: true });
  expect((await place([close], agent))[0].filled.totalSz).toBe('0.01');
  expect(await kit.ask('userFills', { user })).toHaveLength(2);
  expect((await kit.ask('clearinghouseState', { user })).assetPositions).toEqual([]);
});
