import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Entry, SetIndexPrice } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { contractId } from '../../src/domain/ids.ts';
import { fineTicks, fundingRate, millis, money, toBigInt } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { recoverSnapshot } from '../../src/engine/recover-snapshot.ts';
import { stateHash, takeSnapshot } from '../../src/engine/snapshot.ts';
import { createReader, createWriter } from '../../src/journal/bytes.ts';
import { decodeEntry, encodeEntry } from '../../src/journal/entry-codec.ts';
import { Disguise } from '../../src/tape/disguise.ts';
import { readTape } from '../../src/tape/read-tape.ts';
import { EventRecorder } from '../../src/tape/record-events.ts';
import type { TapeEvent, ToldValues } from '../../src/tape/tape-event.ts';
import { pricesOf } from '../../src/views/contracts.ts';
import { createViews, foldEntry } from '../../src/views/views.ts';
import { fillsOf, levels, openTapeVenue, SYMBOL } from './tape-kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'marks-'));
const BEGIN = Date.UTC(2024, 0, 1);
const BOOK = [
  { 99990: 50_000, 99980: 50_000, 99000: 50_000 },
  { 100010: 50_000, 100020: 50_000, 101000: 50_000 },
] as const;

const prices = (second: number, told: ToldValues): TapeEvent => ({
  ...{ kind: 'index', at: (BEGIN + second * 1_000) * 1_000, receivedAt: 0, symbol: SYMBOL },
  ...told,
});

async function eventsOf(name: string, lines: readonly string[]): Promise<readonly TapeEvent[]> {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const events: TapeEvent[] = [];
  for await (const piece of readTape(path).events) events.push(...piece);
  return events.filter(({ kind }) => kind === 'index');
}

const listingOf = ({ state }: Pick<ReturnType<typeof openTapeVenue>, 'state'>) => {
  const { index, mark, funding, told } = state.listings[0]!;
  return { index, mark, told, estimate: funding.estimate, nextAt: funding.nextAt };
};

/** A book of 9,999 to 10,001, and a long and a short against it. */
function begin(told: ToldValues = {}) {
  const play = openTapeVenue();
  play.play(levels(1, ...BOOK, true));
  play.play(prices(2, { price: 10_000, ...told }));
  const [long, short] = [play.openTrader(), play.openTrader()];
  play.order(long, 'buy', 1_000, null);
  play.order(short, 'sell', 1_000, null);
  return { ...play, long, short };
}

const kinds = (events: readonly Event[]) => events.map(({ kind }) => kind);

test('[TAPE-31] Binance, Tardis and Bybit tell mark, funding rate and its time', async () => {
  const next = BEGIN + 8 * 3_600_000;
  const told = { price: 99.85, mark: 99.88, fundingRate: -0.0001, fundingAt: next * 1_000 };
  const at = (BEGIN + 1_000) * 1_000;
  const marked = { e: 'markPriceUpdate', E: BEGIN + 1_000, s: SYMBOL, p: '99.88', i: '99.85' };
  const line = (data: object): string => `${BEGIN}000000 ${JSON.stringify({ stream: 'x', data })}`;
  expect(await eventsOf('usdm', [line({ ...marked, r: '-0.0001', T: next })])).toMatchObject([
    { at, ...told },
  ]);
  // Delivery contracts have neither.
  const [delivery] = await eventsOf('delivery', [line({ ...marked, r: '', T: 0 })]);
  expect(delivery).not.toHaveProperty('fundingRate');
  expect(delivery).not.toHaveProperty('fundingAt');
  const columns =
    'exchange,symbol,timestamp,local_timestamp,funding_timestamp,funding_rate,' +
    'predicted_funding_rate,open_interest,last_price,index_price,mark_price';
  const row = (rest: string): string => `binance-futures,${SYMBOL},${at},${at},${rest}`;
  const rows = [columns, row(`${next * 1_000},-0.0001,,,99.9,99.85,99.88`), row(',,,,,,99.7')];
  const tardis = await eventsOf('ticker.csv', rows);
  expect(tardis).toMatchObject([{ at, ...told }, { mark: 99.7 }]);
  expect(tardis[1]).not.toHaveProperty('price');
  const ticker = (type: string, data: object): string =>
    JSON.stringify({ topic: `tickers.${SYMBOL}`, type, ts: BEGIN + 1_000, data });
  const whole = { indexPrice: '99.85', markPrice: '99.88', fundingRate: '-0.0001' };
  const bybit = await eventsOf('bybit', [
    ticker('snapshot', { symbol: SYMBOL, ...whole, nextFundingTime: String(next) }),
    ticker('delta', { symbol: SYMBOL, markPrice: '99.7' }),
    ticker('delta', { symbol: SYMBOL, bid1Size: '7' }),
  ]);
  expect(bybit).toMatchObject([{ at, ...told }, { mark: 99.7 }]);
  await expect(eventsOf('odd', [line({ ...marked, r: '7', T: next })])).rejects.toThrow('no rate');
});

