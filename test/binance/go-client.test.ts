/**
 * What clients written in Go send, to the byte: proof in the query, the form in the body, both
 * sorted and escaped, and an empty text for every option that was left at its zero value. What a
 * grid bot in Python sends: a list whose items are texts.
 */
import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, type Anything } from '../gateway-v2/rest-kit.ts';
import { openClient } from '../sockets/socket-kit.ts';
import { type BinanceKit, digestOf, openBinanceKit } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit({ sockets: { flushEveryMillis: 1 } });
});
afterAll(() => kit.close());

type Values = Readonly<Record<string, string>>;

/** As Go encodes a form: sorted by name, with a plus for a space. */
const encoded = (values: Values): string =>
  new URLSearchParams(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
    .toString()
    .replaceAll('*', '%2A');

interface Answer {
  readonly status: number;
  readonly json: Anything;
}

/** Sends the bytes of a request and reads one answer. */
const exchange = (bytes: string): Promise<Answer> =>
  new Promise((resolve, fail) => {
    const socket = createConnection(kit.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk.toString('utf8');
    });
    socket.on('error', fail);
    socket.on('close', () => {
      const at = heard.indexOf('\r\n\r\n');
      resolve({ status: Number(heard.slice(9, 12)), json: JSON.parse(heard.slice(at + 4)) });
    });
    socket.write(bytes);
  });

/** A signed call of a Go client: its fields in the body, except those of a GET. */
function goCall(method: string, path: string, fields: Values): Promise<Answer> {
  const { clock } = kit.memory;
  clock.advance(1);
  const { key, secret } = kit.issued.get(ALICE)!;
  const proof: Values = { timestamp: String(clock.wallNow()), recvWindow: '5000' };
  const query = encoded(method === 'GET' ? { ...fields, ...proof } : proof);
  const body = method === 'GET' ? '' : encoded(fields);
  const signature = digestOf(secret, query + body);
  const head = [
    `${method} /fapi/v1/${path}?${query}&signature=${signature} HTTP/1.1`,
    `Host: 127.0.0.1:${kit.port}`,
    'User-Agent: Go-http-client/1.1',
    ...(body === ''
      ? []
      : [`Content-Length: ${body.length}`, 'Content-Type: application/x-www-form-urlencoded']),
    `X-Mbx-Apikey: ${key.key}`,
    'Connection: close',
  ];
  return exchange(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: '80000',
  newOrderRespType: '',
};

test('[BNC-6] a Go client trades with its default orders', async () => {
  const placed = await goCall('POST', 'order', ORDER);
  expect(placed).toMatchObject({ status: 200, json: { status: 'NEW', price: '80000.0' } });
  const target = { symbol: 'BTCUSDT', orderId: String(placed.json.orderId) };
  const found = await goCall('GET', 'order', { ...target, origClientOrderId: '' });
  expect(found.json).toMatchObject({ status: 'NEW', orderId: placed.json.orderId });
  // Its lists of all symbols send an empty one.
  expect((await goCall('GET', 'openOrders', { symbol: '' })).json).toHaveLength(1);
  expect((await goCall('GET', 'forceOrders', { autoCloseType: '' })).json).toEqual([]);
  const amended = await goCall('PUT', 'order', { ...ORDER, ...target, price: '80001' });
  // The amendment does not know newOrderRespType, and stands in both parts.
  expect(amended).toMatchObject({ status: 400, json: { code: -1_104 } });
  const { newOrderRespType: _, type: __, timeInForce: ___, positionSide: ____, ...rest } = ORDER;
  const change = await goCall('PUT', 'order', { ...rest, ...target, price: '80001' });
  expect(change).toMatchObject({ status: 200, json: { price: '80001.0' } });
  expect((await goCall('DELETE', 'order', target)).json).toMatchObject({ status: 'CANCELED' });
  const market = { ...ORDER, type: 'MARKET', price: '', timeInForce: '', newClientOrderId: '' };
  expect(await goCall('POST', 'order', market)).toMatchObject({ status: 200 });
});

test('[BNC-6] [BNC-13] a Go client trades in batches whose items have empty members', async () => {
  const stop = { ...ORDER, reduceOnly: '', stopPrice: '', newClientOrderId: '' };
  const batchOrders = JSON.stringify([stop, { ...stop, side: '' }]);
  const { status, json } = await goCall('POST', 'batchOrders', { batchOrders });
  expect(status).toBe(200);
  expect(json).toMatchObject([{ status: 'NEW' }, { code: -1_102 }]);
  expect(json[1].msg).toContain("'side'");
  const orderIdList = `[${json[0].orderId}]`;
  const canceled = await goCall('DELETE', 'batchOrders', { symbol: 'BTCUSDT', orderIdList });
  expect(canceled.json).toMatchObject([{ status: 'CANCELED' }]);
});

test('[BNC-6] an empty mandatory field is missing, by name', async () => {
  for (const name of ['symbol', 'side', 'type', 'quantity', 'price', 'timeInForce']) {
    const { status, json } = await goCall('POST', 'order', { ...ORDER, [name]: '' });
    expect([status, json.code], json.msg).toEqual([400, -1_102]);
    expect(json.msg).toContain(`'${name}'`);
  }
  expect(await kit.does('GET', 'openOrders')).toEqual([]);
});

test('[BNC-70] a Go client signs the calls of its listen key, and names it', async () => {
  const { json } = await goCall('POST', 'listenKey', {});
  expect(json.listenKey).toHaveLength(64);
  expect(await goCall('PUT', 'listenKey', json)).toMatchObject({ status: 200 });
  expect(await goCall('DELETE', 'listenKey', json)).toMatchObject({ status: 200 });
});

test('[BNC-6] [BNC-76] an empty param of a call in a frame is absent', async () => {
  const client = await openClient(`ws://127.0.0.1:${kit.port}/ws-fapi/v1`);
  const { key, secret } = kit.issued.get(ALICE)!;
  const params: Values = {
    ...ORDER,
    apiKey: key.key,
    timestamp: String(kit.memory.clock.wallNow()),
  };
  const text = Object.keys(params)
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');
  const signature = digestOf(secret, text);
  client.say({ id: 1, method: 'order.place', params: { ...params, signature } });
  const { result } = await client.heard(({ id }) => id === 1);
  expect(result).toMatchObject({ status: 'NEW', timeInForce: 'GTC' });
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' });
});

test('[BNC-13] a grid bot places its batch as a list of texts', async () => {
  // batchOrders=["{\"symbol\": \"BTCUSDT\", …}", …], escaped by the library that sends it.
  const items = ['80000', '80010'].map((price) =>
    JSON.stringify({ ...ORDER, price })
      .replaceAll('":"', '": "')
      .replaceAll('","', '", "'),
  );
  const placed = await kit.does('POST', 'batchOrders', { batchOrders: items });
  expect(placed).toMatchObject([{ price: '80000.0' }, { price: '80010.0' }]);
  const amended = await kit.does('PUT', 'batchOrders', {
    batchOrders: placed.map(({ orderId }: Anything) =>
      JSON.stringify({ symbol: 'BTCUSDT', orderId, side: 'BUY', quantity: 0.01, price: 79_990 }),
    ),
  });
  expect(amended).toMatchObject([{ price: '79990.0' }, { price: '79990.0' }]);
  await kit.refuses(-4_082, 'POST', 'batchOrders', { batchOrders: ['{"symbol"', '7'] });
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' });
});
