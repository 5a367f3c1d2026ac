/** Who may be connected, what everything costs, and how it ends for who goes on asking. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { serveDocuments } from '../../src/gateway/documents/serve-documents.ts';
import { DEFAULT_LIMITS } from '../../src/gateway/limits/limiter.ts';
import { servePage } from '../../src/gateway/page/serve-page.ts';
import { DEFAULT_CONNECTIONS, type GatewaySettings } from '../../src/gateway/settings.ts';
import { type EdgeKit, openEdgeKit } from './edge-kit.ts';
import { get, openRaw, type RawClient } from './raw-client.ts';

const TIME = '/capi/v2/market/time';
const BUILD_PAGE = fileURLToPath(new URL('../../scripts/build-page.mjs', import.meta.url));
const OTHER = '127.0.0.2';

let kit: EdgeKit;
const open = async (changes: Partial<GatewaySettings>): Promise<void> => {
  kit = await openEdgeKit(changes, (gateway) => serveDocuments(gateway, '1.2.3'));
};
afterEach(() => kit.close());

const SHORT: Partial<GatewaySettings> = {
  limits: { ...DEFAULT_LIMITS, addressWeight: { capacity: 10, refillPerSecond: 1 } },
};

const connected = async (address?: string): Promise<RawClient> => {
  const client = openRaw(kit.port, address);
  await once(client.socket, 'connect');
  return client;
};

const exchange = (text: string): Promise<string> => {
  const { socket, closed } = openRaw(kit.port);
  socket.write(text);
  return closed;
};

/** Answered over the same connection. */
const isServed = async (client: RawClient): Promise<boolean> => {
  client.socket.write(get(TIME));
  const before = client.statuses().length;
  const isAnswered = expect.poll(() => client.statuses().length).toBeGreaterThan(before);
  return Promise.race([isAnswered.then(() => true), client.closed.then(() => false)]);
};

test('[GATE-42] who is shut out is told once, then disconnected for its time', async () => {
  await open(SHORT);
  const idle = await connected();
  expect(await isServed(idle)).toBe(true);
  const greedy = await connected();
  // Nine that are answered, and fifty-one refusals, of which the last says for how long.
  greedy.socket.write(get(TIME).repeat(300));
  const text = await greedy.closed;
  const statuses = greedy.statuses();
  expect(statuses.filter((status) => status === 200)).toHaveLength(9);
  expect(statuses.filter((status) => status === 429)).toHaveLength(51);
  const last = text.slice(text.lastIndexOf('HTTP/1.1'));
  expect(last).toMatch(/retry-after: 120\r\n/i);
  expect(last).toMatch(/connection: close\r\n/i);
  await idle.closed;
  expect(await Promise.all([1, 2, 3].map(() => exchange(get(TIME))))).toEqual(['', '', '']);
  expect(await isServed(await connected(OTHER))).toBe(true);
  expect(kit.gateway.edge.crowd.turnedAway['shut-out']).toBe(3);
  await kit.memory.advance(120_000);
  expect(await isServed(await connected())).toBe(true);
});

test('[GATE-42] who only sends what is no HTTP is shut out too', async () => {
  await open(SHORT);
  const say = (): Promise<string> => exchange('hello?\r\n\r\n');
  expect(await say()).toMatch(/^HTTP\/1\.1 400 /);
  let answers = 1;
  while ((await say()) !== '') answers += 1;
  expect(answers).toBeLessThanOrEqual(52);
  expect(await Promise.all([say(), say(), say()])).toEqual(['', '', '']);
  expect(await isServed(await connected(OTHER))).toBe(true);
});

test('[GATE-42] behind a trusted proxy others are served over the same connection', async () => {
  await open({ ...SHORT, trustedProxies: ['127.0.0.1'] });
  const proxy = await connected();
  const [bad, good] = ['x-forwarded-for: 203.0.113.1', 'x-forwarded-for: 203.0.113.2'];
  proxy.socket.write(get(TIME, bad).repeat(80) + get(TIME, good));
  await expect.poll(() => proxy.statuses().length).toBe(81);
  expect(proxy.statuses().slice(-2)).toEqual([429, 200]);
  expect(await isServed(await connected())).toBe(true);
  proxy.socket.destroy();
});

