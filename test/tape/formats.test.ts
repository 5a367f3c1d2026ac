import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTape } from '../../src/tape/read-tape.ts';
import type { TapeEvent } from '../../src/tape/tape-event.ts';
import { makeRecording } from './make-recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'formats-'));

async function eventsOf(name: string, lines: readonly string[]) {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const tape = readTape(path);
  const events: TapeEvent[] = [];
  for await (const piece of tape.events) events.push(...piece);
  return { events, format: tape.format()?.name, counts: tape.counts };
}

const BOOK = 'exchange,symbol,timestamp,local_timestamp,is_snapshot,side,price,amount';

test('[TAPE-15] rows of a Tardis book that share a message are one change', async () => {
  const row = (at: number, more: string): string =>
    `binance-futures,BTCUSDT,${at},${at + 500},${more}`;
  const { events, format, counts } = await eventsOf('book.csv', [
    BOOK,
    row(1_000_000, 'false,bid,99.5,1'),
    row(1_100_000, 'true,bid,99.9,2'),
    row(1_100_000, 'true,ask,100.1,3'),
    row(1_200_000, 'false,bid,99.9,0'),
    row(1_200_000, 'false,bid,99.8,4'),
    row(1_300_000, 'true,ask,100.2,5'),
  ]);
  expect(format).toBe('Tardis CSV, incremental_book_L2');
  expect(counts).toMatchObject({ early: 1, lines: 7 });
  expect(events).toMatchObject([
    { at: 1_100_000, isSnapshot: true, bids: [99.9, 2], asks: [100.1, 3], receivedAt: 1_100_500 },
    { at: 1_200_000, isSnapshot: false, bids: [99.9, 0, 99.8, 4], asks: [] },
    { at: 1_300_000, isSnapshot: true, bids: [], asks: [100.2, 5] },
  ]);
});

test('[TAPE-15] trades and index prices of Tardis, trades of Bybit', async () => {
  const trades = await eventsOf('trades.csv', [
    'exchange,symbol,timestamp,local_timestamp,id,side,price,amount',
    'binance-futures,BTCUSDT,1000000,1000400,7,sell,99.9,0.5',
    'binance-futures,BTCUSDT,1000001,1000401,8,unknown,99.9,0.5',
  ]);
  expect(trades.counts.unread).toBe(1);
  expect(trades.events).toMatchObject([
    { kind: 'trade', symbol: 'BTCUSDT', takerSide: 'sell', price: 99.9, size: 0.5 },
  ]);
  const tickers = await eventsOf('ticker.csv', [
    'exchange,symbol,timestamp,local_timestamp,funding_timestamp,funding_rate,' +
      'predicted_funding_rate,open_interest,last_price,index_price,mark_price',
    'binance-futures,BTCUSDT,1000000,1000400,,,,,99.9,99.85,99.88',
  ]);
  expect(tickers.events).toMatchObject([{ kind: 'index', price: 99.85 }]);
  const bybit = await eventsOf('bybit.csv', [
    'timestamp,symbol,side,size,price,tickDirection,trdMatchID',
    '1723161256.3222,BTCUSDT,Buy,0.25,61800.3,PlusTick,abc',
  ]);
  expect(bybit.events).toMatchObject([
    { at: 1_723_161_256_322_200, takerSide: 'buy', size: 0.25, receivedAt: 0 },
  ]);
});

test('[TAPE-15] messages of Bybit, with or without the time of the recorder', async () => {
  const book = (type: string, u: number, cts: number, b: unknown, a: unknown): string =>
    JSON.stringify({
      ...{ topic: 'orderbook.500.BTCUSDT', type, ts: cts + 5 },
      ...{ data: { s: 'BTCUSDT', b, a, u, seq: u * 7 }, cts },
    });
  const trade = JSON.stringify({
    ...{ topic: 'publicTrade.BTCUSDT', type: 'snapshot', ts: 1_130 },
    data: [{ T: 1_120, s: 'BTCUSDT', S: 'Sell', v: '0.2', p: '99.9', i: 'x' }],
  });
  const { events, format, counts } = await eventsOf('bybit.data', [
    book('delta', 9, 1_000, [['99.9', '1']], []),
    book('snapshot', 10, 1_100, [['99.9', '2']], [['100.1', '3']]),
    `1723161255030314667 ${trade}`,
    book('delta', 11, 1_140, [['99.9', '1.8']], []),
    book('delta', 13, 1_180, [], [['100.1', '0']]),
  ]);
  expect(format).toBe('capture of Bybit streams');
  expect(counts).toMatchObject({ early: 1, gaps: 1 });
  expect(events).toMatchObject([
    { kind: 'levels', at: 1_100_000, isSnapshot: true },
    { kind: 'trade', at: 1_120_000, receivedAt: 1_723_161_255_030_314, takerSide: 'sell' },
    { kind: 'levels', at: 1_140_000, isSnapshot: false, bids: [99.9, 1.8] },
    { kind: 'levels', at: 1_180_000, asks: [100.1, 0] },
  ]);
});

