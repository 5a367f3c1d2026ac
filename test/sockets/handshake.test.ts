import { request } from 'node:http';
import { expect, test } from 'vitest';
import { millis } from '../../src/domain/units.ts';
import { traderAt } from '../venue/market.ts';
import { openSocketKit, PRIVATE, PUBLIC } from './socket-kit.ts';

test('[SOCK-2] the private socket opens to who signs the timestamp and the path', async () => {
  const { issue, connect, connectAs, headersOf } = await openSocketKit();
  const issued = await issue(traderAt(0), { permissions: ['read'] });
  const client = await connectAs(issued);
  await client.subscribe('orders');
  const doubled = await connect(`/${PRIVATE}?a=b`, headersOf(issued));
  await doubled.subscribe('fill');
});

test('[SOCK-2] whoever does not is told what is missing or wrong', async () => {
  const { issue, refusal, headersOf, clock, keys } = await openSocketKit();
  const issued = await issue(traderAt(0));
  const answers = async (code: string, status: number, headers = {}): Promise<string> => {
    const { json, status: got } = await refusal(PRIVATE, headers);
    expect([json.code, got], json.msg).toEqual([code, status]);
    return json.msg;
  };
  await answers('40001', 400);
  await answers('40002', 400, headersOf(issued, { 'ACCESS-SIGN': '' }));
  await answers('40003', 400, { ...headersOf(issued), 'ACCESS-TIMESTAMP': '' });
  await answers('40011', 400, headersOf(issued, { 'ACCESS-PASSPHRASE': '' }));
  await answers('40005', 400, headersOf(issued, { 'ACCESS-TIMESTAMP': '1767225600' }));
  const late = String(clock.wallNow() - 30_001);
  await answers('40008', 400, headersOf(issued, { 'ACCESS-TIMESTAMP': late }));
  await answers('40006', 400, headersOf(issued, { 'ACCESS-KEY': 'nobody' }));
  await answers('40012', 400, headersOf(issued, { 'ACCESS-PASSPHRASE': 'wrongwrong1' }));
  const wrong = { 'ACCESS-SIGN': `${'A'.repeat(43)}=` };
  expect(await answers('40009', 400, headersOf(issued, wrong))).toContain(PRIVATE);
  const trader = await issue(traderAt(0), { permissions: ['trade'] });
  await answers('40014', 403, headersOf(trader));
  const elsewhere = await issue(traderAt(0), { allowlist: ['10.0.0.0/24'] });
  expect(await answers('40018', 521, headersOf(elsewhere))).toContain('127.0.0.1');
  const expired = await issue(traderAt(0), { expiresAt: millis(clock.wallNow()) });
  await answers('40753', 403, headersOf(expired));
  await keys.setStatus(issued.key.key, 'disabled');
  await answers('40753', 403, headersOf(issued));
});

test('[DIA-17] a handshake with foreign headers is pointed at its own', async () => {
  const { refusal } = await openSocketKit();
  const { json } = await refusal(PRIVATE, { 'OK-ACCESS-KEY': 'x' });
  expect([json.code, json.msg]).toEqual(['40001', expect.stringContaining('found OK-ACCESS-KEY')]);
});

test('[SOCK-2] a socket opened with a key ends with the key', async () => {
  const { issue, connectAs, keys } = await openSocketKit({ pingEveryMillis: 5 });
  const issued = await issue(traderAt(0));
  const client = await connectAs(issued);
  await keys.setStatus(issued.key.key, 'disabled');
  expect(await client.closed).toEqual({ code: 1_008, reason: 'the key is no longer valid' });
});

test('[GATE-7] a frozen account keeps its private socket, and may open another', async () => {
  const { issue, connectAs, venue } = await openSocketKit({ pingEveryMillis: 5 });
  const account = traderAt(0);
  const issued = await issue(account);
  const client = await connectAs(issued);
  await venue.submit({ kind: 'set-account-status', account, status: 'frozen', note: '' });
  const pings = client.frames.length;
  await client.heard(() => client.frames.length > pings + 1);
  await client.subscribe('positions');
  await (await connectAs(issued)).subscribe('account');
});

test('[SOCK-3] an address has so many attempts and so many open connections', async () => {
  const { connect, refusal, clock } = await openSocketKit({
    attempts: { capacity: 4, refillPerSecond: 1 },
    connectionsPerAddressMax: 2,
  });
  const first = await connect();
  await connect();
  const full = await refusal(PUBLIC);
  expect([full.status, full.json.code]).toEqual([429, '429']);
  first.socket.close();
  await first.closed;
  await connect();
  const { status, headers, json } = await refusal(PUBLIC);
  expect([status, headers['retry-after']]).toEqual([429, '1']);
  expect(json.msg).toContain('attempts');
  clock.advance(1_000);
  expect((await refusal(PUBLIC)).json.msg).toContain('connections');
});

test('[SOCK-1] another path is told where the sockets are', async () => {
  const { refusal } = await openSocketKit();
  const { status, json } = await refusal('/v2/ws/open');
  expect([status, json.code]).toEqual([404, '404']);
  expect(json.msg).toContain(PUBLIC);
});

test('[SOCK-1] a request that offers another version of HTTP stays a request', async () => {
  const { port } = await openSocketKit();
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' };
  const status = await new Promise((resolve, fail) => {
    const options = { host: '127.0.0.1', port, path: '/healthz', headers, agent: false as const };
    const outgoing = request(options, (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode);
    });
    outgoing.on('error', fail);
    outgoing.end();
  });
  expect(status).toBe(200);
});

test('[SOCK-1] closing the gateway tells everyone and waits for nobody', async () => {
  const { connect, gateway } = await openSocketKit();
  const client = await connect();
  await gateway.close();
  expect(await client.closed).toEqual({ code: 1_001, reason: 'the venue is closing' });
});
