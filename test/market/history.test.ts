/** The generated history of a venue on a real disk: through a crash, a stop, and a lost note. */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginHistory, recallHistory } from '../../src/assembly/first-history.ts';
import { millis } from '../../src/domain/units.ts';
import type { IndexPrice } from '../../src/market/feed.ts';
import type { PastMinute } from '../../src/market/feeds/history/generate-history.ts';
import { createSimulatedFeed } from '../../src/market/feeds/simulated-feed.ts';
import { marketTermsOf } from '../../src/market/market-terms.ts';
import { historyKeyOf, seedOfWord } from '../../src/market/seed.ts';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { PRICE_KINDS } from '../../src/views/candles.ts';
import { INTERVALS } from '../../src/views/interval.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { createManualClock } from '../kit/manual-clock.ts';

const contracts = shippedContracts().slice(0, 1);
const terms = marketTermsOf(contracts);
const BEGUN = Date.UTC(2026, 0, 14, 9, 37, 20, 300);
const seed = seedOfWord('3');
const NOTE = 'generated-history.json';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'history-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function open(
  name: string,
  now: number,
  warnings: string[] = [],
  past: readonly PastMinute[] = [],
) {
  const dataFolder = join(root, name);
  const clock = createManualClock(now);
  const note = join(dataFolder, NOTE);
  const venue = await openFileVenue({
    dataFolder,
    clock,
    genesis: contracts.map((contract) => ({ kind: 'list-contract', contract })),
    prologue: (views) => recallHistory(note, views, (words) => warnings.push(words)),
    // No snapshot is taken before the venue is closed.
    settings: { tickEveryMillis: 0, snapshotEveryMillis: 1e9 },
  });
  const at = clock.venueNow();
  const from = venue.read.listing.list().map(({ index }) => index);
  const feed = createSimulatedFeed({ contracts, terms, seed, from });
  const prices = feed.next(at);
  await beginHistory(venue, note, {
    terms,
    key: historyKeyOf(seed),
    prices: () => prices,
    past: async () => [past],
    at,
  });
  return { venue, clock, feed };
}

const commandsOf = (prices: readonly IndexPrice[]) =>
  prices.map(({ contract, price }) => ({ kind: 'set-index-price', contract, price }) as const);

/** Everything a client can ask about candles. */
const pictureOf = (venue: Venue) =>
  contracts.flatMap(({ id: contract }) => [
    venue.read.market.ticker(contract),
    venue.read.market.settlements(contract, 100),
    ...PRICE_KINDS.flatMap((price) =>
      INTERVALS.map((interval) => {
        const bounds = { interval, limit: 300, start: null, end: null };
        return venue.read.market.candles({ contract, price }, bounds);
      }),
    ),
  ]);

test('[FEED-16] a first start has a week of candles, and no restart changes them', async () => {
  const { venue, clock, feed } = await open('one', BEGUN);
  const first = venue.read.market.candles(
    { contract: contracts[0]!.id, price: 'last' },
    { interval: '1m', limit: 10_081, start: null, end: null },
  );
  expect(first).toHaveLength(10_081);
  expect(venue.read.market.ticker(contracts[0]!.id).base).toBeGreaterThan(0);
  for (let beat = 0; beat < 90; beat += 1) {
    clock.advance(1_000);
    await venue.submit({ kind: 'batch', commands: commandsOf(feed.next(clock.venueNow())) });
  }
  const now = clock.venueNow();
  const picture = pictureOf(venue);
  // The process is killed and its snapshots are lost: the journal and the note are all there is.
  cpSync(join(root, 'one'), join(root, 'killed'), { recursive: true });
  rmSync(join(root, 'killed', 'snapshots'), { recursive: true, force: true });
  const killed = await open('killed', now);
  expect(killed.venue.recovery.snapshotSeq).toBe(0);
  expect(pictureOf(killed.venue)).toEqual(picture);
  await killed.venue.close();
  await venue.close();
  const stopped = await open('one', now);
  expect(stopped.venue.recovery.replayed).toBe(0);
  expect(pictureOf(stopped.venue)).toEqual(picture);
  await stopped.venue.close();
}, 60_000);

test('[FEED-21] recorded minutes are kept: a restart does not need the files', async () => {
  const past = Array.from({ length: 300 }, (_, at): PastMinute => {
    const price = 9_000_000 + at * 100;
    return [price, price + 500, price - 500, price + 100, 70 + at];
  });
  const { venue, clock } = await open('one', BEGUN, [], past);
  const picture = pictureOf(venue);
  const [newest] = venue.read.market.candles(
    { contract: contracts[0]!.id, price: 'last' },
    { interval: '1m', limit: 1, start: null, end: millis(BEGUN - 60_000) },
  );
  expect(newest).toMatchObject({ close: 9_030_000, base: 369 });
  await venue.close();
  const again = await open('one', clock.venueNow());
  expect(pictureOf(again.venue)).toEqual(picture);
  await again.venue.close();
});

