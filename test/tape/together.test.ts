/** What was exported, of several contracts, played together from files of every format. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runExport } from '../../src/cli/export/run-export.ts';
import type { Contract } from '../../src/domain/contract.ts';
import { accountId, contractId } from '../../src/domain/ids.ts';
import { millis, NO_TICKS } from '../../src/domain/units.ts';
import { DRIVE_START, driveMarket } from '../../src/market/drive-market.ts';
import { createGenesis } from '../../src/market/genesis.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { openDeck } from '../../src/tape/open-deck.ts';
import { tapeGenesis } from '../../src/tape/tape-house.ts';
import { createBareVenue } from '../../src/venue/bare-venue.ts';
import type { ListingRead } from '../../src/venue/read.ts';
import { shippedContracts } from '../kit/contracts.ts';

const SPAN = 30_000;
const WORD = 'together';
const BASES = ['BTC', 'ETH'];
const folder = mkdtempSync(join(tmpdir(), 'together-'));
const CONTRACTS: readonly Contract[] = BASES.map((base, place) => ({
  ...shippedContracts().find((each) => each.base === base)!,
  id: contractId(place),
}));

/** The size at every price within 1 % of the middle, of all contracts. */
function booksOf(listing: ListingRead): string {
  return CONTRACTS.map(({ id }) => {
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
  }).join('\n\n');
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

async function played(paths: readonly string[]): Promise<ReadonlyMap<number, string>> {
  const venue = createBareVenue();
  for (const contract of CONTRACTS)
    venue.submitAt(millis(DRIVE_START - 1), { kind: 'list-contract', contract });
  const maker = venue.read.account.nextId();
  venue.submitAt(millis(DRIVE_START - 1), { kind: 'batch', commands: tapeGenesis(maker) });
  const { deck } = openDeck({
    ...{ paths, symbols: BASES.map((base) => `${base}USDT`), recordedAt: millis(DRIVE_START) },
    ...{ key: undefined, contracts: CONTRACTS, read: venue.read.listing },
    accounts: { maker, taker: accountId(maker + 1) },
    ...{ queue: 'risk-averse', effect: 'level' },
  });
  const books = new Map<number, string>();
  for (await deck.load(); deck.nextAt !== undefined; await deck.load()) {
    const at = deck.nextAt;
    const batch = deck.decide();
    if (batch !== undefined) venue.submitAt(at, batch);
    books.set(at, booksOf(venue.read.listing));
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
