/** What LOBSTER knows of orders: those before the file, those nobody saw, those that move. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runExport } from '../../src/cli/export/run-export.ts';
import { openSandbox } from '../../src/sandbox/perpetua.ts';
import { readTape } from '../../src/tape/read-tape.ts';
import type { TapeEvent } from '../../src/tape/tape-event.ts';
import { createLobsterWriter } from '../../src/tape/tape-writer.ts';
import { createBot } from '../sandbox/signed-bot.ts';

const folder = mkdtempSync(join(tmpdir(), 'lobster-'));
const NAME = 'BTCUSDT_2024-01-01_0_86400000_message_10_lot-0.001.csv';
const LEVELS = 10;

async function eventsOf(path: string) {
  const tape = readTape(path);
  const events: TapeEvent[] = [];
  for await (const piece of tape.events) events.push(...piece);
  return { events, counts: tape.counts };
}

/** The ten best levels after each message that has its own time, by nothing of the reader. */
function booksOf(events: readonly TapeEvent[]): Map<number, string> {
  const orders = new Map<number, { side: string; price: number; size: number }>();
  const books = new Map<number, string>();
  for (const event of events) {
    if (event.kind !== 'order') continue;
    if (event.size === 0) orders.delete(event.id);
    else orders.set(event.id, event);
    const sums = { buy: new Map<number, number>(), sell: new Map<number, number>() };
    for (const { side, price, size } of orders.values()) {
      const own = side === 'buy' ? sums.buy : sums.sell;
      own.set(price, Math.round(((own.get(price) ?? 0) + size) * 1e6) / 1e6);
    }
    const best = (side: Map<number, number>, sign: number) =>
      [...side].sort(([one], [other]) => sign * (one - other)).slice(0, LEVELS);
    books.set(event.at, JSON.stringify([best(sums.sell, 1), best(sums.buy, -1)]));
  }
  return books;
}

/** A pair of files that begins in the middle of a market: what came before is not in it. */
async function cutPair(skipped: number, rows = Number.POSITIVE_INFINITY) {
  const whole = mkdtempSync(join(folder, 'whole-'));
  const output = { out: () => undefined, err: () => undefined };
  const words = ['--seed', 'cut', '--only', 'BTC', '--for', '1m', '--format', 'lobster'];
  expect(await runExport([...words, '--out', whole], output)).toBe(0);
  const cut = mkdtempSync(join(folder, 'cut-'));
  for (const name of readdirSync(whole)) {
    const lines = gunzipSync(readFileSync(join(whole, name)))
      .toString()
      .trim()
      .split('\n');
    const end = name.includes('orderbook') ? skipped + rows : lines.length;
    const left = lines.slice(skipped, end).map((line) => `${line}\n`);
    writeFileSync(join(cut, name.replace('.gz', '')), left.join(''));
  }
  const messages = (within: string): string =>
    join(within, readdirSync(within).find((name) => name.includes('message'))!);
  return { whole: await eventsOf(messages(whole)), path: messages(cut), cut };
}

test('[TAPE-27] with the file of books, what stood before the first message is known', async () => {
  const { whole, path } = await cutPair(2_000);
  const expected = booksOf(whole.events);
  const { events, counts } = await eventsOf(path);
  expect(counts.unread).toBe(0);
  const books = booksOf(events);
  const { at: first } = events[0]!;
  const { at: last } = events.at(-1)!;
  expect(books.size).toBeGreaterThan(100);
  expect(last).toBeGreaterThan(first + 1_000_000);
  for (const [at, book] of books) expect(book, `at ${at}`).toBe(expected.get(at));
  const trades = (rows: readonly TapeEvent[]) =>
    rows.filter(({ kind, at }) => kind === 'trade' && at > first);
  expect(trades(events)).toEqual(trades(whole.events));
});

test('[TAPE-27] a file of books that has not a row for each message is damage', async () => {
  const { path } = await cutPair(2_000, 50);
  await expect(eventsOf(path)).rejects.toThrow('has fewer lines');
});

