import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { holdMessages } from './await-login.ts';

/** A client whose login is never judged: all it says is held. */
async function openGuest(): Promise<{
  client: WebSocket;
  socket: WebSocket;
  held: ReturnType<typeof holdMessages>;
}> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const opened = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  onTestFinished(() => client.terminate());
  const [socket]: WebSocket[] = await opened;
  if (socket === undefined) throw new Error('nobody came');
  const held = holdMessages(socket);
  await once(client, 'open');
  return { client, socket, held };
}

test.each([
  ['messages', 201, 'a'],
  ['bytes', 3, 'a'.repeat(30_000)],
])('[LOGIN-2] who says too many %s before the login is sent away', async (_, count, text) => {
  const { client, socket } = await openGuest();
  const closed = once(client, 'close');
  client.send('login');
  for (let sent = 0; sent < count; sent += 1) client.send(text);
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([1_008, 'too many messages']);
  expect(socket.listenerCount('message')).toBe(0);
});

test('[LOGIN-2] what was said after the login is heard once, in its order', async () => {
  const { client, socket, held } = await openGuest();
  for (const text of ['login', 'one', 'two']) client.send(text);
  client.ping();
  await once(socket, 'ping');
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  held.sayAgain();
  held.sayAgain();
  expect(heard).toEqual(['one', 'two']);
});
