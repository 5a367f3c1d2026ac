import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LOGIN_PROTOCOL } from '../../src/wire/client-frames.ts';
import { traderAt } from '../venue/market.ts';
import { type Client, openSocketKit, PRIVATE, type SocketKit } from './socket-kit.ts';

const knock = ({ connect }: SocketKit): Promise<Client> => connect(PRIVATE, {}, [LOGIN_PROTOCOL]);

async function loginOf(kit: SocketKit, changes: object = {}) {
  const issued = await kit.issue(traderAt(0));
  const headers = kit.headersOf(issued);
  return {
    event: 'login',
    key: headers['ACCESS-KEY'],
    passphrase: headers['ACCESS-PASSPHRASE'],
    timestamp: headers['ACCESS-TIMESTAMP'],
    sign: headers['ACCESS-SIGN'],
    ...changes,
  };
}

test('[LOGIN-1] a browser logs in with its first frame and then hears its account', async () => {
  const kit = await openSocketKit();
  const client = await knock(kit);
  client.say(await loginOf(kit));
  // Sent at once: it waits until the login is judged.
  client.say({ event: 'subscribe', channel: 'orders' });
  await client.heard((frame) => frame.event === 'loggedIn');
  await client.heard((frame) => frame.event === 'subscribed');
  await client.settle();
  expect(client.frames[0]).toEqual({ event: 'loggedIn' });
  expect(client.payloads('orders')).toHaveLength(1);
});

test.each([
  ['40009', { sign: `${'A'.repeat(43)}=` }],
  ['40006', { key: 'nobody' }],
  ['40012', { passphrase: 'wrongwrong1' }],
  ['40008', { timestamp: '1767000000000' }],
  ['40001', { key: 1 }],
  ['40017', { event: 'subscribe' }],
])('[LOGIN-1] a login that is refused with %s ends the connection', async (code, changes) => {
  const kit = await openSocketKit();
  const client = await knock(kit);
  client.say(await loginOf(kit, changes));
  const { code: closing, reason } = await client.closed;
  expect([closing, reason]).toEqual([1_008, `login refused: ${code}`]);
  expect(client.frames.map(({ event, code: told }) => [event, told])).toEqual([['error', code]]);
});

test('[LOGIN-1] whoever says nothing is not waited for', async () => {
  const kit = await openSocketKit({ loginMillis: 20 });
  const client = await knock(kit);
  expect(await client.closed).toEqual({ code: 1_008, reason: 'no login came in time' });
});

test('[LOGIN-1] without the subprotocol the headers are asked for, as ever', async () => {
  const { refusal } = await openSocketKit();
  expect((await refusal(PRIVATE)).json.code).toBe('40001');
});

test('[LOGIN-1] closing the venue does not wait for who has not logged in', async () => {
  const kit = await openSocketKit();
  const client = await knock(kit);
  await kit.gateway.close();
  await client.closed;
});

/** A text frame as a client sends it, masked with zeros. */
function clientFrame(text: string): Buffer {
  const head = Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.from(text)]);
}

test('[LOGIN-2] who is refused and does not agree to the end is cut off', async () => {
  const { port } = await openSocketKit({ closingMillis: 20 });
  const stream = connectTcp(port, '127.0.0.1');
  onTestFinished(() => void stream.destroy());
  stream.write(
    `GET ${PRIVATE} HTTP/1.1\r\nhost: here\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n' +
      `sec-websocket-protocol: ${LOGIN_PROTOCOL}\r\n\r\n`,
  );
  await once(stream, 'data');
  stream.write(clientFrame('{}'));
  stream.resume();
  // Frames go on coming, and the word that it is over is never answered.
  const flood = setInterval(() => stream.write(clientFrame('{"event":"ping"}')), 1);
  onTestFinished(() => clearInterval(flood));
  stream.on('error', () => undefined);
  await new Promise((resolve) => stream.once('close', resolve));
});

test('[LOGIN-2] a login that fails for a reason of ours ends that connection alone', async () => {
  const kit = await openSocketKit();
  const login = await loginOf(kit);
  vi.spyOn(kit.keys, 'secretOf').mockImplementationOnce(() => {
    throw new Error('the secret cannot be opened');
  });
  const client = await knock(kit);
  client.say(login);
  expect((await client.closed).code).toBe(1_006);
  const next = await knock(kit);
  next.say(login);
  await next.heard((frame) => frame.event === 'loggedIn');
});
