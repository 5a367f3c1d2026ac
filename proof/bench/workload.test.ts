import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bestTicks, nextTicks } from '../../src/book/book.ts';
import type { Side } from '../../src/domain/side.ts';
import { NO_TICKS } from '../../src/domain/units.ts';
import { createStream } from '../book-driver/stream.ts';
import { checkBook } from '../check-book.ts';
import { generateWorkload, SCENARIOS } from './generate.ts';
import { drivePeer, driveStream, findPeer, peerIdsOf } from './measure.ts';
import {
  KIND_CANCEL,
  KIND_IOC,
  KIND_MODIFY,
  KIND_NEW,
  loadWorkload,
  saveWorkload,
  type Workload,
} from './workload.ts';

const ORDERS = 60_000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perpetua-workload-'));
});
afterAll(() => rm(folder, { recursive: true }));

function workloadOf(name: string, orders: number = ORDERS, seed: number = 1): Workload {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return generateWorkload(scenario, orders, seed);
}

/** The messages alone, without the room the arrays keep. */
const messagesOf = ({ kinds, ids, sides, prices, sizes, count }: Workload): number[][] =>
  [kinds, ids, sides, prices, sizes].map((column) => Array.from(column.subarray(0, count)));

function shareOf(workload: Workload, kind: number): number {
  const kinds = workload.kinds.subarray(0, workload.count);
  return kinds.reduce((count, each) => count + (each === kind ? 1 : 0), 0) / ORDERS;
}

test('[BEN-1] a seed always gives the same messages, another seed gives others', () => {
  expect(messagesOf(workloadOf('normal', 2_000))).toEqual(messagesOf(workloadOf('normal', 2_000)));
  expect(messagesOf(workloadOf('normal', 2_000, 2))).not.toEqual(
    messagesOf(workloadOf('normal', 2_000)),
  );
});

test.each(SCENARIOS.map(({ name }) => name))('[BEN-2] %s has the published shape', (name) => {
  const workload = workloadOf(name, ORDERS);
  expect(shareOf(workload, KIND_NEW) + shareOf(workload, KIND_IOC)).toBe(1);
  const resting = shareOf(workload, KIND_NEW) - workload.setup / ORDERS;
  expect(shareOf(workload, KIND_IOC) / (1 - workload.setup / ORDERS)).toBeCloseTo(0.15, 1);
  expect(shareOf(workload, KIND_CANCEL) / resting).toBeGreaterThan(0.88);
  expect(shareOf(workload, KIND_MODIFY) / resting).toBeGreaterThan(0.18);
  expect(shareOf(workload, KIND_MODIFY) / resting).toBeLessThan(0.25);
});

test('[BEN-2] nine of ten orders that may rest are cancelled before they trade', () => {
  const workload = workloadOf('normal', 300_000);
  const stream = createStream();
  let placed = 0;
  let cancelled = 0;
  for (let place = 0; place < workload.count; place += 1) {
    const before = stream.book.orders.live;
    driveStream(stream, workload, place, place + 1);
    if (workload.kinds[place] === KIND_NEW) placed += 1;
    if (workload.kinds[place] === KIND_CANCEL) cancelled += before - stream.book.orders.live;
  }
  expect(cancelled / placed).toBeGreaterThan(0.85);
});

test('[BEN-2] static keeps 21,000 orders on 60 levels from the set-up to the end', () => {
  const workload = workloadOf('static');
  const stream = createStream();
  driveStream(stream, workload, 0, workload.setup);
  expect(stream.book.orders.live).toBe(21_000);
  expect(levelsOf(stream, 'buy') + levelsOf(stream, 'sell')).toBe(60);
  driveStream(stream, workload, workload.setup, workload.count);
  expect(Math.abs(stream.book.orders.live - 21_500)).toBeLessThan(1_500);
  expect(levelsOf(stream, 'buy') + levelsOf(stream, 'sell')).toBeGreaterThan(56);
  checkBook(stream.book);
});

test('[BEN-3] a workload written to a file reads back the same', async () => {
  const workload = workloadOf('flash-crash', 3_000);
  const path = join(folder, 'flash-crash.txt');
  await saveWorkload(workload, path);
  const loaded = await loadWorkload(path);
  expect(loaded.scenario).toBe('flash-crash');
  expect(loaded.setup).toBe(workload.setup);
  expect(messagesOf(loaded)).toEqual(messagesOf(workload));
});

test.each([
  ['no header', 'N 1 B 10 5 GTC\n', 'a workload begins with'],
  ['a word too few', '# scenario mine, setup 0, messages 1\nN 1 B 10 5\n', 'line 2'],
  ['a word for a number', '# scenario mine, setup 0, messages 1\nC one\n', 'line 2'],
  ['a side that is none', '# scenario mine, setup 0, messages 1\nN 1 X 10 5 GTC\n', 'line 2'],
  ['more than it announced', '# scenario mine, setup 0, messages 1\nC 1\nC 2\n', 'line 3'],
  ['nothing at all', '', 'is empty'],
])('[BEN-3] a file with %s is refused with its line', async (_, text, message) => {
  const path = join(folder, 'bad.txt');
  await writeFile(path, text);
  await expect(loadWorkload(path)).rejects.toThrow(message);
});

test.each(SCENARIOS.map(({ name }) => name))(
  '[BEN-4] the peer trades the same on %s',
  async (name) => {
    const createPeer = await findPeer();
    if (createPeer === undefined) throw new Error('the peer is a development dependency');
    const workload = workloadOf(name, 4_000);
    const here = driveStream(createStream(), workload, 0, workload.count);
    const there = drivePeer(createPeer(), workload, peerIdsOf(workload), 0, workload.count);
    expect(here).toBeGreaterThan(0);
    expect(there).toBe(here);
  },
);

function levelsOf({ book }: ReturnType<typeof createStream>, side: Side): number {
  let levels = 0;
  let price = bestTicks(book, side);
  for (; price !== NO_TICKS; price = nextTicks(book, side, price)) levels += 1;
  return levels;
}
