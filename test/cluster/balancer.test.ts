/** The balancer before the replicas of the demo, with servers that stand for replicas. */
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openBalancer } from '../../proof/cluster-demo/balancer.ts';
import { type FakeReplica, openFake } from './fake-replica.ts';

async function open() {
  const fakes = await Promise.all(['one', 'two', 'three'].map(openFake));
  const up = new Set<string>();
  const onChange = (name: string, isUp: boolean): void =>
    void (isUp ? up.add(name) : up.delete(name));
  const balancer = await openBalancer({ port: 0, replicas: fakes, onChange });
  onTestFinished(balancer.close);
  await expect.poll(() => up.size).toBe(3);
  const send = async (key: string, path = '/a', init: RequestInit = {}) => {
    const headers = { 'access-key': key };
    const url = `http://127.0.0.1:${balancer.port}${path}`;
    const answer = await fetch(url, { headers, ...init });
    return { status: answer.status, text: await answer.text() };
  };
  /** The one that this key prefers. */
  const home = async (key: string): Promise<FakeReplica> => {
    const { text } = await send(key);
    return fakes.find(({ name }) => name === text)!;
  };
  return { fakes, up, balancer, send, home };
}

test('[CLU-11] a key is always served by the same replica, and keys by all of them', async () => {
  const { fakes, send } = await open();
  const keys = Array.from({ length: 60 }, (_, place) => `key ${place}`);
  const first = await Promise.all(keys.map((key) => send(key)));
  const second = await Promise.all(keys.map((key) => send(key, '/b?c=d')));
  expect(second.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  for (const { asked } of fakes) expect(asked.length).toBeGreaterThan(10);
});

test('[CLU-11] when a replica dies, its keys move and the others stay', async () => {
  const { fakes, send, home } = await open();
  const keys = Array.from({ length: 30 }, (_, place) => `key ${place}`);
  const before = await Promise.all(keys.map((key) => send(key)));
  const dead = await home('key 0');
  dead.die();
  const after = await Promise.all(keys.map((key) => send(key)));
  expect(after.every(({ status }) => status === 200)).toBe(true);
  const moved = keys.filter((_, place) => before[place]!.text !== after[place]!.text);
  expect(moved).toEqual(keys.filter((_, place) => before[place]!.text === dead.name));
  expect(fakes).toContain(dead);
});

test('[CLU-11] a signed request without an answer is sent again, a plain one is not', async () => {
  const { fakes, send, home } = await open();
  const silent = await home('key');
  silent.respond = (message) => void message.socket.destroy();
  const signed = await send('key', '/order', { method: 'POST', body: 'buy' });
  expect(signed.status).toBe(200);
  const others = fakes.filter((fake) => fake !== silent);
  expect(silent.asked.at(-1)).toBe('key /order buy');
  expect(others.flatMap(({ asked }) => asked)).toEqual(['key /order buy']);
  for (const fake of fakes) fake.respond = silent.respond;
  const plain = await send('', '/apply', { method: 'POST', body: 'us', headers: {} });
  expect(plain.status).toBe(502);
  expect(
    fakes.flatMap(({ asked }) => asked).filter((each) => each.includes('/apply')),
  ).toHaveLength(1);
});

test('[CLU-11] a replica that is behind is passed over; if all are, the caller waits', async () => {
  const { fakes, up, send, home } = await open();
  const behind = await home('key');
  behind.respond = (_, response) => void response.writeHead(503).end('behind');
  expect((await send('key')).text).not.toBe('behind');
  for (const fake of fakes) fake.isHealthy = false;
  await expect.poll(() => up.size).toBe(0);
  const waiting = send('key');
  const [ready] = fakes.filter((fake) => fake !== behind);
  ready!.isHealthy = true;
  expect(await waiting).toEqual({ status: 200, text: ready!.name });
});

test('[CLU-11] what may have been done is not called undone', async () => {
  const { fakes, send } = await open();
  for (const fake of fakes) {
    fake.respond = (message) => void message.socket.destroy();
    fake.isHealthy = false;
  }
  const order = { method: 'POST', body: 'buy', signal: AbortSignal.timeout(30_000) };
  const [signed, asked] = await Promise.all([send('key', '/order', order), send('key')]);
  const sent = fakes.flatMap(({ asked: each }) => each).includes('key /order buy');
  expect(signed).toEqual({
    status: sent ? 504 : 503,
    text: expect.stringContaining(sent ? 'is not known' : 'nothing was done'),
  });
  expect(asked.text).toContain('nothing was done');
});

test('[CLU-11] sockets are handed through, and cut when their replica is gone', async () => {
  const { fakes, balancer, home } = await open();
  const { name } = await home('key');
  const headers = { 'access-key': 'key' };
  const socket = new WebSocket(`ws://127.0.0.1:${balancer.port}/ws?x=1`, { headers });
  await once(socket, 'open');
  socket.send('hello');
  const [text] = await once(socket, 'message');
  expect(String(text)).toBe(`${name} /ws?x=1 hello`);
  const replica = fakes.find((fake) => fake.name === name)!;
  expect(replica.asked.at(-1)).toBe('key /ws?x=1');
  const closed = once(socket, 'close');
  replica.isHealthy = false;
  await closed;
});