test('[TAPE-31] the mark is the recorded one, within 2 % of its index', () => {
  const play = begin();
  expect(listingOf(play).mark).toBe(100_000);
  play.play(prices(3, { mark: 10_012.34 }));
  expect(listingOf(play).mark).toBe(100_123);
  // The venue's own seconds do not take it back.
  play.play(levels(9, { 99990: 40_000 }, {}));
  expect(listingOf(play).mark).toBe(100_123);
  play.play(prices(10, { mark: 5_000 }));
  expect(listingOf(play).mark).toBe(98_000);
  // Zero is how an exchange says that it has none.
  play.play(prices(11, { price: 9_990, mark: 0 }));
  expect(listingOf(play)).toMatchObject({ index: 9_990_000, mark: 97_902 });
});

test.each<[string, Partial<SetIndexPrice>]>([
  ['price-invalid', { mark: fineTicks(0) }],
  ['price-invalid', { mark: fineTicks(Number.NaN) }],
  ['price-invalid', { mark: fineTicks(2 ** 53) }],
  ['amount-invalid', { fundingRate: fundingRate(0.5) }],
  ['amount-invalid', { fundingAt: millis(Number.POSITIVE_INFINITY) }],
])('[TAPE-31] impossible prices are refused whole, as such an index is: %s %j', (reason, odd) => {
  const play = begin();
  const before = listingOf(play);
  const set = { kind: 'set-index-price', contract: play.contract.id } as const;
  const events = play.submit({ ...set, price: fineTicks(9_900_000), ...odd });
  expect(events).toMatchObject([{ kind: 'command-rejected', reject: { reason } }]);
  expect(listingOf(play)).toEqual(before);
});

test('[TAPE-31] a recorded mark liquidates where the book was never', () => {
  const dip = (told: ToldValues) => {
    const play = begin();
    const { submit, contract, venue } = play;
    const trader = venue.read.account.nextId();
    const account = { account: trader, contract: contract.id };
    const deep = play.openTrader();
    expect(deep).toBe(trader);
    submit({ kind: 'withdraw', account: trader, amount: money(10n ** 14n - 17n * 10n ** 8n) });
    submit({
      ...{ kind: 'set-leverage', ...account, marginMode: 'cross' },
      ...{ longLeverage: 100, shortLeverage: 100 },
    });
    const bought = fillsOf(play.order(trader, 'buy', 1_000, 100_010));
    expect(bought).not.toEqual([]);
    return kinds(play.play(prices(5, { price: 10_000, ...told })));
  };
  expect(dip({})).not.toContain('liquidation-started');
  expect(dip({ mark: 9_850 })).toContain('liquidation-started');
});

test('[TAPE-31] the recorded rate is paid at the recorded time, and money is conserved', () => {
  const at = BEGIN + 60_000;
  const play = begin({ mark: 10_005, fundingRate: -0.00031, fundingAt: at * 1_000 });
  expect(listingOf(play)).toMatchObject({ estimate: -31_000, nextAt: at });
  play.play(levels(30, { 99990: 40_000 }, {}));
  expect(listingOf(play)).toMatchObject({ estimate: -31_000, nextAt: at });
  const events = play.play(levels(61, { 99990: 50_000 }, {}));
  const settled = events.filter((event) => event.kind === 'funding-settled');
  expect(settled).toMatchObject([{ settledAt: at, rate: -31_000, mark: 100_050 }]);
  const paid = events.filter((event) => event.kind === 'funding-paid');
  const sum = paid.reduce((all, { payment }) => all + toBigInt(payment), 0n);
  expect(sum).toBe(toBigInt(settled[0]!.residue));
  const own = paid.find(({ account }) => account === play.long)!;
  // 0.1 at 10,005 and −0.031 %: the long is paid.
  expect(own.payment).toBe(money(-31_015_500n));
  // Then the contract's own times, until the tape tells another.
  expect(listingOf(play).nextAt).toBe(BEGIN + 8 * 3_600_000);
});

test('[TAPE-31] a rate keeps within 0.30 %, a settlement within a day', () => {
  const play = begin({ fundingRate: 0.02, fundingAt: (BEGIN + 1_000) * 1_000 });
  expect(listingOf(play)).toMatchObject({ estimate: 300_000, nextAt: BEGIN + 8 * 3_600_000 });
  play.play(prices(3, { fundingAt: (BEGIN + 86_400_000 * 2) * 1_000 }));
  expect(listingOf(play).nextAt).toBe(BEGIN + 8 * 3_600_000);
});

