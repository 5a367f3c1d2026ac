/** The variants of signing that programs in the wild use, over real HTTP. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/gateway/limits/limiter.ts';
import { type EdgeKit, openEdgeKit, type Sent, type Signing } from './edge-kit.ts';

const ASSETS = '/capi/v2/account/assets';
const PLACE = '/capi/v2/order/placeOrder';
const ORDER = '{"symbol": "cmt_btcusdt", "size": "0.01"}';

let kit: EdgeKit;
beforeAll(async () => {
  const generous = { capacity: 1e6, refillPerSecond: 1e6 };
  const penalties = { ...DEFAULT_LIMITS.penalties, authFailuresMax: 1e6 };
  kit = await openEdgeKit({
    limits: { ...DEFAULT_LIMITS, addressWeight: generous, orders: generous, penalties },
  });
});
afterAll(() => kit.close());
beforeEach(async () => {
  kit.calls.length = 0;
  await kit.memory.advance(1_000);
});

const ACCEPTED: readonly (readonly [string, Sent])[] = [
  ['a GET without a query', { path: ASSETS }],
  ['a GET with a query', { path: `${ASSETS}?symbol=cmt_btcusdt&limit=5` }],
  ['a query in any order', { path: `${ASSETS}?limit=5&symbol=cmt_btcusdt` }],
  ['a query with percent escapes', { path: `${ASSETS}?a=%E4%BD%A0%2b+x&b=` }],
  ['a doubled slash on the wire', { path: `/${PLACE}`, body: ORDER }],
  ['many slashes and a query', { path: `///${ASSETS}?a=1` }],
  ['a body with spaces', { path: PLACE, body: ORDER }],
  ['a compact body', { path: PLACE, body: '{"symbol":"cmt_btcusdt"}' }],
  ['an empty object', { path: PLACE, body: '{}' }],
  ['an empty body', { path: PLACE, body: '', method: 'POST' }],
  ['a body that is not ASCII', { path: PLACE, body: '{"client_oid":"你好 ünï"}' }],
  ['a POST with a query', { path: `${PLACE}?a=1`, body: ORDER }],
  ['a lower-case type with a charset', typed('application/json;charset=UTF-8')],
  ['a locale and any agent', { path: ASSETS, headers: { locale: 'zh-CN', 'user-agent': 'x' } }],
];

function typed(type: string): Sent {
  return { path: PLACE, body: ORDER, headers: { 'Content-Type': type } };
}

test.each(ACCEPTED)('[GATE-1] accepted: %s', async (_, sent) => {
  const { status, json } = await kit.sendSigned(sent);
  expect([status, json]).toEqual([200, { order_id: '1' }]);
  expect(kit.calls).toHaveLength(1);
});

test('[GATE-1] a question mark with nothing behind it is no query', async () => {
  const text = `${kit.memory.clock.wallNow()}GET${ASSETS}`;
  expect((await kit.sendSigned({ path: `${ASSETS}?` }, { text })).status).toBe(200);
});

test('[GATE-1] a GET with a content type and no body, or without a type, is fine', async () => {
  const headers = { 'Content-Type': 'text/plain' };
  expect((await kit.sendSigned({ path: ASSETS, headers })).status).toBe(200);
});

test('[GATE-1] an empty POST needs no content type', async () => {
  const headers = { 'Content-Type': 'text/plain', 'Content-Length': '0' };
  expect((await kit.sendSigned({ path: PLACE, method: 'POST', headers })).status).toBe(200);
});

test('[GATE-1] a whole address as the target is signed by its path', async () => {
  const path = `http://127.0.0.1:${kit.port}${ASSETS}?a=1`;
  const text = `${kit.memory.clock.wallNow()}GET${ASSETS}?a=1`;
  expect((await kit.sendSigned({ path }, { text })).status).toBe(200);
});

const at = (): string => String(kit.memory.clock.wallNow());

const REFUSED: readonly (readonly [string, Sent, () => Partial<Signing>, string, string])[] = [
  [
    'a query left out of the signed text',
    { path: `${ASSETS}?a=1` },
    () => ({ text: `${at()}GET${ASSETS}` }),
    '40009',
    'the query string was left out',
  ],
  [
    'a digest in hexadecimal',
    { path: ASSETS },
    () => ({ encoding: 'hex' }),
    '40009',
    'hexadecimal',
  ],
  [
    'a timestamp in seconds',
    { path: ASSETS },
    () => ({ timestamp: at().slice(0, 10) }),
    '40005',
    'not seconds',
  ],
  [
    'a signed timestamp in seconds',
    { path: ASSETS },
    () => ({ text: `${at().slice(0, 10)}GET${ASSETS}` }),
    '40009',
    'in seconds',
  ],
  [
    'a body written again',
    { path: PLACE, body: '{"a":1,"b":2}' },
    () => ({ text: `${at()}POST${PLACE}{"a": 1, "b": 2}` }),
    '40009',
    'with spaces',
  ],
  [
    'a body left out',
    { path: PLACE, body: '{"a":1}' },
    () => ({ text: `${at()}POST${PLACE}` }),
    '40009',
    'the body was left out',
  ],
  [
    'the passphrase in place of the secret',
    { path: ASSETS },
    () => ({ secret: kit.issued.passphrase }),
    '40009',
    'the passphrase was used as the key',
  ],
  ['another secret', { path: ASSETS }, () => ({ secret: 'x' }), '40009', 'no common mistake'],
  [
    'a digest in hexadecimal, with a wrong passphrase too',
    { path: ASSETS },
    () => ({ encoding: 'hex', passphrase: 'wrongone' }),
    '40009',
    'hexadecimal',
  ],
];

test.each(REFUSED)('[GATE-2] [GATE-22] refused: %s', async (_, sent, signing, code, words) => {
  const { status, json } = await kit.sendSigned(sent, signing());
  expect([status, json.code]).toEqual([400, code]);
  expect(json.msg).toContain(words);
  expect(kit.calls).toHaveLength(0);
});

const OWN_HEADERS: Readonly<Record<string, string>> = {
  '40001': 'ACCESS-KEY',
  '40002': 'ACCESS-SIGN',
  '40003': 'ACCESS-TIMESTAMP',
  '40011': 'ACCESS-PASSPHRASE',
};

test.each([
  ['40001', 'OK-ACCESS-KEY'],
  ['40001', 'X-MBX-APIKEY'],
  ['40001', 'X-BAPI-API-KEY'],
  ['40001', 'BG-ACCESS-KEY'],
  ['40001', 'ACCESS_KEY'],
  ['40002', 'X-BAPI-SIGN'],
  ['40003', 'OK-ACCESS-TIMESTAMP'],
  ['40011', 'KC-API-PASSPHRASE'],
])('[DIA-17] %s: a header %s is pointed out', async (code, name) => {
  const own = OWN_HEADERS[code]!;
  const headers = { [own]: '', [name]: 'x' };
  const { json } = await kit.sendSigned({ path: ASSETS, headers });
  expect(json.code).toBe(code);
  expect(json.msg).toContain(`is required: found ${name}, the headers are called ACCESS-KEY, `);
  const plain = await kit.sendSigned({ path: ASSETS, headers: { [own]: '' } });
  expect(plain.json.msg).toMatch(/is required$/);
});

test('[GATE-22] a 40009 names the text that should have been signed', async () => {
  const { json } = await kit.sendSigned({ path: `${ASSETS}?a=1` }, { secret: 'x' });
  expect(json.msg).toMatch(/^API verification failed: expected Base64/);
  expect(json.msg).toContain(`'${at()}GET${ASSETS}?a=1'`);
  expect(json.msg).not.toContain(kit.issued.secret);
});

test('[GATE-2] other spellings of the right digest are no signatures', async () => {
  const headers = signedHeaders();
  const sign = String(headers['ACCESS-SIGN']);
  const urlSafe = sign.replaceAll('+', '-').replaceAll('/', '_');
  for (const spelt of [
    ` ${sign.slice(0, 20)} ${sign.slice(20)}`,
    sign.slice(0, -1),
    `${urlSafe}x`,
  ]) {
    const { json } = await kit.send({
      path: ASSETS,
      headers: { ...headers, 'ACCESS-SIGN': spelt },
    });
    expect(json.code).toBe('40009');
  }
});

/** The headers that a right request would have. */
function signedHeaders(): Record<string, string> {
  const { key, secret, passphrase } = kit.issued;
  const sign = createHmac('sha256', secret).update(`${at()}GET${ASSETS}`).digest('base64');
  return {
    'ACCESS-KEY': key.key,
    'ACCESS-SIGN': sign,
    'ACCESS-PASSPHRASE': passphrase,
    'ACCESS-TIMESTAMP': at(),
  };
}
