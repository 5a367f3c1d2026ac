/** A venue whose files were damaged while it was stopped, or whose disk takes its time. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import { createFolder, flip, recordsOf, segmentPaths } from '../journal/data-folder.ts';
import { createFaultyFiles } from '../journal/faulty-files.ts';
import { ordersOnBooks } from '../kit/orders-on-books.ts';
import { genesisOf, restingBid, traderAt } from './market.ts';
import { numberedOrder, TRADERS } from './numbered-order.ts';
import { turns, until } from './open-gated.ts';

const open = (dataFolder: string, segmentBytes = 8 * 1024) =>
  openFileVenue({
    dataFolder,
    genesis: genesisOf(TRADERS),
    settings: { tickEveryMillis: 0 },
    journal: { segmentBytes },
  });

/** A venue that traded over several segments and was stopped; its hash. */
async function tradeAndStop(dataFolder: string): Promise<string> {
  const venue = await open(dataFolder);
  for (let number = 0; number < 400; number += 40) {
    const some = Array.from({ length: 40 }, (_, place) => numberedOrder(number + place));
    await Promise.all(some.map((order) => venue.submit(order)));
  }
  await venue.close();
  return venue.read.hash();
}

const snapshotPaths = (dataFolder: string): string[] =>
  readdirSync(join(dataFolder, 'snapshots')).map((name) => join(dataFolder, 'snapshots', name));

const withoutSnapshots = (dataFolder: string): void => {
  for (const path of snapshotPaths(dataFolder)) rmSync(path);
};

test('[VEN-13] a flipped byte in the middle stops the start; mended, all is there', async () => {
  const dataFolder = createFolder();
  const hash = await tradeAndStop(dataFolder);
  withoutSnapshots(dataFolder);
  rmSync(join(dataFolder, 'archive.sqlite'));
  const path = segmentPaths(dataFolder)[0] ?? '';
  const offset = recordsOf(path)[3] ?? 0;
  flip(path, offset + 45, 4);
  await expect(open(dataFolder)).rejects.toThrow(
    new RegExp(`\\.segment, offset ${offset}: .*Put .* back from a copy`),
  );
  flip(path, offset + 45, 4);
  const again = await open(dataFolder);
  expect(again.read.hash()).toBe(hash);
  await again.close();
});

test('[VEN-13] a flipped byte in the newest snapshot costs only time', async () => {
  const dataFolder = createFolder();
  const hash = await tradeAndStop(dataFolder);
  for (const path of snapshotPaths(dataFolder)) flip(path, -20, 1);
  const again = await open(dataFolder);
  expect(again.read.hash()).toBe(hash);
  expect(again.recovery.warnings.join()).toContain('is passed over');
  expect(again.recovery).toMatchObject({ snapshotSeq: 0, replayed: 401 });
  await again.close();
});

test('[VEN-13] a missing segment stops the start, and lets go of the folder', async () => {
  const dataFolder = createFolder();
  await tradeAndStop(dataFolder);
  withoutSnapshots(dataFolder);
  rmSync(join(dataFolder, 'archive.sqlite'));
  const paths = segmentPaths(dataFolder);
  expect(paths.length).toBeGreaterThan(2);
  const [, second = ''] = paths;
  rmSync(second);
  const failure = await open(dataFolder).catch((error: unknown) => error);
  expect(String(failure)).toMatch(/\.segment, offset \d+: .*back from a copy/);
  expect(String(await open(dataFolder).catch((error: unknown) => error))).toBe(String(failure));
});

test('[VEN-3] a slow sync holds up answers and nothing else', async () => {
  const { files, faults } = createFaultyFiles();
  const venue = await openFileVenue({
    dataFolder: createFolder(),
    genesis: genesisOf(4),
    settings: { tickEveryMillis: 0 },
    journal: { files },
  });
  const gate = Promise.withResolvers<void>();
  faults.syncData = () => gate.promise;
  let answered = 0;
  const answers = Array.from({ length: 300 }, (_, place) =>
    venue.submit(restingBid(`slow-${place}`, place % 4)).then(() => {
      answered += 1;
    }),
  );
  await turns(50);
  expect(answered).toBe(0);
  expect(venue.health()).toMatchObject({ status: 'trading', queued: 300 });
  expect((await venue.archive.bills({ account: traderAt(0), limit: 5 })).rows).toHaveLength(1);
  const syncs = faults.syncs;
  faults.syncData = undefined;
  gate.resolve();
  await Promise.all(answers);
  await until(() => venue.health().queued === 0);
  expect(ordersOnBooks(venue)).toHaveLength(300);
  expect(faults.syncs - syncs).toBeLessThan(5);
  await venue.close();
});
