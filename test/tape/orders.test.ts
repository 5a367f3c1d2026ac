import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Side } from '../../src/domain/side.ts';
import { readTape } from '../../src/tape/read-tape.ts';
import type { TapeEvent } from '../../src/tape/tape-event.ts';
import { fillsOf, openTapeVenue, trade } from './tape-kit.ts';

const BEGIN = Date.UTC(2024, 0, 1) * 1_000;
/** In ticks and lots, a second of tape after another. */
const order = (second: number, id: number, side: Side, price: number, left: number): TapeEvent => ({
  ...{ kind: 'order', at: BEGIN + second * 1_000_000, receivedAt: 0, symbol: 'BTCUSDT' },
  ...{ id, side, price: price / 10, size: left / 10_000 },
});

const begun = () => {
  const venue = openTapeVenue();
  venue.play(
    order(1, 1, 'buy', 600_000, 30),
    order(1, 2, 'buy', 600_000, 20),
    order(1, 9, 'sell', 600_010, 50),
  );
  const trader = venue.openTrader();
  venue.order(trader, 'buy', 5, 600_000);
  venue.play(order(2, 3, 'buy', 600_000, 40));
  const queue = () =>
    venue
      .queueAt('buy', 600_000)
      .map(({ account, left }) => `${account === trader ? 'trader' : 'tape'} ${left}`);
  return { ...venue, trader, queue };
};

test('[TAPE-19] each recorded order has its place, and a trader stands among them', () => {
  const { play, queue } = begun();
  expect(queue()).toEqual(['tape 30', 'tape 20', 'trader 5', 'tape 40']);
  play(order(3, 3, 'buy', 600_000, 15));
  expect(queue()).toEqual(['tape 30', 'tape 20', 'trader 5', 'tape 15']);
  play(order(4, 1, 'buy', 600_000, 0));
  expect(queue()).toEqual(['tape 20', 'trader 5', 'tape 15']);
});

test('[TAPE-19] a trader is filled when what stands ahead of it is traded, not before', () => {
  const { play, queue, trader } = begun();
  const isFilled = (events: ReturnType<typeof play>) =>
    fillsOf(events).some(({ maker }) => maker.account === trader);
  const first = play(trade(3, 'sell', 30, 600_000), order(3, 1, 'buy', 600_000, 0));
  expect(isFilled(first)).toBe(false);
  const second = play(trade(4, 'sell', 20, 600_000), order(4, 2, 'buy', 600_000, 0));
  expect(isFilled(second)).toBe(false);
  expect(queue()).toEqual(['trader 5', 'tape 40']);
  // The recorded order lost ten lots to this trade, and five of them met the trader instead.
  const third = play(trade(5, 'sell', 10, 600_000), order(5, 3, 'buy', 600_000, 30));
  expect(isFilled(third)).toBe(true);
  expect(queue()).toEqual(['tape 30']);
});

test('[TAPE-19] what a trader takes of a recorded order is gone, and others come', () => {
  const { play, order: place, trader, queueAt } = begun();
  place(trader, 'buy', 20, 600_010);
  expect(queueAt('sell', 600_010).map(({ left }) => left)).toEqual([30]);
  play(order(3, 10, 'sell', 600_010, 7));
  expect(queueAt('sell', 600_010).map(({ left }) => left)).toEqual([30, 7]);
  play(order(4, 9, 'sell', 600_010, 10));
  expect(queueAt('sell', 600_010).map(({ left }) => left)).toEqual([10, 7]);
});

test('[TAPE-19] a recorded order that grows does so at the end of the queue', () => {
  const { play, queue } = begun();
  play(order(3, 2, 'buy', 600_000, 25));
  expect(queue()).toEqual(['tape 30', 'tape 20', 'trader 5', 'tape 40', 'tape 5']);
  play(order(4, 2, 'buy', 600_000, 22));
  expect(queue()).toEqual(['tape 30', 'tape 17', 'trader 5', 'tape 40', 'tape 5']);
  play(order(5, 2, 'buy', 600_000, 4));
  expect(queue()).toEqual(['tape 30', 'trader 5', 'tape 40', 'tape 4']);
  play(order(6, 2, 'buy', 600_000, 0));
  expect(queue()).toEqual(['tape 30', 'trader 5', 'tape 40']);
});

test('[TAPE-19] messages of LOBSTER are read, and what they leave out is counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lobster-'));
  const path = join(folder, 'BTCUSDT_2024-01-01_34200000_57600000_message_10_lot-0.001.csv');
  const lines = [
    '34200.004241176,1,16,18,600000000,1',
    '34200.1,2,16,8,600000000,1',
    '34201.5,4,16,10,600000000,1',
    '34202,3,99,5,600000000,-1',
    '34203,5,0,4,600000500,-1',
    '34204,7,0,0,-1,-1',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  const { events, counts } = readTape(path);
  const told: TapeEvent[] = [];
  for await (const piece of events) told.push(...piece);
  const short = told.map((event) => [
    event.kind,
    (event.at - BEGIN) / 1e6,
    'size' in event ? event.size : 0,
  ]);
  expect(short).toEqual([
    ['order', 34_200.004241, 0.018],
    ['order', 34_200.1, 0.01],
    ['trade', 34_201.5, 0.01],
    ['order', 34_201.5, 0],
    ['trade', 34_203, 0.004],
  ]);
  expect(counts.unread).toBe(2);
  writeFileSync(path, `${lines.join('\n')}\n34205,1,17,oops\n`);
  await expect(readTape(path).events.next()).rejects.toThrow(/lot-0.001.csv, line 7:/);
});
