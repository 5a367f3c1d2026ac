import { connect as connectTcp } from 'node:net';
import { expect, test } from 'vitest';
import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import type { Random } from '../../src/market/random.ts';
import { MIDDLE, orderOf, traderAt } from '../venue/market.ts';
import { type Client, openSocketKit, PUBLIC, SYMBOL } from './socket-kit.ts';

const below = (random: Random, count: number): number => nextWhole(random, 0, count - 1);

const TICKER = `ticker.${SYMBOL}`;

const errorAfter = async (client: Client, message: string | Buffer | object) => {
  const before = client.frames.length;
  client.say(message);
  return client.heard((frame) => frame.event === 'error' && client.frames.indexOf(frame) >= before);
};

test('[SOCK-4] what is wrong with a frame is said, and the connection goes on', async () => {
  const { connect } = await openSocketKit();
  const client = await connect();
  const code = async (message: string | Buffer | object) => {
    const frame = await errorAfter(client, message);
    return frame.code;
  };
  expect(await code('{')).toBe('40017');
  expect(await code('[]')).toBe('40017');
  expect(await code(Buffer.from('{"event":"ping"}'))).toBe('40017');
  expect(await code(`"${'x'.repeat(10_000)}"`)).toBe('40017');
  expect(await code({ event: 'login' })).toBe('40020');
  expect(await code({ event: 'subscribe' })).toBe('40020');
  const unknown = await errorAfter(client, { event: 'subscribe', channel: 'ticker.none' });
  expect(unknown).toMatchObject({ channel: 'ticker.none', code: '40020' });
  expect(unknown.msg).toContain('depth.{symbol}');
  const renamed = await errorAfter(client, { event: 'subscribe', channel: 'ticker.BTCUSDT' });
  expect(renamed.msg).toContain('did you mean ticker.cmt_btcusdt?');
  const closedDoor = await errorAfter(client, { event: 'subscribe', channel: 'orders' });
  expect(closedDoor.msg).toContain('/v2/ws/private');
  await client.subscribe(TICKER);
});

test.each([
  { op: 'subscribe', args: ['ticker.cmt_btcusdt'] },
  { method: 'SUBSCRIBE', params: ['ticker.cmt_btcusdt'] },
])('[DIA-18] %j is answered with a frame that would be right', async (foreign) => {
  const { connect } = await openSocketKit();
  const client = await connect();
  const { code, msg } = await errorAfter(client, foreign);
  expect([code, msg]).toEqual(['40020', expect.stringContaining(`${Object.keys(foreign)[0]} is`)]);
  const right = msg.slice(msg.indexOf('{'));
  client.say(right);
  await client.heard((frame) => frame.event === 'subscribed');
});

test('[DIA-18] a ping in other words is answered with a right one, an event with all', async () => {
  const { connect } = await openSocketKit();
  const client = await connect();
  for (const ping of ['ping', { op: 'ping' }, { method: 'PING' }])
    expect((await errorAfter(client, ping)).msg).toContain('a frame reads {"event":"ping"}');
  const { msg } = await errorAfter(client, { event: 'login' });
  expect(msg).toContain('one of subscribe, unsubscribe, ping, pong');
});

test('[DIA-18] on the private socket the right frame names a channel of that socket', async () => {
  const { connectAs, issue } = await openSocketKit();
  const client = await connectAs(await issue(traderAt(0)));
  const { msg } = await errorAfter(client, { op: 'subscribe', args: ['orders'] });
  client.say(msg.slice(msg.indexOf('{')));
  await client.heard(({ event, channel }) => event === 'subscribed' && channel === 'orders');
});

test('[SOCK-4] errors are told in the language of the handshake', async () => {
  const { connect } = await openSocketKit();
  const client = await connect(PUBLIC, { locale: 'zh-CN' });
  expect((await errorAfter(client, { event: 'login' })).msg).toBe(
    '参数event错误：可选值为subscribe, unsubscribe, ping, pong',
  );
});

test('[SOCK-4] a message beyond all measure ends the connection', async () => {
  const { connect } = await openSocketKit();
  const client = await connect();
  client.say('x'.repeat(70_000));
  expect((await client.closed).code).toBe(1_009);
});

test('[SOCK-14] a connection has so many channels and so many operations', async () => {
  const { connect, clock } = await openSocketKit({
    channelsMax: 2,
    operations: { capacity: 5, refillPerSecond: 1 },
  });
  const client = await connect();
  await client.subscribe(TICKER);
  await client.subscribe(`trades.${SYMBOL}`);
  await client.subscribe(TICKER);
  const third = `depth.${SYMBOL}.15`;
  expect((await errorAfter(client, { event: 'subscribe', channel: third })).code).toBe('40017');
  client.say({ event: 'unsubscribe', channel: TICKER });
  await client.heard(({ event }) => event === 'unsubscribed');
  expect((await errorAfter(client, { event: 'subscribe', channel: third })).code).toBe('429');
  clock.advance(1_000);
  await client.subscribe(third);
});

test('[SOCK-14] who sends without end is cut off', async () => {
  const { connect } = await openSocketKit({ messages: { capacity: 20, refillPerSecond: 1 } });
  const client = await connect();
  for (let at = 0; at < 30; at += 1) client.say({ event: 'pong', time: '1' });
  expect(await client.closed).toEqual({ code: 1_008, reason: 'too many messages' });
});