test('[TAPE-1] a message reads the same however it is written', async () => {
  const { lines } = makeRecording(join(folder, 'plain'), { seed: 3, changes: 60 });
  const respaced = lines.map((line) => {
    const blank = line.indexOf(' ');
    return `${line.slice(0, blank)} ${JSON.stringify(JSON.parse(line.slice(blank)), null, 1)}`
      .split('\n')
      .join('');
  });
  const odd = (pairs: string): string =>
    '1723161255030314667 {"stream":"btcusdt@depth@0ms","data":{"e":"depthUpdate","E":1,"T":' +
    `1772542800000,"s":"BTCUSDT","U":1,"u":${Number.MAX_SAFE_INTEGER},"pu":0,"b":[${pairs}],` +
    '"a":[]}}';
  const plain = await eventsOf('plain', lines);
  expect(plain.events.length).toBeGreaterThan(60);
  expect((await eventsOf('respaced', respaced)).events).toEqual(plain.events);
  const read = async (pairs: string) => {
    const { events } = await eventsOf('odd', [...lines, odd(pairs)]);
    return events.find(({ kind, at }) => kind === 'levels' && at === 1_772_542_800_000_000);
  };
  // Digits that no number holds, an exponent, a sign: as JSON.parse and Number have them.
  for (const [text, value] of [
    ['0.1234567890123456789', 0.12345678901234568],
    ['1e2', 100],
    ['5.', 5],
    ['12345678.000000010', 12345678.00000001],
  ] as const)
    expect(await read(`["${text}","1"]`)).toMatchObject({ bids: [value, 1] });
  for (const text of ['', '-1', '1.2.3', 'x'])
    await expect(read(`["${text}","1"]`)).rejects.toThrow(/line \d+: .* is no price and no size/);
});

test('[TAPE-15] rows of a Tardis book that have all levels are snapshots', async () => {
  const { events, format } = await eventsOf('snapshots.csv', [
    'exchange,symbol,timestamp,local_timestamp,asks[0].price,asks[0].amount,bids[0].price,' +
      'bids[0].amount,asks[1].price,asks[1].amount,bids[1].price,bids[1].amount',
    'binance-futures,BTCUSDT,1100000,1100500,100.1,3,99.9,2,100.2,4,99.8,5',
    'binance-futures,BTCUSDT,1200000,1200500,100.1,1,99.9,2,,,99.8,5',
  ]);
  expect(format).toBe('Tardis CSV, book_snapshot');
  expect(events).toMatchObject([
    { at: 1_100_000, isSnapshot: true, bids: [99.9, 2, 99.8, 5], asks: [100.1, 3, 100.2, 4] },
    { at: 1_200_000, isSnapshot: true, bids: [99.9, 2, 99.8, 5], asks: [100.1, 1] },
  ]);
});

test('[TAPE-15] what a recorder was answered, and other streams, are counted', async () => {
  const { lines } = makeRecording(join(folder, 'answered-plain'), { seed: 5, changes: 60 });
  const plain = await eventsOf('answered-plain', lines);
  const liquidation = '{"stream":"btcusdt@forceOrder","data":{"e":"forceOrder","E":1723161255030}}';
  const { events, counts, format } = await eventsOf('answered', [
    '1723161255030314667 {"result":null,"id":1}',
    ...lines,
    `1723161255030314667 ${liquidation}`,
    '1723161255030314668 {"result":null,"id":2}',
  ]);
  expect(format).toBe('capture of Binance USDⓈ-M streams');
  expect(counts.unread).toBe(3);
  expect(events).toEqual(plain.events);
  const bybit = await eventsOf('bybit-answered', [
    '{"success":true,"ret_msg":"","op":"subscribe"}',
    '{"topic":"publicTrade.BTCUSDT","data":[{"T":1120,"s":"BTCUSDT","S":"Buy","v":"1","p":"9"}]}',
  ]);
  expect(bybit).toMatchObject({ format: 'capture of Bybit streams', counts: { unread: 1 } });
  expect(bybit.events).toHaveLength(1);
});
