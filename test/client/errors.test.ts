import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createClient, PerpetuaError } from '../../src/client/client.ts';
import { BTC } from '../gateway-v2/rest-kit.ts';
import { type ClientKit, errorOf, openClientKit } from './client-kit.ts';

let kit: ClientKit;
beforeAll(async () => {
  kit = await openClientKit();
});
afterAll(() => kit.close());

const symbol = BTC;
const resting = { symbol, size: '0.0001', type: '1', match_price: '0', price: '80000.0' } as const;

/** A server that answers everything the same way. */
async function openStub(status: number, body: string, headers = {}): Promise<string> {
  const server = createServer((_request, response) => {
    if (status > 0) response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

test('[CLT-3] a refusal is an error with the code, the message and the status', async () => {
  const client = await kit.clientOf();
  const wrongKey = await kit.clientOf({ apiKey: 'nobody' });
  const wrongSecret = await kit.clientOf({ secretKey: 'guess' });
  const reader = await kit.clientOf({}, { permissions: ['read'] });
  const elsewhere = await kit.clientOf({}, { allowlist: ['203.0.113.7'] });
  const table: readonly (readonly [() => Promise<unknown>, object])[] = [
    [() => client.market.ticker({ symbol: 'cmt_nonesuch' }), { code: '40020', status: 400 }],
    [() => wrongKey.account.assets(), { code: '40006', status: 400 }],
    [() => wrongSecret.account.assets(), { code: '40009', status: 400 }],
    [() => reader.order.placeOrder(resting), { code: '40022', status: 403 }],
    [() => elsewhere.account.assets(), { code: '40018', status: 521 }],
    [() => client.order.placeOrder({ ...resting, size: '900' }), { code: '40015', status: 400 }],
    [() => client.order.detail({ orderId: 1 }), { code: '50005', status: 404 }],
  ];
  for (const [call, expected] of table) {
    const error = await errorOf(call());
    expect(error).toBeInstanceOf(PerpetuaError);
    expect(error).toMatchObject({ ...expected, fate: 'not-applied', name: 'PerpetuaError' });
    expect(error.message).not.toBe('');
  }
});

test('[CLT-3] too many requests is an error that says how long to wait', async () => {
  const narrow = await openClientKit({
    limits: { addressWeight: { capacity: 50, refillPerSecond: 1 } },
  });
  onTestFinished(() => narrow.close());
  const client = await narrow.clientOf();
  await client.market.tickers();
  const error = await errorOf(client.market.tickers());
  expect(error).toMatchObject({ code: '429', status: 429, fate: 'not-applied' });
  expect(error.retryAfterMillis).toBeGreaterThanOrEqual(1_000);
});

test('[CLT-3] without the venue the error says why, and whether a change may be done', async () => {
  const silent = await openStub(0, '');
  const keys = { apiKey: 'a', secretKey: 'b', passphrase: 'c' };
  const terms = { baseUrl: silent, timeoutMillis: 60, retries: 1, ...keys };
  const client = createClient(terms);
  const said = { 'x-perpetua-fault': 'status 502' };
  const foreign = createClient({ ...terms, baseUrl: await openStub(502, '<html>', said) });
  const signal = AbortSignal.abort();
  const place = { fate: 'unknown', status: 0 };
  expect(await errorOf(client.market.time())).toMatchObject({
    ...{ code: 'timeout', fate: 'not-applied' },
  });
  expect(await errorOf(client.order.placeOrder(resting))).toMatchObject({
    ...place,
    code: 'timeout',
  });
  expect(await errorOf(client.order.placeOrder(resting, { signal }))).toMatchObject({
    ...place,
    code: 'aborted',
  });
  expect(await errorOf(foreign.order.placeOrder(resting))).toMatchObject({
    ...{ code: 'unreadable', fate: 'unknown', status: 502, hint: 'status 502' },
  });
});

/** A server that breaks its first connection and is gone then. */
async function openShortLived(): Promise<number> {
  const server = createTcpServer((socket) => {
    server.close();
    socket.once('data', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

test('[CLT-3] a connection that is refused carried nothing, unless one before did', async () => {
  const port = await openShortLived();
  const keys = { apiKey: 'a', secretKey: 'b', passphrase: 'c' };
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, retries: 1, ...keys });
  expect(await errorOf(client.order.placeOrder(resting))).toMatchObject({
    ...{ code: 'unreachable', fate: 'unknown', status: 0 },
  });
  // Nobody listens there any more; localhost may be two addresses.
  for (const host of ['127.0.0.1', 'localhost']) {
    const away = createClient({ baseUrl: `http://${host}:${port}`, retries: 1, ...keys });
    expect(await errorOf(away.order.placeOrder(resting))).toMatchObject({
      ...{ code: 'unreachable', fate: 'not-applied', status: 0 },
    });
  }
});

test('[CLT-3] options that are not allowed are named with what is', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9' });
  expect(await errorOf(client.account.assets())).toMatchObject({
    code: 'no-key',
    message: '/capi/v2/account/assets needs apiKey, secretKey and passphrase',
  });
  const table: readonly (readonly [object, string])[] = [
    [
      { baseUrl: 'localhost:8700' },
      'baseUrl is localhost:8700; it begins with http:// or https://',
    ],
    [{ timeoutMillis: 0 }, 'timeoutMillis is 0; it is a number above 0'],
    [
      { retires: 2 },
      'retires is not an option of a client; there are baseUrl, apiKey, secretKey, passphrase, ' +
        'timeoutMillis, retries, locale, observe, now',
    ],
    [{ retries: 1.5 }, 'retries is 1.5; it is a whole number from 0'],
    [{ apiKey: 'a' }, 'secretKey and passphrase missing; a key has apiKey, secretKey, passphrase'],
  ];
  for (const [terms, message] of table)
    expect(() => createClient({ baseUrl: '', ...terms })).toThrow(
      expect.objectContaining({ code: 'wrong-terms', message }),
    );
});

test('[CLT-4] a wrong clock is set by the venue, once', async () => {
  const wall = () => kit.rest.memory.clock.wallNow();
  const late = await kit.clientOf({ now: () => wall() - 3_600_000 });
  expect(await late.account.assets()).toHaveLength(1);
  expect(await late.order.current()).toEqual([]);
  let skew = 0;
  const drifting = await kit.clientOf({
    now: () => {
      skew += 60_000;
      return wall() + skew;
    },
  });
  expect(await errorOf(drifting.account.assets())).toMatchObject({ code: '40008' });
});

test('[CLT-5] after a lost answer the same bytes are sent again: one order', async () => {
  const client = await kit.clientOf();
  kit.proxy.cut();
  kit.proxy.lose(1);
  const { order_id } = await client.order.placeOrder(resting);
  const orders = await client.order.current({ symbol });
  expect(orders.map((order) => order.order_id)).toEqual([order_id]);
  kit.proxy.lose(9);
  const error = await errorOf(client.order.placeOrder(resting));
  expect(error).toMatchObject({ code: 'unreachable', fate: 'unknown' });
  kit.proxy.lose(0);
  expect(await client.order.current({ symbol })).toHaveLength(2);
  await client.order.cancelAll({ cancelOrderType: 'normal' });
});

test('[CLT-5] a repeat that is refused at the door leaves the fate unknown', async () => {
  let millis: number = kit.rest.memory.clock.wallNow();
  const client = await kit.clientOf({
    now: () => millis,
    observe: () => () => {
      // The signature grows old while the answer is lost.
      kit.rest.memory.clock.advance(31_000);
      millis += 31_000;
    },
  });
  kit.proxy.cut();
  kit.proxy.lose(1);
  const error = await errorOf(client.order.placeOrder(resting));
  expect(error).toMatchObject({ code: '40008', status: 400, fate: 'unknown' });
});

test('[CLT-6] two calls alike in one millisecond are two calls', async () => {
  const client = await kit.clientOf();
  await kit.rest.setIndex(BTC, '90000.0');
  const both = await Promise.all([
    client.order.placeOrder(resting),
    client.order.placeOrder(resting),
  ]);
  expect(new Set(both.map(({ order_id }) => order_id)).size).toBe(2);
});
