/** What is no proper request: every answer is JSON in the one shape, and nothing stays open. */
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DEFAULT_CONNECTIONS } from '../../src/gateway/settings.ts';
import { type EdgeKit, openEdgeKit } from './edge-kit.ts';

const PLACE = '/capi/v2/order/placeOrder';

let kit: EdgeKit;
beforeAll(async () => {
  kit = await openEdgeKit({
    publicMetrics: true,
    connections: {
      ...DEFAULT_CONNECTIONS,
      headersMillis: 200,
      requestMillis: 300,
      keepAliveMillis: 300,
      checkEveryMillis: 50,
    },
  });
});
afterAll(() => kit.close());
afterEach(() => kit.memory.advance(10_000));

/** Sends bytes, and whatever comes back until the other side closes. */
function exchange(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(kit.port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

const ERROR = { code: expect.any(String), msg: expect.any(String), data: null };

test.each([
  ['/capi/v2/order/cancelOrder', 'did you mean /capi/v2/order/cancel_order?'],
  ['//capi/v2/position/allPosition', 'did you mean /capi/v2/account/position/allPosition?'],
  ['/capi/v2/products?x=1', 'did you mean /capi/v2/market/contracts?'],
  ['/capi/v2/market/time/', 'did you mean /capi/v2/market/time?'],
])('[GATE-20] %s is a 404 that names the right path', async (path, words) => {
  const { status, json, headers } = await kit.send({ path });
  expect(status).toBe(404);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(json).toMatchObject({ ...ERROR, code: '404', requestTime: kit.memory.clock.wallNow() });
  expect(json.msg).toContain(words);
});

test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  '[GATE-20] %s where POST belongs says so',
  async (method) => {
    const { status, json } = await kit.send({ path: PLACE, method });
    expect([status, json.code]).toEqual([404, '404']);
    expect(json.msg).toContain('use POST');
  },
);

test('[GATE-20] a body of 64 KiB is read, one byte more is refused', async () => {
  const body = (bytes: number): string => `{"x":"${'y'.repeat(bytes - 8)}"}`;
  expect((await kit.sendSigned({ path: PLACE, body: body(65_536) })).status).toBe(200);
  const { status, json } = await kit.sendSigned({ path: PLACE, body: body(65_537) });
  expect([status, json.code]).toEqual([400, '40017']);
  expect(json.msg).toContain('at most 65536 bytes');
});

test.each([
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'the body is not UTF-8'],
  ['half an object', Buffer.from('{"a":'), 'not valid JSON'],
  ['a duplicate field', Buffer.from('{"a":1,"a":2}'), 'duplicate field'],
  ['a list', Buffer.from('[]'), 'must be a JSON object'],
  ['depth', Buffer.from(`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`), 'deeper'],
])('[GATE-20] a signed body with %s is a 400 that says so', async (_, body, words) => {
  const { status, json } = await kit.sendSigned({ path: PLACE, body });
  expect([status, json.code]).toEqual([400, '40017']);
  expect(json.msg).toContain(words);
});

test.each([
  ['a bad percent escape in the path', '/capi/v2/%zz', 400],
  ['a bad percent escape in the query', '/capi/v2/market/time?a=%zz', 400],
  ['a parameter given twice', '/capi/v2/market/time?a=1&a=2', 400],
  ['a very long query', `/capi/v2/market/time?${'a'.repeat(5_000)}`, 400],
])('[GATE-20] %s is a 400', async (_, path, expected) => {
  const { status, json } = await kit.send({ path });
  expect(status).toBe(expected);
  expect(json).toMatchObject({ ...ERROR, code: '40017' });
});

test.each([
  ['headers beyond 16 KiB', `GET / HTTP/1.1\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`, 'too long'],
  ['no HTTP at all', 'hello?\r\n\r\n', 'not valid HTTP'],
  ['two lengths', 'POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 'not valid'],
])('[GATE-21] %s: 400 in JSON, and the connection closes', async (_, bytes, words) => {
  const text = await exchange(bytes);
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject(ERROR);
  expect(text).toContain(words);
});

test.each([
  ['headers that never end', 'GET /capi/v2/market/time HTTP/1.1\r\nhost: x\r\nx: '],
  ['a body that never comes', `POST ${PLACE} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n`],
])('[GATE-21] %s: cut off in time', async (_, bytes) => {
  const text = await exchange(bytes);
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text).toContain('took too long to arrive');
});

