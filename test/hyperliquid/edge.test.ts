/** What is malformed, foreign or repeated; and that addresses stay where they belong. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DIALECT, ENDPOINTS } from '../../src/gateway/hyperliquid/calls.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import {
  giveAddress,
  type HyperliquidKit,
  openHyperliquidKit,
  type Seat,
} from './hyperliquid-kit.ts';
import { newWallet } from './wallet.ts';

let kit: HyperliquidKit;
let seat: Seat;
beforeAll(async () => {
  kit = await openHyperliquidKit();
  await kit.refresh();
  seat = await kit.seat();
});
afterAll(() => kit.close());

const ORDER = { a: 0, b: true, p: '89000', s: '0.01', r: false, t: { limit: { tif: 'Gtc' } } };
const ACTION = { type: 'order', orders: [ORDER], grouping: 'na' };

async function envelope(action: Anything, nonce = Date.now()): Promise<Anything> {
  const wallet = seat.wallet as Anything;
  return { action, nonce, signature: await signL1Action({ wallet, action, nonce }) };
}

test.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['nothing', ''],
  ['no type', '{}'],
  ['an unknown type', '{"type":"nonsense"}'],
  ['a type that is no name', '{"type":"../../meta"}'],
  ['a type that is no text', '{"type":{"type":"meta"}}'],
  ['a member that comes twice', '{"type":"meta","type":"allMids"}'],
  ['no user', '{"type":"openOrders"}'],
  ['a user that is no address', '{"type":"openOrders","user":"0x12"}'],
  ['no order', '{"type":"orderStatus","user":"0x0000000000000000000000000000000000000000"}'],
  ['an interval', '{"type":"candleSnapshot","req":{"coin":"BTC","interval":"6h","startTime":0}}'],
])('[HL-1] a read with %s is answered with plain text', async (_, body) => {
  const { status, type, text } = await kit.post('info', body);
  if (body.includes('orderStatus'))
    expect([status, text]).toEqual([200, '{"status":"unknownOid"}']);
  else expect([status, type]).toEqual([422, 'text/plain; charset=utf-8']);
});

test('[HL-1] an unknown coin or exchange', async () => {
  for (const body of [
    { type: 'l2Book', coin: 'NOPE' },
    { type: 'meta', dex: 'other' },
  ]) {
    const { status, text } = await kit.post('info', body);
    expect([status, text]).toEqual([500, 'null']);
  }
});

test('[HL-3] actions that cannot be read, or whose signature is none', async () => {
  const sent = await envelope(ACTION);
  const without = (name: string) => ({ ...sent, [name]: undefined });
  for (const body of [without('action'), without('nonce'), without('signature')])
    expect((await kit.post('exchange', body)).status).toBe(422);
  for (const orders of [
    [],
    {},
    [{}],
    [{ ...ORDER, b: 1 }],
    [{ ...ORDER, t: {} }],
    [{ ...ORDER, p: 1 }],
  ]) {
    const odd = await envelope({ ...ACTION, orders });
    expect((await kit.post('exchange', odd)).status, JSON.stringify(orders)).toBe(422);
  }
  const forged = [
    { ...sent.signature, v: 99 },
    { ...sent.signature, r: '0xzz' },
    { ...sent.signature, s: `0x${'0'.repeat(64)}` },
    { r: '0x1', s: '0x1', v: 27 },
  ];
  for (const signature of forged) {
    const { status, json } = await kit.post('exchange', { ...sent, signature });
    expect([status, json.status]).toEqual([200, 'err']);
    expect(json.response).toMatch(
      /^User or API Wallet (?:0x[0-9a-f]{40}|unknown) does not exist\.$/,
    );
  }
  const other = { ...sent, action: { ...ACTION, orders: [{ ...ORDER, s: '0.02' }] } };
  expect((await kit.post('exchange', other)).json.response).toContain('does not exist');
});

test('[HL-3] stripped zeros, v from zero on, members in another order', async () => {
  const { action, nonce, signature } = await envelope(ACTION);
  const short = (text: string) => text.replace(/^0x0+/, '0x');
  const bare = { r: short(signature.r), s: short(signature.s), v: signature.v - 27 };
  const [order] = action.orders;
  const turned = { ...Object.fromEntries(Object.entries(order).reverse()), p: '89000.0' };
  const sent = {
    nonce,
    signature: bare,
    action: { grouping: 'na', orders: [turned], type: 'order' },
  };
  expect((await kit.post('exchange', sent)).json.status).toBe('ok');
});

test('[HL-3] a sandbox says where the exchange would find another signer', async () => {
  const warningOf = async (action: Anything, sent = action): Promise<string | null> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...(await envelope(action)), action: sent });
    const response = await fetch(`${kit.url}/exchange`, { method: 'POST', headers, body });
    expect(((await response.json()) as Anything).status).toBe('ok');
    return response.headers.get('x-warning');
  };
  const odd = { ...ACTION, orders: [{ ...ORDER, p: '89000.0' }] };
  expect(await warningOf(ACTION)).toBeNull();
  const headers = { 'content-type': 'application/json' };
  const read = { method: 'POST', headers, body: '{"type":"meta","dexx":""}' };
  const { headers: told } = await fetch(`${kit.url}/info`, read);
  expect(told.get('x-warning')).toBe('dexx is unknown, did you mean dex?');
  expect(await warningOf(ACTION, odd)).toBeNull();
  expect(await warningOf(odd)).toContain('would find another signer');
  expect(await warningOf({ orders: [ORDER], type: 'order', grouping: 'na' })).toContain('order');
});

test('[HL-4] [HL-8] an address with an allowlist reads and acts from there alone', async () => {
  const wallet = newWallet();
  const elsewhere = { allowlist: ['10.9.8.7'], permissions: ['read', 'trade'] } as const;
  await kit.keys.create({
    ...{ ...elsewhere, key: wallet.address, account: seat.account, name: 'elsewhere' },
    ...{ dialects: ['hyperliquid'], passphrase: null, expiresAt: null },
  });
  const { marginSummary } = await kit.ask('clearinghouseState', { user: wallet.address });
  expect(marginSummary.accountValue).toBe('0.0');
  const nonce = Date.now();
  const signature = await signL1Action({ wallet: wallet as Anything, action: ACTION, nonce });
  const { json } = await kit.post('exchange', { action: ACTION, nonce, signature });
  expect(json).toEqual({ status: 'err', response: 'This address may not be used from here.' });
});

test('[HL-1] [HL-5] a path of its own makes no other call of what was signed', async () => {
  const agent = newWallet();
  const other = newWallet();
  await seat.exchange.approveAgent({ agentAddress: agent.address, agentName: 'bound' });
  const byAgent = async (path: string, action: Anything) => {
    const nonce = Date.now();
    const signature = await signL1Action({ wallet: agent as Anything, action, nonce });
    return (await kit.post(path, { action, nonce, signature })).status;
  };
  const wish = { agentAddress: other.address, agentName: 'hidden' };
  for (const action of [wish, { type: 'noop', ...wish }])
    expect(await byAgent('exchange/approveAgent', action)).toBe(422);
  expect(await byAgent('exchange/scheduleCancel', ACTION)).toBe(422);
  expect(await byAgent('exchange/noop', { type: 'noop' })).toBe(200);
  const user = seat.wallet.address;
  const agents = await kit.ask('extraAgents', { user });
  expect(agents.map(({ name }: Anything) => name)).toEqual(['bound']);
  const role = { type: 'userRole', user: agent.address };
  expect((await kit.post('info/clearinghouseState', role)).status).toBe(422);
  const { json } = await kit.post('info/clearinghouseState', { user });
  expect(json.marginSummary.accountValue).toBe('10000.0');
});

test('[HL-8] an address opens nothing elsewhere, and other keys nothing here', async () => {
  const key = kit.keys.find(seat.wallet.address)!;
  expect([...key.dialects!]).toEqual(['hyperliquid']);
  const headers = { 'ACCESS-KEY': seat.wallet.address, 'ACCESS-SIGN': 'x' };
  const { status } = await kit.send({ method: 'GET', path: '/capi/v2/account/assets', headers });
  expect(status).toBe(400);
  const perp = kit.issued.get(seat.account)!.key.key;
  expect((await kit.post('info', { type: 'openOrders', user: perp })).status).toBe(422);
});

test('[HL-8] no line of the log holds a body, an address, a key or a signature', async () => {
  const lines: string[] = [];
  const logging = await openHyperliquidKit({ lines });
  try {
    const own = await logging.seat();
    const wallet = own.wallet as Anything;
    const nonce = Date.now();
    const signature = await signL1Action({ wallet, action: ACTION as Anything, nonce });
    const body = { action: ACTION, nonce, signature };
    await logging.post('exchange', body);
    await logging.post('exchange', body);
    await logging.post('exchange', { ...body, signature: { ...signature, v: 99 } });
    await logging.post('exchange', { ...body, signature: { ...signature, r: '0x1' } });
    await logging.post('exchange', JSON.stringify(body).slice(0, -1));
    await logging.post('info', { type: 'nonsense', user: wallet.address });
    await logging.post('info', { type: 'openOrders', user: wallet.address, odd: signature.r });
    await logging.post('info', { type: 'l2Book', coin: wallet.address });
    const socket = new WebSocket(`${logging.url.replace('http', 'ws')}/ws`);
    await new Promise((resolve) => socket.once('open', resolve));
    const heard = new Promise((resolve) => socket.once('message', resolve));
    socket.send(
      JSON.stringify({ method: 'post', id: 1, request: { type: 'action', payload: body } }),
    );
    await heard;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.close(1_000, 'done');
    await closed;
    await expect.poll(() => lines.join('')).toContain('a socket was closed');
    const text = lines.join('').toLowerCase();
    for (const secret of [wallet.address, wallet.privateKey, signature.r, signature.s])
      expect(text).not.toContain(secret.slice(2).toLowerCase());
    expect(text).not.toContain('"orders"');
  } finally {
    await logging.close();
  }
});

/** What is packed must be what was read: numbers beyond what fits, and forms of other types. */
test.each([
  ['a nonce of sixty-four bits', { nonce: '18446744073709551615' }],
  ['a nonce with a fraction', { nonce: '1767225600000.5' }],
  ['a negative nonce', { nonce: '-1' }],
  ['a nonce as text', { nonce: '"1767225600000"' }],
  ['an expiry that is no number', { expiresAfter: '"soon"' }],
  ['a vault that is no address', { vaultAddress: '"0x12"' }],
  ['a signature that is text', { signature: '"0x00"' }],
  ['an action that is a list', { action: '[]' }],
  ['an action without a type', { action: '{}' }],
  ['an action with a type of another kind', { action: '{"type":7}' }],
  ['an action with a name that objects have', { action: '{"type":"__proto__"}' }],
  [
    'an action that is nested too deep',
    { action: `{"type":"noop","a":${'['.repeat(9)}${']'.repeat(9)}}` },
  ],
])('[HL-3] %s is answered with plain text, and nothing happens', async (_, odd) => {
  const sent = await envelope(ACTION);
  const texts = { ...mapValues(sent), ...odd };
  const body = `{${Object.entries(texts)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`;
  const before = kit.venue.read.seq();
  const { status, type } = await kit.post('exchange', body);
  expect([status, type]).toEqual([422, 'text/plain; charset=utf-8']);
  expect(kit.venue.read.seq()).toBe(before);
});