test.each([-3_600_000, 3_600_000])(
  '[GATE-52] setting the wall clock by %i ms changes no budget of a socket',
  async (byMillis) => {
    const { connect, clock } = await openSocketKit({
      operations: { capacity: 2, refillPerSecond: 1 },
    });
    const client = await connect();
    await client.subscribe(TICKER);
    clock.setWall(byMillis);
    await client.subscribe(TICKER);
    const refused = await errorAfter(client, { event: 'subscribe', channel: TICKER });
    expect(refused.msg).toContain('try again in 1 s');
    clock.advance(1_000);
    await client.subscribe(TICKER);
    await connect();
  },
);

test('[SOCK-15] pongs keep a connection, more than five unanswered pings end it', async () => {
  const { connect, clock } = await openSocketKit({ pingEveryMillis: 10 });
  const [good, silent] = await Promise.all([connect(), connect()]);
  good.socket.on('message', (data) => {
    const { event, time } = JSON.parse(String(data));
    if (event === 'ping') good.say({ event: 'pong', time });
  });
  const { code, reason } = await silent.closed;
  expect([code, reason]).toEqual([1_008, '6 pings were not answered']);
  const pings = silent.frames.filter(({ event }) => event === 'ping');
  expect(pings).toHaveLength(6);
  expect(pings[0]).toEqual({ event: 'ping', time: String(clock.wallNow()) });
  await good.settle();
  await good.heard(() => good.frames.filter(({ event }) => event === 'ping').length > 10);
  expect(good.socket.readyState).toBe(good.socket.OPEN);
});

test('[SOCK-16] who does not read is cut off, and the others hear everything', async () => {
  const { venue, connect, gateway } = await openSocketKit({
    bufferedBytesMax: 20_000,
    closingMillis: 50,
  });
  const [slow, good] = await Promise.all([connect(), connect()]);
  const channel = `trades.${SYMBOL}`;
  await Promise.all([slow.subscribe(channel), good.subscribe(channel)]);
  slow.socket.pause();
  const count = async (): Promise<number> => {
    const text = await gateway.edge.metrics.read();
    return Number(/perpetua_connections\{kind="socket"\} (\d+)/.exec(text)?.[1]);
  };
  expect(await count()).toBe(2);
  const batch = Array.from({ length: 2_000 }, (_, at) =>
    orderOf(traderAt(at % 2), at % 2 === 0 ? 'long' : 'short', MIDDLE),
  );
  let trades = 0;
  while ((await count()) === 2 && trades < 400_000) {
    const { events } = await venue.submit({ kind: 'batch', commands: batch });
    trades += events.filter(({ kind }) => kind === 'fill-settled').length;
    await good.settle();
  }
  expect(await count()).toBe(1);
  const heard = () => good.payloads(channel).reduce((sum, { data }) => sum + data.length, 0);
  await good.heard(() => heard() >= trades);
  expect(heard()).toBe(trades);
  slow.socket.resume();
  await slow.closed;
});

test('[SOCK-4] thousands of malformed messages change nothing, seed 7', async () => {
  const { venue, connect } = await openSocketKit({
    messages: { capacity: 10_000, refillPerSecond: 1 },
    operations: { capacity: 10_000, refillPerSecond: 1 },
  });
  const random = seedRandom(7);
  const client = await connect();
  const { seq } = venue.health();
  const good = JSON.stringify({ event: 'subscribe', channel: `depth.${SYMBOL}.15` });
  const pieces = ['{', '}', '"', ':', ',', '[', ']', '\\', 'event', 'subscribe', '\u0000', '1e999'];
  for (let at = 0; at < 3_000; at += 1) {
    const bytes = Buffer.from(good);
    for (let change = 0; change <= below(random, 4); change += 1)
      bytes[below(random, bytes.length)] = 32 + below(random, 95);
    const from = below(random, good.length);
    const spliced = good.slice(0, from) + pieces[below(random, pieces.length)];
    const wild = [bytes.toString('latin1'), spliced + good.slice(from + 1), spliced, bytes];
    client.say(wild[below(random, wild.length)]!);
  }
  await client.settle();
  expect(client.frames.filter(({ event }) => event === 'error').length).toBeGreaterThan(2_000);
  expect(venue.health().seq).toBe(seq);
  await client.subscribe(TICKER);
});

test('[SOCK-4] broken frames and torn handshakes harm nobody, seed 8', async () => {
  const { connect, port } = await openSocketKit({
    attempts: { capacity: 10_000, refillPerSecond: 1 },
    connectionsPerAddressMax: 10_000,
  });
  const random = seedRandom(8);
  const witness = await connect();
  const hello =
    `GET ${PUBLIC} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';
  const attack = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connectTcp(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
      socket.resume();
      const junk = Buffer.from(
        Array.from({ length: 1 + below(random, 60) }, () => below(random, 256)),
      );
      const isTorn = below(random, 5) === 0;
      socket.write(isTorn ? hello.slice(0, below(random, hello.length)) : hello);
      if (!isTorn) socket.write(junk);
      socket.end();
    });
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 30 }, attack));
  await witness.subscribe(TICKER);
  const next = await connect();
  await next.subscribe(TICKER);
});
