import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runExport } from '../../src/cli/export/run-export.ts';
import { runTape } from '../../src/cli/tape/run-tape.ts';
import { contractId } from '../../src/domain/ids.ts';
import { millis, NO_TICKS } from '../../src/domain/units.ts';
import { DRIVE_START, driveMarket } from '../../src/market/drive-market.ts';
import { createGenesis } from '../../src/market/genesis.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { createBareVenue } from '../../src/venue/bare-venue.ts';
import type { ListingRead } from '../../src/venue/read.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { openTapeVenue, playFile } from './tape-kit.ts';

const BTC = contractId(0);
const SPAN = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'export-'));
const said: string[] = [];
const output = { out: (line: string) => said.push(line), err: (line: string) => said.push(line) };

/** The sizes at every price within 1 % of the middle, from the front of the queue on. */
function queuesOf(listing: ListingRead): Map<string, readonly number[]> {
  const queues = new Map<string, readonly number[]>();
  const best = (['buy', 'sell'] as const).map((side) => listing.levelAfter(BTC, side, NO_TICKS));
  const middle = (best[0]! + best[1]!) / 2;
  for (const side of ['buy', 'sell'] as const)
    for (let price = listing.levelAfter(BTC, side, NO_TICKS); price !== NO_TICKS; ) {
      const sizes: number[] = [];
      listing.visitQueue(BTC, side, price, (_order, left) => sizes.push(left));
      if (Math.abs(price - middle) <= middle / 100) queues.set(`${side} ${price}`, sizes);
      price = listing.levelAfter(BTC, side, price);
    }
  return queues;
}

const sumsOf = (queues: ReadonlyMap<string, readonly number[]>): object =>
  Object.fromEntries(
    [...queues].map(([place, sizes]) => [place, sizes.reduce((sum, each) => sum + each, 0)]),
  );

/** The market that is exported, by nothing of the export. */
function marketOf(word: string) {
  const contract = { ...shippedContracts().find(({ base }) => base === 'BTC')!, id: BTC };
  const books = new Map<number, Map<string, readonly number[]>>();
  const venue = createBareVenue(undefined, ({ at }) => {
    if (venue.read.listing.contracts().length > 0) books.set(at, queuesOf(venue.read.listing));
  });
  const none = { sandbox: false, sandboxAccounts: 0, onewayAccounts: 0, sandboxWallet: 1 };
  const commands = createGenesis([contract], { insuranceFund: 1_000_000, ...none });
  venue.submitAt(millis(DRIVE_START), { kind: 'batch', commands });
  const drive = driveMarket(venue, { contracts: [contract], seed: seedOfWord(word) });
  while (drive.at < DRIVE_START + SPAN) drive.step();
  return books;
}

const fileOf = (part: string, within = folder): string =>
  join(within, readdirSync(within).find((name) => name.includes(part)) ?? part);

async function played(paths: string | readonly string[]) {
  const venue = openTapeVenue();
  const books = new Map<number, Map<string, readonly number[]>>();
  await playFile(venue, paths, (_events, at) => {
    books.set(at, queuesOf(venue.venue.read.listing));
  });
  return books;
}

test('[TAPE-18] what is exported and played again has the same book at every step', async () => {
  const words = ['--seed', 'there-and-back', '--only', 'BTC', '--for', '2m', '--out', folder];
  expect(await runExport(words, output), said.join('\n')).toBe(0);
  const expected = marketOf('there-and-back');
  const lobster = await played(fileOf('message'));
  const npz = await played(fileOf('.npz'));
  const tardis = await played([fileOf('book_L2'), fileOf('BTCUSDT_trades')]);
  expect(lobster.size).toBeGreaterThan(100);
  // Every order is known to LOBSTER, and every level to the others.
  for (const [at, queues] of lobster)
    expect(Object.fromEntries(queues), `at ${at}`).toEqual(Object.fromEntries(expected.get(at)!));
  for (const [at, queues] of [...npz, ...tardis])
    expect(sumsOf(queues), `at ${at}`).toEqual(sumsOf(expected.get(at)!));
  const both = join(folder, 'back');
  expect(await runTape(['convert', fileOf('message'), '--to', 'npz', '--out', both], output)).toBe(
    0,
  );
  const converted = await played(fileOf('.npz', both));
  for (const [at, queues] of npz) expect(sumsOf(converted.get(at)!)).toEqual(sumsOf(queues));
  const tables = ['trades', 'candles', 'funding', 'liquidations', 'positions'];
  for (const name of tables)
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining([`${name}.csv.gz`, `${name}.parquet`]),
    );
});

test('[TAPE-18] what cannot be exported is told', async () => {
  said.length = 0;
  expect(await runExport(['--data', join(folder, 'none'), '--out', folder], output)).toBe(1);
  expect(said.join('\n')).toContain('does not exist');
  expect(await runExport(['--seed', 'one', '--format', 'xls', '--out', folder], output)).toBe(2);
  expect(said.join('\n')).toContain('out of lobster, npz, tardis, csv, parquet');
});
