/** A socket against a WebSocket of the test's, which does what a network does at its worst. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LiveSocket, type SocketTerms } from './live-socket.ts';
import type { PerpetuaError } from './perpetua-error.ts';

class TriedSocket {
  static readonly OPEN = 1;
  readonly url: string;
  readonly protocol: string | undefined;
  readonly sent: object[] = [];
  readyState = 0;
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(url: string, protocol?: string) {
    this.url = url;
    this.protocol = protocol;
    opened.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  hear(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  breakOff(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const opened: TriedSocket[] = [];
const newest = (): TriedSocket => opened.at(-1)!;

beforeEach(() => {
  opened.length = 0;
  vi.stubGlobal('WebSocket', TriedSocket);
  return () => vi.unstubAllGlobals();
});

interface Doors {
  readonly login?: () => Promise<object>;
  readonly protocol?: string;
}

async function openLive(doors: Doors = {}, terms: SocketTerms = {}) {
  const states: string[] = [];
  const errors: PerpetuaError[] = [];
  let synced = 0;
  const socket = new LiveSocket<Record<string, object>>(
    {
      url: () => `ws://venue/${opened.length}`,
      syncClock: async () => {
        synced += 1;
      },
      ...doors,
    },
    {
      onState: (state) => states.push(state),
      onError: (error) => errors.push(error),
      ...terms,
    },
  );
  onTestFinished(() => socket.close());
  await expect.poll(() => opened).toHaveLength(1);
  return { socket, states, errors, synced: () => synced };
}

const subscribe = (channel: string) => ({ event: 'subscribe', channel });
const unsubscribe = (channel: string) => ({ event: 'unsubscribe', channel });

test('[CLT-7] what is subscribed to before and after the opening is asked for once', async () => {
  const { socket, states } = await openLive({ protocol: 'p' });
  expect([newest().url, newest().protocol]).toEqual(['ws://venue/0', 'p']);
  socket.subscribe('a', () => {});
  expect([socket.state, newest().sent]).toEqual(['connecting', []]);
  newest().open();
  expect([socket.state, newest().sent]).toEqual(['live', [subscribe('a')]]);
  const end = socket.subscribe('b', () => {});
  const endSecond = socket.subscribe('b', () => {});
  expect(newest().sent.slice(1)).toEqual([subscribe('b'), unsubscribe('b'), subscribe('b')]);
  newest().sent.length = 0;
  end();
  end();
  expect(newest().sent).toEqual([]);
  endSecond();
  expect(newest().sent).toEqual([unsubscribe('b')]);
  expect(states).toEqual(['live']);
});

test('[CLT-7] frames go to whoever listens, and a ping is answered', async () => {
  const { socket } = await openLive();
  const heard: string[] = [];
  socket.subscribe('a', { begin: () => heard.push('begin'), hear: () => heard.push('a') });
  socket.subscribe('b', () => heard.push('b'));
  newest().open();
  newest().sent.length = 0;
  newest().hear({ event: 'ping', time: '7' });
  expect(newest().sent).toEqual([{ event: 'pong', time: '7' }]);
  newest().hear({ event: 'subscribed', channel: 'a' });
  newest().hear({ event: 'payload', channel: 'a' });
  newest().hear({ event: 'payload', channel: 'b' });
  newest().hear({ event: 'payload', channel: 'c' });
  newest().hear({ event: 'other' });
  expect(heard).toEqual(['begin', 'a', 'b']);
});

test('[CLT-7] a lost connection is told, opened again and subscribed to anew', async () => {
  const { socket, states } = await openLive();
  let lost = 0;
  socket.subscribe('a', { hear: () => {}, lose: () => (lost += 1) });
  newest().open();
  const first = newest();
  first.breakOff();
  expect([lost, socket.state]).toEqual([1, 'lost']);
  socket.renew('a');
  await expect.poll(() => opened).toHaveLength(2);
  // Not live yet: whatever is lost now was told.
  newest().breakOff();
  expect(lost).toBe(1);
  await expect.poll(() => opened).toHaveLength(3);
  newest().open();
  expect(newest().sent).toEqual([subscribe('a')]);
  expect(states).toEqual(['live', 'lost', 'live']);
  expect(first.isClosed).toBe(true);
  first.hear({ event: 'ping' });
  expect(first.sent).toEqual([subscribe('a')]);
});

test('[CLT-7] a connection that is silent for too long is lost', async () => {
  const { socket } = await openLive({}, { silenceMillis: 100 });
  newest().open();
  const alive = setInterval(() => newest().hear({ event: 'ping', time: '1' }), 5);
  onTestFinished(() => clearInterval(alive));
  await expect.poll(() => newest().sent.length).toBeGreaterThan(5);
  clearInterval(alive);
  await expect.poll(() => opened.length).toBeGreaterThan(1);
  expect([opened[0]?.isClosed, socket.state]).toEqual([true, 'lost']);
});

test('[CLT-7] a login comes first, and one that is refused ends the socket', async () => {
  const login = async () => ({ event: 'login', at: opened.length });
  const { socket, errors, states } = await openLive({ login });
  socket.subscribe('a', () => {});
  newest().open();
  expect([socket.state, newest().sent]).toEqual(['connecting', [{ event: 'login', at: 0 }]]);
  newest().hear({ event: 'loggedIn' });
  expect(newest().sent.slice(1)).toEqual([subscribe('a')]);
  newest().hear({ event: 'error', channel: 'a', code: '1', msg: 'no such channel' });
  newest().hear({ event: 'error', code: '2', msg: 'odd' });
  expect(errors.map(({ code, message, status }) => [code, message, status])).toEqual([
    ['1', 'a: no such channel', 400],
    ['2', 'odd', 400],
  ]);
  const refused = await openRefused('40009');
  expect(refused).toEqual([['40009', 'no', 0]]);
  expect(await openRefused('')).toEqual([['login-refused', 'no', 0]]);
  expect(states).toEqual(['live']);
});

async function openRefused(code: string) {
  opened.length = 0;
  const { socket, errors, states } = await openLive({ login: async () => ({ event: 'login' }) });
  newest().open();
  newest().hear({ event: 'error', code, msg: 'no' });
  expect([socket.state, states, newest().isClosed]).toEqual(['closed', ['closed'], true]);
  expect(() => socket.subscribe('a', () => {})).toThrow('the socket is closed');
  return errors.map((error) => [error.code, error.message, error.status]);
}

test('[CLT-4] a login that the clock is wrong for sets it, once', async () => {
  const { socket, synced } = await openLive({ login: async () => ({ event: 'login' }) });
  newest().open();
  newest().hear({ event: 'error', code: '40008', msg: 'time' });
  expect([synced(), socket.state]).toEqual([1, 'connecting']);
  newest().breakOff();
  await expect.poll(() => opened).toHaveLength(2);
  newest().open();
  newest().hear({ event: 'error', code: '40008', msg: 'time' });
  expect([synced(), socket.state]).toEqual([1, 'closed']);
});

test('a socket that is closed opens none again, and leaves the one that it had', async () => {
  const { socket, states } = await openLive();
  newest().open();
  newest().breakOff();
  socket.close();
  socket.close();
  expect(states).toEqual(['live', 'lost', 'closed']);
  const before = opened.length;
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(opened).toHaveLength(before);
});

test('a page that is online again tries at once', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const { socket } = await openLive();
  newest().open();
  page.dispatchEvent(new Event('online'));
  await new Promise(setImmediate);
  expect(opened).toHaveLength(1);
  newest().breakOff();
  page.dispatchEvent(new Event('online'));
  await new Promise(setImmediate);
  expect(opened).toHaveLength(2);
  socket.close();
  page.dispatchEvent(new Event('online'));
  await new Promise(setImmediate);
  expect(opened).toHaveLength(2);
});

test('where there is no WebSocket the error says so', () => {
  vi.stubGlobal('WebSocket', undefined);
  const door = { url: () => '', syncClock: async () => {} };
  expect(() => new LiveSocket(door)).toThrow('there is no WebSocket here');
});
