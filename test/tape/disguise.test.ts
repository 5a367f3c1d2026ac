import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { assembleHere } from '../../src/assembly/assemble.ts';
import { chooseSettings } from '../../src/assembly/choose-settings.ts';
import { createClosings } from '../../src/assembly/closings.ts';
import { runTape } from '../../src/cli/tape/run-tape.ts';
import { contractId } from '../../src/domain/ids.ts';
import { millis } from '../../src/domain/units.ts';
import { commitmentOf, seedOfWord } from '../../src/market/seed.ts';
import { Disguise, recordedPrice, recordedTime } from '../../src/tape/disguise.ts';
import type { TapeEvent, TapeLevels, TapeTrade } from '../../src/tape/tape-event.ts';
import { MARKET_TOPIC, parseMarketNote } from '../../src/views/market-memory.ts';
import { makeRecording } from './make-recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'disguise-'));
const SYMBOL = 'BTCUSDT';
const STEPS = { tick: 0.1, lot: 0.001 };
const BEGIN = Date.UTC(2024, 7, 8) * 1_000;
const SECOND = 1_000_000;
const MINUTES = 240;

/** Small and repeatable, from zero to one. */
function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Four hours with a walking price and volumes that come and go. */
function recordHours(): TapeEvent[] {
  const roll = createDice(7);
  const events: TapeEvent[] = [];
  let [middle, level] = [600_000, 1];
  for (let second = 0; second < MINUTES * 60; second += 5) {
    const moment = { at: BEGIN + second * SECOND, receivedAt: 0, symbol: SYMBOL };
    middle += Math.round((roll() + roll() - 1) * 130);
    if (second % 90 === 0) level = 0.2 + 4 * roll() ** 3;
    const takerSide = roll() < 0.5 ? 'buy' : 'sell';
    const price = takerSide === 'buy' ? middle + 1 : middle;
    const size = Math.ceil(1_000 * level * roll()) * STEPS.lot;
    if (second > 0)
      events.push({ kind: 'trade', ...moment, takerSide, price: price * STEPS.tick, size });
    const side = (sign: 1 | -1, best: number): number[] =>
      [0, 1, 2, 4, 7].flatMap((away) => [(best + sign * away) * STEPS.tick, 1 + (away % 3)]);
    const [bids, asks] = [side(-1, middle), side(1, middle + 1)];
    events.push({ kind: 'levels', ...moment, isSnapshot: true, bids, asks });
  }
  return events;
}

const HOURS = recordHours();

const disguised = (word: string, events: readonly TapeEvent[]): TapeEvent[] => {
  const { key } = seedOfWord(word);
  const disguise = new Disguise({ key, firstAt: BEGIN, stepsOf: () => STEPS });
  return events.flatMap((event) => [...disguise.take(event)]);
};

/** By minute since the first event: the return of the middle, and the volume. */
function minutesOf(events: readonly TapeEvent[]) {
  const begin = events[0]!.at;
  const [middles, volumes]: [number[], number[]] = [[], []];
  for (const event of events) {
    const minute = Math.floor((event.at - begin) / (60 * SECOND));
    if (event.kind === 'trade') volumes[minute] = (volumes[minute] ?? 0) + event.size;
    if (event.kind === 'levels') middles[minute] = (event.bids[0]! + event.asks[0]!) / 2;
  }
  const returns = middles.slice(1).map((price, at) => Math.log(price / middles[at]!));
  return { returns, volumes };
}

function correlation(some: readonly number[], others: readonly number[]): number {
  const count = Math.min(some.length, others.length);
  const mean = (values: readonly number[]): number =>
    values.slice(0, count).reduce((sum, value) => sum + value, 0) / count;
  const [one, other] = [mean(some), mean(others)];
  let [both, first, second] = [0, 0, 0];
  for (let at = 0; at < count; at += 1) {
    const [here, there] = [some[at]! - one, others[at]! - other];
    both += here * there;
    first += here * here;
    second += there * there;
  }
  return both / Math.sqrt(first * second);
}

/** Against the same minute, and against every minute of the quarter of an hour around it. */
function likeness(some: readonly number[], others: readonly number[]): number {
  let most = 0;
  for (let lag = 0; lag <= 15; lag += 1)
    most = Math.max(
      most,
      Math.abs(correlation(some.slice(lag), others)),
      Math.abs(correlation(some, others.slice(lag))),
    );
  return most;
}

