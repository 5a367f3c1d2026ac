/** What was exported, of several contracts, played together from files of every format. */
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runExport } from '../../src/cli/export/run-export.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, accountId, contractId } from '../../src/domain/ids.ts';
import { type Millis, millis, NO_TICKS } from '../../src/domain/units.ts';
import { DRIVE_START, driveMarket } from '../../src/market/drive-market.ts';
import { createGenesis } from '../../src/market/genesis.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { openDeck } from '../../src/tape/open-deck.ts';
import { EventRecorder } from '../../src/tape/record-events.ts';
import { tapeGenesis } from '../../src/tape/tape-house.ts';
import { createLobsterWriter } from '../../src/tape/tape-writer.ts';
import { createNpzWriter } from '../../src/tape/write-npz.ts';
import { createBareVenue } from '../../src/venue/bare-venue.ts';
import type { ListingRead } from '../../src/venue/read.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { makeRecording } from './make-recording.ts';
import { openTapeVenue, playFile } from './tape-kit.ts';

const SPAN = 30_000;
const BEFORE = millis(Date.UTC(2025, 0, 1));
/** Of the day of the recording that the tests draw, in microseconds. */
const DAY_MICROS = Date.UTC(2026, 2, 3) * 1_000;
const WORD = 'together';
const BASES = ['BTC', 'ETH'];
const folder = mkdtempSync(join(tmpdir(), 'together-'));
const CONTRACTS: readonly Contract[] = BASES.map((base, place) => ({
  ...shippedContracts().find((each) => each.base === base)!,
  id: contractId(place),
}));

const BTC_ALONE = CONTRACTS[0]!;

/** The size at every price within 1 % of the middle, of all contracts. */
function booksOf(listing: ListingRead, contracts = CONTRACTS): string {
  return contracts
    .map(({ id }) => {
      const bestOf = (side: 'buy' | 'sell'): number => listing.levelAfter(id, side, NO_TICKS);
      const middle = (bestOf('buy') + bestOf('sell')) / 2;
      const rows: string[] = [];
      for (const side of ['buy', 'sell'] as const)
        for (
          let price = listing.levelAfter(id, side, NO_TICKS);
          price !== NO_TICKS;
          price = listing.levelAfter(id, side, price)
        ) {
          if (Math.abs(price - middle) > middle / 100) break;
          let sum = 0;
          listing.visitQueue(id, side, price, (_, left) => {
            sum += left;
          });
          rows.push(`${side} ${price} ${sum}`);
        }
      return rows.join('\n');
    })
    .join('\n\n');
}

/** By nothing of the export. */
function drawn(): ReadonlyMap<number, string> {
  const books = new Map<number, string>();
  const venue = createBareVenue(undefined, ({ at }) => {
    if (venue.read.listing.contracts().length > 0) books.set(at, booksOf(venue.read.listing));
  });
  const none = { sandbox: false, sandboxAccounts: 0, onewayAccounts: 0, sandboxWallet: 1 };
  const commands = createGenesis(CONTRACTS, { insuranceFund: 1_000_000, ...none });
  venue.submitAt(millis(DRIVE_START), { kind: 'batch', commands });
  const drive = driveMarket(venue, { contracts: CONTRACTS, seed: seedOfWord(WORD) });
  while (drive.at < DRIVE_START + SPAN) drive.step();
  return books;
}

async function played(
  paths: readonly string[],
  contracts = CONTRACTS,
): Promise<ReadonlyMap<number, string>> {
  const venue = createBareVenue();
  for (const contract of contracts) venue.submitAt(BEFORE, { kind: 'list-contract', contract });
  const maker = venue.read.account.nextId();
  venue.submitAt(BEFORE, { kind: 'batch', commands: tapeGenesis(maker) });
  const { deck } = openDeck({
    ...{
      paths,
      symbols: contracts.map(({ base }) => `${base}USDT`),
      recordedAt: millis(DRIVE_START),
    },
    ...{ key: undefined, contracts, read: venue.read.listing },
    accounts: { maker, taker: accountId(maker + 1) },
    ...{ queue: 'risk-averse', effect: 'level' },
  });
  const books = new Map<number, string>();
  for (await deck.load(); deck.nextAt !== undefined; await deck.load()) {
    const at = deck.nextAt;
    const batch = deck.decide();
    if (batch !== undefined) venue.submitAt(at, batch);
    books.set(at, booksOf(venue.read.listing, contracts));
  }
  return books;
}

test('[TAPE-18] [TAPE-30] several contracts, each from its file, are the same books', async () => {
  const output = { out: () => undefined, err: () => undefined };
  const words = ['--seed', WORD, '--only', BASES.join(','), '--for', `${SPAN / 1_000}s`];
  expect(await runExport([...words, '--out', folder], output)).toBe(0);
  const expected = drawn();
  const files = (...parts: readonly string[]): string[] =>
    BASES.flatMap((base) =>
      parts.map((part) => {
        const name = readdirSync(folder).find(
          (each) => each.startsWith(`${base}USDT`) && each.includes(part),
        );
        return join(folder, name ?? part);
      }),
    );
  for (const paths of [
    files('message'),
    files('.npz'),
    files('book_L2.csv.gz', 'trades.csv.gz'),
    files('book_L2.parquet', 'trades.parquet'),
  ]) {
    const books = await played(paths);
    expect(books.size, paths[0]).toBeGreaterThan(100);
    for (const [at, book] of books) expect(book, `${paths[0]} at ${at}`).toBe(expected.get(at));
  }
});

test('[TAPE-18] a journal with a tape and a trader in it is the same book', async () => {
  const { path } = makeRecording(join(folder, 'traded'), { changes: 200 });
  const play = openTapeVenue('power-2');
  const recorder = new EventRecorder();
  recorder.begin(play.venue.read.at(), play.venue.read.listing);
  const books = new Map<number, string>();
  const own = [BTC_ALONE];
  const first = DAY_MICROS;
  const out = join(folder, 'journal');
  mkdirSync(out);
  const writers = [
    createLobsterWriter(out, { symbol: 'BTCUSDT', firstAt: first, lot: 0.0001 }),
    createNpzWriter(join(out, 'BTCUSDT.npz')),
  ];
  const keep = (at: Millis, events: readonly Event[]): void => {
    for (const event of recorder.record(at, events)) for (const each of writers) each.add(event);
    books.set(at, booksOf(play.venue.read.listing, own));
  };
  let trader: AccountId | undefined;
  let moments = 0;
  await playFile(play, path, (events, at) => {
    keep(at, events);
    moments += 1;
    if (moments < 20) return;
    trader ??= play.openTrader();
    const { bestBid } = play.track.book;
    if (moments % 7 === 0) keep(at, play.order(trader, 'buy', 500, bestBid));
    if (moments % 40 === 0) keep(at, play.order(trader, 'buy', 90_000, null));
  });
  for (const writer of writers) await writer.close();
  const message = readdirSync(out).find((name) => name.includes('message'))!;
  for (const file of [message, 'BTCUSDT.npz']) {
    const again = await played([join(out, file)], own);
    expect(again.size, file).toBeGreaterThan(150);
    for (const [at, book] of again) expect(book, `${file} at ${at}`).toBe(books.get(at));
  }
});
