/** With TLS a connection counts before its handshake, which most attackers never finish. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { type ConnectionSettings, DEFAULT_CONNECTIONS } from '../../src/gateway/settings.ts';
import { type EdgeKit, openEdgeKit } from './edge-kit.ts';
import { get, openRaw, type RawClient, signedPost } from './raw-client.ts';

const TIME = '/capi/v2/market/time';
const OTHER = '127.0.0.2';
const read = (name: string): string =>
  readFileSync(new URL(`../kit/tls/${name}.pem`, import.meta.url), 'utf8');
const TLS = { cert: read('cert'), key: read('key') };
/** The beginning of a handshake record of 512 bytes, of which no more comes. */
const HALF_HELLO = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]);

let kit: EdgeKit;
const open = async (changes: Partial<ConnectionSettings>): Promise<void> => {
  const connections = { ...DEFAULT_CONNECTIONS, ...changes };
  kit = await openEdgeKit({ connections }, undefined, TLS);
};
afterEach(() => kit.close());

const halfOpen = async (): Promise<RawClient> => {
  const client = openRaw(kit.port);
  await once(client.socket, 'connect');
  client.socket.write(HALF_HELLO);
  return client;
};

/** The status of an answer over a connection of its own. */
const ask = (localAddress: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const where = { host: 'localhost', port: kit.port, path: TIME, localAddress, family: 4 };
    const asked = request({ ...where, ca: TLS.cert, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', reject).end();
  });

test('[GATE-43] [GATE-57] half-open handshakes count as connections of their address', async () => {
  await open({ connectionsPerAddressMax: 20 });
  const { crowd } = kit.gateway.edge;
  const clients = await Promise.all(Array.from({ length: 60 }, halfOpen));
  await expect.poll(() => crowd.turnedAway['address-full']).toBe(40);
  expect(crowd.count).toBe(20);
  expect(await ask(OTHER)).toBe(200);
  // One that only says that nothing more comes has its ten seconds, as any other.
  for (const { socket } of clients) socket.resetAndDestroy();
  await expect.poll(() => crowd.count).toBe(0);
  expect(await ask('127.0.0.1')).toBe(200);
});

test('[GATE-43] a half-open handshake makes room in a full house', async () => {
  await open({ connectionsMax: 3 });
  const clients = [await halfOpen(), await halfOpen(), await halfOpen()];
  await expect.poll(() => kit.gateway.edge.crowd.count).toBe(3);
  expect(await ask(OTHER)).toBe(200);
  expect(await clients[0]?.closed).toBe('');
  for (const { socket } of clients) socket.destroy();
});

/** A slow machine may need several attempts to be done in time. */
async function shakeHands(): Promise<TLSSocket> {
  for (;;) {
    const where = { host: '127.0.0.1', port: kit.port, ca: TLS.cert, servername: 'localhost' };
    const socket = connectTls(where);
    const isDone = await new Promise<boolean>((resolve) => {
      socket.once('secureConnect', () => resolve(true));
      socket.once('close', () => resolve(false)).on('error', () => undefined);
    });
    if (isDone) return socket;
  }
}

test('[GATE-57] a handshake that only trickles is cut, and costs its address', async () => {
  await open({ headersMillis: 300 });
  const client = await halfOpen();
  const timer = setInterval(() => client.socket.write(Buffer.alloc(1)), 50);
  await client.closed;
  clearInterval(timer);
  // One that is finished in time lasts longer.
  const socket = await shakeHands();
  await new Promise((resolve) => setTimeout(resolve, 400));
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  socket.write(get(TIME));
  await expect.poll(() => /x-used-weight-10s: (\d+)/i.exec(text)?.[1]).toBe('2');
  socket.destroy();
});

test('[GATE-40] with TLS too, who hangs up its side is still answered', async () => {
  await open({});
  let finish: (answer: object) => void = () => undefined;
  kit.respond = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const before = kit.calls.length;
  const socket = connectTls({ port: kit.port, ca: TLS.cert, servername: 'localhost' });
  const ended = once(socket, 'close');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  socket.end(signedPost(kit, '/capi/v2/order/placeOrder', '{"a":"1"}'));
  await expect.poll(() => kit.calls.length).toBe(before + 1);
  for (let n = 0; n < 3; n += 1) expect(await ask('127.0.0.1')).toBe(200);
  finish({ order_id: '71' });
  await ended;
  expect(text).toContain('"71"');
});
