/**
 * The chapter "Ten ways an exchange fails" of docs/BOTS.md, done to a running venue with the
 * commands that stand there. A plain client then sees what the chapter says that a bot sees.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { runChaos } from '../../src/cli/chaos/run-chaos.ts';
import { type Credentials, findAdminAddress } from '../../src/gateway/data-files.ts';
import { TERMINAL } from '../../src/terminal/output.ts';
import { FAULT_NAMES } from '../../src/wire/fault-names.ts';
import { openScene, type Scene, untilOpen } from './venue-process.ts';

const BTC = 'cmt_btcusdt';
const DOCUMENT = readFileSync(new URL('../../docs/BOTS.md', import.meta.url), 'utf8');
const CHAPTER = DOCUMENT.split('## Ten ways an exchange fails')[1]?.split('\n## ')[0] ?? '';

/** The commands of each section, by its number. */
const COMMANDS = new Map(
  CHAPTER.split('\n### ')
    .slice(1)
    .map((section) => [
      Number.parseInt(section, 10),
      [...section.matchAll(/^npx perpetua chaos (.+)$/gm)].map(([, words = '']) => words),
    ]),
);

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
type Anything = any;

let scene: Scene;
let data: string;
let base: string;
let bot: Credentials;
let other: Credentials;
beforeAll(async () => {
  scene = openScene();
  data = join(scene.folder, 'data');
  const shipped = JSON.parse(
    readFileSync(new URL('../../contracts/default.json', import.meta.url), 'utf8'),
  );
  const table = join(scene.folder, 'contracts.json');
  writeFileSync(table, JSON.stringify(shipped.slice(0, 1)));
  const accounts = ['--sandbox-accounts', '2', '--oneway-accounts', '0'];
  const ports = ['--port', '0', '--admin-port', '0', '--page', 'off', ...accounts];
  await untilOpen(scene.run('start', '--contracts', table, ...ports));
  base = findAdminAddress(join(data, 'admin.json'))?.baseUrl ?? '';
  [bot, other] = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'));
});
afterAll(() => scene.close());
afterEach(() => chaos('mend all'));

/** Types a command, as a person does. */
async function chaos(words: string): Promise<string> {
  const out = vi.spyOn(TERMINAL, 'out').mockImplementation(() => undefined);
  expect(await runChaos([...words.split(' '), '--data', data]), words).toBe(0);
  const said = out.mock.calls.flat().join('\n');
  out.mockRestore();
  return said;
}

/** Types the commands of a section. */
async function begin(section: number, place?: number): Promise<void> {
  const commands = COMMANDS.get(section) ?? [];
  expect(commands.length).toBeGreaterThan(0);
  for (const words of place === undefined ? commands : commands.slice(place, place + 1))
    expect(await chaos(words)).toContain('fault');
}

interface Answer {
  readonly status: number;
  readonly json: Anything;
  readonly fault: string | null;
  readonly headers: Headers;
}

function headersOf({ apiKey, secretKey, passphrase }: Credentials, text: string) {
  const now = String(Date.now());
  return {
    'ACCESS-KEY': apiKey,
    'ACCESS-SIGN': createHmac('sha256', secretKey)
      .update(now + text)
      .digest('base64'),
    'ACCESS-TIMESTAMP': now,
    'ACCESS-PASSPHRASE': passphrase,
    'Content-Type': 'application/json',
  };
}

async function call(path: string, fields?: object, who = bot): Promise<Answer> {
  const body = fields === undefined ? undefined : JSON.stringify(fields);
  const method = body === undefined ? 'GET' : 'POST';
  const headers = headersOf(who, `${method}${path}${body ?? ''}`);
  return answerOf(await fetch(base + path, { method, headers, ...(body ? { body } : {}) }));
}

const look = async (path: string): Promise<Answer> => answerOf(await fetch(base + path));

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  json: await response.json(),
  fault: response.headers.get('x-perpetua-fault'),
  headers: response.headers,
});

const ASSETS = '/capi/v2/account/assets';
const BALANCE = '/capi/v3/account/balance';
const PLACE = '/capi/v2/order/placeOrder';
const DEPTH = `/capi/v2/market/depth?symbol=${BTC}&limit=15`;

const order = (client_oid: string, more: object = {}) => ({
  symbol: BTC,
  client_oid,
  size: '0.0010',
  type: '1',
  order_type: '0',
  match_price: '1',
  ...more,
});

/** Far enough below the market to rest. */
async function lowPrice(): Promise<string> {
  const { json } = await look(`/capi/v2/market/ticker?symbol=${BTC}`);
  return `${Math.floor(Number(json.last) * 0.97)}.0`;
}

interface Heard {
  readonly socket: WebSocket;
  readonly frames: Anything[];
  readonly closed: Promise<number>;
}

