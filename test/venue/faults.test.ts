/** A venue on real files whose disk misbehaves. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ARCHIVE_FILE, openFileVenue } from '../../src/venue/open-venue.ts';
import { type Venue, VenueUnavailable } from '../../src/venue/venue.ts';
import { alter, createFolder, recordOffsets, segmentPaths } from '../journal/data-folder.ts';
import { createFaultyFiles, systemError } from '../journal/faulty-files.ts';
import { ordersOnBooks } from '../kit/orders-on-books.ts';
import { genesisOf, restingBid, traderAt } from './market.ts';
import { numberedOrder } from './numbered-order.ts';

const open = (dataFolder: string, files = createFaultyFiles().files) =>
  openFileVenue({
    dataFolder,
    genesis: genesisOf(4),
    settings: { tickEveryMillis: 0 },
    journal: { files, segmentBytes: 256 * 1024 },
  });

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('[VEN-3] a thousand commands at once need a handful of syncs', async () => {
  const { files, faults } = createFaultyFiles();
  const venue = await open(createFolder(), files);
  const before = faults.syncs;
  await Promise.all(Array.from({ length: 1_000 }, () => venue.submit({ kind: 'advance-clock' })));
  expect(faults.syncs - before).toBeLessThan(10);
  await venue.close();
});

test.each(['EIO', 'ENOSPC'] as const)(
  '[VEN-6] %s halts trading; the next start has all that was acknowledged',
  async (code) => {
    const dataFolder = createFolder();
    const { files, faults } = createFaultyFiles();
    const venue = await open(dataFolder, files);
    await venue.submit(restingBid('before'));
    if (code === 'EIO') faults.syncData = () => systemError(code);
    else faults.write = () => systemError(code);
    const error = await failureOf(venue.submit(restingBid('during')));
    expect(error).toBeInstanceOf(VenueUnavailable);
    expect(error).toMatchObject({ reason: 'halted', fate: 'unknown' });
    expect(await failureOf(venue.submit(restingBid('after')))).toMatchObject({
      fate: 'not-applied',
      message: expect.stringContaining(code),
    });
    expect(venue.health().haltedBecause).toContain(code);
    expect(ordersOnBooks(venue)).toHaveLength(1);
    const account = restingBid().account;
    expect((await venue.archive.bills({ account, limit: 10 })).rows).toHaveLength(1);
    await venue.close();

    const again = await open(dataFolder);
    await again.submit(restingBid('before'));
    await again.submit(restingBid('during'));
    expect(ordersOnBooks(again)).toHaveLength(2);
    await again.close();
  },
);

test('[VEN-12] a torn tail is cut off, reported, and was never acknowledged', async () => {
  const dataFolder = createFolder();
  const { files, faults } = createFaultyFiles();
  const venue = await open(dataFolder, files);
  await venue.submit(restingBid('kept'));
  const hash = venue.read.hash();
  faults.syncData = () => systemError('EIO');
  const names = Array.from({ length: 20 }, (_, place) => `torn ${place}`);
  await Promise.all(names.map((name) => failureOf(venue.submit(restingBid(name)))));
  await venue.close();
  const path = segmentPaths(dataFolder).at(-1)!;
  // Of the write only what came after its first sector reached the disk.
  alter(path, (bytes) => {
    const begin = recordOffsets(bytes).at(-20)!;
    return bytes.fill(0, begin, Math.ceil((begin + 1) / 512) * 512);
  });
  const again = await open(dataFolder);
  expect(again.recovery.warnings.join()).toContain('cut off');
  expect(again.health().seq).toBe(2);
  expect(again.read.hash()).toBe(hash);
  await again.close();
});

test('[VEN-12] a folder has one venue at a time, and a failed start lets go of it', async () => {
  const dataFolder = createFolder();
  const venue = await open(dataFolder);
  await expect(open(dataFolder)).rejects.toThrow(/is in use by/);
  await venue.submit(restingBid());
  await venue.close();
  const again = await open(dataFolder);
  expect(again.recovery).toMatchObject({ snapshotSeq: 2, replayed: 0, warnings: [] });
  await again.close();
});

test('[VEN-14] an archive whose file is deleted comes back as it was', async () => {
  const dataFolder = createFolder();
  const venue = await open(dataFolder);
  for (let number = 0; number < 200; number += 1) await venue.submit(numberedOrder(number));
  const query = { account: traderAt(0), limit: 100 };
  const historyOf = async ({ archive }: Venue) => [
    await archive.orders(query),
    await archive.fills(query),
    await archive.bills(query),
  ];
  const before = await historyOf(venue);
  expect(before[1]?.rows.length).toBeGreaterThan(5);
  await venue.close();
  for (const ending of ['', '-wal', '-shm']) {
    rmSync(join(dataFolder, `${ARCHIVE_FILE}${ending}`), { force: true });
  }
  const again = await open(dataFolder);
  expect(again.recovery.archivedAgain).toEqual({ from: 1, to: 201 });
  expect(await historyOf(again)).toEqual(before);
  await again.close();
});
