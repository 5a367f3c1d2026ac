import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { ORDER_LOTS_MAX } from '../../src/domain/limits.ts';
import type { Side } from '../../src/domain/side.ts';
import { millis, NO_TICKS } from '../../src/domain/units.ts';
import { openDeck } from '../../src/tape/open-deck.ts';
import { findEffect } from '../../src/tape/own-effect.ts';
import { makeRecording, type Recording } from './make-recording.ts';
import { fillsOf, levels, openTapeVenue, playFile, type TapeVenue, trade } from './tape-kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'play-'));
const record = (name: string, seed = 1): Recording =>
  makeRecording(join(folder, name), { seed, changes: 400 });

/** A plain transcription of the tape, by nothing of the product: books by the engine's time. */
function booksOf({ lines }: Recording): Map<number, Record<Side, Map<number, number>>> {
  const messages = lines.map((line) => JSON.parse(line.slice(line.indexOf(' ') + 1)));
  const snapshot = messages.find(({ lastUpdateId }) => lastUpdateId !== undefined);
  const book = { buy: new Map<number, number>(), sell: new Map<number, number>() };
  const set = (side: Side, pairs: readonly [string, string][]): void => {
    for (const [price, size] of pairs) {
      const key = Math.round(Number(price) * 10);
      if (Number(size) === 0) book[side].delete(key);
      else book[side].set(key, Math.round(Number(size) * 10_000));
    }
  };
  set('buy', snapshot.bids);
  set('sell', snapshot.asks);
  const books = new Map();
  for (const { data } of messages) {
    if (data?.e !== 'depthUpdate' || data.u <= snapshot.lastUpdateId) continue;
    set('buy', data.b);
    set('sell', data.a);
    books.set(data.T, { buy: new Map(book.buy), sell: new Map(book.sell) });
  }
  return books;
}

function bookOf({ venue, contract }: TapeVenue, side: Side): Map<number, number> {
  const found = new Map<number, number>();
  const query = { contract: contract.id, side, limit: 100_000 };
  venue.visitLevels(query, (price, size) => found.set(price, size));
  return found;
}

const near = (book: Iterable<readonly [number, number]>, middle: number): string =>
  [...book]
    .filter(([price]) => Math.abs(price - middle) <= middle / 100)
    .sort(([one], [other]) => one - other)
    .map(([price, size]) => `${size} at ${price}`)
    .join('\n');

test('[TAPE-6] without traders the book is the recorded one after every change', async () => {
  const recording = record('equal.gz');
  const books = booksOf(recording);
  const play = openTapeVenue();
  let compared = 0;
  await playFile(play, recording.path, (_, at) => {
    const book = books.get(at);
    if (book === undefined) return;
    compared += 1;
    const middle = (Math.max(...book.buy.keys()) + Math.min(...book.sell.keys())) / 2;
    for (const side of ['buy', 'sell'] as const)
      expect(near(bookOf(play, side), middle)).toBe(near(book[side], middle));
  });
  expect(compared).toBe(books.size);
  expect(compared).toBeGreaterThan(390);
});

test('[TAPE-7] every recorded trade is printed at its price, in its size', async () => {
  const recording = record('prints');
  const play = openTapeVenue();
  const printed: Event[] = [];
  await playFile(play, recording.path, (events) => printed.push(...fillsOf(events)));
  const recorded = recording.lines
    .map((line) => JSON.parse(line.slice(line.indexOf(' ') + 1)).data)
    .filter((data) => data?.e === 'trade');
  const { trades, early } = play.track.counts;
  expect(trades + early).toBe(recorded.length);
  const sumAt = (rows: readonly (readonly [string, number])[]) =>
    Object.fromEntries(
      [...Map.groupBy(rows, ([price]) => price)].map(([price, group]) => [
        price,
        group.reduce((sum, [, size]) => sum + size, 0),
      ]),
    );
  const said = recorded.map(({ p, q, m, T }): [string, number, number] => [
    `${Math.round(Number(p) * 10)} ${m ? 'sell' : 'buy'}`,
    Math.round(Number(q) * 10_000),
    T,
  ]);
  const counted = said
    .sort(([, , one], [, , other]) => one - other)
    .slice(early)
    .map(([price, size]): [string, number] => [price, size]);
  const got = fillsOf(printed).map(({ price, takerSide, size }): [string, number] => [
    `${price} ${takerSide}`,
    size,
  ]);
  expect(sumAt(got)).toEqual(sumAt(counted));
});

test('[TAPE-8] the same tape and the same trader lead to the same state', async () => {
  const recording = record('twice');
  const hashes = [];
  for (let run = 0; run < 2; run += 1) {
    const play = openTapeVenue('power-2');
    let trader: ReturnType<TapeVenue['openTrader']> | undefined;
    let moments = 0;
    await playFile(play, recording.path, () => {
      moments += 1;
      if (moments < 20) return;
      trader ??= play.openTrader();
      const { bestBid, bestAsk } = play.track.book;
      if (moments % 7 === 0) play.order(trader, 'buy', 500, bestBid);
      if (moments % 11 === 0) play.order(trader, 'sell', 700, bestAsk);
      if (moments % 40 === 0) play.order(trader, 'buy', 9_000, null);
    });
    expect(trader).toBeDefined();
    hashes.push(play.venue.read.hash());
  }
  expect(hashes[1]).toBe(hashes[0]);
});