async function open(path: string): Promise<Heard> {
  const headers = path.endsWith('private') ? headersOf(bot, path) : {};
  const socket = new WebSocket(base.replace('http', 'ws') + path, { headers });
  const frames: Anything[] = [];
  socket.on('message', (text) => frames.push(JSON.parse(String(text))));
  const closed = once(socket, 'close').then(([code]) => code);
  await once(socket, 'open');
  return { socket, frames, closed };
}

async function connect(channel: string): Promise<Heard> {
  const heard = await open(`/v2/ws/${channel.includes('.') ? 'public' : 'private'}`);
  heard.socket.send(JSON.stringify({ event: 'subscribe', channel }));
  await expect.poll(() => heard.frames.some(({ event }) => event === 'subscribed')).toBe(true);
  return heard;
}

/** Everything that was sent before is heard when this resolves. */
async function settle({ socket, frames }: Heard): Promise<void> {
  socket.send(JSON.stringify({ event: 'ping', time: '9' }));
  await expect.poll(() => frames.some(({ event }) => event === 'pong')).toBe(true);
}

test('[FAULT-15] the chapter has ten ways, and each has its commands', () => {
  expect([...COMMANDS.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect([...COMMANDS.values()].every(({ length }) => length > 0)).toBe(true);
});

describe('calls', () => {
  test('[FAULT-15] 1: the answer comes late, the neighbour does not wait', async () => {
    await begin(1);
    const begun = performance.now();
    const late = call(ASSETS);
    const neighbour = await call(ASSETS, undefined, other);
    expect([neighbour.status, neighbour.fault]).toEqual([200, null]);
    const { status, fault } = await late;
    expect([status, fault]).toEqual([200, 'delay']);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1_990);
  });

  test('[FAULT-15] 2: the answer is lost, the order is there', async () => {
    const price = await lowPrice();
    const resting = order('lost-1', { match_price: '0', price });
    await begin(2);
    await expect(call(PLACE, resting)).rejects.toThrow();
    const again = await call(PLACE, resting);
    expect(again.headers.get('x-idempotent-replay')).toBe('1');
    const { json } = await call(`/capi/v2/order/current?symbol=${BTC}`);
    expect(json.map(({ client_oid }: Anything) => client_oid)).toEqual(['lost-1']);
    expect(json[0].order_id).toBe(again.json.order_id);
  });

  test('[FAULT-15] 3: too many requests, three times', async () => {
    await begin(3);
    const answers = [
      await call(ASSETS),
      await call(BALANCE),
      await call(ASSETS),
      await call(ASSETS),
    ];
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 200]);
    expect(answers.slice(0, 2).map(({ json }) => json.code)).toEqual(['429', -1003]);
    expect(answers[0]?.headers.get('retry-after')).toBe('2');
    expect(answers.map(({ fault }) => fault)).toEqual([...Array(3).fill('rate-limit'), null]);
  });

  test('[FAULT-15] 4: errors of the server, and an address that is not allowed', async () => {
    const told = async () => {
      const { status, json } = await call(ASSETS);
      const third = await call(BALANCE);
      return [status, json.code, third.status, third.json.code];
    };
    await begin(4, 0);
    expect(await told()).toEqual([503, '50000', 503, -1054]);
    await chaos('mend all');
    await begin(4, 1);
    expect(await told()).toEqual([521, '40018', 403, -1056]);
  });

  test('[FAULT-15] 5: maintenance, also of public calls and of handshakes', async () => {
    const heard = await connect('account');
    await begin(5);
    const answers = [await call(ASSETS), await look(DEPTH)];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [400, '40015'],
      [400, '40015'],
    ]);
    expect(answers[0]?.json.msg).toContain('under maintenance');
    expect((await call(BALANCE)).json.code).toBe(-1054);
    const refused = new WebSocket(`${base.replace('http', 'ws')}/v2/ws/public`);
    const [error] = await once(refused, 'error');
    expect(error.message).toContain('400');
    await settle(heard);
    heard.socket.terminate();
  });
});

