/** Replay files on a real disk: what is wrong with them, and what the market makes of good ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { millis } from '../../src/domain/units.ts';
import { fineScaleOf } from '../../src/market/feeds/fine-price.ts';
import { ReplayRefused } from '../../src/market/feeds/replay/check-files.ts';
import {
  openReplayFeed,
  type ReplayFeedSettings,
} from '../../src/market/feeds/replay/replay-feed.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { shippedContracts } from '../kit/contracts.ts';

const contracts = shippedContracts().slice(0, 2);
const [btc, eth] = contracts.map(fineScaleOf);
const DATA = Date.UTC(2025, 2, 1);
const NOW = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const candle = (minute: number, price: number): string =>
  `${DATA + minute * MINUTE},${price},${price + 4},${price - 2},${price + 1},1`;
const candles = (count: number, price: number): string =>
  Array.from({ length: count }, (_, minute) => candle(minute, price + minute)).join('\n');
const put = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);

const open = (changes: Partial<ReplayFeedSettings> = {}) =>
  openReplayFeed({
    folder,
    contracts,
    beginAt: 'now',
    speed: 1,
    scale: 1,
    gapMillisMax: 10 * MINUTE,
    key: seedOfWord('3').key,
    now: () => NOW,
    ...changes,
  });

async function faultsOf(changes: Partial<ReplayFeedSettings> = {}): Promise<readonly string[]> {
  const error = await open(changes).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ReplayRefused)) throw new Error(`it was not refused: ${String(error)}`);
  return error.faults.map((fault) => fault.replaceAll(folder, ''));
}

test('[FEED-10] candles play from now at their own pace, touch their prices, and end', async () => {
  put('BTC.csv', `time,open,high,low,close,volume\n${candles(3, 90_000)}\n`);
  put(
    'ETHUSDT.jsonl.gz',
    gzipSync(`[${DATA},3000,3010,2990,3005]\n[${DATA + MINUTE},3005,3006,3004,3005]\n`),
  );
  const feed = await open();
  const seen: number[] = [];
  for (let at = 0; at < MINUTE; at += 500) {
    const prices = feed.next(millis(NOW + at));
    expect(prices).toHaveLength(2);
    seen.push(prices[0]!.price / btc!);
  }
  expect(seen[0]).toBe(90_000);
  expect(Math.max(...seen)).toBe(90_004);
  expect(Math.min(...seen)).toBe(89_998);
  expect(feed.next(millis(NOW + MINUTE))[1]!.price).toBe(3_005 * eth!);
  expect(feed.next(millis(NOW + 2 * MINUTE - 1))).toHaveLength(2);
  // The shorter file has ended.
  expect(feed.next(millis(NOW + 2 * MINUTE))).toEqual([]);
  expect(feed.endsAt).toBe(NOW + 2 * MINUTE);
  expect(feed.source()).toBe(`replayed from ${folder}`);
  await feed.close();
});

test('[FEED-10] shifted to a date, faster, scaled; a later start goes on there', async () => {
  put('BTC.csv', candles(600, 90_000));
  put('ETH.csv', candles(600, 3_000));
  const feed = await open({ beginAt: NOW - 5 * MINUTE, speed: 60, scale: 2 });
  const [first] = feed.next(millis(NOW));
  // Five minutes at sixty times are three hundred candles.
  expect(first!.price).toBe(2 * 90_300 * btc!);
  expect(feed.next(millis(NOW + 1_000))[0]!.price).toBe(2 * 90_301 * btc!);
  expect(feed.source()).toBe(`replayed from ${folder}, 60 times as fast`);
  const later = await open({ beginAt: NOW + MINUTE });
  expect(later.next(millis(NOW))).toEqual([]);
  expect(later.next(millis(NOW + MINUTE))[0]!.price).toBe(90_000 * btc!);
  await Promise.all([feed.close(), later.close()]);
});

test('[FEED-10] trades count as the average of their second, weighed by size', async () => {
  const trade = (at: number, price: number, size: number) => `${DATA + at},${price},${size}`;
  put(
    'BTC.csv',
    [
      trade(0, 90_000, 1),
      trade(400, 90_040, 3),
      trade(1_200, 90_100, 1),
      trade(9_000, 90_200, 1),
    ].join('\n'),
  );
  put('ETH.csv', candles(3, 3_000));
  const feed = await open();
  const at = (moment: number) => feed.next(millis(NOW + moment))[0]!.price / btc!;
  expect(at(500)).toBe(90_030);
  expect(at(1_999)).toBe(90_030);
  expect(at(2_000)).toBe(90_100);
  expect(at(8_000)).toBe(90_100);
  await feed.close();
});

test('[FEED-10] a file larger than what is read ahead plays to its end', async () => {
  const minutes = 60_000;
  put('BTC.csv.gz', gzipSync(candles(minutes, 90_000)));
  put('ETH.csv', candles(minutes, 3_000));
  const feed = await open({ speed: 1_000 });
  for (let hour = 1; hour < minutes / 60; hour += 1) {
    const at = millis(NOW + (hour * 60 * MINUTE) / 1_000);
    const expected = (90_000 + hour * 60) * btc!;
    let price = feed.next(at)[0]?.price;
    // Where reading is behind the price holds, and is right once it has caught up.
    for (; price !== expected; price = feed.next(at)[0]?.price) {
      expect(price).toBeLessThan(expected);
      await nextTurn();
    }
  }
  await feed.close();
});

test('[FEED-22] prices come with what was traded up to then, and with the basis', async () => {
  put('BTC.csv', `time,price,size,index\n${DATA},90900,2,90000\n${DATA + 3_000},90900,1,90000`);
  put('ETH.csv', candles(3, 3_000));
  const feed = await open();
  const at = (moment: number) => feed.next(millis(NOW + moment));
  const [first, second] = at(500);
  expect(first!.price / btc!).toBeCloseTo(90_000, 6);
  expect(first!.recorded!.premium).toBeCloseTo(10_000, 6);
  // One coin of BTC is 10,000 lots.
  expect(first!.recorded!.traded).toBe(20_000);
  expect(second!.recorded!.premium).toBe(0);
  const lots = second!.recorded!.traded! * 120;
  expect(at(1_500)[1]!.recorded!.traded).toBeCloseTo((lots * 3) / 120, 3);
  await feed.close();
  put('BTC.csv', `${DATA},90900\n${DATA + 9_000},90901`);
  const unsized = await open();
  expect(unsized.next(millis(NOW))[0]!.recorded).toEqual({ premium: 0 });
  await unsized.close();
});

test('[FEED-21] the minutes before a moment are the recorded ones', async () => {
  put('BTC.csv', candles(30, 90_000));
  const trades = [
    [0, 3_000, 2],
    [30_000, 3_010, 1],
    [59_999, 2_990, 1],
    // Nothing is traded in the second minute.
    [130_000, 3_005, 4],
    [1_700_000, 3_006, 1],
  ];
  put('ETH.csv', trades.map(([at, price, size]) => `${DATA + at!},${price},${size}`).join('\n'));
  const feed = await open({ beginAt: NOW - 20 * MINUTE, scale: 2, gapMillisMax: 60 * MINUTE });
  const [ofBtc = [], ofEth = []] = await feed.past!(millis(NOW));
  expect(ofBtc).toHaveLength(20);
  const inUsdt = (row: readonly (number | null)[], scale: number) =>
    row.slice(0, 4).map((price) => price! / scale / 2);
  expect(inUsdt(ofBtc[0]!, btc!)).toEqual([90_000, 90_004, 89_998, 90_001]);
  expect(inUsdt(ofBtc[19]!, btc!)).toEqual([90_019, 90_023, 90_017, 90_020]);
  // One coin of BTC is 10,000 lots.
  for (const [, , , , size] of ofBtc) expect(size).toBeCloseTo(10_000, 6);
  expect(ofEth.slice(0, 4).map((row) => inUsdt(row, eth!))).toEqual([
    [3_000, 3_010, 2_990, 2_990],
    [2_990, 2_990, 2_990, 2_990],
    [3_005, 3_005, 3_005, 3_005],
    [3_005, 3_005, 3_005, 3_005],
  ]);
  expect(ofEth.slice(0, 4).map((row) => row[4]! / ofEth[0]![4]!)).toEqual([1, 0, 1, 0]);
  // Before its first line there is nothing, and no more than a week is wanted.
  expect(await feed.past!(millis(NOW - 20 * MINUTE))).toEqual([[], []]);
  await feed.close();
  const faster = await open({ beginAt: NOW - MINUTE, speed: 10, gapMillisMax: 60 * MINUTE });
  const [[one] = []] = await faster.past!(millis(NOW));
  expect(one!.slice(0, 4).map((price) => price! / btc!)).toEqual([90_000, 90_013, 89_998, 90_010]);
  await faster.close();
});

test('[FEED-8] everything wrong with the files is told at once, with file and line', async () => {
  put(
    'BTC.csv',
    [candle(0, 90_000), candle(2, 90_000), candle(1, 90_000), candle(40, 90_000)].join('\n'),
  );
  put('ETH.csv', `${candle(0, 3_000)}\n${DATA + MINUTE},0,1,0,1,1\nnonsense\n`);
  put('PEPE.csv', candles(2, 5));
  put('README.md', 'not looked at');
  expect(await faultsOf()).toEqual([
    '/PEPE.csv: no contract has this name',
    '/BTC.csv:3: is older than the line before: rows go from the oldest to the newest',
    '/BTC.csv:4: comes 2280 s after the line before: a gap (see --feed-gap)',
    '/ETH.csv:2: its open is not a price: "0"',
    '/ETH.csv:3: its time cannot be read: "nonsense"',
  ]);
});

test('[FEED-8] files that are missing, doubled, unreadable, empty or apart are named', async () => {
  put('BTC.csv.gz', 'this is not gzip');
  expect(await faultsOf()).toEqual([
    ': there is no file for ETH, such as ETH.csv',
    '/BTC.csv.gz cannot be read: incorrect header check',
  ]);
  put('btc.jsonl', '');
  put('ETH.csv', candle(0, 3_000));
  rmSync(join(folder, 'BTC.csv.gz'));
  expect(await faultsOf()).toEqual([
    '/ETH.csv has 1 row; it needs at least two',
    '/btc.jsonl has 0 rows; it needs at least two',
  ]);
  put('BTC-USDT.csv', candles(2, 90_000));
  put('cmt_ethusdt.csv', candles(2, 3_000));
  expect((await faultsOf()).slice(0, 2)).toEqual([
    '/btc.jsonl: BTC already has the file /BTC-USDT.csv',
    '/cmt_ethusdt.csv: ETH already has the file /ETH.csv',
  ]);
  rmSync(join(folder, 'btc.jsonl'));
  rmSync(join(folder, 'cmt_ethusdt.csv'));
  put('ETH.csv', `${DATA - 9 * MINUTE},1,2\n${DATA - 8 * MINUTE},1,2\n`);
  expect((await faultsOf())[0]).toContain('the files do not overlap in time; the last begins 2025');
  expect((await faultsOf({ folder: join(folder, 'nowhere') }))[0]).toContain(
    '/nowhere cannot be read',
  );
});
