/**
 * A program that opens and closes many sandboxes and reports what they left behind. It ends by
 * itself, or something still runs. Node must be started with --expose-gc.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { openSandbox } from '../../src/sandbox/perpetua.ts';

export interface LeftBehind {
  /** Bytes of heap after an early part of them and after all. */
  readonly early: number;
  readonly late: number;
  readonly resources: readonly string[];
  readonly listeners: number;
  /** Processor time of each opening, in milliseconds. */
  readonly opened: readonly number[];
}

const COUNT = 200;
const EARLY = 100;
const EVENTS = ['exit', 'SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection', 'message'];

const listenersNow = (): number =>
  EVENTS.reduce((sum, event) => sum + process.listenerCount(event), 0);

function heapNow(): number {
  const { gc } = globalThis;
  for (let round = 0; round < 3; round += 1) gc?.();
  return process.memoryUsage().heapUsed;
}

/** A bot that is still there when its venue closes. */
async function visit(url: string): Promise<void> {
  const asked = request(`${url}/capi/v2/market/time`, { agent: false }).end();
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(answer, 'end');
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v2/ws/public`, {
    headers: { 'User-Agent': 'a test' },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ event: 'subscribe', channel: 'ticker.cmt_btcusdt' }));
}

const before = listenersNow();
const opened: number[] = [];
let early = 0;
for (let number = 1; number <= COUNT; number += 1) {
  const from = process.cpuUsage();
  const venue = await openSandbox({ seed: `seed ${number}`, markets: ['BTC'], accounts: 1 });
  opened.push(process.cpuUsage(from).user / 1_000);
  if (number % 10 === 0) {
    await venue.advance('2s');
    await visit(venue.url);
    await venue.faults.begin({ kind: 'delay', account: 0, for: '1h' });
    await (await venue.fork()).close();
  }
  await venue.close();
  if (number === EARLY) early = heapNow();
}
// Sockets tell of their end in a later turn.
await new Promise((resolve) => setTimeout(resolve, 50));
const report: LeftBehind = {
  early,
  late: heapNow(),
  resources: process.getActiveResourcesInfo(),
  listeners: listenersNow() - before,
  opened,
};
process.stdout.write(JSON.stringify(report));