const START = [
  { 999: 100, 998: 200, 997: 400 },
  { 1001: 100, 1002: 200, 1003: 400 },
] as const;

function begin(queue?: string) {
  const play = openTapeVenue(queue);
  play.play(levels(1, ...START, true));
  return { ...play, trader: play.openTrader() };
}

test('[TAPE-9] what a trader takes is gone until the level changes', () => {
  const { play, order, trader, queueAt } = begin();
  const worth = (events: readonly Event[]): number =>
    fillsOf(events).reduce((sum, { price, size }) => sum + price * size, 0) / 500;
  const first = worth(order(trader, 'buy', 500, null));
  expect(first).toBe((100 * 1001 + 200 * 1002 + 200 * 1003) / 500);
  play(levels(2, { 998: 250 }, {}));
  expect([queueAt('sell', 1001), queueAt('sell', 1003)]).toMatchObject([[], [{ left: 200 }]]);
  play(levels(3, {}, { 1001: 90, 1004: 700 }));
  expect(queueAt('sell', 1001)).toMatchObject([{ left: 90 }]);
  expect(worth(order(trader, 'buy', 500, null))).toBeGreaterThan(first);
  play(levels(4, {}, { 1001: 100, 1002: 200, 1003: 400 }));
  expect(worth(order(trader, 'buy', 500, null))).toBe(first);
});

test('[TAPE-10] a trader at the touch is filled after what was ahead, not before', () => {
  const { play, order, trader, queueAt, accounts } = begin();
  order(trader, 'buy', 50, 999);
  expect(fillsOf(play(trade(2, 'sell', 60, 999)))).toMatchObject([{ size: 60 }]);
  play(levels(3, { 999: 70 }, {}));
  // Forty were ahead, and thirty came behind.
  expect(queueAt('buy', 999).map(({ left }) => left)).toEqual([40, 50, 30]);
  const met = fillsOf(play(trade(4, 'sell', 60, 999)));
  expect(met.map(({ maker, size }) => [maker.account, size])).toEqual([
    [accounts.maker, 40],
    [trader, 20],
  ]);
  // The recorded taker met the trader: the level comes to what was recorded all the same.
  play(levels(5, { 999: 10 }, {}));
  expect(queueAt('buy', 999)).toEqual([
    { account: trader, left: 30 },
    { account: accounts.maker, left: 10 },
  ]);
});

test('[TAPE-10] a price that goes through an order fills it', () => {
  const { play, order, trader, queueAt } = begin();
  order(trader, 'buy', 50, 999);
  const fills = fillsOf(play(levels(2, { 999: 0, 998: 0 }, { 998: 500, 1001: 0, 1002: 0 })));
  expect(fills).toMatchObject([{ price: 999, size: 50, maker: { account: trader } }]);
  expect(queueAt('sell', 998)).toMatchObject([{ left: 450 }]);
  // A better price than the tape's is met first.
  order(trader, 'buy', 20, 997);
  const sold = fillsOf(play(trade(3, 'sell', 60, 996)));
  expect(sold.map(({ price, size }) => [price, size])).toEqual([
    [997, 20],
    [996, 40],
  ]);
});

/** The formulas as they are written down, without rounding and without a book. */
const FORMULAS: Readonly<Record<string, (front: number, back: number, lost: number) => number>> = {
  'risk-averse': (front, back, lost) => Math.min(front, front + back - lost),
  optimistic: (front, _back, lost) => Math.max(front - lost, 0),
  'power-1': (front, back, lost) => front - (front / (front + back)) * lost,
  'power-3': (front, back, lost) =>
    Math.min(front - (front ** 3 / (front ** 3 + back ** 3)) * lost, front + back - lost),
  log: (front, back, lost) => {
    const [ahead, behind] = [Math.log(1 + front), Math.log(1 + back)];
    const kept = Math.min(front - (ahead / (ahead + behind)) * lost, front + back - lost);
    return Math.max(0, kept);
  },
};

test.each(Object.keys(FORMULAS))('[TAPE-11] %s: ahead is what its formula says', (name) => {
  const { play, order, trader, queueAt } = begin(name);
  const formula = FORMULAS[name]!;
  play(levels(2, { 999: 5_000 }, {}));
  order(trader, 'buy', 10, 999);
  let [size, ahead, second] = [5_000, 5_000, 2];
  const change = (next: number): void => {
    second += 1;
    if (next < size) ahead = formula(ahead, size - ahead, size - next);
    size = next;
    play(levels(second, { 999: next }, {}));
    const queue = queueAt('buy', 999);
    const place = queue.findIndex(({ account }) => account === trader);
    const told = queue.slice(0, place).reduce((sum, { left }) => sum + left, 0);
    expect(Math.abs(told - ahead), `${told} for ${ahead}`).toBeLessThanOrEqual(1);
    expect(queue.reduce((sum, { left }) => sum + left, 0)).toBe(next + 10);
  };
  for (const next of [4_900, 7_000, 6_000, 5_999, 5_998, 5_997, 9_000, 4_000, 3_000]) change(next);
  second += 1;
  if (ahead < 500) return;
  play(trade(second, 'sell', 500, 999));
  [size, ahead] = [2_500, ahead - 500];
  for (const next of [2_500, 2_400, 4_000, 1_000]) change(next);
});