test('[FEED-16] a snapshot older than the history does not lose it', async () => {
  const folder = join(root, 'one');
  const genesis = contracts.map((contract) => ({ kind: 'list-contract', contract }) as const);
  // The first start got no further than its genesis, and left a snapshot.
  const failed = await openFileVenue({
    dataFolder: folder,
    clock: createManualClock(BEGUN),
    genesis,
  });
  await failed.close();
  const { venue, clock, feed } = await open('one', BEGUN);
  expect(venue.recovery.snapshotSeq).toBeGreaterThan(0);
  clock.advance(90_000);
  await venue.submit({ kind: 'batch', commands: commandsOf(feed.next(clock.venueNow())) });
  const picture = pictureOf(venue);
  cpSync(folder, join(root, 'killed'), { recursive: true });
  const killed = await open('killed', clock.venueNow());
  expect(pictureOf(killed.venue)).toEqual(picture);
  // The next snapshot is of the trading state: whoever begins with it has the history.
  await killed.venue.close();
  await venue.close();
  const stopped = await open('killed', clock.venueNow());
  expect(stopped.venue.recovery.replayed).toBe(0);
  expect(pictureOf(stopped.venue)).toEqual(picture);
  await stopped.venue.close();
}, 60_000);

test('[FEED-16] real candles go on where generated ones end, in one series', async () => {
  const { venue, clock, feed } = await open('one', BEGUN);
  for (let beat = 0; beat < 100; beat += 1) {
    clock.advance(1_000);
    await venue.submit({ kind: 'batch', commands: commandsOf(feed.next(clock.venueNow())) });
  }
  const { id: contract } = contracts[0]!;
  const read = (end: number | null, limit: number) =>
    venue.read.market.candles(
      { contract, price: 'index' },
      { interval: '1m', limit, start: null, end: end === null ? null : millis(end) },
    );
  const all = read(null, 1_000);
  expect(all.slice(1).every((row, at) => row.openAt - all[at]!.openAt === 60_000)).toBe(true);
  expect(all.slice(1).every((row, at) => row.open === all[at]!.close)).toBe(true);
  // Paging backwards by the end of the window crosses the seam without a break.
  const pages = [read(null, 3), read(all.at(-3)!.openAt, 3), read(all.at(-6)!.openAt, 3)];
  expect(pages.reverse().flat()).toEqual(all.slice(-9));
  await venue.close();
});

test('[FEED-16] a note that cannot be read is told; charts begin without', async () => {
  const { venue } = await open('one', BEGUN);
  cpSync(join(root, 'one'), join(root, 'other'), { recursive: true });
  await venue.close();
  const note = join(root, 'other', NOTE);
  writeFileSync(note, readFileSync(note, 'utf8').replace(/"version": \d+/, '"version": 1'));
  const warnings: string[] = [];
  const other = await open('other', BEGUN, warnings);
  expect(warnings).toEqual([expect.stringContaining('charts begin with the first trade')]);
  await other.venue.close();
});

test('[FEED-16] a snapshot leaves generated candles out, and a lost note is told', async () => {
  const { venue, clock, feed } = await open('one', BEGUN);
  clock.advance(90_000);
  await venue.submit({ kind: 'batch', commands: commandsOf(feed.next(clock.venueNow())) });
  const real = realOf(venue);
  await venue.close();
  const [snapshot] = readdirSync(join(root, 'one', 'snapshots'))
    .sort()
    .reverse();
  expect(statSync(join(root, 'one', 'snapshots', snapshot!)).size).toBeLessThan(500_000);
  const note = join(root, 'one', NOTE);
  const text = readFileSync(note, 'utf8');
  const tries = [
    { damage: () => rmSync(note), because: 'it is gone' },
    {
      damage: () => writeFileSync(note, text.replace(/"endAt": \d+/, '"endAt": 60000')),
      because: 'it is of other generated history',
    },
  ];
  for (const { damage, because } of tries) {
    damage();
    const warnings: string[] = [];
    const again = await open('one', clock.venueNow(), warnings);
    expect(warnings).toEqual([expect.stringContaining(because)]);
    expect(realOf(again.venue)).toEqual(real);
    await again.venue.close();
  }
  // The candles themselves were not lost: with the note they are back.
  writeFileSync(note, text);
  const whole = await open('one', clock.venueNow());
  expect(pictureOf(whole.venue)[2]).toHaveLength(300);
  await whole.venue.close();
}, 60_000);

/** The minutes of real prices. */
const realOf = (venue: Venue) =>
  venue.read.market.candles(
    { contract: contracts[0]!.id, price: 'index' },
    { interval: '1m', limit: 100, start: venue.read.market.generatedUntil(), end: null },
  );
