import { expect, test } from 'vitest';
import { LOGIN_PROTOCOL } from '../../src/wire/login-frame.ts';
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