describe('sockets', () => {
  test('[FAULT-15] 6: the socket is cut, and the next one after a second', async () => {
    const first = await connect('orders');
    await begin(6);
    expect(await first.closed).toBe(1_006);
    const second = await open('/v2/ws/private');
    expect(await second.closed).toBe(1_006);
    const third = await connect('orders');
    await wait(1_200);
    expect(third.socket.readyState).toBe(third.socket.OPEN);
    third.socket.terminate();
  });

  test('[FAULT-15] 7: the socket is half open', async () => {
    const dead = await connect('orders');
    await begin(7);
    const before = dead.frames.length;
    dead.socket.send(JSON.stringify({ event: 'ping', time: '7' }));
    const alive = await connect('orders');
    await call(PLACE, order('half-1', { match_price: '0', price: await lowPrice() }));
    await expect.poll(() => alive.frames.some(({ event }) => event === 'payload')).toBe(true);
    expect(dead.frames.length).toBe(before);
    expect(dead.socket.readyState).toBe(dead.socket.OPEN);
    await chaos('mend all');
    expect(await dead.closed).toBe(1_006);
    alive.socket.terminate();
  });

  test('[FAULT-15] 8: frames come late, and twice', async () => {
    const { frames, socket } = await connect('orders');
    const events = () => frames.filter(({ msg }) => msg?.msgEvent === 'OrderUpdate');
    await begin(8);
    const price = await lowPrice();
    const placed = performance.now();
    await call(PLACE, order('twice-1', { match_price: '0', price }));
    await expect.poll(() => events().length).toBe(2);
    expect(performance.now() - placed).toBeGreaterThan(1_500);
    expect(events()[0]).toEqual(events()[1]);
    socket.terminate();
  });

  test('[FAULT-15] 9: the book stands still', async () => {
    const heard = await connect(`depth.${BTC}.15`);
    const { frames, socket } = heard;
    const depths = () => frames.filter(({ event }) => event === 'payload').length;
    await expect.poll(depths).toBeGreaterThan(1);
    await begin(9);
    const first = await look(DEPTH);
    await settle(heard);
    const before = depths();
    await wait(2_000);
    const second = await look(DEPTH);
    expect(second.json).toEqual(first.json);
    expect([first.fault, second.status]).toEqual(['stale-book', 200]);
    expect(depths()).toBe(before);
    await chaos('mend all');
    await expect.poll(depths).toBeGreaterThan(before);
    await expect
      .poll(async () => (await look(DEPTH)).json.timestamp)
      .not.toBe(first.json.timestamp);
    socket.terminate();
  });
});

test('[FAULT-15] 10: orders fill in part', async () => {
  await begin(10);
  const placed = await call(PLACE, order('part-1', { size: '0.1000' }));
  expect([placed.status, placed.fault], JSON.stringify(placed.json)).toEqual([
    200,
    'partial-fills',
  ]);
  const { json } = await call(`/capi/v2/order/detail?orderId=${placed.json.order_id}`);
  expect([json.size, json.filled_qty, json.status]).toEqual(['0.1000', '0.0300', 'canceled']);
  const offered = async () =>
    (await look(DEPTH)).json.asks.reduce(
      (sum: number, [, size]: string[]) => sum + Number(size),
      0,
    );
  await expect.poll(offered).toBeGreaterThan(0.1);
  const { json: ticker } = await look(`/capi/v2/market/ticker?symbol=${BTC}`);
  const price = `${Math.floor(Number(ticker.last) * 1.005)}.0`;
  const whole = { order_type: '2', size: '0.1000', match_price: '0', price };
  const kill = await call(PLACE, order('kill-1', whole));
  const killed = await call(`/capi/v2/order/detail?orderId=${kill.json.order_id}`);
  expect([killed.json.filled_qty, killed.json.status]).toEqual(['0', 'canceled']);
});

test('[FAULT-14] the document of the admin port has the endpoints and every kind', async () => {
  const admin = findAdminAddress(join(data, 'admin.json'))?.address ?? '';
  const { paths }: Anything = await (await fetch(`${admin}/openapi.json`)).json();
  expect(Object.keys(paths['/faults'])).toEqual(['get', 'post']);
  expect(Object.keys(paths['/faults/end'])).toEqual(['post']);
  const { properties } = paths['/faults'].post.requestBody.content['application/json'].schema;
  expect(properties.kind.enum).toEqual(FAULT_NAMES);
});

test('[FAULT-14] calm ends faults too', async () => {
  expect(await chaos(`fault blocked ${other.name}`)).toMatch(/521.* 1m +0$/);
  expect(await chaos('calm')).toBe('No chaos is on.');
  expect(await chaos('faults')).toBe('No fault is on.');
});

test('[FAULT-14] what is wrong is said in one line, and nothing changes', async () => {
  const err = vi.spyOn(TERMINAL, 'err').mockImplementation(() => undefined);
  for (const words of [
    'fault flood sandbox-1',
    'fault delay nobody',
    'fault delay sandbox-1 --for 2h',
    'fault delay sandbox-1 --delay -5s',
    'fault server-error sandbox-1 --status 404',
    'mend 99',
  ])
    expect(await runChaos([...words.split(' '), '--data', data]), words).toBe(1);
  const lines = err.mock.calls.flat();
  expect(await chaos('faults')).toBe('No fault is on.');
  const [kind, account, span, delay, status, mend] = lines;
  expect(kind).toContain('kind');
  expect(account).toContain('account "nobody": it is the name of a key (sandbox-1, sandbox-2), ');
  expect(account).toContain('the number of an account of a trader, or everyone');
  expect(span).toContain('for "2h": it is a duration from 1ms to 1h');
  expect(delay).toContain('a number with d, h, m, s or ms');
  expect(status).toContain('one of 500, 502, 503, 504');
  expect(mend).toContain('there is no fault 99: none is on');
});
