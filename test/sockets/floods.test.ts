/** Who sends more than a client has any reason to, of whatever kind. */
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { expect, test } from 'vitest';
import { type Client, openSocketKit, SYMBOL } from './socket-kit.ts';

const TICKER = `ticker.${SYMBOL}`;
const CUT_OFF = { code: 1_008, reason: 'too many messages' };
const FEW = { messages: { capacity: 20, refillPerSecond: 1 }, controlCost: 0 };

test('[SOCK-30] a ping of the protocol is answered, and too many end the connection', async () => {
  const { connect } = await openSocketKit(FEW);
  const [client, other] = [await connect(), await connect()];
  client.socket.ping('hello');
  const [data] = await once(client.socket, 'pong');
  expect(String(data)).toBe('hello');
  for (let n = 0; n < 30; n += 1) client.socket.ping();
  expect(await client.closed).toEqual(CUT_OFF);
  for (let n = 0; n < 30; n += 1) other.socket.pong();
  expect(await other.closed).toEqual(CUT_OFF);
});

test('[SOCK-30] a ping counts for ten messages', async () => {
  const { connect } = await openSocketKit({ ...FEW, controlCost: 9 });
  const client = await connect();
  for (let n = 0; n < 3; n += 1) client.socket.ping();
  expect(await client.closed).toEqual(CUT_OFF);
});

test('[SOCK-30] long messages count for several', async () => {
  const { connect } = await openSocketKit(FEW);
  const client = await connect();
  for (let n = 0; n < 3; n += 1) client.say('x'.repeat(60_000));
  expect(await client.closed).toEqual(CUT_OFF);
});

test('[SOCK-30] a message in very many pieces ends the connection', async () => {
  const { connect } = await openSocketKit();
  const client = await connect();
  for (let n = 0; n < 100; n += 1) client.socket.send('', { fin: false });
  expect((await client.closed).code).toBe(1_008);
});

test('[GATE-41] [GATE-42] an address that breaks the protocol six times is shut out', async () => {
  const { connect } = await openSocketKit();
  for (let n = 0; n < 6; n += 1) {
    const client = await connect();
    for (let piece = 0; piece < 100; piece += 1) client.socket.send('', { fin: false });
    await client.closed;
  }
  await expect(connect()).rejects.toThrow();
});

const subscribed = (client: Client): number =>
  client.frames.filter(({ event }) => event === 'subscribed').length;

test('[SOCK-31] each channel costs its address', async () => {
  const { connect, clock } = await openSocketKit({
    operations: { capacity: 10_000, refillPerSecond: 1 },
    messages: { capacity: 10_000, refillPerSecond: 1 },
  });
  const client = await connect();
  for (let n = 0; n < 1_010; n += 1) client.say({ event: 'subscribe', channel: TICKER });
  const { code, msg } = await client.heard(({ event }) => event === 'error');
  expect([code, msg]).toEqual(['429', expect.stringContaining('from this address')]);
  // The handshake was the first of a thousand.
  expect(subscribed(client)).toBe(999);
  clock.advance(10_000);
  client.say({ event: 'subscribe', channel: TICKER });
  await client.heard(() => subscribed(client) === 1_000);
  for (let n = 0; n < 1_200; n += 1) client.say({ event: 'subscribe', channel: TICKER });
  expect((await client.closed).reason).toBe('too many requests from this address');
});

test('[SOCK-31] who unsubscribes before it is greeted hears nothing', async () => {
  const { connect } = await openSocketKit();
  const client = await connect();
  for (let n = 0; n < 20; n += 1) {
    client.say({ event: 'subscribe', channel: TICKER });
    client.say({ event: 'unsubscribe', channel: TICKER });
  }
  await client.heard(
    () => client.frames.filter(({ event }) => event === 'unsubscribed').length === 20,
  );
  const heard = client.payloads(TICKER).length;
  await client.settle();
  expect(client.payloads(TICKER).length).toBe(heard);
});

test('[SOCK-3] who goes on knocking is shut out', async () => {
  const { connect, port } = await openSocketKit({
    attempts: { capacity: 1, refillPerSecond: 0.1 },
  });
  await connect();
  for (let n = 0; n < 51; n += 1) await connect().catch(() => undefined);
  const socket = connectTcp(port, '127.0.0.1');
  socket.on('error', () => undefined).write('GET /healthz HTTP/1.1\r\n\r\n');
  let text = '';
  socket.on('data', (part) => {
    text += String(part);
  });
  await once(socket, 'close');
  expect(text).toBe('');
});
