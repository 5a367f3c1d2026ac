/** Faults on request, as sockets meet them; the neighbour notices nothing. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { FaultRequest } from '../../src/gateway/faults/read-fault.ts';
import { MIDDLE, orderOf, traderAt } from '../venue/market.ts';
import {
  type Client,
  openSocketKit,
  PRIVATE,
  PUBLIC,
  type SocketKit,
  SYMBOL,
} from './socket-kit.ts';

const ALICE = traderAt(0);
const BOB = traderAt(1);
const CLOSED_ABNORMALLY = 1_006;

interface Pair extends SocketKit {
  readonly alice: Client;
  readonly bob: Client;
  readonly begin: (wanted: Partial<FaultRequest>) => Promise<unknown>;
}

/** Two traders who hear about their orders. */
async function openPair(): Promise<Pair> {
  const kit = await openSocketKit();
  const [alice, bob] = await Promise.all(
    [ALICE, BOB].map(async (account) => kit.connectAs(await kit.issue(account))),
  );
  if (alice === undefined || bob === undefined) throw new Error('nobody is connected');
  for (const client of [alice, bob]) await client.subscribe('orders');
  for (const client of [alice, bob]) await client.settle();
  const begin: Pair['begin'] = (wanted) =>
    kit.faults.begin({ kind: 'late-frames', account: ALICE, ...wanted });
  return { ...kit, alice, bob, begin };
}

const bid = ({ venue }: Pair, account = ALICE) =>
  venue.submit(orderOf(account, 'long', MIDDLE - 100));

const heardOrders = (client: Client): number => client.payloads('orders').length;

test('[FAULT-10] sockets are cut without a word, new ones after a while', async () => {
  const pair = await openPair();
  await pair.begin({ kind: 'dropped-sockets', calls: 2, delayMillis: 50 });
  expect((await pair.alice.closed).code).toBe(CLOSED_ABNORMALLY);
  const again = await pair.connectAs(await pair.issue(ALICE));
  expect((await again.closed).code).toBe(CLOSED_ABNORMALLY);
  expect(pair.faults.isOn).toBe(false);
  const third = await pair.connectAs(await pair.issue(ALICE));
  await setTimeout(100);
  await third.settle();
  await pair.bob.settle();
});

test('[FAULT-10] a half-open socket neither sends nor reads, and is cut at the end', async () => {
  const pair = await openPair();
  const before = pair.alice.frames.length;
  let pongs = 0;
  pair.alice.socket.on('pong', () => (pongs += 1));
  await pair.begin({ kind: 'half-open-sockets' });
  pair.alice.say({ event: 'ping', time: '1' });
  pair.alice.socket.ping();
  await bid(pair);
  await bid(pair, BOB);
  await expect.poll(() => heardOrders(pair.bob)).toBe(2);
  // A bot that connects again is served.
  const again = await pair.connectAs(await pair.issue(ALICE));
  await again.subscribe('orders');
  await again.settle();
  expect([pair.alice.frames.length - before, pongs]).toEqual([0, 0]);
  expect(pair.alice.socket.readyState).toBe(pair.alice.socket.OPEN);
  await pair.faults.end('all');
  expect((await pair.alice.closed).code).toBe(CLOSED_ABNORMALLY);
  await again.settle();
});

test('[FAULT-11] frames come twice, to one account only', async () => {
  const pair = await openPair();
  await pair.begin({ kind: 'duplicated-frames' });
  await bid(pair);
  await bid(pair, BOB);
  await expect.poll(() => heardOrders(pair.bob)).toBe(2);
  await expect.poll(() => heardOrders(pair.alice)).toBe(3);
  const [, first, second] = pair.alice.payloads('orders');
  expect(first).toEqual(second);
  await pair.faults.end('all');
  await bid(pair);
  await expect.poll(() => heardOrders(pair.alice)).toBe(4);
});

test('[FAULT-11] frames come late and in order, to one account only', async () => {
  const pair = await openPair();
  await pair.begin({ delayMillis: 1_500, jitterMillis: 100, calls: 2 });
  const begun = performance.now();
  const heardByBob: number[] = [];
  pair.alice.socket.on('message', () => heardByBob.push(heardOrders(pair.bob)));
  await bid(pair, BOB);
  for (let each = 0; each < 3; each += 1) await bid(pair);
  await expect.poll(() => heardOrders(pair.alice)).toBe(4);
  // Before anything of theirs came.
  expect(heardByBob[0]).toBe(2);
  expect(performance.now() - begun).toBeGreaterThan(1_490);
  const versions = pair.alice.payloads('orders').map(({ msg }) => Number(msg.version));
  expect(versions).toEqual(versions.toSorted((one, other) => one - other));
});

test('[FAULT-12] the book stands still; afterwards a snapshot makes it good', async () => {
  const pair = await openPair();
  const { key } = await pair.issue(ALICE);
  const named = await pair.connect(PUBLIC, { 'ACCESS-KEY': key.key });
  const plain = await pair.connect();
  const channel = `depth.${SYMBOL}.15`;
  for (const client of [named, plain]) await client.subscribe(channel);
  for (const client of [named, plain]) await client.subscribe(`trades.${SYMBOL}`);
  for (const client of [named, plain]) await client.settle();
  await pair.begin({ kind: 'stale-book' });
  await bid(pair);
  await pair.venue.submit(orderOf(BOB, 'short', MIDDLE - 100));
  await pair.venue.submit(orderOf(BOB, 'long', MIDDLE - 200));
  await plain.heard((frame) => frame.channel?.startsWith('trades'));
  // What is still to be told when the fault ends comes after the snapshot.
  const last = (): string => JSON.stringify(plain.payloads(channel).at(-1));
  await expect.poll(last).toContain('89980.0');
  await named.settle();
  expect(named.payloads(channel)).toHaveLength(1);
  expect(named.payloads(`trades.${SYMBOL}`)).toHaveLength(1);
  await pair.faults.end('all');
  await expect.poll(() => named.payloads(channel)).toHaveLength(2);
  const [, after] = named.payloads(channel);
  expect(after.data[0]).toMatchObject({ depthType: 'SNAPSHOT', bids: [{ price: '89980.0' }] });
});

test('[FAULT-1] [FAULT-5] a handshake is refused, or says what the socket will meet', async () => {
  const pair = await openPair();
  const issued = await pair.issue(ALICE);
  await pair.begin({ kind: 'maintenance', calls: 2 });
  const refused = await pair.refusal(PRIVATE, pair.headersOf(issued));
  expect([refused.status, refused.json.code]).toEqual([400, '40015']);
  expect(refused.headers['x-perpetua-fault']).toBe('maintenance');
  const third = pair.headersOf(issued, {}, '/v3/ws/private');
  expect((await pair.refusal('/v3/ws/private', third)).json.code).toBe(-1054);
  await pair.begin({});
  await pair.begin({ kind: 'stale-book' });
  const met: unknown[] = [];
  for (const headers of [pair.headersOf(issued), pair.headersOf(await pair.issue(BOB))]) {
    const socket = new WebSocket(`ws://127.0.0.1:${pair.port}${PRIVATE}`, { headers });
    const [{ headers: told }] = await once(socket, 'upgrade');
    met.push(told['x-perpetua-fault']);
    socket.terminate();
  }
  expect(met).toEqual(['late-frames, stale-book', undefined]);
});