const WORDS = ['one', 'two', 'three', 'four'];

test.each(WORDS)('[TAPE-22] seed %s: returns and volumes are not those of the day', (word) => {
  const events = HOURS;
  const own = minutesOf(events);
  expect(likeness(own.returns, own.returns)).toBeCloseTo(1, 9);
  const told = minutesOf(disguised(word, events));
  expect(likeness(own.returns, told.returns)).toBeLessThan(0.4);
  expect(likeness(own.volumes, told.volumes)).toBeLessThan(0.4);
  expect(Math.abs(correlation(own.returns, told.returns))).toBeLessThan(0.25);
  expect(Math.abs(correlation(own.volumes, told.volumes))).toBeLessThan(0.25);
  const absolute = (values: readonly number[]): number[] => values.map(Math.abs);
  expect(likeness(absolute(own.returns), absolute(told.returns))).toBeLessThan(0.4);
});

const isLevels = (event: TapeEvent): event is TapeLevels => event.kind === 'levels';
const isTrade = (event: TapeEvent): event is TapeTrade => event.kind === 'trade';
const inTicks = (price: number): number => price / STEPS.tick;

test('[TAPE-22] ticks, spreads and the order of time stay those of a book', () => {
  const events = HOURS;
  const told = disguised('ticks', events);
  expect(told.filter(isTrade).length).toBe(events.filter(isTrade).length);
  for (const [at, event] of told.entries())
    expect(event.at).toBeGreaterThanOrEqual(told[at - 1]?.at ?? 0);
  let mirrored = 0;
  for (const { bids, asks } of told.filter(isLevels)) {
    const [bid, ask] = [inTicks(bids[0]!), inTicks(asks[0]!)];
    expect(bid).toBeCloseTo(Math.round(bid), 6);
    expect(Math.round(ask - bid)).toBe(1);
    const away = (side: readonly number[]): number[] =>
      side.filter((_, place) => place % 2 === 0).map((price) => Math.round(inTicks(price)));
    expect(away(asks).map((price) => price - Math.round(ask))).toEqual([0, 1, 2, 4, 7]);
    expect(away(bids).map((price) => Math.round(bid) - price)).toEqual([0, 1, 2, 4, 7]);
    for (let place = 1; place < bids.length; place += 2) {
      expect(bids[place]! / STEPS.lot).toBeCloseTo(Math.round(bids[place]! / STEPS.lot), 6);
      expect(bids[place]).toBeGreaterThan(0);
    }
  }
  const sides = events.filter(isTrade).map(({ takerSide }) => takerSide);
  for (const [at, { takerSide }] of told.filter(isTrade).entries())
    if (takerSide !== sides[at]) mirrored += 1;
  expect(mirrored / sides.length).toBeGreaterThan(0.3);
  expect(mirrored / sides.length).toBeLessThan(0.7);
});

test('[TAPE-22] with the seed every trade is led back to the recorded one', () => {
  const events = HOURS;
  const [told, again] = [disguised('back', events), disguised('back', events)];
  expect(again).toEqual(told);
  expect(disguised('other', events)).not.toEqual(told);
  // Whoever has the seed and the recording lays both side by side, trade by trade.
  const recorded = events.filter(isTrade);
  const factors = new Map<number, Set<string>>();
  for (const [at, { price, size, takerSide }] of told.filter(isTrade).entries()) {
    const { price: before, size: sized, takerSide: taken, at: when } = recorded[at]!;
    const sign = takerSide === taken ? 1 : -1;
    const span = Math.floor((when - BEGIN) / (30 * SECOND));
    const moved = Math.round(inTicks(price)) - sign * Math.round(inTicks(before));
    factors.set(span, (factors.get(span) ?? new Set()).add(`${sign} ${moved}`));
    expect(size / sized).toBeLessThan(3);
  }
  // One distance and one side of the mirror in each span.
  expect([...factors.values()].every(({ size }) => size === 1)).toBe(true);
});