const mapValues = (sent: Anything): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, JSON.stringify(value)]));

test('[HL-3] values that would be packed in another way have another signer', async () => {
  const { action, nonce, signature } = await envelope(ACTION);
  const text = JSON.stringify(action);
  for (const odd of [
    text.replace('"a":0', '"a":0.5'),
    text.replace('"a":0', '"a":-1'),
    text.replace('"a":0', '"a":18446744073709551615'),
    text.replace('"b":true', '"b":null'),
    text.replace('"na"', '{"p":99999999999999999999999999}'),
  ]) {
    const body = `{"action":${odd},"nonce":${nonce},"signature":${JSON.stringify(signature)}}`;
    const { status, json } = await kit.post('exchange', body);
    expect([status, json?.status], odd).toEqual([200, 'err']);
    expect(json.response, odd).toContain('does not exist');
  }
});

test('[HL-2] [HL-8] public trades and the archive name no address', async () => {
  await kit.post('exchange', await envelope({ ...ACTION, orders: [{ ...ORDER, p: '90500' }] }));
  const [trade] = await kit.ask('recentTrades', { coin: 'BTC' });
  expect(trade.users).toEqual([`0x${'0'.repeat(40)}`, `0x${'0'.repeat(40)}`]);
  const { bare } = { bare: seat.wallet.address.slice(2) };
  const history = await kit.venue.archive.fills({ account: seat.account, limit: 10 });
  expect(JSON.stringify(history)).not.toContain(bare);
});