test('[GATE-41] every route is charged', async () => {
  await open({ publicMetrics: true });
  const used = async (): Promise<number> => {
    const { headers } = await kit.send({ path: TIME });
    return Number(headers['x-used-weight-10s']);
  };
  const paths = ['/healthz', '/metrics', '/docs', '/docs/style.css', '/openapi.json'];
  for (const path of [...paths, '/asyncapi.json', '/docs.md', '/llms.txt', '/none', '/%zz']) {
    const before = await used();
    const { text } = await kit.send({ path });
    const long = Math.floor(Buffer.byteLength(text) / 16_384);
    expect([path, (await used()) - before]).toEqual([path, 2 + long]);
  }
  const before = await used();
  const broken = openRaw(kit.port);
  broken.socket.write('hello?\r\n\r\n');
  await broken.closed;
  expect((await used()) - before).toBe(6);
});

test('[GATE-41] a person who reloads the page twenty times is not refused', async () => {
  const folder = execFileSync(process.execPath, [BUILD_PAGE]).toString().trim();
  kit = await openEdgeKit({}, (gateway) => {
    serveDocuments(gateway, '1.2.3');
    servePage(gateway, folder);
  });
  const read = (path: string) => kit.send({ path, headers: { 'accept-encoding': 'br' } });
  const { text: html } = await kit.send({ path: '/' });
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => path !== '/docs');
  expect(files.length).toBeGreaterThan(1);
  for (let n = 0; n < 20; n += 1)
    for (const path of ['/', ...files])
      expect([path, (await read(path)).status]).toEqual([path, 200]);
  expect((await kit.send({ path: TIME })).status).toBe(200);
});

test('[GATE-41] documents are compressed for who reads that, and known by their tag', async () => {
  await open({ publicMetrics: true });
  for (const path of ['/docs', '/openapi.json', '/metrics']) {
    const plain = await kit.send({ path });
    const small = await kit.send({ path, headers: { 'accept-encoding': 'br, gzip' } });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(Number(small.headers['content-length'])).toBeLessThan(plain.text.length / 2);
    const { etag } = plain.headers;
    const known = await kit.send({ path, headers: { 'if-none-match': String(etag) } });
    expect([known.status, known.text]).toEqual([304, '']);
  }
});

test('[GATE-43] an address has so many connections, and others come in all the same', async () => {
  await open({ connections: { ...DEFAULT_CONNECTIONS, connectionsPerAddressMax: 3 } });
  const own = [await connected(), await connected(), await connected()];
  expect(await (await connected()).closed).toBe('');
  expect(await isServed(await connected(OTHER))).toBe(true);
  for (const client of own) expect(await isServed(client)).toBe(true);
  own[0]?.socket.destroy();
  await expect.poll(() => kit.gateway.edge.crowd.count).toBe(3);
  expect(await isServed(await connected())).toBe(true);
});

test('[GATE-43] in a full house who has the most makes room', async () => {
  await open({ connections: { ...DEFAULT_CONNECTIONS, connectionsMax: 4 } });
  let finish: (answer: object) => void = () => undefined;
  kit.respond = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const working = kit.sendSigned({ path: '/capi/v2/account/assets' });
  await expect.poll(() => kit.calls.length).toBe(1);
  const idle = [await connected(), await connected(), await connected()];
  expect(await isServed(idle[0]!)).toBe(true);
  const newcomer = await connected(OTHER);
  expect(await isServed(newcomer)).toBe(true);
  // The oldest that does nothing went, and who has one more than the newcomer keeps it.
  await idle[0]!.closed;
  const second = await connected(OTHER);
  expect(await isServed(second)).toBe(true);
  await idle[1]!.closed;
  expect(await (await connected(OTHER)).closed).toBe('');
  finish({});
  expect((await working).status).toBe(200);
  for (const client of [idle[2]!, newcomer, second]) expect(await isServed(client)).toBe(true);
});