test('[TAPE-22] the spans of a disguise lead times, prices and sizes back', () => {
  const { key } = seedOfWord('spans');
  const disguise = new Disguise({ key, firstAt: BEGIN, stepsOf: () => STEPS });
  const told = HOURS.flatMap((event) => [...disguise.take(event)]).filter(isTrade);
  expect(disguise.spans.length).toBe(MINUTES * 2);
  for (const [place, recorded] of HOURS.filter(isTrade).entries()) {
    const { at, price, size } = told[place]!;
    const span = disguise.spans.findLast(({ toldAt }) => toldAt <= at)!;
    expect(Math.abs(recordedTime(span, at) - recorded.at)).toBeLessThan(3);
    expect(recordedPrice(span, price)).toBeCloseTo(recorded.price, 6);
    expect(Math.abs(size / span.factor - recorded.size)).toBeLessThan(STEPS.lot / span.factor);
  }
});

test('[TAPE-22] perpetua tape unmask tells what was recorded', async () => {
  const { path } = makeRecording(join(folder, 'masked.gz'), { seed: 5, changes: 300 });
  const unmask = async (...more: string[]) => {
    const said: string[] = [];
    const output = {
      out: (line: string) => said.push(line),
      err: (line: string) => said.push(line),
    };
    return { code: await runTape(['unmask', path, ...more], output), said };
  };
  const { code, said } = await unmask('--seed', 'a');
  expect(code).toBe(0);
  expect(said[0]).toBe('symbol,from,recorded_from,pace,sign,shift,size_factor');
  const [symbol, from, recordedFrom, , sign, shift] = said[1]!.split(',');
  expect([symbol, from]).toEqual(['BTCUSDT', '2000-01-01T00:00:00.000Z']);
  const price = Number(shift) + Number(sign) * 60_000;
  const asked = ['--seed', 'a', '--at', from!, '--price', String(price)];
  expect((await unmask(...asked)).said).toEqual([`BTCUSDT ${recordedFrom} 60000`]);
  const key = Buffer.from(seedOfWord('a').key).toString('hex');
  expect((await unmask('--seed', key)).said).toEqual(said);
  expect((await unmask()).code).toBe(2);
  expect((await unmask('--seed', 'a', '--at', '1999-01-01')).code).toBe(2);
});

const closings = createClosings();
afterAll(closings.closeAll);

test('[TAPE-22] a venue plays a tape in disguise and commits itself to its seed', async () => {
  const { path, lines } = makeRecording(join(folder, 'day.gz'), { seed: 5, changes: 300 });
  const lastAt = Math.max(...lines.map((line) => Number(/"T":(\d+)/.exec(line)?.[1])));
  const live = async (given: Record<string, unknown>) => {
    const asked = {
      feed: 'tape',
      tape: path,
      time: 'stepped',
      page: false,
      port: 0,
      adminPort: 0,
      ...given,
    };
    const { settings } = chooseSettings(
      new Map(Object.entries(asked).map(([name, value]) => [name, { value, whence: name }])),
    );
    const open = await assembleHere(settings!, closings, { fleeting: {} });
    const { venue, clock, driver, tape } = open;
    const endAt = await tape?.findEnd(millis(lastAt + 1_000));
    clock.step(8_000);
    driver.wake();
    await clock.stepDone();
    const { read } = venue;
    const { bids, asks } = read.market.levels(contractId(0), 1);
    const [bid, ask] = [bids[0]!.price, asks[0]!.price];
    const { notes } = read.market.memory();
    return { bid, ask, hash: read.hash(), at: read.at(), notes, endAt };
  };
  const plain = await live({ seed: 'a' });
  const one = await live({ seed: 'a', disguise: true });
  const same = await live({ seed: 'a', disguise: true });
  const other = await live({ seed: 'b', disguise: true });
  // Whoever lives on a tape is over with it.
  expect(plain.endAt).toBe(lastAt);
  expect(new Date(one.at).toISOString()).toMatch(/^2000-01-01T00:00:/);
  expect(one.ask - one.bid).toBeGreaterThan(0);
  expect(same.hash).toBe(one.hash);
  expect([other.hash, plain.hash]).not.toContain(one.hash);
  expect(Math.abs(plain.bid - one.bid)).toBeGreaterThan(10_000);
  expect(parseMarketNote(one.notes.get(MARKET_TOPIC))).toEqual({
    ...{ commitment: commitmentOf(seedOfWord('a')), feed: 'tape', seed: 'chosen' },
  });
  expect([...one.notes.values()].join()).not.toContain('day.gz');
  expect([...plain.notes.values()].join()).toContain('day.gz');
});