test('[TAPE-20] with a half-life, what was taken comes back by and by', () => {
  const { play, order, openTrader, queueAt } = openTapeVenue('risk-averse', 'half-life-2s');
  play(levels(1, { 600000: 100 }, { 600010: 1_000 }, true));
  order(openTrader(), 'buy', 800, 600_010);
  const left = () => queueAt('sell', 600_010).reduce((sum, each) => sum + each.left, 0);
  expect(left()).toBe(200);
  // A change of the level does not bring it back at once: half of it is owed after two seconds.
  play(levels(3, {}, { 600010: 1_100 }));
  expect(left()).toBe(700);
  play(levels(5, { 600000: 90 }, {}));
  expect(left()).toBe(900);
  play(levels(60, { 600000: 80 }, {}));
  expect(left()).toBe(1_100);
});

test('[TAPE-20] with a shift, the tape moves by a share of the way that an order walked', () => {
  const { play, order, openTrader, queueAt } = openTapeVenue('risk-averse', 'shift-0.5');
  const asks = { 600010: 10, 600020: 10, 600030: 50 };
  play(levels(1, { 600000: 100 }, asks, true));
  order(openTrader(), 'buy', 25, 600_030);
  play(levels(2, { 599990: 7 }, {}));
  const at = (side: Side, price: number) => queueAt(side, price).map(({ left }) => left);
  expect(at('sell', 600_020)).toEqual([10]);
  expect(at('sell', 600_040)).toEqual([50]);
  expect(at('buy', 600_010)).toEqual([100]);
  expect(at('buy', 600_000)).toEqual([7]);
  const [print] = fillsOf(play(trade(3, 'buy', 4, 600_010)));
  expect(print?.price).toBe(600_020);
});

test('[TAPE-20] effects are level, half-life and shift', () => {
  expect(findEffect('half-life-1m30s')).toEqual({ halfLifeMillis: 90_000, shiftShare: 0 });
  expect(findEffect('shift-0.25')).toEqual({ halfLifeMillis: 0, shiftShare: 0.25 });
  for (const wrong of ['', 'shift', 'shift-1.5', 'half-life-', 'half-life-0s', 'levels'])
    expect(findEffect(wrong), wrong).toBeUndefined();
});

test('[TAPE-29] what no book can have is left out, and the rest of the moment is played', () => {
  const { play, track, queueAt } = begin();
  const far = { 999: 150, 300000000: 5 };
  play(levels(2, far, { 1001: 3e9, 0: 7 }), trade(2, 'buy', 10, 400_000_000));
  expect(queueAt('buy', 999)).toMatchObject([{ left: 150 }]);
  expect(queueAt('sell', 1001)).toMatchObject([{ left: ORDER_LOTS_MAX }]);
  expect(track.counts).toMatchObject({ offStep: 4, trades: 0 });
});

test('[TAPE-29] after a halt the book is the recorded one again', async () => {
  const { path } = record('halted');
  const { venue, contract, accounts } = openTapeVenue();
  const terms = { paths: [path], symbols: ['BTCUSDT'], recordedAt: millis(0), key: undefined };
  const { deck, tracks, hear } = openDeck({
    ...{ ...terms, contracts: [contract], read: venue.read.listing, accounts },
    ...{ queue: 'risk-averse', effect: 'level' },
  });
  const [track] = tracks;
  const isRecorded = (): boolean => {
    const sides = [venue.read.listing.levelAfter(contract.id, 'buy', NO_TICKS)];
    return sides[0] === track!.book.bestBid;
  };
  let [moments, compared] = [0, 0];
  for (await deck.load(); deck.nextAt !== undefined; await deck.load()) {
    const at = deck.nextAt;
    moments += 1;
    if (moments === 100) venue.submitAt(at, { kind: 'halt-contract', contract: contract.id });
    if (moments === 300) {
      expect(isRecorded()).toBe(false);
      venue.submitAt(at, { kind: 'resume-contract', contract: contract.id });
    }
    const { changes } = track!.counts;
    const batch = deck.decide();
    if (batch !== undefined) hear(at, batch, venue.submitAt(at, batch));
    if (moments < 300 || track!.counts.changes === changes) continue;
    compared += 1;
    const { bids, asks, bestBid } = track!.book;
    const play = { venue, contract } as TapeVenue;
    expect(near(bookOf(play, 'buy'), bestBid)).toBe(near(bids, bestBid));
    expect(near(bookOf(play, 'sell'), bestBid)).toBe(near(asks, bestBid));
  }
  expect(compared).toBeGreaterThan(50);
  expect(moments).toBeGreaterThan(400);
});