test('[GATE-21] an idle connection is kept for a while, then closed', async () => {
  const text = await exchange('GET /capi/v2/market/time HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(text).toContain('Connection: keep-alive');
  expect(text).toContain('"timestamp":');
});

test('[GATE-20] HTTP/1.0 and a missing host header are fine', async () => {
  const text = await exchange('GET //capi/v2/market/time HTTP/1.0\r\n\r\n');
  expect(text).toContain('200 OK');
});

test('[GATE-20] [GATE-23] public endpoints take credentials and unknown parameters', async () => {
  const { status, headers, json } = await kit.sendSigned(
    { path: '/capi/v2/market/time?symbol=cmt_btcusdt' },
    { key: 'nobody' },
  );
  expect([status, json.timestamp]).toEqual([200, kit.memory.clock.wallNow()]);
  expect(headers['x-warning']).toBe('symbol is unknown');
});

test('[GATE-23] a misspelt field is named in a header and in the log', async () => {
  const path = '/capi/v2/order/cancel_order';
  const { headers } = await kit.sendSigned({ path, body: '{"order_id":"5"}' });
  expect(headers['x-warning']).toBe('order_id is unknown, did you mean orderId?');
  expect(kit.lines.join('')).toContain('did you mean orderId?');
});

test('[GATE-27] browsers are told to take answers as data', async () => {
  const { headers } = await kit.send({ path: '/capi/v2/market/time' });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

test('[GATE-27] health and metrics', async () => {
  const healthy = await kit.send({ path: '/healthz' });
  expect([healthy.status, healthy.json.status]).toEqual([200, 'trading']);
  const { text, headers } = await kit.send({ path: '/metrics' });
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toMatch(/perpetua_http_requests_total\{endpoint="unknown",status="404"\} \d+/);
  expect(text).toMatch(/perpetua_http_request_seconds_bucket\{endpoint="\/capi\/v2\//);
  for (const name of ['queued_commands', 'archive_lag_entries', 'journal_sync_p99_seconds'])
    expect(text).toContain(`\nperpetua_${name} `);
  expect(text).toContain('perpetua_connections{kind="http"} 1');
  const { venue } = kit.memory;
  const failed = { ...venue.health(), archiveFailedBecause: '/data/archive.sqlite: disk full' };
  const spy = vi.spyOn(venue, 'health').mockReturnValue(failed);
  const degraded = await kit.send({ path: '/healthz' });
  expect([degraded.status, degraded.json.status]).toEqual([200, 'degraded']);
  expect(degraded.json.degradedBecause).toMatch(/history is no longer stored/);
  expect(degraded.text).not.toContain('/data/');
  spy.mockRestore();
  const halted = { ...venue.health(), status: 'halted' as const, haltedBecause: 'a full disk' };
  vi.spyOn(venue, 'health').mockReturnValue(halted);
  const sick = await kit.send({ path: '/healthz' });
  expect([sick.status, sick.json.haltedBecause]).toEqual([503, 'a full disk']);
});

test('[GATE-21] closing finishes what is running and refuses the rest', async () => {
  const other = await openEdgeKit();
  let finish: (answer: object) => void = () => undefined;
  other.respond = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const running = other.sendSigned({ path: PLACE, body: '{}' });
  await expect.poll(() => other.calls.length).toBe(1);
  const closed = other.close();
  finish({ order_id: '9' });
  expect((await running).json).toEqual({ order_id: '9' });
  await closed;
  await expect(other.send({ path: '/healthz' })).rejects.toThrow('ECONNREFUSED');
});

test('a witness that fails is told of, and nobody else notices', async () => {
  const { logger, witnesses } = kit.gateway.edge;
  const told = vi.spyOn(logger, 'error').mockImplementation(() => undefined);
  const heard: string[] = [];
  witnesses.push(
    () => {
      throw new Error('no room on the disk');
    },
    ({ endpoint }) => heard.push(endpoint),
  );
  expect((await kit.send({ path: '/capi/v2/market/time' })).status).toBe(200);
  await vi.waitFor(() => expect(heard).toEqual(['/capi/v2/market/time']), { timeout: 60_000 });
  expect(told).toHaveBeenCalledOnce();
  witnesses.length = 0;
  told.mockRestore();
});