/** Orders that come, shrink, move and go around a walking price, some minutes of them. */
function recordOrders(): TapeEvent[] {
  const roll = createDice(11);
  const events: TapeEvent[] = [];
  const living = new Map<number, { readonly side: 'buy' | 'sell'; readonly away: number }>();
  for (let step = 0; step < 1_200; step += 1) {
    const moment = { at: BEGIN + step * 150_000, receivedAt: 0, symbol: SYMBOL };
    const known = [...living.keys()];
    const old = known[Math.floor(roll() * known.length)];
    const isNew = old === undefined || living.size < 30 || roll() < 0.5;
    const id = isNew ? step : old;
    const { side, away } =
      (isNew ? undefined : living.get(id)) ??
      ({ side: step % 2 === 0 ? 'buy' : 'sell', away: Math.floor(6 * roll()) } as const);
    const price = (side === 'buy' ? 600_000 - away : 600_001 + away) * STEPS.tick;
    const size = !isNew && roll() < 0.7 ? 0 : Math.ceil(4_000 * roll()) * STEPS.lot;
    if (size === 0) living.delete(id);
    else living.set(id, { side, away });
    events.push({ kind: 'order', ...moment, id, side, price, size });
  }
  return events;
}

/** Ids by level, the first of the queue first, as a reader of the events would have them. */
function queuesOf(events: readonly TapeEvent[]): Map<string, number[]> {
  const levels = new Map<string, number[]>();
  const places = new Map<number, string>();
  for (const event of events) {
    if (event.kind !== 'order') continue;
    const level = `${event.side} ${Math.round(inTicks(event.price))}`;
    const place = places.get(event.id);
    if (place !== undefined && (event.size === 0 || place !== level)) {
      levels.set(
        place,
        levels.get(place)!.filter((id) => id !== event.id),
      );
      places.delete(event.id);
    }
    if (event.size === 0 || places.has(event.id)) continue;
    places.set(event.id, level);
    levels.set(level, [...(levels.get(level) ?? []), event.id]);
  }
  return new Map([...levels].filter(([, ids]) => ids.length > 0));
}

test('[TAPE-22] of a tape that knows every order, the queues stay and nothing else', () => {
  const recorded = recordOrders();
  const { key } = seedOfWord('orders');
  const mask = new Disguise({ key, firstAt: BEGIN, stepsOf: () => STEPS });
  const told: TapeEvent[] = [];
  const sides = new Set<string>();
  for (const [at, event] of recorded.entries()) {
    told.push(...mask.take(event));
    if (at % 100 !== 99) continue;
    const [own, seen] = [queuesOf(recorded.slice(0, at + 1)), queuesOf(told)];
    const ids = (queues: Map<string, number[]>): string[] =>
      [...queues.values()].map(String).sort();
    expect(ids(seen)).toEqual(ids(own));
    const [place = ''] = [...own.keys()];
    const [other = ''] = [...seen].find(([, queue]) => `${queue}` === `${own.get(place)}`) ?? [];
    sides.add(place.split(' ')[0] === other.split(' ')[0] ? 'as it was' : 'mirrored');
    const best = (side: string, most: (...of: number[]) => number): number =>
      most(
        ...[...seen.keys()].filter((key) => key.startsWith(side)).map((key) => +key.split(' ')[1]!),
      );
    expect(best('sell', Math.min) - best('buy', Math.max)).toBeGreaterThan(0);
    expect(Math.abs(best('buy', Math.max) - 600_000)).toBeGreaterThan(30_000);
  }
  expect([...sides].sort()).toEqual(['as it was', 'mirrored']);
});

test('[TAPE-22] nothing is told before both sides are known', () => {
  const moment = { at: BEGIN, receivedAt: 0, symbol: SYMBOL };
  const bids: TapeEvent = { kind: 'levels', ...moment, isSnapshot: true, bids: [100, 1], asks: [] };
  const asks: TapeEvent = { ...bids, isSnapshot: false, bids: [], asks: [100.1, 2] };
  expect(disguised('early', [bids])).toEqual([]);
  const [whole, ...rest] = disguised('early', [bids, asks]);
  expect(rest).toEqual([]);
  expect(whole).toMatchObject({ kind: 'levels', isSnapshot: true });
  expect(isLevels(whole!) && [whole.bids.length, whole.asks.length]).toEqual([2, 2]);
});