test('[HL-7] a spent nonce is refused after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hyperliquid-'));
  const settings = { dataFolder: folder, keysPath: join(folder, 'keys.json') };
  let restarted: HyperliquidKit | undefined;
  try {
    const first = await openHyperliquidKit(settings);
    const own = await first.seat();
    const wallet = own.wallet as Anything;
    const nonce = Date.now();
    const signature = await signL1Action({ wallet, action: ACTION, nonce });
    const body = { action: ACTION, nonce, signature };
    expect((await first.post('exchange', body)).json.status).toBe('ok');
    await first.close();
    restarted = await openHyperliquidKit(settings);
    await giveAddress(restarted, own.account, own.wallet).catch(() => undefined);
    const { json } = await restarted.post('exchange', body);
    expect(json).toEqual({ status: 'err', response: 'Invalid nonce: duplicate nonce' });
  } finally {
    await restarted?.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('[HL-1] every endpoint is behind one of two doors', () => {
  const doors = DIALECT.sharedPaths!.map(({ path }) => path);
  expect(doors).toEqual(['/hl/info', '/hl/exchange']);
  for (const { path, method } of ENDPOINTS) {
    expect(method).toBe('POST');
    expect(doors.some((door) => path.startsWith(`${door}/`))).toBe(true);
  }
});

test('[HL-1] every read answers, and has the shape that it promises', async () => {
  const user = seat.wallet.address;
  const fields: Record<string, object> = {
    candleSnapshot: { req: { coin: 'BTC', interval: '1m', startTime: 0 } },
    orderStatus: { oid: 1 },
  };
  const reads = ENDPOINTS.filter(({ path }) => path.startsWith('/hl/info/'));
  for (const { path } of reads) {
    const type = path.slice('/hl/info/'.length);
    await kit.ask(type, { user, coin: 'BTC', startTime: 0, ...fields[type] });
  }
  const coarse = await kit.ask('l2Book', { coin: 'BTC', nSigFigs: 3 });
  expect(coarse.levels[0][0].px).toBe('89900.0');
  expect(coarse.levels[1][0].px).toBe('90100.0');
});
