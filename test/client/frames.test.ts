/** Frames that come twice, late or not at all, sent by a server that does so on purpose. */
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createClient, followAccount, LocalBook } from '../../src/client/client.ts';

interface Sent {
  readonly event: string;
  readonly channel: string;
}

/** Answers the nth subscription to a channel with what the table says. */
async function openServer(answer: (channel: string, time: number) => readonly object[]) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => {
    server.on('listening', resolve);
  });
  const asked: string[] = [];
  let peer: WebSocket | undefined;
  const say = (frame: object): void => peer?.send(JSON.stringify(frame));
  server.on('connection', (socket) => {
    peer = socket;
    socket.on('message', (data) => {
      const { event, channel }: Sent = JSON.parse(String(data));
      if (event === 'login') say({ event: 'loggedIn' });
      if (event !== 'subscribe') return;
      asked.push(channel);
      say({ event: 'subscribed', channel });
      const time = asked.filter((each) => each === channel).length;
      for (const frame of answer(channel, time)) say({ event: 'payload', channel, ...frame });
    });
  });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, asked, say };
}

const depth = (depthType: string, start: number, end: number, bids: readonly string[][]) => ({
  data: [
    {
      ...{ depthType, startVersion: `${start}`, endVersion: `${end}`, asks: [] },
      bids: bids.map(([price, size]) => ({ price, size })),
    },
  ],
});

test('[CLT-8] a book ignores frames that come twice or late, and renews a gap', async () => {
  const channel = 'depth.cmt_btcusdt.15';
  const { baseUrl, asked, say } = await openServer((_channel, time) => [
    depth('SNAPSHOT', 1, time * 10, [[`${time}`, '1']]),
  ]);
  const socket = createClient({ baseUrl }).publicSocket();
  onTestFinished(() => socket.close());
  const book = new LocalBook(socket, { symbol: 'cmt_btcusdt', limit: 15 });
  await expect.poll(() => book.bids()).toEqual([['1', '1']]);
  const tell = (frame: object): void => say({ event: 'payload', channel, ...frame });
  tell(depth('CHANGED', 11, 12, [['5', '2']]));
  tell(depth('CHANGED', 13, 13, [['5', '3']]));
  tell(depth('CHANGED', 11, 12, [['5', '2']]));
  tell(depth('CHANGED', 13, 13, [['5', '3']]));
  tell(depth('CHANGED', 14, 14, [['1', '0']]));
  await expect.poll(() => book.bids()).toEqual([['5', '3']]);
  tell(depth('CHANGED', 16, 16, [['6', '1']]));
  await expect.poll(() => book.bids()).toEqual([['2', '1']]);
  expect(asked).toEqual([channel, channel]);
});

const own = (version: number, msgEvent: string, data: object) => ({
  msg: { msgEvent, version, data, time: 1 },
});
const order = (id: string, status: string) => ({ order: [{ id, status }] });

test('[CLT-8] an account ignores events that come twice, and renews a gap', async () => {
  const { baseUrl, asked, say } = await openServer((channel, time) => {
    const version = time * 10;
    if (channel === 'account') return [own(version, 'Snapshot', { collateral: [{ time }] })];
    if (channel === 'positions') return [own(version, 'Snapshot', { position: [] })];
    return channel === 'orders' ? [own(version, 'Snapshot', order(`${time}`, 'OPEN'))] : [];
  });
  const keys = { apiKey: 'a', secretKey: 'b', passphrase: 'c' };
  const socket = createClient({ baseUrl, ...keys }).privateSocket();
  onTestFinished(() => socket.close());
  const statuses: string[] = [];
  const calls = {
    detail: async () => ({ status: 'filled', filled_qty: '1' }),
    fills: async () => ({ list: [], nextFlag: false, totals: 0 }),
  };
  const account = followAccount({ order: Object.assign(Object.create(null), calls) }, socket, {
    order: ({ id, status }) => statuses.push(`${id} ${status}`),
  });
  await expect.poll(() => account.orders()).toEqual([{ id: '1', status: 'OPEN' }]);
  const tell = (version: number, data: object): void =>
    say({ event: 'payload', channel: 'orders', ...own(version, 'OrderUpdate', data) });
  await expect.poll(() => asked).toHaveLength(4);
  tell(11, order('7', 'OPEN'));
  tell(12, order('7', 'CANCELED'));
  tell(11, order('7', 'OPEN'));
  await expect.poll(() => statuses).toEqual(['7 OPEN', '7 CANCELED']);
  expect(account.orders()).toHaveLength(1);
  tell(14, order('8', 'OPEN'));
  await expect.poll(() => asked).toHaveLength(8);
  await expect.poll(() => account.orders().map(({ id }) => id)).toEqual(['2']);
  await expect.poll(() => statuses.at(-1)).toBe('1 FILLED');
});
