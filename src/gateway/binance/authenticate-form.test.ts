import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { AUTHORITY, KEY, NOW, SECRET } from '../../../test/binance/signed-form.ts';
import { formatBinanceError } from '../../wire/binance/errors.ts';
import { findAddress } from '../address.ts';
import { type ArrivedRequest, isAuthFailure, type Need } from '../authenticate.ts';
import { authenticateForm } from './authenticate-form.ts';

const STAMP = `timestamp=${NOW}`;

interface Arriving {
  readonly query?: string;
  readonly body?: string;
  readonly key?: string;
  readonly method?: string;
  readonly path?: string;
}

const arriving = ({ query = '', body, key = KEY.key, method, path }: Arriving): ArrivedRequest => ({
  method: method ?? 'POST',
  target: { path: path ?? '/fapi/v1/order', query },
  headers: key === '' ? {} : { 'x-mbx-apikey': key, 'content-type': 'nonsense' },
  body: body === undefined ? undefined : Buffer.from(body),
  client: { address: findAddress('127.0.0.1')!, text: '127.0.0.1', group: '127.0.0.1' },
  now: NOW,
});

async function verdict(sent: Arriving, need: Need = { permission: 'trade' }) {
  const verified = await authenticateForm(AUTHORITY, arriving(sent), need);
  if (!isAuthFailure(verified)) return 'verified';
  const { status, body } = formatBinanceError(verified.error, 'en', NOW);
  return { status, ...body };
}

const signed = (text: string): string => createHmac('sha256', SECRET).update(text).digest('hex');

const EXAMPLES: readonly (readonly [string, Arriving])[] = [
  [
    'in the query',
    {
      query:
        'symbol=BTCUSDT&recvWindow=5000&timestamp=1767225600000&' +
        'signature=fa42854966d1c74a15fd473c1be6aca618af104a91b8eb5eff72565f5c25f911',
    },
  ],
  [
    'in query and body, joined without anything between',
    {
      query: 'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC',
      body:
        'quantity=0.001&price=90000&timestamp=1767225600000&' +
        'signature=b9eb9f9171ad685a00925d43fea97f49d89886e5a42df90a95b3f6fdcef74ea1',
    },
  ],
  [
    'in a body with bare JSON',
    {
      body:
        'timestamp=1767225600000&batchOrders=[{"symbol":"BTCUSDT","side":"BUY","type":"MARKET",' +
        '"quantity":"0.001"}]&recvWindow=10000&' +
        'signature=0a7bb69ef5e38b1626d9755ae1446be8af84d642799330d2d923aaefa6d6ba9b',
    },
  ],
  [
    'over the values before they were escaped',
    {
      query:
        'newClientOrderId=a%3Ab%2Fc&symbol=BTCUSDT&timestamp=1767225600000&' +
        'signature=a51047f5dce72879bda44d4167dc3acbc46d8e7068872bebf487809b151d85e4',
    },
  ],
];

test.each(EXAMPLES)('[BNC-1] [BNC-2] verifies what was signed %s', async (_where, sent) => {
  expect(await verdict(sent)).toBe('verified');
});

test('[BNC-1] the signature may stand anywhere, in either case', async () => {
  const digest = signed(`a=1&${STAMP}`);
  expect(await verdict({ query: `a=1&signature=${digest}&${STAMP}` })).toBe('verified');
  expect(await verdict({ query: `signature=${digest}&a=1&${STAMP}` })).toBe('verified');
  expect(await verdict({ query: `a=1&${STAMP}&signature=${digest.toUpperCase()}` })).toBe(
    'verified',
  );
  expect(await verdict({ query: `a=1&${STAMP}`, body: `signature=${digest}` })).toBe('verified');
});

test('[BNC-2] a plus may have been signed as %20, and nothing else is tried', async () => {
  const digest = signed(`a=x%20y&${STAMP}`);
  expect(await verdict({ query: `a=x+y&${STAMP}&signature=${digest}` })).toBe('verified');
  const sorted = signed(`${STAMP}&a=1`);
  expect(await verdict({ query: `a=1&${STAMP}&signature=${sorted}` })).toMatchObject({
    status: 400,
    code: -1022,
  });
  const broken = `a=%E4%BD&${STAMP}`;
  expect(await verdict({ query: `${broken}&signature=${signed(broken)}` })).toBe('verified');
});

test.each([
  [999, undefined, 'verified'],
  [1_000, undefined, -1_021],
  [-5_000, undefined, 'verified'],
  [-5_001, undefined, -1_021],
  [-60_000, '60000', 'verified'],
  [-60_001, '60000', -1_021],
  [0, '60001', -1_131],
  [0, 'undefined', -1_102],
  [-5_000, '', 'verified'],
  [-5_001, '', -1_021],
  [-1, '0', -1_021],
])('[BNC-3] %i ms from the clock with a window of %s: %s', async (by, window, expected) => {
  const text = `timestamp=${NOW + by}${window === undefined ? '' : `&recvWindow=${window}`}`;
  const told = await verdict({ query: `${text}&signature=${signed(text)}` });
  if (expected === 'verified') expect(told).toBe('verified');
  else expect(told).toMatchObject({ status: 400, code: expected });
  if (expected === -1_021)
    expect(told).toMatchObject({ msg: expect.stringContaining('Timestamp for this request') });
});

test('[BNC-4] the first check that fails gives the code', async () => {
  const good = `${STAMP}&signature=${signed(STAMP)}`;
  expect(await verdict({ key: '' })).toMatchObject({ status: 401, code: -2_014 });
  const missing = { status: 400, code: -1_102, msg: expect.stringContaining("'signature'") };
  expect(await verdict({ query: STAMP, key: 'nobody' })).toMatchObject(missing);
  expect(await verdict({ query: `${STAMP}&signature=` })).toMatchObject(missing);
  expect(await verdict({ query: 'signature=00' })).toMatchObject({
    code: -1_102,
    msg: expect.stringContaining("'timestamp'"),
  });
  expect(await verdict({ query: good, key: 'nobody' })).toMatchObject({
    status: 401,
    code: -2_015,
  });
  expect(await verdict({ query: `${STAMP}&signature=00` })).toMatchObject({ code: -1_022 });
  expect(await verdict({ query: good })).toBe('verified');
});

test('[BNC-4] a key is enough where nothing is signed, and a signature is ignored', async () => {
  const need = { permission: 'read', isKeyEnough: true } as const;
  expect(await verdict({}, need)).toBe('verified');
  expect(await verdict({ query: 'signature=00&timestamp=1' }, need)).toBe('verified');
  expect(await verdict({ key: '' }, need)).toMatchObject({ status: 401, code: -2_014 });
  expect(await verdict({ key: 'nobody' }, need)).toMatchObject({ status: 401, code: -2_015 });
});

test('[BNC-1] the same form at another path is another request', async () => {
  const query = `${STAMP}&signature=${signed(STAMP)}`;
  const marks = [];
  for (const path of ['/fapi/v1/order', '/fapi/v1/order/test']) {
    const verified = await authenticateForm(AUTHORITY, arriving({ query, path }), {
      permission: 'trade',
    });
    marks.push(isAuthFailure(verified) ? '' : verified.signature);
  }
  expect(new Set(marks).size).toBe(2);
});