test('[TAPE-27] what changes out of sight of the books is put right once it is seen', async () => {
  const own = join(folder, 'sight');
  mkdirSync(own);
  writeFileSync(
    join(own, NAME),
    [
      '1,1,5,10,1001,-1',
      '2,1,6,10,1002,-1',
      '3,1,7,10,1003,-1',
      '4,3,5,10,1001,-1',
      '5,4,9,2,1002,-1',
    ]
      .map((line) => `${line}\n`)
      .join(''),
  );
  // Two levels deep; order 7 was beyond them and is gone, 9 came from before the file.
  writeFileSync(
    join(own, NAME.replace('message', 'orderbook')),
    [
      '1001,10,999,5,1002,4,998,6',
      '1001,10,999,5,1002,14,998,6',
      '1001,10,999,5,1002,14,998,6',
      '1002,14,999,5,1004,3,998,6',
      '1002,12,999,5,1004,3,9999999999,0',
    ]
      .map((line) => `${line}\n`)
      .join(''),
  );
  const { events } = await eventsOf(join(own, NAME));
  const short = events.map((event) =>
    event.kind === 'order'
      ? [
          (event.at % 86_400_000_000) / 1e6,
          event.id,
          event.side,
          event.price * 1e4,
          event.size * 1e3,
        ]
      : [event.kind],
  );
  expect(short).toEqual([
    [1, 5, 'sell', 1001, 10],
    [1, -1, 'sell', 1002, 4],
    [1, -2, 'buy', 999, 5],
    [1, -3, 'buy', 998, 6],
    [2, 6, 'sell', 1002, 10],
    [3, 7, 'sell', 1003, 10],
    [4, 5, 'sell', 1001, 0],
    [4, -4, 'sell', 1004, 3],
    [4, 7, 'sell', 1003, 0],
    ['trade'],
    [5, -1, 'sell', 1002, 2],
    [5, -3, 'buy', 998, 0],
  ]);
});

test('[TAPE-18] trades without an order, and orders that move, are written', async () => {
  const own = join(folder, 'written');
  mkdirSync(own);
  const at = Date.UTC(2024, 0, 1) * 1_000 + 1_000_000;
  const common = { at, receivedAt: 0, symbol: 'BTCUSDT' };
  const order = (id: number, price: number, size: number): TapeEvent => ({
    ...{ ...common, kind: 'order', id, side: 'buy', price, size },
  });
  const trade = (price: number, size: number): TapeEvent => ({
    ...{ ...common, kind: 'trade', price, size, takerSide: 'sell' },
  });
  const given = [order(1, 9.5, 2), trade(9.6, 1), order(2, 9.4, 1), order(1, 9.4, 2)];
  const last = [trade(9.4, 1), order(2, 9.4, 0), trade(9.3, 3)];
  const writer = createLobsterWriter(own, { symbol: 'BTCUSDT', firstAt: at, lot: 1 });
  for (const event of [...given, ...last]) writer.add(event);
  await writer.close();
  const file = readdirSync(own).find((name) => name.includes('message'))!;
  const lines = gunzipSync(readFileSync(join(own, file)))
    .toString()
    .trim()
    .split('\n');
  expect(lines.map((line) => line.split(',').slice(1).join())).toEqual([
    '1,1,2,95000,1',
    '5,0,1,96000,1',
    '1,2,1,94000,1',
    '3,1,2,95000,1',
    '1,1,2,94000,1',
    '4,2,1,94000,1',
    '5,0,3,93000,1',
  ]);
  const { events } = await eventsOf(join(own, file));
  expect(events).toEqual([...given.slice(0, 3), order(1, 9.5, 0), order(1, 9.4, 2), ...last]);
});

test('[TAPE-16] where every order is known, places in the queue are exact', async () => {
  const { path } = await cutPair(2_000);
  const venue = await openSandbox({ tape: path, accounts: 1, queue: 'power-2' });
  try {
    await venue.advance('100ms');
    const bot = createBot(venue);
    const { bid } = venue.prices('BTC');
    await bot.trade('0.0020', { match_price: '0', order_type: '0', price: bid!.toFixed(1) });
    expect(await bot.get('perpetua/queue')).toMatchObject({ model: 'exact', list: [{}] });
  } finally {
    await venue.close();
  }
});