/** As a journal keeps it. */
function stored({ seq, at, ...content }: Entry): Entry {
  const writer = createWriter(1);
  const code = encodeEntry(writer, content);
  const bytes = writer.bytes.slice(0, writer.at);
  return { seq, at, ...decodeEntry(createReader(bytes), code) };
}

test('[TAPE-31] the journal replays to the same state, over snapshots, and the views agree', () => {
  const at = BEGIN + 60_000;
  const play = begin({ mark: 10_005, fundingRate: 0.0002, fundingAt: at * 1_000 });
  for (const second of [20, 40, 61, 70]) {
    play.play(prices(second, { mark: 10_005 + second / 10 }));
    play.play(levels(second + 1, { 99990: 40_000 + second }, {}));
  }
  let state = createState();
  const views = createViews();
  for (const entry of play.entries) {
    const events = apply(state, stored(entry));
    foldEntry(views, { seq: entry.seq, at: entry.at, events });
    const { estimate, nextAt, mark } = listingOf({ state });
    if (state.listings[0]!.index > 0) {
      expect(views.funding.rows[0]).toMatchObject({ estimate, nextAt });
      expect(pricesOf(views.prices, contractId(0))).toMatchObject({ mark });
    }
    state = recoverSnapshot(takeSnapshot(state));
  }
  expect(listingOf({ state }).told).not.toBeNull();
  expect(stateHash(state)).toBe(play.venue.read.hash());
});

test('[TAPE-31] without a recorded mark states and journals are as before', () => {
  const play = begin();
  play.play(prices(5, { price: 10_001 }));
  const told = play.entries.flatMap(({ command }) =>
    command.kind === 'batch'
      ? command.commands.filter(({ kind }) => kind === 'set-index-price')
      : [],
  );
  expect(told.length).toBeGreaterThan(1);
  for (const command of told)
    expect(Object.keys(command).sort()).toEqual(['contract', 'kind', 'price']);
  expect(takeSnapshot(play.state).listings[0]).not.toHaveProperty('told');
});

test('[TAPE-31] a track that passed over a recorded mark goes on at it', () => {
  const play = begin({ mark: 10_005 });
  const after = openTapeVenue();
  after.track.pass([levels(1, ...BOOK, true)]);
  after.track.pass([prices(2, { price: 10_000, mark: 10_005 })]);
  const [set] = after.track.decide([levels(3, { 99990: 40_000 }, {})]);
  expect(set).toMatchObject({ kind: 'set-index-price', price: 10_000_000, mark: 10_005_000 });
  expect(listingOf(play).told).toEqual({ mark: 10_005_000 });
});

test('[TAPE-22] a disguise moves the mark with the index, and tells no funding', () => {
  const told = { price: 10_000, mark: 10_003, fundingRate: 0.0001, fundingAt: BEGIN * 1_000 };
  for (const byte of [1, 2, 3, 4, 5, 6]) {
    const disguise = new Disguise({
      key: new Uint8Array(32).fill(byte),
      firstAt: (BEGIN + 1_000) * 1_000,
      stepsOf: () => ({ tick: 0.1, lot: 0.0001 }),
    });
    disguise.take(levels(1, ...BOOK, true));
    const moved = disguise.take(prices(2, told)).find(({ kind }) => kind === 'index');
    if (moved?.kind !== 'index') throw new Error('the index is not told');
    expect(Math.abs(moved.price! - 10_000)).toBeGreaterThan(500);
    expect(Math.abs(moved.mark! - moved.price!)).toBeCloseTo(3, 6);
    expect(moved).not.toHaveProperty('fundingRate');
    expect(moved).not.toHaveProperty('fundingAt');
    expect(disguise.take(prices(3, { fundingRate: 0.0002 }))).toEqual([]);
  }
});

test('[TAPE-31] what is exported has the mark and the rate that were played', () => {
  const play = begin();
  const recorder = new EventRecorder();
  recorder.begin(play.venue.read.at(), play.venue.read.listing);
  const events = play.play(prices(5, { price: 10_001, mark: 10_004.2, fundingRate: -0.0003 }));
  const told = recorder.record(play.venue.read.at(), events);
  expect(told.find((event) => event.kind === 'index' && event.mark !== undefined)).toMatchObject({
    ...{ price: 10_001, mark: 10_004.2, fundingRate: -0.0003 },
  });
});
